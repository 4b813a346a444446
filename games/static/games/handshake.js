// What the server tells of a table's deals, checked as it comes (docs/fairness.md): what was fixed before a deal, whose
// seeds chose its cards, each card that is shown, and that each record names the one before. No part of the page: it
// hears frames and views, and says when the seal has something else to show. Nothing waits for it.

import {
  canon,
  checkCombination,
  checkHeader,
  codeOf,
  Deal,
  must,
  supported,
  Unfair,
  verifyChain,
  ZERO,
} from "./fair.js";
import { keep, keepDated, keptDated } from "./settings.js";
import { IN_HAND, isLacking } from "./shown.js";

const IDLE_MS = 200; // at most, for the page to have nothing else to do
const LINK_MS = 1_000; // of the two seconds for a reveal: what is not known of the chain by then is looked up later
const PATIENCE_MS = 20_000;
const PROOF_MS = 5_000; // for what a view shows to be proved
const PAGES = 5; // of the chain: who missed more deals than they hold begins it anew
const MONTH_MS = 30 * 24 * 3_600_000;

const DEALT = [...IN_HAND, "azi", "over"];

// A hidden page is never idle, and its timers sleep.
const idle = () =>
  new Promise((done) => {
    if (document.hidden) done();
    else if (globalThis.requestIdleCallback) requestIdleCallback(done, { timeout: IDLE_MS });
    else setTimeout(done);
  });

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
  unlinked: false, // the deals before it could not be looked up
  heardAt: Date.now(),
  links: 0, // over which link it came, and the deal before it
  before: 0,
  combinedAt: 0, // when the combination arrived, checked or not
  dealer: undefined, // as it was before the cards went out; null: to be drawn
  out: false, // the viewer's own seed isn't in it, which may be nobody's fault
  ready: null, // a promise: the header is checked
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
  // {n, h, s: the last record's number and hash, and since which deal the chain is known; why it began anew there;
  // open: [number, header hash] of the deal that has not ended; epoch; loud; mark}
  #known;
  #seeds = null; // a promise, once the viewer sits here
  #combined = 0; // the newest combination that has arrived, checked or not
  #work = Promise.resolve();
  #heads = Promise.resolve();
  #links = 0;
  #out = null; // the last deal without the viewer's seed: {n, links}
  #lacks = null; // since when something that a view shows is not proved: {at, links}

  /**
   * `deps`: {deals (where the table's chain is told), send(frame) gives a reference or null, now() the server's ms, changed(), alarm(seal) once
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
    if (deal.test && !deal.fault && !this.#isPast) return { state: "test", deal_no };
    if (deal.fault) return { state: "broken", deal_no, ...deal.fault };
    if (deal.missed) return { state: "not_counted", deal_no, code: deal.missed };
    if (deal.hash && deal.events.at(-1)?.e === "void") return { state: "void", deal_no };
    if (deal.unlinked) return { state: "not_yet", deal_no, code: "unlinked" };
    const isProved = deal.sound && !deal.hole && deal.events.some(({ e }) => e === "open");
    if (!isProved || this.#isPast || this.#lacksFor >= PROOF_MS) return { state: "not_yet", deal_no };
    if (deal.out) return { state: "not_in", deal_no };
    return { state: deal.silent ? "silent" : "verified", count: deal.silent, deal_no };
  }

  /** Whether the table plays a later deal, of which nothing was told. */
  get #isPast() {
    return Boolean(this.view?.game) && this.view.next_deal > this.deal.deal_no + 1;
  }

  get #lacksFor() {
    return this.#lacks ? Date.now() - this.#lacks.at : 0;
  }

  /** Since which deal the chain is known anew, and why: {s, why}, or null. */
  get anew() {
    const { s, why } = this.#known;
    return why ? { s, why } : null;
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

  get #me() {
    return { id: this.#you?.id, seat: this.seat };
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
    const { loud } = this.#known;
    if (!loud) return;
    this.#remember({ loud: undefined, ...(loud.state === "broken" && { mark: loud.deal_no }) });
    this.#changed();
  }

  /** A frame of the server's; they are checked one after another, but no header waits for what is checked. */
  hear(frame) {
    if (!supported) return;
    const { deal } = this;
    if (frame.step === "commit") this.#stands(frame).catch(() => {});
    else if (frame.step === "header") this.#begins(frame);
    else if (frame.step === "test") this.#tests(frame);
    else if (deal?.deal_no === frame.deal_no && deal.header) {
      if (frame.step === "combine") {
        this.#combined = frame.deal_no;
        deal.combinedAt ||= Date.now();
      }
      // The next header may come before this is checked, and this before an earlier header is.
      const last = frame.step === "end" ? this.#heads.then(() => this.#ends(deal, frame)) : null;
      if (last) this.#heads = last;
      this.#then(() => this.#goOn(deal, frame, last), deal);
    }
  }

  /** The newest view, and who looks at it ({id} or null). */
  see(view, you) {
    this.view = view;
    this.#you = you;
    if (!supported) return;
    if (this.#known.epoch !== view.epoch) this.#restored(view);
    if (view.my_seat !== null && you) {
      this.#bringSeeds();
      // Between a header and its cards none goes alone: the reveal brings it.
      const comes = view.phase === "shuffle" && view.next_deal > this.#combined + 1;
      if (!comes) this.#seeds?.then((seeds) => seeds.commit(view, you)).catch(() => {});
    }
    this.#then(async () => this.#compare());
  }

  /** Another epoch: the site goes on from a backup, which knows nothing of what came after it. */
  #restored({ epoch, next_deal: s }) {
    const { epoch: before, n } = this.#known;
    this.#remember({ epoch });
    if (before === undefined || n === undefined) return;
    keep(this.#name("seeds"), null);
    this.#ownSeeds?.linked();
    Object.assign(this, { deal: null });
    this.#remember({ n: undefined, h: undefined, open: undefined, s, why: "epoch" });
  }

  /** The link is new: what was sent before may be lost. */
  linked() {
    this.#links += 1;
    if (this.#lacks) this.#lacks.at = Date.now();
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

  #then(work, deal) {
    this.#work = this.#work.then(work).catch((error) => this.#broken(error, deal));
  }

  /** A deck that a test has prepared; not where a deal had begun, or others were proved. */
  #tests(frame) {
    const { deal } = this;
    const proofs = deal?.header || this.#known.n !== undefined || this.#known.open;
    this.deal = { ...begun(frame), header: deal?.deal_no === frame.deal_no ? deal.header : null, test: true };
    if (proofs) this.#broken(new Unfair("test_after", {}));
    this.#changed();
  }

  async #goOn(deal, frame, last) {
    const step = { combine: this.#combine, events: this.#events, own: this.#own, end: this.#end }[frame.step];
    if (!step) return;
    await deal.ready;
    if (frame.step === "combine") await idle();
    deal.frames.push(frame);
    await step.call(this, deal, frame, await last);
    this.#compare();
    this.#changed();
  }

  #begins(frame) {
    const { deal: before } = this;
    const again = before?.deal_no === frame.deal_no ? before.header : null;
    if (again && again.header_hash === frame.header?.header_hash) return;
    if (before?.header && !again && this.#lacks?.links === this.#links) this.#broken(new Unfair("withheld", {}));
    this.#lacks = null;
    const deal = (this.deal = begun(frame));
    Object.assign(deal, { frames: [frame], other: again, links: this.#links, before: before?.links });
    this.#changed();
    this.#heads = this.#heads.then(() => this.#header(deal, again)).catch((error) => this.#broken(error, deal));
    deal.ready = this.#heads;
    this.#then(async () => {
      await deal.ready;
      this.#compare();
      this.#changed();
    }, deal);
  }

  async #header(deal, again) {
    const { header } = deal;
    await checkHeader(header);
    must(header.table_id === this.#table && header.deal_no === deal.deal_no, "other_table");
    must(!again, "two_headers");
    await this.#link(deal);
    this.#remember({ open: deal.hash ? undefined : [deal.deal_no, header.header_hash] });
    const seeds = await this.#seeds;
    const missed = await seeds?.reveal(header, this.#you, deal.heardAt, () => deal.combinedAt > 0).catch(() => null);
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
    const missed = this.#ownSeeds?.counted(deal.header, combination, this.#you, deal);
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

  /** What is known of the chain from here on; gives what was known before. */
  #ends(deal, { record_hash: h }) {
    const before = this.#known;
    const { deal_no: n } = deal;
    this.#remember({ n, h, s: before.s ?? n, open: undefined });
    deal.hash = h;
    return before;
  }

  async #end(deal, { record_hash: hash, deck_seed: seed = null }, { n, h }) {
    Object.assign(deal, { hash, seed, ended: true });
    if (deal.fault) this.#keepProof(deal);
    must(n !== deal.deal_no || h === hash, "story");
    if (!deal.hole && !deal.fault) await this.#checksOf(deal).end(hash, seed);
  }

  // --- the chain -----------------------------------------------------------------------------------------------------

  async #link(deal) {
    const { deal_no, header } = deal;
    const { prev, header_hash: hash } = header;
    const { n, h, open } = this.#known;
    must(open?.[0] !== deal_no || open[1] === hash, "two_headers");
    must(n === undefined || deal_no >= n, "back");
    if (n === undefined) {
      must(deal_no > 1 || prev === ZERO, "prev");
      const { s = deal_no, why } = this.#known;
      this.#begin(deal, why && s <= deal_no ? why : undefined);
    }
    if (n === undefined || n === deal_no) return; // new here; known to its end already
    if (deal_no === n + 1) return must(h === prev, "prev");
    const before = this.#known;
    const missed = this.#missed(deal, before);
    const late = new Promise((done) => setTimeout(done, LINK_MS, "late"));
    if ((await Promise.race([missed, late])) === true) return this.#remember({ n: deal_no - 1, h: prev });
    // What isn't looked up in time is known from here on only, until it is.
    deal.unlinked = true;
    this.#begin(deal, "unlinked");
    missed.then((found) => this.#linkLater(deal, before, found)).catch((error) => this.#broken(error, deal));
  }

  /** The chain is known from this deal on. */
  #begin({ header, deal_no }, why) {
    this.#remember({ n: deal_no - 1, h: header.prev, s: deal_no, why });
  }

  #linkLater(deal, { s, why, open }, found) {
    // Who heard it begin over this very link would have heard it end.
    must(found || !open || deal.before !== this.#links, "vanished");
    if (!found) return;
    deal.unlinked = false;
    if (this.#known.s === deal.deal_no) this.#remember({ s, why });
    this.#changed();
  }

  /** Over the deals that were missed, up to this one: true, or null where they are not to be had. */
  async #missed(deal, { n, h, open }) {
    for (let page = 0; page < PAGES; page += 1) {
      const answer = await this.#ask(n);
      if (!Array.isArray(answer?.deals)) return null;
      const deals = answer.deals.filter(({ deal_no }) => deal_no < deal.deal_no);
      must(deals[0]?.deal_no === n + 1, "vanished");
      must(deals[0].prev === h, "prev");
      await verifyChain(deals);
      const begun = deals.find(({ deal_no }) => deal_no === open?.[0]);
      must(!begun || begun.header_hash === open[1], "two_headers");
      ({ deal_no: n, record_hash: h } = deals.at(-1));
      if (n === deal.deal_no - 1) return must(h === deal.header.prev, "prev") ?? true;
    }
    return null;
  }

  async #ask(after) {
    try {
      const answer = await fetch(`${this.#deps.deals}?after=${after}`, {
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  // --- what the page shows, beside what was proved -------------------------------------------------------------------

  /** What the newest view shows must be what was proved, and what isn't proved yet must come soon. */
  #compare() {
    const { deal, view } = this;
    if (!view || deal?.fault) return;
    const isOf = deal?.deal_no === view.next_deal - 1;
    if (isOf && deal.header && !deal.events.length && view.phase === "shuffle") deal.dealer = view.dealer;
    const isDealt = DEALT.includes(view.phase) && view.next_deal > 1;
    this.#expect(isDealt && (isOf ? isLacking(deal, view, this.#me) : IN_HAND.includes(view.phase)));
  }

  #expect(lacking) {
    if (!lacking) this.#lacks = null;
    else if (!this.#lacks) this.#lacks = { at: Date.now(), links: this.#links };
    else if (this.#lacksFor >= PROOF_MS) this.#withheld();
    if (!lacking || this.#lacks.timer) return;
    const lacks = this.#lacks;
    lacks.timer = setTimeout(() => {
      lacks.timer = 0;
      // Who slept looks again after what came meanwhile.
      if (this.#lacksFor > 2 * PROOF_MS) lacks.at = Date.now();
      this.#then(async () => this.#lacks === lacks && this.#compare());
    }, PROOF_MS + 50 - this.#lacksFor);
  }

  /** It doesn't come: that is told once the deal is over, or where nothing at all is told of it. */
  #withheld() {
    const { deal, view } = this;
    if (deal?.deal_no !== view.next_deal - 1) {
      this.deal = begun({ deal_no: view.next_deal - 1 });
      throw new Unfair("untold", {});
    }
    must(IN_HAND.includes(view.phase), "withheld");
    this.#changed();
  }

  // --- what is loud --------------------------------------------------------------------------------------------------

  #broken(error, deal = this.deal) {
    if (!deal || deal.fault) return;
    deal.fault = { code: codeOf(error), about: error.about ?? {} };
    this.#keepProof(deal);
    this.#shout({ state: "broken", deal_no: deal.deal_no, ...deal.fault });
  }

  #notCounted(deal, code) {
    if (code === "out") {
      const before = this.#out;
      deal.out = true;
      if (before?.n !== deal.deal_no) this.#out = { n: deal.deal_no, links: this.#links };
      if (before?.n !== deal.deal_no - 1 || before.links !== this.#links) return this.#changed();
    }
    deal.missed ??= code;
    this.#keepProof(deal);
    this.#shout({ state: "not_counted", deal_no: deal.deal_no, code });
  }

  #shout(loud) {
    if (this.#known.loud?.state !== "broken") this.#remember({ loud });
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

  /** Another tab may know something else: what is loud there stays so. */
  #remember(changes) {
    this.#known = { ...(keptDated(this.#name("head")) ?? this.#known), ...changes };
    keepDated(this.#name("head"), this.#known);
  }

  #name(what) {
    return `fair-${what}.${this.#table}`;
  }
}
