// What a screen reader is told, in one live region. The last of it can be heard again.

const SAME = "\u00a0"; // a region whose text doesn't change says nothing

export class Voice {
  #region;
  #last = "";

  constructor(region) {
    this.#region = region;
  }

  /** Tell this, or with nothing to tell leave nothing standing. */
  tell(words) {
    if (words) this.#last = words;
    this.#region.textContent = words && this.#region.textContent === words ? words + SAME : words;
  }

  /** Tell this without its taking the place of what can be heard again. */
  mention(words) {
    this.#region.textContent = words;
  }

  again() {
    this.tell(this.#last || gettext("Nothing was said yet."));
  }
}
