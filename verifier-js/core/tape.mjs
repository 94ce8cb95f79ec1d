// The recorded entries as the replay reads them: the decision that begins one is taken as it stands, a
// consequence is compared, field by field, with the derived one.

import { same } from "./canonical.mjs";
import { shownValue } from "./shown.mjs";

/** The record and the rules part ways at this revision. */
export class Divergence extends Error {
  constructor(revision, reason) {
    super(reason);
    this.revision = revision;
  }
}

export class Tape {
  constructor(entries) {
    this.entries = entries;
    /** Revision of the entry that is read; 0 before the first. */
    this.revision = 0;
    /** How many events of it were read. */
    this.read = 0;
    /** {form, at} of what it begins with. */
    this.decision = null;
    this.consequences = 0;
  }

  get ended() {
    return this.revision >= this.entries.length;
  }

  /** What the next entry begins with, whatever it is, as a decision. */
  decide() {
    const { at, events: [form] } = this.entries[this.revision].entry;
    this.revision += 1;
    this.read = 1;
    this.decision = { form, at };
    return form;
  }

  /** The decision that is being followed up was not allowed. */
  forbid(reason) {
    throw new Divergence(this.revision, `${this.decision.form.type}: ${reason}`);
  }

  /**
   * The next event must be a `type` with these fields (undefined: left out). A function gets the
   * recorded form, so that what cannot be derived may be copied from it, and gives the fields.
   */
  expect(type, fields) {
    const form = this.entries[this.revision - 1].entry.events[this.read];
    if (form === undefined) {
      throw new Divergence(this.revision, `the entry ends, but a ${type} must follow`);
    }
    this.read += 1;
    this.consequences += 1;
    if (form.type !== type) {
      throw new Divergence(this.revision, `${form.type} is recorded where a ${type} must follow`);
    }
    const derived = typeof fields === "function" ? fields(form) : fields;
    const names = new Set([...Object.keys(derived), ...Object.keys(form)]);
    for (const name of names) {
      if (name === "type" || alike(form[name], derived[name])) continue;
      const [recorded, must] = [form, derived].map((each) => (each[name] === undefined ? "left out" : shownValue(each[name])));
      throw new Divergence(this.revision, `${type}: ${name} is ${recorded}, but the rules give ${must}`);
    }
    return form;
  }

  /** Nothing more may follow from the decision. */
  close() {
    const form = this.entries[this.revision - 1].entry.events[this.read];
    if (form !== undefined) throw new Divergence(this.revision, `${form.type} is recorded where nothing more follows`);
  }
}

function alike(recorded, derived) {
  if (recorded === undefined || derived === undefined) return recorded === derived;
  return same(recorded, derived);
}
