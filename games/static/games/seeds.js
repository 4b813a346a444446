// The player's own part in a deal (docs/fairness.md, steps 1 and 3): a random seed for each deal, to which this browser
// commits ahead and which it reveals under one header only. Seeds are kept in the browser before anything of them is
// sent, so that a reload goes on, and so that all tabs of a browser have the same.

import { commitment, ZERO } from "./fair.js";
import { keepDated, kept, keptDated } from "./settings.js";

const TIMELY_MS = 1_500; // from the header on, for a reveal that is surely counted
const AHEAD_MS = 2_000; // for a commitment before it
const EARLY_MS = 1_800; // a combination that comes sooner than that didn't wait
const BURST_MS = 300; // header and combination that come so close together were held up on the way
const AGAIN_MS = 1_000;
const KEPT = 6; // seeds

export const WORDS = "fair-words"; // the player's own, in each seed

const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** 32 random bytes; where the player typed words, those are hashed into them. */
async function draw() {
  const drawn = crypto.getRandomValues(new Uint8Array(32));
  const words = new TextEncoder().encode(kept(WORDS) ?? "");
  if (!words.length) return toHex(drawn);
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array([...drawn, ...words]))));
}

export class Seeds {
  #table;
  #send;
  #now;
  #sent = ""; // which commitment was sent over this link: "deal seat"
  #asked = new Map(); // what was sent: reference -> {what, n}
  #refusedAt = -Infinity;

  constructor(table, send, now) {
    this.#table = table;
    this.#send = send;
    this.#now = now;
    this.#doubt();
  }

  /** The link is new: what was sent before, and not answered, may be lost. */
  linked() {
    this.#sent = "";
    this.#doubt();
  }

  #doubt() {
    this.#locked((all) => all.filter(({ stands }) => !stands).forEach((one) => delete one.sent)).catch(() => {});
  }

  /** Commit to the next deal, once. */
  async commit({ next_deal: n, my_seat: seat }, { id: user }) {
    const key = `${n} ${seat}`;
    if (this.#sent === key || Date.now() - this.#refusedAt < AGAIN_MS) return;
    this.#sent = key;
    const mine = await this.#locked((all) => this.#made(all, n, seat, user));
    if (this.#post({ type: "commit", deal_no: n, commit: mine.c }, n) === null) this.#sent = "";
    else await this.#note(mine, { sent: Date.now() });
  }

  /** The commitment that stands, by the server's word: whether it is this browser's. */
  async stands({ deal_no: n, seat, commit }) {
    const mine = this.#all().find((one) => one.n === n && one.seat === seat);
    if (!mine) return true;
    await this.#note(mine, mine.c === commit ? { stands: true } : { other: commit });
    return mine.c === commit;
  }

  /**
   * Reveal the seed that a checked header binds us to, with the next commitment. Gives "commit" if ours is not in the
   * header though it stood, or was sent in time; "header" if the seed is bound to another header of this deal; "out" if
   * ours is not in it, which may be nobody's fault. `heardAt` is when the header came.
   */
  async reveal(header, you, heardAt, isCombined) {
    const { deal_no: n, header_hash: hash } = header;
    const place = header.seats.find(({ user }) => user === you?.id);
    if (!place) return null;
    const mine = this.#all().findLast((one) => one.n === n && one.seat === place.seat && one.user === you.id);
    if (!mine) return "out";
    if (mine.c !== place.commit) {
      if (mine.other === place.commit) return null; // another device's
      return mine.stands || heardAt - mine.sent > AHEAD_MS ? "commit" : "out";
    }
    if (isCombined()) return null;
    const next = await this.#locked((all) => this.#bound(all, mine, hash, n + 1));
    if (!next) return "header";
    if (this.#all().find(({ c }) => c === mine.c)?.h !== hash) return "out"; // what isn't kept could be shown twice
    if (isCombined()) return null;
    const ref = this.#post({ type: "reveal", deal_no: n, r: mine.r, next: next.c }, n + 1);
    if (ref === null) return null;
    this.#sent = `${n + 1} ${place.seat}`;
    await this.#note(mine, { revealed: mine.revealed || this.#now() - header.unix_ms < TIMELY_MS });
    await this.#note(next, { sent: Date.now() });
    return null;
  }

  /** "reveal" where our seed is missing though it was sent in time, or nobody waited for it; "out": it was late. */
  counted(header, { reveals }, you, { heardAt, combinedAt }) {
    const index = header.seats.findIndex(({ user }) => user === you?.id);
    const place = header.seats[index];
    const mine = place && this.#all().find((one) => one.n === header.deal_no && one.c === place.commit);
    if (!mine || reveals[index].seed !== null) return null;
    if (combinedAt - heardAt < BURST_MS) return "out";
    const came = this.#now() - (Date.now() - combinedAt) - header.unix_ms;
    return mine.revealed || came < EARLY_MS ? "reveal" : "out";
  }

  /** Our seed of a deal: {seed, words (whether own words are in it)}, or null. */
  of(header) {
    const mine = this.#all().find(({ c }) => header?.seats?.some?.((one) => one?.commit === c));
    return mine ? { seed: mine.r, words: mine.words } : null;
  }

  /** Whether a refusal was of ours. What the server was too busy for, or what a late reveal had with it, goes again. */
  refused(ref, code) {
    const asked = this.#asked.get(ref);
    if (!asked) return false;
    this.#asked.delete(ref);
    const busy = ["busy", "rate"].includes(code);
    if (busy) this.#refusedAt = Date.now();
    if (busy || asked.type === "reveal") this.#sent = "";
    const lost = this.#all().filter(({ n, stands }) => n === asked.n && !stands);
    lost.forEach((one) => this.#note(one, { sent: undefined }));
    return true;
  }

  #post(frame, n) {
    const ref = this.#send(frame);
    if (ref !== null) this.#asked.set(ref, { type: frame.type, n });
    if (this.#asked.size > 20) this.#asked.delete(this.#asked.keys().next().value);
    return ref;
  }

  /** This browser's seed for a deal: the one that it has and hasn't revealed, or a new one. */
  async #made(all, n, seat, user) {
    const found = all.find((one) => one.n === n && one.seat === seat && one.user === user && !one.h);
    if (found) return found;
    const r = await draw();
    const made = { n, seat, user, r, c: await commitment(this.#table, n, seat, user, r), words: Boolean(kept(WORDS)) };
    all.push(made);
    return made;
  }

  /** Bind a seed to a header before it is revealed; the next one. Null: it is bound to another header. */
  async #bound(all, { n, c, seat, user }, hash, following) {
    const mine = all.find((one) => one.n === n && one.c === c);
    if (!mine || (mine.h && mine.h !== hash)) return null;
    mine.h = hash;
    return this.#made(all, following, seat, user);
  }

  #note(mine, what) {
    return this.#locked((all) => Object.assign(all.find(({ c }) => c === mine.c) ?? {}, what)).catch(() => {});
  }

  #all() {
    return keptDated(this.#name)?.seeds ?? [];
  }

  get #name() {
    return `fair-seeds.${this.#table}`;
  }

  /** Change what is kept, one tab after another. */
  #locked(change) {
    const work = async () => {
      const all = this.#all();
      const given = await change(all);
      keepDated(this.#name, { seeds: all.slice(-KEPT) });
      return given;
    };
    if (navigator.locks) return navigator.locks.request(`azi.${this.#name}`, work);
    return (this.#line = this.#line.then(work, work));
  }

  #line = Promise.resolve();
}
