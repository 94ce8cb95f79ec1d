// Loads the modules of the command. Apart from verify.js, because an old Node cannot read `import`.

"use strict";

module.exports = function start(failed) {
  import("./main.mjs")
    .then(({ main }) => {
      process.exitCode = main(process.argv.slice(2));
    })
    .catch(failed);
};
