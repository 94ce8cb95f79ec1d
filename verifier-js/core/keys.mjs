// Public keys of a server, as JWKs.

import { b64, unb64 } from "./b64.mjs";
import { canonical, same } from "./canonical.mjs";
import { publicKey } from "./ed25519.mjs";
import { sha256 } from "./sha256.mjs";

/** RFC 7638 thumbprint of a key. */
export function thumbprint(x) {
  return b64(sha256(canonical({ crv: "Ed25519", kty: "OKP", x })));
}

/** The public key in a JWK of the server; null if it is not exactly one. */
export function keyOf(jwk) {
  const bytes = unb64(jwk.x, 32);
  if (bytes === null || Object.keys(jwk).length !== 6) return null;
  const exact = { kty: "OKP", crv: "Ed25519", x: jwk.x, kid: thumbprint(jwk.x), use: "sig", alg: "EdDSA" };
  return same(jwk, exact) ? publicKey(bytes) : null;
}
