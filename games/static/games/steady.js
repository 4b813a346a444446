// Nothing moves under the finger: for a moment after a view has changed what the buttons do, presses on them are
// ignored. A raise that opens where "Bet" stood would else be made by a press that was on its way.

const PAUSE_MS = 350;

// Menu, forms and the bar at the top change only at the reader's own hand. A hand closes up when a card leaves it.
const GUARDED = "[data-do]:not(.pop *, .sheet--form *, .top *), .hand__card[data-card]";

/** What can be pressed and what it says; the countdown on "next" doesn't change what it does. */
const buttons = (root) =>
  [...root.querySelectorAll(GUARDED)]
    .map((one) => (one.dataset.do === "next" ? "next" : `${one.dataset.do ?? one.dataset.card} ${one.textContent.trim()}`))
    .join("\n");

export class Steady {
  #root;
  #until = 0;
  #timer = 0;

  /** `root` holds the buttons; while they rest it is `.is-resting`. */
  constructor(root) {
    this.#root = root;
    for (const kind of ["click", "submit"]) root.addEventListener(kind, (event) => this.#judge(event), { capture: true });
  }

  /** Let `redraw` bring what came from the server; the buttons rest if that has changed what they do. */
  through(redraw) {
    const before = buttons(this.#root);
    redraw();
    if (buttons(this.#root) !== before) this.#rest();
  }

  // No drawing anew for it: nothing but the class changes.
  #rest() {
    this.#until = performance.now() + PAUSE_MS;
    this.#root.classList.add("is-resting");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#root.classList.remove("is-resting"), PAUSE_MS);
  }

  #judge(event) {
    const guarded = event.type === "click" ? GUARDED : ".raise"; // Enter in the panel
    if (performance.now() >= this.#until || !event.target.closest(guarded)) return;
    event.stopPropagation();
    event.preventDefault();
  }
}
