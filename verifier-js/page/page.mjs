// The page around the verifier: a file picker, and a report for each file that was picked.

import { verifyBytes } from "../core/report.mjs";
import { inWords } from "../core/words.mjs";

// Texts of a bundle are foreign: they reach the page as text only, never as markup.
function element(name, text) {
  const result = document.createElement(name);
  result.textContent = text;
  return result;
}

function show(name, report) {
  const section = document.createElement("section");
  section.className = report.ok ? "accepted" : "rejected";
  section.append(element("h2", name), element("pre", inWords(report)));
  return section;
}

async function check(files) {
  const sections = [];
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    sections.push(show(file.name, verifyBytes(bytes)));
  }
  document.getElementById("reports").replaceChildren(...sections);
}

const picker = document.getElementById("file");
picker.addEventListener("change", () => check([...picker.files]));
