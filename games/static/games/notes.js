// What is said beside the game on this page, one at a time: a hint that was asked for, else the guide of a first game.

import { Advice } from "./advice.js";
import { Bubble } from "./bubble.js";
import { Guide } from "./guide.js";

export class Notes {
  #guide;
  #bubble;
  #view = null;

  /** `send` takes a frame; `changed` hears that there is something else to show. */
  constructor(send, changed) {
    this.advice = new Advice(send, changed);
    this.#guide = new Guide(changed);
    this.#bubble = new Bubble(() => (this.advice.isShown(this.#view) ? this.advice.close() : this.#guide.next()));
  }

  showAround() {
    this.#guide.restart();
  }

  /** After the page has been drawn from `view`, or null where there is no game to speak of. */
  draw(view, now) {
    this.#view = view;
    const note = view && (this.advice.note(view) ?? this.#guide.note(view, now, this.#bubble.isShown));
    if (note) this.#bubble.show(note);
    else this.#bubble.hide();
  }
}
