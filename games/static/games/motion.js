// What moves on the felt when one view takes the place of another. The felt itself is in its final state at once, and
// can be pressed; copies of cards and chips fly over it, in a layer of their own that catches no press and that readers
// don't hear. A copy shows what the felt shows, so no hidden card has a face here either.
// Only transforms and opacity change. Whatever comes next, a view or a press, ends what is under way.

import { turnPlain } from "./plain_card.js";

const DEAL_MS = 180;
const APART_MS = 60;
const CARD_MS = 240;
const TRICK_MS = 420;
const TURN_MS = 120;
const CHIP_APART_MS = 45;

// Arrivals (as --e-out of the stylesheet), leavings.
const OUT = "cubic-bezier(.2, .8, .2, 1)";
const IN = "cubic-bezier(.5, 0, .9, .4)";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

// --- places --------------------------------------------------------------------------------------------------------

const FELT_TRICK = ".centre > .trick";

/** Where a thing lies: its box and what there is to copy or to hide; null where it isn't drawn. */
function spot(found) {
  if (!found) return null;
  const box = found.getBoundingClientRect();
  return box.width && box.height ? { box, found } : null;
}

const centre = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/** As it looks now: the next view may draw something else there. */
const keepPicture = ({ box, found }) => ({ box, found: found.cloneNode(true) });

/** A box of that size around the middle of another. */
function within(box, width, height) {
  const [x, y] = centre(box);
  return { left: x - width / 2, top: y - height / 2, width, height };
}

const cardOf = (picture) => picture.closest("[data-card]")?.dataset.card;

/** Where things lie in what is drawn now. Reads only, so that they cost one layout together. */
class Places {
  #root;

  constructor(root) {
    this.#root = root;
  }

  one = (selector) => spot(this.#root.querySelector(selector));
  all = (selector) => [...this.#root.querySelectorAll(selector)].map(spot).filter(Boolean);

  patch = (seat) => this.one(`[data-seat="${seat}"] .ava`);
  backs = (seat) => this.all(`[data-seat="${seat}"] .backs .card`);
  bank = () => this.one("[data-bank]");
  hand = () => this.all(".hand .card");
  mine = (card) => this.one(`.hand [data-card="${card}"] .card`);
  played = (card) => this.one(`${FELT_TRICK} [data-played="${card}"] .card`);
  trump = () => this.one(".felt [data-turn-up] .card");
}

// --- pieces --------------------------------------------------------------------------------------------------------

/** The transform that lays a piece drawn at `home` over `box`. */
const over = (home, box) =>
  `translate(${box.left - home.left}px, ${box.top - home.top}px) scale(${box.width / home.width})`;

/** A copy of a card, drawn as large as the larger end of its flight, so that it is sharp there. */
function copyOf(card, home) {
  const copy = card.cloneNode(true);
  copy.setAttribute("class", "card flight__card");
  copy.removeAttribute("role");
  return lay(copy, home);
}

function chip(home) {
  const piece = document.createElement("i");
  piece.className = "flight__chip";
  return lay(piece, home);
}

function lay(piece, { left, top, width, height }) {
  Object.assign(piece.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  return piece;
}

const CHIP = 13;
const BACK = 17;

// --- flights -------------------------------------------------------------------------------------------------------

// Each plan reads where things lie and gives what to do: {piece, frames, timing} for a copy that flies, and
// {found, frames, timing} for something on the felt that waits or turns.

/** `found` is not to be seen until `ms` from now. */
const unseenFor = (found, ms) => ({ found, frames: { opacity: [0, 0] }, timing: { duration: ms } });

/** A card that lies at `to` in the end comes from `from`. */
function arrives(to, from, { duration = CARD_MS, delay = 0 } = {}) {
  const home = to.box;
  const frames = { transform: [over(home, from), "none"] };
  const timing = { duration, delay, easing: OUT, fill: "backwards" };
  return [{ piece: copyOf(to.found, home), frames, timing }, unseenFor(to.found, duration + delay)];
}

/** A card that lay at `from` goes to `to` and is gone. */
function leaves(from, to, { duration, delay = 0 }) {
  const frames = { transform: ["none", over(from.box, to)], opacity: [1, 1, 1, 0] };
  return { piece: copyOf(from.found, from.box), frames, timing: { duration, delay, easing: IN, fill: "backwards" } };
}

/** Turned face up where it lies, after `delay`. */
const turns = (found, delay) => ({
  found,
  frames: { transform: ["scaleX(0)", "none"] },
  timing: { duration: TURN_MS, delay, easing: OUT, fill: "backwards" },
});

/** A copy that lies face down. */
function backOf({ found, box }) {
  const copy = copyOf(found, box);
  const use = copy.querySelector("use");
  if (use) use.setAttribute("href", "#back");
  else turnPlain(copy);
  return copy;
}

/** A card that was dealt face down is turned over where it lies. */
function turnsOver(card, delay) {
  const edge = `translateX(${card.box.width / 2}px) scaleX(0)`;
  const timing = { duration: TURN_MS, delay, easing: IN, fill: "backwards" };
  return [{ piece: backOf(card), frames: { transform: ["none", edge] }, timing }, turns(card.found, delay + TURN_MS)];
}

/** Chips from one place to another: one to three of them, by how many there are. */
function chips(from, to, { amount, unit, duration = CARD_MS, easing = OUT, delay = 0 }) {
  const count = amount > unit * 4 ? 3 : amount > unit ? 2 : 1;
  const home = within(to, CHIP, CHIP);
  return Array.from({ length: count }, (_, index) => ({
    piece: chip(home),
    frames: [
      { transform: over(home, within(from, CHIP, CHIP)), opacity: 1 },
      { transform: "none", opacity: 1, offset: 0.9 },
      { transform: "none", opacity: 0 },
    ],
    timing: { duration, delay: delay + index * CHIP_APART_MS, easing },
  }));
}

// --- plans ---------------------------------------------------------------------------------------------------------

/**
 * A deal as steps, {at (ms), moves or ends}: a card to each seat in turn, then the turn-up; when all have theirs, the
 * viewer's own are turned over. Until then the felt's own cards aren't seen (`.is-dealing`), and their copies stay.
 */
function dealing(at, { dealt }, view) {
  const dealer = at.patch(view.dealer);
  if (!dealer) return [];
  const from = within(dealer.box, BACK, BACK * 1.4);
  const hand = view.my_seat === null ? [] : at.hand();
  const held = dealt.map((seat) => (seat === view.my_seat ? hand : at.backs(seat)));
  const rounds = Math.max(0, ...held.map(({ length }) => length));
  const cards = Array.from({ length: rounds }, (_, round) => held.map((own) => own[round])).flat().filter(Boolean);
  const faces = hand.filter(({ found }) => !found.closest(".hand--down"));
  const trump = at.trump();
  if (trump) cards.push(trump);
  const steps = cards.map((card, index) => ({
    at: index * APART_MS,
    moves: () => [
      {
        piece: backOf(card),
        frames: { transform: [over(card.box, from), "none"] },
        timing: { duration: DEAL_MS, easing: OUT, fill: "forwards" },
      },
    ],
  }));
  const turned = [...(trump ? [trump] : []), ...faces];
  const end = { at: (cards.length - 1) * APART_MS + DEAL_MS, ends: true };
  return [...steps, { ...end, moves: () => turned.flatMap((card, index) => turnsOver(card, index * APART_MS)) }];
}

const looking = (at) => at.hand().map(({ found }, index) => turns(found, index * APART_MS));

const paying = (at, before, { paid }, view) => {
  const bank = at.bank() ?? before.bank;
  if (!bank) return [];
  return paid.flatMap(({ seat, chips: amount }) => {
    const patch = at.patch(seat);
    return patch ? chips(patch.box, bank.box, { amount, unit: view.ruleset.ante }) : [];
  });
};

/** Cards put away go to the dealer, unseen. */
const discarding = (at, before, { discarded }, view) => {
  const dealer = at.patch(view.dealer);
  if (!dealer) return [];
  const to = within(dealer.box, BACK, BACK * 1.4);
  return discarded.flatMap((seat) => {
    const from = seat === view.my_seat ? null : before.backs.get(seat)?.at(-1);
    return from ? [leaves(from, to, { duration: CARD_MS })] : [];
  });
};

const playing = (at, before, { played }, view) =>
  played.flatMap(({ seat, card }) => {
    const to = at.played(card);
    if (!to) return [];
    const own = seat === view.my_seat && before.hand.get(card);
    const patch = at.patch(seat);
    const from = own ? own.box : patch && within(patch.box, BACK, BACK * 1.4);
    return from ? arrives(to, from) : [];
  });

/** The cards that stay in the viewer's hand move together; their buttons are there already. */
const closing = (at, before) => {
  if (!before.hand.size) return [];
  return at.hand().flatMap(({ box, found }) => {
    const was = before.hand.get(cardOf(found));
    if (!was || (Math.abs(was.box.left - box.left) < 2 && Math.abs(was.box.width - box.width) < 2)) return [];
    const shift = `translate(${centre(was.box)[0] - centre(box)[0]}px, ${centre(was.box)[1] - centre(box)[1]}px)`;
    const frames = { transform: [`${shift} scale(${was.box.width / box.width})`, "none"] };
    return [{ found, frames, timing: { duration: DEAL_MS, easing: OUT } }];
  });
};

const sweepingTo = (at, before, { swept }) => {
  const winner = swept && at.patch(swept.winner);
  if (!winner) return [];
  const to = within(winner.box, BACK, BACK * 1.4);
  return before.trick.map((card) => leaves(card, to, { duration: TRICK_MS }));
};

const winning = (at, before, { won }, view) => {
  const to = at.one(".result__head .ava") ?? at.patch(won);
  if (!to) return [];
  const { found } = to;
  const frames = { transform: ["scale(.6)", "none"], opacity: [0, 1] };
  const arrival = { found, frames, timing: { duration: CARD_MS, easing: OUT } };
  if (!before.bank) return [arrival];
  const sum = { amount: view.result.bank, unit: view.ruleset.ante, duration: TRICK_MS };
  return [arrival, ...chips(before.bank.box, to.box, sum)];
};

/** The ram's horn opens, once. */
const opening = (at) => {
  const horns = at.one(".azi-head .horns");
  if (!horns) return [];
  const frames = [
    { transform: "scale(.1, .6)", opacity: 0 },
    { transform: "scale(1.06, 1)", opacity: 1, offset: 0.7 },
    { transform: "none", opacity: 1 },
  ];
  return [{ found: horns.found, frames, timing: { duration: TRICK_MS, easing: OUT } }];
};

function plan(at, before, what, view) {
  return [
    ...(what.looked ? looking(at) : []),
    ...(what.won === null ? paying(at, before, what, view) : winning(at, before, what, view)),
    ...discarding(at, before, what, view),
    ...playing(at, before, what, view),
    ...(what.dealt.length ? [] : closing(at, before)),
    ...sweepingTo(at, before, what),
    ...(what.azi ? opening(at) : []),
  ];
}

const isMoving = ({ dealt, looked, paid, discarded, played, swept, azi, won }) =>
  Boolean(dealt.length || looked || paid.length || discarded.length || played.length || swept || azi || won !== null);

// --- running -------------------------------------------------------------------------------------------------------

export class Motion {
  #root;
  #layer = null;
  #running = new Set();
  #frame = 0;
  #steps = []; // of a deal
  #began = 0;

  /** `root` holds what a view is drawn into. */
  constructor(root) {
    this.#root = root;
    // Whoever answers isn't shown what is past.
    for (const press of ["pointerdown", "keydown"]) addEventListener(press, () => this.finish(), { capture: true });
    document.addEventListener("visibilitychange", () => this.finish());
  }

  /** Let `redraw` bring this view, and move what moves by what happened (happened.js). */
  through(what, view, redraw) {
    this.finish();
    if (!isMoving(what) || !this.#mayMove()) return redraw();
    const before = this.#before(what);
    const done = redraw();
    // In the next frame, not at once: drawing and laying out in one go would be a long task on a slow phone.
    if (what.dealt.length) this.#root.classList.add("is-dealing");
    this.#frame = requestAnimationFrame((now) => this.#begin(before, what, view, now));
    return done;
  }

  #begin(before, what, view, now) {
    const at = new Places(this.#root);
    this.#steps = what.dealt.length ? dealing(at, what, view) : [];
    this.#began = now;
    this.#run(plan(at, before, what, view));
    if (this.#steps.length) this.#go(now);
    else this.#root.classList.remove("is-dealing");
  }

  /** The steps that are due; copies are made only when they fly, which spreads the work over the frames. */
  #go(now) {
    const due = this.#steps.findIndex((step) => this.#began + step.at > now);
    for (const { moves, ends } of this.#steps.splice(0, due < 0 ? this.#steps.length : due)) {
      if (ends) this.#settle();
      this.#run(moves());
    }
    if (this.#steps.length) this.#frame = requestAnimationFrame((then) => this.#go(then));
  }

  /** The felt's own cards in place of the copies that were dealt. */
  #settle() {
    this.#root.classList.remove("is-dealing");
    this.#layer?.replaceChildren();
  }

  /** Everything is where it belongs, at once. */
  finish() {
    cancelAnimationFrame(this.#frame);
    for (const animation of this.#running) animation.cancel();
    this.#running.clear();
    this.#steps = [];
    this.#settle();
  }

  #mayMove() {
    if (document.hidden || calm.matches || !this.#root.animate) return false;
    const felt = this.#root.querySelector(".felt")?.getBoundingClientRect();
    return Boolean(felt) && felt.bottom > 80 && felt.top < innerHeight - 80;
  }

  /** Where lies what the next view will have moved. */
  #before(what) {
    const at = new Places(this.#root);
    const cards = what.played.length || what.discarded.length ? at.hand().filter(({ found }) => cardOf(found)) : [];
    return {
      bank: at.bank(),
      hand: new Map(cards.map((card) => [cardOf(card.found), card])),
      backs: new Map(what.discarded.map((seat) => [seat, at.backs(seat)])),
      trick: what.swept ? at.all(`${FELT_TRICK} .card`).map(keepPicture) : [],
    };
  }

  #run(moves) {
    if (!moves.length) return;
    const layer = this.#sky();
    layer.append(...moves.flatMap(({ piece }) => piece ?? []));
    for (const { piece, found, frames, timing } of moves) {
      const animation = (piece ?? found).animate(frames, timing);
      this.#running.add(animation);
      animation.onfinish = () => {
        this.#running.delete(animation);
        if (timing.fill !== "forwards") piece?.remove();
      };
    }
  }

  #sky() {
    if (!this.#layer) {
      this.#layer = document.createElement("div");
      this.#layer.className = "flight";
      this.#layer.setAttribute("aria-hidden", "true");
      document.body.append(this.#layer);
    }
    return this.#layer;
  }
}
