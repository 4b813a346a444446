// What is said beside the game on this page, one at a time: a hint that was asked for, else the guide of a first game.

import { Advice } from "./advice.js";
import { Bubble } from "./bubble.js";
import { Guide } from "./guide.js";

/** While cards fly (motion.js) nothing is said of where they will lie. */
const isDealing = (table) => table.classList.contains("is-dealing");

export class Notes {
  #table; // which may be out of the page just now
  #guide;
  #bubble;
  #view = null;
  #dealing = false;

  /** `send` takes a frame; `changed` hears that there is something else to show. */
  constructor(table, send, changed) {
    this.#table = table;
    this.advice = new Advice(send, changed);
    this.#guide = new Guide(changed);
    this.#bubble = new Bubble(() => (this.advice.isShown(this.#view) ? this.advice.close() : this.#guide.next()));
    const dealt = new MutationObserver(() => isDealing(table) !== this.#dealing && changed());
    dealt.observe(table, { attributeFilter: ["class"] });
  }

  showAround() {
    this.#guide.restart();
  }

  /** After the page has been drawn from `view`, or null where there is no game to speak of. */
  draw(view, now) {
    this.#view = view;
    this.#dealing = isDealing(this.#table);
    const note = view && (this.advice.note(view) ?? this.#guide.note(view, now, this.#bubble.isShown));
    if (note && !this.#dealing) this.#bubble.show(note);
    else this.#bubble.hide();
  }
}
