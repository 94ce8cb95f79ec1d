// Bytes of a file or of standard input, none of them read if they are too many.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";

import { MAX_BYTES, TOO_LARGE } from "../core/files.mjs";

const WORDS = {
  ENOENT: "there is no such file", ENOTDIR: "there is no such file", EACCES: "it may not be read",
  EPERM: "it may not be read", EISDIR: "it is a directory", ENAMETOOLONG: "its name is too long",
};
const CHUNK = 1 << 16;

/** {content} of a path, "-" for standard input, or {wrong: why it cannot be read}. */
export function contentOf(path) {
  let file = null;
  try {
    file = path === "-" ? 0 : openSync(path, "r");
    const stat = fstatSync(file);
    if (stat.isFile() && stat.size > MAX_BYTES) return { wrong: TOO_LARGE };
    const content = upTo(MAX_BYTES, file);
    return content === null ? { wrong: TOO_LARGE } : { content };
  } catch (error) {
    return { wrong: WORDS[error.code] ?? "reading it failed" };
  } finally {
    if (file) closeSync(file);
  }
}

function upTo(most, file) {
  const chunks = [];
  let length = 0;
  for (let chunk = nextOf(file); chunk !== null; chunk = nextOf(file)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > most) return null;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The next bytes of an open file; null at its end. Waits where there are none yet. */
export function nextOf(file) {
  const chunk = Buffer.alloc(CHUNK);
  for (;;) {
    try {
      const length = readSync(file, chunk, 0, CHUNK, null);
      return length === 0 ? null : chunk.subarray(0, length);
    } catch (error) {
      if (error.code === "EOF") return null;
      if (error.code !== "EAGAIN") throw error;
      pause();
    }
  }
}

/** Waits a moment, for a pipe or a terminal that is not ready. */
export function pause() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}
