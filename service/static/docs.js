"use strict";
// Starts Swagger UI on /docs. A file of its own, because the page's policy allows no inline script.
window.addEventListener("load", () => {
  SwaggerUIBundle({
    url: "/v1/openapi.json",
    dom_id: "#docs",
    deepLinking: true,
    validatorUrl: null, // the default would send the document to somebody else's server
  });
});
