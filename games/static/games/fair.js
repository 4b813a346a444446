// Was this deal fair? The proof azi-fair/1, checked by your own browser. This file is meant to be read: it imports
// nothing, and the hashing is the browser's own. docs/fairness.md explains the steps.
//
// - Eight shuffled decks and each player's random seed were fixed before anybody knew the others' (checkHeader).
// - All seeds together chose one deck and its cut, so nobody could; the other seven were honest (checkCombination).
// - Every card shown lay at its place from then on, and the places were dealt out in turn (checkOpening, Deal).
// - Nothing was changed or left out afterwards: each header names the record before it (recordHash, verifyChain).

const subtle = globalThis.crypto?.subtle;

/** False on a page that came over plain http from another machine: browsers don't hash there. */
export const supported = Boolean(subtle);

/** No commitment, no record before, nothing combined. */
export const ZERO = "0".repeat(64);
const [SCHEME, CARDS, DECKS] = ["azi-fair/1", 27, 8];

/** What doesn't hold: a key of fair_words.js, and about which {seat, pos, deck, card}. */
export class Unfair extends Error {
  constructor(code, about) {
    super(code);
    this.code = code;
    this.about = about;
  }
}

export const must = (holds, code, about = {}) => {
  if (!holds) throw new Unfair(code, about);
};

/** The code of whatever a check threw: what isn't even a record fails anywhere. */
export const codeOf = (error) => (error instanceof Unfair ? error.code : "malformed");

const upTo = (count) => [...Array(count).keys()];
// Browsers hash so little at once: without a pause a whole record would be one task.
const breath = () => !globalThis.document?.hidden && new Promise((resolve) => setTimeout(resolve));
const same = (one, other) => one.length === other.length && one.every((value, index) => value === other[index]);

// --- bytes and hashes ----------------------------------------------------------------------------------------------

const uint = (value, size) => {
  must(Number.isSafeInteger(value) && value >= 0 && value < 256 ** size, "malformed");
  return upTo(size).map((index) => Math.floor(value / 256 ** (size - 1 - index)) % 256);
};
const byte = (value) => uint(value, 1);
const hex = (text, size = 32) => {
  must(text.length === 2 * size && !/[^0-9a-f]/.test(text), "malformed");
  return text.match(/../g).map((pair) => parseInt(pair, 16));
};
const id = (text) => hex(text, 16);
const ascii = (text) => Array.from(text, (letter) => letter.charCodeAt(0));
const bytes = (name, parts) => new Uint8Array([...ascii(`${SCHEME}/${name}\0`), ...parts.flat()]);

const sha256 = async (data) => {
  const hashed = new Uint8Array(await subtle.digest("SHA-256", data));
  return Array.from(hashed, (value) => value.toString(16).padStart(2, "0")).join("");
};
const hash = (name, ...parts) => sha256(bytes(name, parts));
const keyOf = (seed) =>
  subtle.importKey("raw", new Uint8Array(hex(seed)), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
const hmac = async (key, name, part) => [...new Uint8Array(await subtle.sign("HMAC", key, bytes(name, [part])))];

/** Draws numbers below n, all as likely: the key's stream, four bytes at a time. */
function drawing(key, name) {
  let [block, count] = [[], 0];
  return async (n) => {
    for (;;) {
      if (!block.length) block = await hmac(key, name, uint(count++, 4));
      const drawn = block.splice(0, 4).reduce((value, next) => value * 256 + next);
      if (drawn < Math.floor(2 ** 32 / n) * n) return drawn % n;
    }
  };
}

async function permutation(key, name) {
  const draw = drawing(key, name);
  const order = upTo(CARDS);
  for (let i = CARDS - 1; i > 0; i -= 1) {
    const j = await draw(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

const leafOf = (dealId, deck, index, card, salt) => hash("leaf", id(dealId), byte(deck), byte(index), byte(card), salt);
const rootOf = (dealId, deck, leaves) =>
  hash("root", id(dealId), byte(deck), byte(CARDS), leaves.flatMap((leaf) => hex(leaf)));

/** The root that a deck's seed leads to. */
async function rootFrom(seed, dealId, deck) {
  await breath();
  const key = await keyOf(seed);
  const order = await permutation(key, "deck");
  const leaf = async (card, index) => leafOf(dealId, deck, index, card, await hmac(key, "salt", byte(index)));
  return rootOf(dealId, deck, await Promise.all(order.map(leaf)));
}

// --- a deal, step by step ------------------------------------------------------------------------------------------

/** What binds a browser to its seed, which it shows later. */
export const commitment = (tableId, dealNo, seat, user, seed) =>
  hash("seed", id(tableId), uint(dealNo, 4), byte(seat), id(user), hex(seed));

/** Steps 1 and 2: what was fixed. `previousHash` is of the record before, where it is known. */
export async function checkHeader(header, { previousHash = header.prev } = {}) {
  const { scheme, n, k, deal_id, table_id, deal_no, seats, roots, prev, unix_ms } = header;
  must(scheme === SCHEME, "scheme");
  must(n === CARDS && k === DECKS && roots.length === DECKS && seats.length, "malformed");
  must(seats.every(({ seat }, i) => seat > (i && seats[i - 1].seat) && seat < 7), "seats");
  const players = seats.flatMap(({ seat, user, commit }) => [seat, ...id(user), ...hex(commit)]);
  const counts = [CARDS, DECKS, seats.length];
  const fixed = [id(deal_id), id(table_id), uint(deal_no, 4), counts, players, roots.flatMap((root) => hex(root))];
  must((await hash("header", ...fixed, hex(prev), uint(unix_ms, 8))) === header.header_hash, "header_hash");
  must(prev === previousHash, "prev");
}

/** Steps 3 to 5: the seeds chose the deck and the cut, and the other decks are what was fixed. */
export async function checkCombination(header, { reveals, combined, pick, cut, drawn_dealer, leaves, audit }) {
  const { deal_id, table_id, deal_no, seats, roots, header_hash } = header;
  const shown = [];
  must(reveals.length === seats.length, "malformed");
  for (const [i, { seat, user, commit }] of seats.entries()) {
    const { seed } = reveals[i];
    must(reveals[i].seat === seat, "reveal_seats");
    must(seed === null || commit !== ZERO, "no_commitment", { seat });
    must(seed === null || (await commitment(table_id, deal_no, seat, user, seed)) === commit, "reveal", { seat });
    shown.push(seat, seed === null ? 0 : 1, ...hex(seed ?? ZERO));
  }
  must((await hash("combine", hex(header_hash), shown)) === combined, "combined");
  const key = await keyOf(combined);
  must((await drawing(key, "pick")(DECKS)) === pick, "pick");
  must(same(cut, await permutation(key, "cut")), "cut");
  must(seats[await drawing(key, "dealer")(seats.length)].seat === drawn_dealer, "drawn_dealer");
  const others = upTo(DECKS).filter((deck) => deck !== pick);
  must(same(audit.map(({ deck }) => deck), others), "audit_decks");
  for (const { deck, seed } of audit) must((await rootFrom(seed, deal_id, deck)) === roots[deck], "audit", { deck });
  must(leaves.length === CARDS, "malformed");
  must((await rootOf(deal_id, pick, leaves)) === roots[pick], "leaves", { deck: pick });
}

/** Step 6: this card lay there when the deck was fixed. `whose`: {seat} of who showed it, where somebody did. */
export async function checkOpening(header, { pick, cut, leaves }, { pos, leaf, card, salt }, whose = {}) {
  const about = { ...whose, pos, card };
  must(upTo(CARDS).includes(pos) && upTo(CARDS).includes(card), "malformed");
  must(leaf === cut[pos], "leaf_index", about);
  must((await leafOf(header.deal_id, pick, leaf, card, hex(salt))) === leaves[leaf], "opening", about);
}

const ACT = /^([1-6])(?:L|c|f|(x)|[br][1-9][0-9]*|([6-9TJQKA])([hds]))$/;

/** Steps 6 to 8 as a deal goes on: what comes must fit all that came before. One call at a time. */
export class Deal {
  events = [];
  // The positions dealt to each seat; that of the turn-up, once it is shown; where each card lay.
  #hands = new Map();
  #turnUp = -1;
  #shown = new Map();
  #spent = new Set();
  #discarded = new Set();
  // The card whose opening is due.
  #played = null;
  #void = false;

  /** `combination` is null where a deal was called off before step 4. */
  constructor(header, combination) {
    this.header = header;
    this.combination = combination;
    this.seats = header.seats.map(({ seat }) => seat);
  }

  /** A card that is shown, to everybody or to its owner alone. */
  async open(opening, whose) {
    const { pos, card } = opening;
    await checkOpening(this.header, this.combination, opening, whose);
    const other = this.#shown.get(card) ?? pos;
    must(other === pos, "card_twice", { pos, other, card });
    this.#shown.set(card, pos);
  }

  /** The events since the last call. */
  async add(events) {
    for (const event of events) {
      must(!this.#void, "after_void");
      must(this.combination || event.e === "void", "not_combined");
      if (event.e === "deal") this.#deal(event);
      else if (event.e === "open") await this.#open(event);
      else if (event.e === "act") this.#act(event);
      else this.#callOff(event);
      this.events.push(event);
    }
  }

  /** The end. The used deck's seed comes with a deal that was called off after step 4, and with no other. */
  async end(recorded, seed = null) {
    const { pick, combined = ZERO } = this.combination ?? {};
    const { deal_id, header_hash, roots } = this.header;
    if (!this.#void) this.#ready();
    for (const [card, pos] of this.#shown) must(pos <= this.#turnUp, "undealt", { pos, card });
    const isDue = this.combination && this.#void;
    must(isDue || !seed, "stray_deck_seed");
    must(seed || !isDue, "no_deck_seed");
    must(!seed || (await rootFrom(seed, deal_id, pick)) === roots[pick], "deck_seed", { deck: pick });
    must((await recordHash(header_hash, combined, this.events)) === recorded, "record_hash");
  }

  #ready() {
    must(this.#hands.size === this.seats.length, "dealing");
    must(this.#turnUp > 0, "turn_up");
    must(!this.#played, "not_opened", this.#played);
  }

  #deal({ seat, pos }) {
    const [{ seats }, turn] = [this, this.#hands.size];
    const first = seats.indexOf([...this.#hands.keys(), seat][0]);
    must(first >= 0 && turn < seats.length && seat === seats[(first + turn) % seats.length], "dealing", { seat });
    this.#hands.set(seat, pos);
  }

  async #open(event) {
    must(this.#hands.size === this.seats.length, "dealing");
    if (this.#turnUp < 0) {
      const due = this.#checkHands();
      await this.open(event);
      must(event.pos === due, "turn_up");
      this.#turnUp = due;
    } else {
      must(this.#played, "no_play");
      const { seat, card } = this.#played;
      must(event.card === card, "played_card", { seat, card });
      await this.open(event, { seat });
      this.#spend(seat, event.pos);
      this.#played = null;
    }
  }

  // One card at a time, clockwise: the position that comes after the hands.
  #checkHands() {
    const hands = [...this.#hands];
    const rounds = hands[0][1].length;
    must(rounds === 3 || rounds === 4, "hands");
    for (const [turn, [seat, hand]] of hands.entries()) {
      must(same(hand, upTo(rounds).map((round) => round * hands.length + turn)), "positions", { seat });
    }
    return rounds * hands.length;
  }

  #act({ a, pos }) {
    this.#ready();
    const [, digit, discards, rank, suit] = ACT.exec(a);
    const seat = Number(digit);
    must(this.#hands.has(seat), "not_dealt_in", { seat });
    if (discards) {
      must(this.#hands.get(seat).length === 4 && !this.#discarded.has(seat), "discard", { seat });
      this.#discarded.add(seat);
      this.#spend(seat, pos);
    }
    if (rank) this.#played = { seat, card: "hds".indexOf(suit) * 9 + "6789TJQKA".indexOf(rank) };
  }

  #callOff({ e }) {
    must(e === "void", "malformed");
    if (this.events.length) this.#ready();
    this.#void = true;
  }

  #spend(seat, pos) {
    must(this.#hands.get(seat).includes(pos), "not_its_card", { seat, pos });
    must(!this.#spent.has(pos), "spent", { seat, pos });
    this.#spent.add(pos);
  }
}

// --- records and their chain ---------------------------------------------------------------------------------------

/** JSON in the one form that is hashed: sorted keys, no spaces, ASCII, integers and strings only. */
export const canon = (value) => {
  if (Array.isArray(value)) return `[${value.map(canon)}]`;
  if (typeof value === "object") return `{${Object.keys(value).sort().map((key) => `"${key}":${canon(value[key])}`)}}`;
  must(typeof value === "string" || Number.isSafeInteger(value), "malformed");
  const escape = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[\x7f-\uffff]/g, escape);
};

const eventsHash = (events) => sha256(new Uint8Array(ascii(canon(events))));

/** Step 7: what the table's next header names. `told` is the hash of the events, where they are not at hand. */
export const recordHash = async (headerHash, combined, events, told) =>
  hash("record", hex(headerHash), hex(combined), hex(told ?? (await eventsHash(events))));

/** A whole record. */
export async function verify(record) {
  const combination = record.combined === undefined ? null : record;
  await checkHeader(record);
  if (combination) await checkCombination(record, combination);
  const deal = new Deal(record, combination);
  for (const opening of record.openings) await deal.open(opening);
  await deal.add(record.events);
  await deal.end(record.record_hash, record.deck_seed);
}

/** Consecutive deals of one table, whole or with the hash of their events; they are verified one by one besides. */
export async function verifyChain(records) {
  let before = null;
  for (const record of records) {
    await breath();
    const { table_id, deal_no, header_hash, combined = ZERO, events, events_hash } = record;
    must(!before || table_id === before.table_id, "other_table", { deal_no });
    must(!before || deal_no === before.deal_no + 1, "deal_no", { deal_no });
    await checkHeader(record, { previousHash: before?.record_hash });
    must((await recordHash(header_hash, combined, events, events_hash)) === record.record_hash, "record_hash");
    before = record;
  }
}
