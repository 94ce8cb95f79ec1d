// All tests of the verifier: node --test verifier-js/test.mjs
// TOMA6_BUNDLES names a folder of true bundles (*.json); without it the tests on games are skipped.

import "./test/reader.mjs";
import "./test/vectors.mjs";
import "./test/table.mjs";
import "./test/games.mjs";
import "./test/command.mjs";
import "./test/page.mjs";
