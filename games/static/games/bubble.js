// A note beside something on the page: it points there, covers nothing that is needed for a decision, and takes no
// focus. There is one at a time. Where the table leaves no room for it, it is not shown, unless it was asked for.

import { nothing, render } from "../vendor/lit-html/lit-html.js";

const GAP = 12; // between the note and what it points at
const EDGE = 8; // from the window's edges
const STEP = 8; // how finely room is looked for, px
const WIDTHS = [320, 400, 260];
// Never covered; only by what was asked for; only where there is no other room; and rather not.
const NEVER = ".top, .hand, .dock, .sheet, .notice, #table :is(button, a, input, .msg)";
const NEEDED =
  ".bank, .trump, .level, .me__bar, .say, .act--up, .act--blind, .played .card, .result__head, .net-list";
const LABELS = ".act, .bid, .seat__bid";
const WANTED = ".seat:not(.is-empty), .panel";

const rectOf = (one) => one.getBoundingClientRect();
const isThere = ({ width, height }) => width > 0 && height > 0;
const rects = (selector) => [...document.querySelectorAll(selector)].map(rectOf).filter(isThere);

/** The box around all that the first fitting selector finds, or undefined. */
function around(selectors) {
  const found = selectors.map(rects).find((all) => all.length);
  if (!found) return undefined;
  const left = Math.min(...found.map((one) => one.left));
  const top = Math.min(...found.map((one) => one.top));
  return box(
    left,
    top,
    Math.max(...found.map(({ right }) => right)) - left,
    Math.max(...found.map(({ bottom }) => bottom)) - top,
  );
}

const overlap = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

const box = (left, top, width, height) => ({ left, top, width, height, right: left + width, bottom: top + height });

const grown = ({ left, top, width, height }, by) => box(left - by, top - by, width + 2 * by, height + 2 * by);

/** How far a place is from what is pointed at. */
const away = (a, b) =>
  Math.hypot(
    Math.max(0, a.left - b.right, b.left - a.right),
    Math.max(0, a.top - b.bottom, b.top - a.bottom),
  );

const covered = (place, others) => others.reduce((sum, other) => sum + overlap(place, other), 0);

/** The place of that size nearest to `target` that covers nothing needed, as {place, cost}, or null. */
function roomFor(width, height, target, needed, wanted) {
  const middle = target.left + target.width / 2 - width / 2;
  const [low, high] = [EDGE, innerWidth - EDGE - width];
  const columns = [middle, target.left - GAP - width, target.right + GAP];
  for (let left = low; left <= high; left += 4 * STEP) columns.push(left);
  let found = null;
  for (const wish of columns) {
    const left = Math.min(high, Math.max(low, wish));
    for (let top = EDGE; top + height <= innerHeight - EDGE; top += STEP) {
      const place = box(left, top, width, height);
      const distance = away(place, target) + Math.abs(left - middle) / 8;
      if (found !== null && distance >= found.cost) continue; // what is covered only adds to it
      if (overlap(grown(place, GAP - 4), target) || covered(place, needed)) continue;
      const cost = distance + covered(place, wanted) / 60;
      if (found === null || cost < found.cost) found = { place, cost };
    }
  }
  return found;
}

/** On which side of the note what it points at lies, or "" when it isn't next to it. */
function side(place, target) {
  if (away(place, target) > 3 * GAP) return "";
  const across = target.left < place.right - 24 && target.right > place.left + 24;
  if (across) return target.top > place.top ? "below" : "above";
  return target.left > place.left ? "right" : "left";
}

export class Bubble {
  #note = document.createElement("aside");
  #inside = document.createElement("div");
  #point = document.createElement("i");
  #frame = document.createElement("i");
  #voice = document.createElement("div");
  #shown = null;
  #waiting = 0;
  #looked = ""; // at what room was looked for last

  /** `close` hears Escape. */
  constructor(close) {
    this.#note.className = "bubble";
    this.#note.hidden = true;
    this.#inside.className = "bubble__in";
    this.#point.className = "bubble__point";
    this.#frame.className = "bubble__frame";
    this.#frame.hidden = true;
    this.#voice.className = "sr";
    this.#voice.setAttribute("role", "status");
    this.#note.append(this.#inside, this.#point);
    document.body.append(this.#voice, this.#frame, this.#note);
    this.#note.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault(); // the page has its own use for it
      close();
    });
    for (const [on, event] of [[window, "resize"], [window, "scroll"], [document, "transitionend"]]) {
      on.addEventListener(event, () => this.#soon(), { passive: true, capture: true });
    }
  }

  /**
   * Show a note: its `content` beside the first of the page's `targets`, framed if `frame`. `key` is another when it is
   * another note, `told` what readers hear, `asked` whether it was asked for.
   */
  show(note) {
    this.#note.setAttribute("aria-label", note.label);
    render(note.content, this.#inside);
    if (this.#shown?.key !== note.key) this.#voice.textContent = note.told;
    this.#shown = note;
    this.#soon();
  }

  hide() {
    if (!this.#shown) return;
    const had = this.#note.contains(document.activeElement);
    this.#shown = null;
    this.#voice.textContent = "";
    this.#conceal();
    render(nothing, this.#inside);
    if (had) document.getElementById("main")?.focus({ preventScroll: true });
  }

  get isShown() {
    return !this.#note.hidden;
  }

  #conceal() {
    this.#looked = "";
    this.#reveal(false);
  }

  #reveal(shown) {
    this.#note.hidden = !shown;
    if (!shown) this.#frame.hidden = true;
    document.body.classList.toggle("has-note", shown);
  }

  /** After the page has been drawn. */
  #soon() {
    if (!this.#shown || this.#waiting) return;
    // Behind the frame that shows the page, whose work it would make longer.
    this.#waiting = requestAnimationFrame(() =>
      setTimeout(() => {
        this.#waiting = 0;
        if (this.#shown) this.#place();
      }),
    );
  }

  #place() {
    const { targets, frame = false, asked = false } = this.#shown;
    const target = around(targets);
    if (!target || target.bottom < 0 || target.top > innerHeight) {
      this.#conceal();
      return;
    }
    const [never, needed, labels, wanted] = [NEVER, NEEDED, LABELS, WANTED].map(rects);
    if (this.#isStill(target, never, needed, labels, wanted)) return;
    this.#reveal(true);
    const best =
      this.#room(target, [...never, ...needed, ...labels], wanted) ??
      this.#room(target, [...never, ...needed], [...wanted, ...labels]) ??
      (asked ? this.#room(target, never, wanted) : null);
    if (!best) {
      this.#reveal(false);
      return;
    }
    put(this.#note, best.place);
    put(this.#frame, grown(target, 4));
    this.#frame.hidden = !frame;
    this.#pointAt(best.place, target);
  }

  /** Whether nothing has moved since room was looked for: looking takes long on a slow phone. */
  #isStill(...all) {
    const seen = [this.#shown.key, this.#inside.textContent, innerWidth, innerHeight];
    const boxes = all.flat().map(({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round));
    const looked = JSON.stringify([seen, boxes]);
    const still = looked === this.#looked;
    this.#looked = looked;
    return still;
  }

  /** The best place of any width. */
  #room(target, needed, wanted) {
    this.#note.style.blockSize = "";
    const most = innerWidth - 2 * EDGE;
    const widths = new Set([...WIDTHS, most].map((wide) => Math.min(wide, most)));
    const rooms = [...widths].map((wide) => {
      this.#note.style.inlineSize = `${wide}px`;
      const { width, height } = rectOf(this.#note);
      return roomFor(width, height, target, needed, wanted);
    });
    return rooms.filter(Boolean).sort((a, b) => a.cost - b.cost)[0] ?? null;
  }

  #pointAt(place, target) {
    const where = side(place, target);
    this.#point.dataset.side = where;
    const along = (low, high, from, to) =>
      Math.min(high - low - 22, Math.max(22, (Math.max(low, from) + Math.min(high, to)) / 2 - low));
    const across = along(place.left, place.right, target.left, target.right);
    const down = along(place.top, place.bottom, target.top, target.bottom);
    const upright = where === "above" || where === "below";
    this.#point.style.insetInlineStart = upright ? `${across}px` : "";
    this.#point.style.insetBlockStart = where === "left" || where === "right" ? `${down}px` : "";
  }
}

// By transform: what moves by it moves no layout.
function put(element, { left, top, width, height }) {
  element.style.transform = `translate(${left}px, ${top}px)`;
  element.style.inlineSize = `${width}px`;
  element.style.blockSize = `${height}px`;
}
