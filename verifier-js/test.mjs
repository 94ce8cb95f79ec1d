// All tests of the verifier: node --test verifier-js/test.mjs
// TOMA6_BUNDLES names a folder of true bundles of the engine (*.json); without it those tests are skipped.

import "./test/reader.mjs";
import "./test/files.mjs";
import "./test/saved.mjs";
import "./test/vectors.mjs";
import "./test/statements.mjs";
import "./test/values.mjs";
import "./test/times.mjs";
import "./test/table.mjs";
import "./test/integrity.mjs";
import "./test/names.mjs";
import "./test/entries.mjs";
import "./test/attempts.mjs";
import "./test/bots.mjs";
import "./test/signed.mjs";
import "./test/receipts.mjs";
import "./test/verdicts.mjs";
import "./test/hostile.mjs";
import "./test/games.mjs";
import "./test/command.mjs";
import "./test/page.mjs";
