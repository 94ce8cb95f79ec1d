"use strict";
// Starts Swagger UI on /docs. A file of its own, because the page's policy allows no inline script.
// The document lies beside the page, under whatever path a proxy has put them.
const place = new URL("../v1/openapi.json", document.currentScript.src);
window.addEventListener("load", () => {
  SwaggerUIBundle({
    url: place.href,
    dom_id: "#docs",
    deepLinking: true,
    validatorUrl: null, // the default would send the document to somebody else's server
  });
});
