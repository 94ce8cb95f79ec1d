// The recorded forms as the replay reads them: a decision is taken as it stands, a consequence is
// compared, field by field, with the derived one.

import { same } from "./canonical.mjs";
import { shownValue } from "./shown.mjs";

/** The record and the rules part ways at this revision. */
export class Divergence extends Error {
  constructor(revision, reason) {
    super(reason);
    this.revision = revision;
  }
}

const HEAD = new Set(["type", "version", "at"]);

export class Tape {
  constructor(forms) {
    this.forms = forms;
    /** Revision of the last form that was read; 0 before the first. */
    this.revision = 0;
    this.decision = null;
    this.decisions = 0;
  }

  get ended() {
    return this.revision >= this.forms.length;
  }

  /** The next form, whatever it is, as a decision. */
  decide() {
    const form = this.forms[this.revision];
    this.revision += 1;
    this.decisions += 1;
    this.decision = { revision: this.revision, form };
    return form;
  }

  /** The decision that is being followed up was not allowed. */
  forbid(reason) {
    throw new Divergence(this.decision.revision, `${this.decision.form.type}: ${reason}`);
  }

  /**
   * The next form must be a `type` with these fields (undefined: left out). A function gets the
   * recorded form, so that what cannot be derived may be copied from it, and gives the fields.
   */
  expect(type, fields) {
    const form = this.forms[this.revision];
    if (form === undefined) {
      throw new Divergence(this.revision, `the record ends, but a ${type} must follow`);
    }
    this.revision += 1;
    if (form.type !== type) {
      throw new Divergence(this.revision, `${form.type} is recorded where a ${type} must follow`);
    }
    const derived = typeof fields === "function" ? fields(form) : fields;
    const names = new Set([...Object.keys(derived), ...Object.keys(form)]);
    for (const name of names) {
      if (HEAD.has(name) || alike(form[name], derived[name])) continue;
      const [recorded, must] = [form, derived].map((each) => (each[name] === undefined ? "left out" : shownValue(each[name])));
      throw new Divergence(this.revision, `${type}: ${name} is ${recorded}, but the rules give ${must}`);
    }
    if (form.at !== this.decision.form.at) {
      throw new Divergence(this.revision, `${type}: the time is not that of the decision it follows from`);
    }
    return form;
  }
}

function alike(recorded, derived) {
  if (recorded === undefined || derived === undefined) return recorded === derived;
  return same(recorded, derived);
}
