// How reading a file ends where it cannot be read: the one exception that is no fault of the verifier.

/** The text is not restricted JSON. `position` counts UTF-16 units from 0; `cut`: only its end is missing. */
export class Refused extends Error {
  constructor(reason, position = null, cut = false) {
    super(position === null ? reason : `${reason} (at character ${position + 1})`);
    this.position = position;
    this.cut = cut;
  }
}
