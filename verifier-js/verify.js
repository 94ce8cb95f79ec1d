#!/usr/bin/env node
// Command line of the verifier: see README.md beside it. This file is written so that the oldest Node
// can read it, and says so where Node is too old. A status of 0, or of 20 and more, is a verdict:
// nothing that goes wrong may end with one.

"use strict";

var fs = require("fs");

var NEEDED = 18;
var NO_VERDICT = 3;

function escaped(text) {
  return JSON.stringify(text).replace(/[^\x20-\x7e]/g, function (unit) {
    return "\\u" + ("000" + unit.charCodeAt(0).toString(16)).slice(-4);
  });
}

function giveUp(reason) {
  try {
    fs.writeSync(2, "verify: no verdict: " + reason + "\n");
  } catch (error) {
    // Nobody can be told; the status still says it.
  }
  process.exit(NO_VERDICT);
}

function failed(error) {
  giveUp("the verifier failed: " + escaped(String(error && error.message)));
}

var found = String(process.versions && process.versions.node);
if (parseInt(found, 10) >= NEEDED) {
  process.on("uncaughtException", failed);
  process.on("unhandledRejection", failed);
  // Until the command has come to its end, nothing was found out.
  process.exitCode = NO_VERDICT;
  require("./command/start.js")(failed);
} else {
  giveUp("Node " + NEEDED + " or newer is needed, and this is " + escaped(found));
}
