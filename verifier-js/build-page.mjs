#!/usr/bin/env node
// Writes verify.html: the template with the modules inside. A page opened from file:// may not
// import modules, so each module becomes a function, called once, that gives what it exported.
// Its policy names script and style by their hashes: nothing else that got into it would run.
// With --check nothing is written: exit code 1 if verify.html is not what would be written.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const TARGET = join(HERE, "..", "service", "static", "verify.html");
const IMPORT = /^import \{ ([^}]+) \} from "(\.[^"]+)";\n/gm;
const EXPORT = /^export (?=(?:async )?(?:function\*?|class|const) (\w+))/gm;

/** Appends the script of a module after those of the modules it imports. */
function add(path, done, out) {
  if (done.has(path)) return;
  done.add(path);
  const source = readFileSync(path, "utf8");
  const wanted = [...source.matchAll(IMPORT)].map(([, names, from]) => [names, join(dirname(path), from)]);
  for (const [, from] of wanted) add(from, done, out);
  const exported = [...source.matchAll(EXPORT)].map(([, name]) => name);
  const body = source.replace(IMPORT, "").replace(EXPORT, "").trim();
  if (/^(import|export)\b/m.test(body)) throw new Error(`${path}: an import or export of another form`);
  // The page would end at a closing tag inside the script.
  if (body.includes("</script")) throw new Error(`${path}: it would end the script`);
  const names = wanted.map(([each, from]) => `const { ${each} } = modules["${basename(from)}"];\n`).join("");
  out.push(`// ---- ${relative(HERE, path).replaceAll("\\", "/")}\nmodules["${basename(path)}"] = (() => {\n`
    + `${names}${body}\nreturn { ${exported.join(", ")} };\n})();\n`);
}

/** The text of verify.html. */
export function page() {
  const out = ["// Made by build-page.mjs from the modules beside it: change those, not this.\nconst modules = {};\n"];
  add(join(HERE, "page", "page.mjs"), new Set(), out);
  const template = readFileSync(join(HERE, "page", "template.html"), "utf8");
  const filled = template.replace("/*SCRIPT*/", () => out.join("\n"));
  return ["script", "style"].reduce((text, name) => {
    const [, inside] = new RegExp(`<${name}>([\\s\\S]*)</${name}>`).exec(text);
    const hash = createHash("sha256").update(inside).digest("base64");
    return text.replace(`${name}-src 'unsafe-inline'`, `${name}-src 'sha256-${hash}'`);
  }, filled);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === "--check") {
    process.exitCode = readFileSync(TARGET, "utf8") === page() ? 0 : 1;
  } else {
    writeFileSync(TARGET, page());
  }
}
