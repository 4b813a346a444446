// What the server tells of a table's deals, checked as it comes (docs/fairness.md): what was fixed before a deal, whose
// seeds chose its cards, each card that is shown, and that each record names the one before. No part of the page: it
// hears frames and views, and says when the seal has something else to show. Nothing waits for it.

import { canon, checkCombination, checkHeader, codeOf, Deal, supported, Unfair, verifyChain, ZERO } from "./fair.js";
import { keep, keepDated, keptDated } from "./settings.js";

const IDLE_MS = 200; // at most, for the page to have nothing else to do
const LINK_MS = 1_000; // of the two seconds for a reveal: what is not known of the chain by then is looked up later
const PATIENCE_MS = 20_000;
const PAGES = 5; // of the chain: who missed more deals than they hold begins it anew
const MONTH_MS = 30 * 24 * 3_600_000;

const CARDS = [..."hds"].flatMap((suit) => [..."6789TJQKA"].map((rank) => rank + suit));
const DEALT = ["discard", "bid", "play", "azi", "over"];

/** The cards among a deal's actions, in the words of the rules. */
const playsIn = (actions) => actions.map(({ a }) => a).filter((a) => /^[1-6][6-9TJQKA][hds]$/.test(a));

const idle = () =>
  new Promise((done) => {
    if (globalThis.requestIdleCallback) requestIdleCallback(done, { timeout: IDLE_MS });
    else setTimeout(done);
  });

function must(holds, code, about) {
  if (!holds) throw new Unfair(code, about);
}

/** Forget what was kept of tables where nobody of this browser has been for a month. */
function forgetOld() {
  for (const key of Object.keys(localStorage)) {
    const name = /^azi\.(fair-\w+\.\w+)$/.exec(key)?.[1];
    if (name && !(keptDated(name)?.at > Date.now() - MONTH_MS)) keep(name, null);
  }
}

/** A deal as far as it has come. */
const begun = ({ deal_no, header = null }) => ({
  deal_no,
  header,
  combination: null,
  checks: null, // fair.js's own account of it
  sound: false, // the combination holds
  events: [],
  openings: [], // of the viewer's own cards
  shown: false, // those have come
  hash: "",
  seed: null, // the deck's own, where the deal was called off
  silent: 0,
  hole: false, // something of it was not heard
  unlinked: false, // the deals before it are still to be looked up
  fault: null, // {code, about}: what doesn't hold
  missed: null, // why the viewer's own seed isn't in it
  other: null, // a second header of it
  frames: [],
});

export class Handshake {
  deal = null; // the latest
  view = null;
  elsewhere = false; // another device of this player's takes part
  #table;
  #deps;
  #you = null;
  #known; // {n, h, s: the last record's number and hash, and since which deal the chain is known; loud; mark}
  #seeds = null; // a promise, once the viewer sits here
  #combined = 0; // the newest combination that has arrived, checked or not
  #work = Promise.resolve();

  /**
   * `deps`: {table (its id), send(frame) gives a reference or null, now() the server's ms, changed(), alarm(seal) once
   * for what is to be said loudly, calm() once for another device}.
   */
  constructor(table, deps) {
    this.#table = table;
    this.#deps = deps;
    this.#known = keptDated(this.#name("head")) ?? {};
    idle().then(forgetOld).catch(() => {});
  }

  /** What the seal shows: {state, count, loud, marked (an earlier deal's proof was broken), code, about, deal_no}. */
  get seal() {
    const { loud, mark } = this.#known;
    if (loud) return { ...loud, loud: true };
    const state = this.#state();
    return { ...state, marked: mark === state.deal_no ? null : (mark ?? null) };
  }

  #state() {
    const { deal } = this;
    if (!supported) return { state: "cannot" };
    if (!deal) return { state: "not_yet" };
    const { deal_no } = deal;
    if (deal.test && !this.#isPast) return { state: "test", deal_no };
    if (deal.fault) return { state: "broken", deal_no, ...deal.fault };
    if (deal.missed) return { state: "not_counted", deal_no, code: deal.missed };
    if (deal.hash && deal.events.at(-1)?.e === "void") return { state: "void", deal_no };
    if (!deal.sound || deal.hole || this.#isPast) return { state: "not_yet", deal_no };
    return { state: deal.silent ? "silent" : "verified", count: deal.silent, deal_no };
  }

  /** Whether the table plays a later deal, of which nothing was told. */
  get #isPast() {
    return Boolean(this.view?.game) && this.view.next_deal > this.deal.deal_no + 1;
  }

  /** How many deals in a row are known to follow one another, the latest included once it is over. */
  get chain() {
    const { n, s } = this.#known;
    return n === undefined ? 0 : n - s + 1;
  }

  /** The viewer's own part in the latest deal: {seed, words} or null. */
  get mine() {
    return this.#ownSeeds?.of(this.deal?.header) ?? null;
  }

  /** Whose own seat it is in the latest deal, or undefined. */
  get seat() {
    return this.deal?.header?.seats?.find?.((one) => one?.user === this.#you?.id)?.seat;
  }

  /** The latest deal's record as far as it has come; whole once the deal is over. */
  get record() {
    const { header, combination, openings, events, hash, seed } = this.deal;
    const whole = { ...header, ...combination, openings, events };
    return { ...whole, ...(seed && { deck_seed: seed }), ...(hash && { record_hash: hash }) };
  }

  /** What was kept of a deal that was broken here: {deal_no, record, told (all that was heard of it)}, or null. */
  get proof() {
    return keptDated(this.#name("proof"));
  }

  /** What was loud has been seen. What was broken stays marked at this table. */
  seen() {
    const { loud, ...rest } = this.#known;
    if (!loud) return;
    this.#remember({ ...rest, ...(loud.state === "broken" && { mark: loud.deal_no }) });
    this.#changed();
  }

  /** A frame of the server's; they are checked one after another. */
  hear(frame) {
    if (!supported) return;
    if (frame.step === "combine") this.#combined = frame.deal_no;
    if (frame.step === "commit") this.#then(() => this.#stands(frame).catch(() => {}));
    else this.#then(() => this.#take(frame));
  }

  /** The newest view, and who looks at it ({id} or null). */
  see(view, you) {
    this.view = view;
    this.#you = you;
    if (!supported) return;
    if (view.my_seat !== null && you) {
      this.#bringSeeds();
      // Between a header and its cards none goes alone: the reveal brings it.
      const comes = view.phase === "shuffle" && view.next_deal > this.#combined + 1;
      if (!comes) this.#seeds?.then((seeds) => seeds.commit(view, you)).catch(() => {});
    }
    this.#then(async () => this.#compare());
  }

  /** The link is new: what was sent before may be lost. */
  linked() {
    this.#ownSeeds?.linked();
  }

  /** Whether the frame that was refused was one of these, which no player has sent. */
  refused(ref, code) {
    return this.#ownSeeds?.refused(ref, code) ?? false;
  }

  // --- what the viewer's own browser gives ---------------------------------------------------------------------------

  #ownSeeds = null;
  #bringSeeds() {
    this.#seeds ??= import("./seeds.js").then(
      ({ Seeds }) => (this.#ownSeeds = new Seeds(this.#table, this.#deps.send, this.#deps.now)),
      () => {
        this.#seeds = null; // with the next view again
      },
    );
  }

  async #stands(frame) {
    const seeds = await this.#seeds;
    if (!seeds || (await seeds.stands(frame)) || this.elsewhere) return;
    this.elsewhere = true;
    this.#deps.calm();
  }

  // --- a deal's frames -----------------------------------------------------------------------------------------------

  /** What draws is no part of what is checked, nor are its own mistakes. */
  #changed() {
    setTimeout(this.#deps.changed);
  }

  #then(work) {
    this.#work = this.#work.then(work).catch((error) => this.#broken(error));
  }

  async #take(frame) {
    if (frame.step === "header") await this.#header(frame);
    else if (frame.step === "test") this.deal = { ...begun(frame), test: true };
    else await this.#goOn(frame);
    this.#compare();
    this.#changed();
  }

  async #goOn(frame) {
    await idle();
    const { deal } = this;
    const step = { combine: this.#combine, events: this.#events, own: this.#own, end: this.#end }[frame.step];
    if (!step || deal?.deal_no !== frame.deal_no || !deal.header) return;
    deal.frames.push(frame);
    await step.call(this, deal, frame);
  }

  async #header(frame) {
    const { deal: before } = this;
    const again = before?.deal_no === frame.deal_no ? before.header : null;
    if (again && again.header_hash === frame.header?.header_hash) return;
    const deal = (this.deal = begun(frame));
    Object.assign(deal, { frames: [frame], other: again });
    this.#changed();
    const { header } = deal;
    await checkHeader(header);
    must(header.table_id === this.#table && header.deal_no === frame.deal_no, "other_table");
    must(!again, "two_headers");
    await this.#link(deal);
    const seeds = await this.#seeds;
    const missed = await seeds?.reveal(header, this.#you, () => this.#combined >= deal.deal_no).catch(() => null);
    must(missed !== "header", "two_headers");
    if (missed) this.#notCounted(deal, missed);
  }

  async #combine(deal, { combination }) {
    if (deal.combination) return must(combination.combined === deal.combination.combined, "story");
    deal.combination = combination;
    await checkCombination(deal.header, combination);
    const { reveals } = combination;
    deal.silent = deal.header.seats.filter(({ commit }, i) => commit !== ZERO && reveals[i].seed === null).length;
    deal.checks = new Deal(deal.header, combination);
    deal.sound = true;
    const missed = this.#ownSeeds?.counted(deal.header, combination, this.#you);
    if (missed) this.#notCounted(deal, missed);
  }

  async #events(deal, { from, events }) {
    const known = deal.events.length;
    if (from > known) return (deal.hole = true);
    const again = events.slice(0, known - from);
    must(again.every((event, index) => canon(event) === canon(deal.events[from + index])), "story");
    const fresh = events.slice(again.length);
    deal.events.push(...fresh);
    if (!deal.fault) await this.#checksOf(deal).add(fresh);
  }

  /** Of a deal that was called off before it was combined there is nothing to open. */
  #checksOf(deal) {
    return (deal.checks ??= new Deal(deal.header, null));
  }

  async #own(deal, { openings }) {
    const { seat } = this;
    const held = deal.events.find((event) => event.e === "deal" && event.seat === seat)?.pos ?? [];
    for (const opening of openings) {
      must(held.includes(opening.pos), "not_mine", { seat, pos: opening.pos });
      await this.#checksOf(deal).open(opening, { seat });
    }
    Object.assign(deal, { openings, shown: true });
  }

  async #end(deal, { record_hash: hash, deck_seed: seed = null }) {
    Object.assign(deal, { hash, seed });
    const { n, h, s = deal.deal_no } = this.#known;
    if (deal.fault) this.#keepProof(deal);
    this.#remember({ ...this.#known, n: deal.deal_no, h: hash, s });
    must(n !== deal.deal_no || h === hash, "story");
    if (!deal.hole && !deal.fault) await this.#checksOf(deal).end(hash, seed);
    this.#compare();
    if (deal.unlinked) await this.#linkLater(deal, { n, h, s });
  }

  // --- the chain -----------------------------------------------------------------------------------------------------

  async #link(deal) {
    const { deal_no, prev } = deal.header;
    const { n, h } = this.#known;
    if (n === undefined) {
      must(deal_no > 1 || prev === ZERO, "prev");
      this.#begin(deal);
    }
    if (n === undefined || n === deal_no || h === prev) return; // new here; known to its end already; as it should be
    must(deal_no > n + 1, deal_no > n ? "prev" : "back");
    const missed = await this.#missed(this.#known, deal_no, LINK_MS);
    deal.unlinked = missed === null;
    if (missed === null) return;
    must(missed.h === prev, "prev");
    this.#remember({ ...this.#known, ...missed });
  }

  /** The chain is known from this deal on. */
  #begin({ header, deal_no }) {
    this.#remember({ ...this.#known, n: deal_no - 1, h: header.prev, s: deal_no });
  }

  /** What could not be looked up in time before the deal. Where nobody tells, the chain is known from here on only. */
  async #linkLater(deal, last) {
    const missed = await this.#missed(last, deal.deal_no, PATIENCE_MS);
    must(missed === null || missed.h === deal.header.prev, "prev");
    if (missed === null) this.#remember({ ...this.#known, s: deal.deal_no });
  }

  /** Over the deals that were missed: {n, h} of the last one before `until`, or null where that isn't to be had. */
  async #missed({ n, h }, until, patience) {
    for (let page = 0; page < PAGES; page += 1) {
      const answer = await this.#ask(n, patience);
      if (answer === null) return null;
      const deals = answer.deals.filter(({ deal_no }) => deal_no < until);
      must(!deals.length || deals[0].prev === h, "prev");
      await verifyChain(deals);
      if (deals.length) ({ deal_no: n, record_hash: h } = deals.at(-1));
      if (!answer.more || deals.length < answer.deals.length) return { n, h };
    }
    return null;
  }

  async #ask(after, patience) {
    try {
      const url = `/tables/${this.#table}/deals.json?after=${after}`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(patience) });
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  // --- what the page shows, beside what was proved -------------------------------------------------------------------

  /** Each card that the newest view shows must be one that was opened. What was not opened yet may still come. */
  #compare() {
    const { deal, view } = this;
    if (!deal?.sound || deal.fault || !view || view.next_deal !== deal.deal_no + 1) return;
    if (!DEALT.includes(view.phase)) return;
    const turnUp = deal.events.find((event) => event.e === "open");
    if (turnUp && view.turn_up) must(CARDS[turnUp.card] === view.turn_up, "shown_trump", { card: turnUp.card });
    this.#comparePlays(deal, view);
    if (!["azi", "over"].includes(view.phase)) this.#compareHand(deal, view);
  }

  #comparePlays(deal, view) {
    const told = playsIn(deal.events);
    const laid = view.trick.map(({ seat, card }) => ({ a: `${seat}${card}` }));
    const shown = new Set(playsIn([...laid, ...view.events]));
    for (const word of shown) {
      const of = (plays) => [...plays].filter((one) => one[0] === word[0]).length;
      // As many of the seat's were opened, but not this one; or the deal is over, and it never was.
      const due = of(shown) > of(told) && !deal.hash;
      const about = { seat: Number(word[0]), card: CARDS.indexOf(word.slice(1)) };
      must(told.includes(word) || due, "shown_card", about);
    }
  }

  #compareHand(deal, view) {
    const mine = view.seats.find(({ seat }) => seat === view.my_seat);
    if (!mine || (!deal.shown && !deal.hash)) return;
    const opened = deal.openings.map(({ card }) => CARDS[card]);
    const other = mine.cards.find((card) => card !== "??" && !opened.includes(card));
    must(!other, "shown_hand", { seat: mine.seat, card: CARDS.indexOf(other) });
  }

  // --- what is loud --------------------------------------------------------------------------------------------------

  #broken(error) {
    const { deal } = this;
    if (!deal || deal.fault) return;
    deal.fault = { code: codeOf(error), about: error.about ?? {} };
    this.#keepProof(deal);
    this.#shout({ state: "broken", deal_no: deal.deal_no, ...deal.fault });
  }

  #notCounted(deal, code) {
    deal.missed ??= code;
    this.#keepProof(deal);
    this.#shout({ state: "not_counted", deal_no: deal.deal_no, code });
  }

  #shout(loud) {
    if (this.#known.loud?.state !== "broken") this.#remember({ ...this.#known, loud });
    const { seal } = this;
    setTimeout(() => this.#deps.alarm(seal));
    this.#changed();
  }

  /** The deal's record with all that was heard of it, for whoever asks later what happened. */
  #keepProof(deal) {
    const { deal_no, fault, missed, frames, other } = deal;
    const about = { fault, missed, seat: this.seat ?? null, known: this.#known, other_header: other };
    keepDated(this.#name("proof"), { deal_no, record: this.record, told: { ...about, frames, view: this.view } });
  }

  #remember(known) {
    this.#known = known;
    keepDated(this.#name("head"), known);
  }

  #name(what) {
    return `fair-${what}.${this.#table}`;
  }
}
