// The canonical form of docs/ledger.md (RFC 8785, restricted): one value, one text.

const ENCODER = new TextEncoder();

/** UTF-8 bytes of a string without unpaired surrogates. */
export function utf8(text) {
  return ENCODER.encode(text);
}

/** Canonical text of a value made of objects, arrays, strings, safe integers, booleans and null. */
export function canonicalText(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (value !== null && typeof value === "object") {
    // Names are ASCII: the default order, by UTF-16 units, is the byte order.
    const names = Object.keys(value).sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`).join(",")}}`;
  }
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    throw new TypeError(`no canonical form: ${value}`);
  }
  // JSON.stringify escapes exactly what the document asks for.
  return JSON.stringify(value);
}

/** C(value). */
export function canonical(value) {
  return utf8(canonicalText(value));
}

/** Do two values say the same, whatever the order of their members? */
export function same(one, other) {
  if (one === other) return true;
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length
    && names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]));
}
