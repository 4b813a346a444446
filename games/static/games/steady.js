// Nothing moves under the finger: for a moment after a view has changed what the buttons do, presses on them are
// ignored. A raise that opens where "Bet" stood would else be made by a press that was on its way.

const PAUSE_MS = 350;

// Menu and forms change only at the reader's own hand. A hand closes up when a card leaves it.
const GUARDED = "[data-do]:not(.pop *, .sheet--form *), .hand__card[data-card]";

/** What can be pressed and what it says; the countdown on "next" doesn't change what it does. */
const buttons = (root) =>
  [...root.querySelectorAll(GUARDED)]
    .map((one) => (one.dataset.do === "next" ? "next" : `${one.dataset.do ?? one.dataset.card} ${one.textContent.trim()}`))
    .join("\n");

export class Steady {
  #root;
  #until = 0;

  /** `root` holds the buttons. */
  constructor(root) {
    this.#root = root;
    root.addEventListener("click", (event) => this.#judge(event), { capture: true });
  }

  /** Let `redraw` bring what came from the server; say for how long the buttons rest now, in ms. */
  through(redraw) {
    const before = buttons(this.#root);
    redraw();
    if (buttons(this.#root) === before) return 0;
    this.#until = performance.now() + PAUSE_MS;
    return PAUSE_MS;
  }

  get resting() {
    return performance.now() < this.#until;
  }

  #judge(event) {
    if (!this.resting || !event.target.closest(GUARDED)) return;
    event.stopPropagation();
    event.preventDefault();
  }
}
