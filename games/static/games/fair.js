// Was this deal fair? The whole proof, azi-fair/1, checked by your own browser. This file is meant to be read: it has
// no imports, and the browser's own SHA-256 does the hashing. docs/fairness.md tells each step.
//
// - The server fixed eight shuffled decks, and the players their random seeds, before anybody knew the others': all of
//   it stands in the deal's header, whose hash everybody got first (checkHeader).
// - All the seeds together chose the deck and how it was cut, so that nobody could; the seven decks not used are shown
//   and were honest (checkCombination).
// - Each card shown is the one that lay there when the decks were fixed, and each seat got the places that were its
//   turn to get (checkOpening, Deal).
// - Nothing was left out or changed afterwards: each header names the deal before it (recordHash, verifyChain).
//
// Whatever doesn't hold is thrown as Unfair.

const subtle = globalThis.crypto?.subtle;

/** False on a page that came over plain http from another machine: browsers don't hash there. */
export const supported = Boolean(subtle);

export const SCHEME = "azi-fair/1";
export const ZERO = "0".repeat(64); // no commitment, no deal before, nothing combined
const [CARDS, DECKS, RANKS, SUITS] = [27, 8, "6789TJQKA", "hds"];

/** `code` is a key of fair_words.js; `about` may name a seat, a position, a deck, a card. */
export class Unfair extends Error {
  constructor(code, about = {}) {
    super(code);
    Object.assign(this, { code, about });
  }
}

const must = (holds, code, about) => {
  if (!holds) throw new Unfair(code, about);
};

/** What isn't even a record fails anywhere, and is told like the rest. */
const reading = (check) =>
  async function (...given) {
    try {
      return await check.apply(this, given);
    } catch (error) {
      throw error instanceof TypeError ? new Unfair("malformed") : error;
    }
  };

const same = (one, other) => one.length === other.length && one.every((value, index) => value === other[index]);
const upTo = (count) => Array.from({ length: count }, (_, index) => index);

// --- bytes and hashes ----------------------------------------------------------------------------------------------

/** Big-endian. */
const uint = (value, size) => {
  must(Number.isSafeInteger(value) && value >= 0 && value < 256 ** size, "malformed");
  return upTo(size).map((index) => Math.floor(value / 256 ** (size - 1 - index)) % 256);
};
const hex = (text, size = 32) => {
  must(typeof text === "string" && text.length === 2 * size && !/[^0-9a-f]/.test(text), "malformed");
  return text.match(/../g).map((pair) => parseInt(pair, 16));
};
const toHex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
const ascii = (text) => Array.from(text, (letter) => letter.charCodeAt(0));
const bytes = (name, parts) => new Uint8Array([...ascii(`${SCHEME}/${name}\0`), ...parts.flat()]);

const sha256 = async (data) => toHex(await subtle.digest("SHA-256", data));
const hash = (name, ...parts) => sha256(bytes(name, parts));
const keyOf = (seed) =>
  subtle.importKey("raw", new Uint8Array(hex(seed)), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
const hmac = (key, name, ...parts) => subtle.sign("HMAC", key, bytes(name, parts));

/** A function that draws evenly a number below n: the key's stream, block by block, four bytes at a time. */
function drawing(key, name) {
  let [block, at, count] = [null, 32, 0];
  return async (n) => {
    for (;;) {
      if (at === 32) [block, at] = [new DataView(await hmac(key, name, uint(count++, 4))), 0];
      const drawn = block.getUint32(at);
      at += 4;
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

// --- decks ---------------------------------------------------------------------------------------------------------

const leafOf = (dealId, deck, index, card, salt) =>
  hash("leaf", hex(dealId, 16), uint(deck, 1), uint(index, 1), uint(card, 1), salt);
const rootOf = (dealId, deck, leaves) =>
  hash("root", hex(dealId, 16), uint(deck, 1), uint(CARDS, 1), ...leaves.map((leaf) => hex(leaf)));

/** The root that a deck's seed leads to. Every hash is waited for, so that the page stays free meanwhile. */
async function rootFrom(seed, dealId, deck) {
  const key = await keyOf(seed);
  const salted = async (card, index) =>
    leafOf(dealId, deck, index, card, [...new Uint8Array(await hmac(key, "salt", uint(index, 1)))]);
  return rootOf(dealId, deck, await Promise.all((await permutation(key, "deck")).map(salted)));
}

// --- the steps of a deal -------------------------------------------------------------------------------------------

/** What a browser sends ahead of its seed `r`; all in hex. */
export const commitment = (tableId, dealNo, seat, user, r) =>
  hash("seed", hex(tableId, 16), uint(dealNo, 4), uint(seat, 1), hex(user, 16), hex(r));

const headerHash = ({ deal_id, table_id, deal_no, seats, roots, prev, unix_ms }) => {
  const sat = seats.flatMap(({ seat, user, commit }) => [uint(seat, 1), hex(user, 16), hex(commit)]);
  const counts = [uint(CARDS, 1), uint(DECKS, 1), uint(seats.length, 1)];
  const fixed = [...sat, ...roots.map((root) => hex(root)), hex(prev), uint(unix_ms, 8)];
  return hash("header", hex(deal_id, 16), hex(table_id, 16), uint(deal_no, 4), ...counts.flat(), ...fixed);
};

/** Steps 1 and 2: what was fixed before anybody knew the cards. `previousHash`: of the deal before, where known. */
export const checkHeader = reading(async (header, { previousHash = header.prev } = {}) => {
  const { scheme, n, k, seats, roots } = header;
  must(scheme === SCHEME && n === CARDS && k === DECKS, "scheme");
  const ascending = seats.every(({ seat }, index) => seat > (seats[index - 1]?.seat ?? 0) && seat < 7);
  must(ascending && seats.length > 0 && roots.length === DECKS, "malformed");
  must((await headerHash(header)) === header.header_hash, "header");
  must(header.prev === previousHash, "chain");
});

/** Steps 3 to 5: the seeds that were shown chose the deck and the cut, and the other decks were whole. */
export const checkCombination = reading(async (header, combination) => {
  const { deal_id, table_id, deal_no, seats, roots, header_hash } = header;
  const { reveals, combined, pick, cut, drawn_dealer, leaves, audit } = combination;
  must(same(reveals.map(({ seat }) => seat), seats.map(({ seat }) => seat)), "reveals"); // prettier-ignore
  for (const [index, { seat, user, commit }] of seats.entries()) {
    const { seed } = reveals[index];
    must(seed === null || (await commitment(table_id, deal_no, seat, user, seed)) === commit, "reveal", { seat });
  }
  const shown = reveals.flatMap(({ seat, seed }) => [seat, seed === null ? 0 : 1, ...hex(seed ?? ZERO)]);
  must((await hash("combine", hex(header_hash), shown)) === combined, "combined");

  const key = await keyOf(combined);
  must((await drawing(key, "pick")(DECKS)) === pick, "pick");
  must(same(cut, await permutation(key, "cut")), "cut");
  must(seats[await drawing(key, "dealer")(seats.length)].seat === drawn_dealer, "dealer");

  must(leaves.length === CARDS && (await rootOf(deal_id, pick, leaves)) === roots[pick], "leaves");
  must(same(audit.map(({ deck }) => deck), upTo(DECKS).filter((deck) => deck !== pick)), "audit"); // prettier-ignore
  for (const { deck, seed } of audit) must((await rootFrom(seed, deal_id, deck)) === roots[deck], "deck", { deck });
});

/** Step 6: the card lay at this position of the deal when the deck was fixed. `about`: whose card it is, if known. */
export const checkOpening = reading(async (header, { pick, cut, leaves }, { pos, leaf, card, salt }, about = {}) => {
  must(uint(pos, 1) && pos < CARDS && uint(card, 1) && card < CARDS, "malformed");
  must(leaf === cut[pos], "place", { ...about, pos, card });
  must((await leafOf(header.deal_id, pick, leaf, card, hex(salt))) === leaves[leaf], "card", { ...about, pos, card });
});

const ACT = /^([1-6])(?:L|c|f|(x)|[br][1-9][0-9]{0,15}|([6-9TJQKA])([hds]))$/;

/** Steps 6 to 8 while a deal goes on: whatever comes must fit all that came before. One call at a time. */
export class Deal {
  events = [];
  #header;
  #combination;
  #seats;
  #hands = new Map(); // the positions dealt to each seat, in dealing order
  #spent = new Set();
  #shown = new Map(); // where each card lay
  #played = null; // a card whose opening is due
  #turnedUp = false;
  #void = false;

  /** `combination` is null for a deal that was called off before step 4. */
  constructor(header, combination) {
    this.#header = header;
    this.#combination = combination;
    this.#seats = header.seats.map(({ seat }) => seat);
  }

  /** A card that is shown, to everybody or to one player. */
  open = reading(async (opening, about = {}) => {
    const { pos, card } = opening;
    await checkOpening(this.#header, this.#combination, opening, about);
    must((this.#shown.get(card) ?? pos) === pos, "twice", { ...about, pos, card });
    this.#shown.set(card, pos);
  });

  /** The events that came since the last call. */
  add = reading(async (events) => {
    for (const event of events) {
      must(!this.#void, "events");
      if (event.e === "void") this.#void = true;
      else if (event.e === "deal") this.#deal(event);
      else if (event.e === "open") await (this.#turnedUp ? this.#openPlayed(event) : this.#turnUp(event));
      else if (event.e === "act") this.#act(event);
      else throw new Unfair("malformed");
      this.events.push(event);
    }
  });

  /** Step 8 and the end: the record's hash, and the used deck's seed where the deal was called off after step 4. */
  end = reading(async (recorded, seed = null) => {
    const { deal_id, header_hash, roots } = this.#header;
    const used = this.#combination;
    must(this.#void || (this.#turnedUp && !this.#played), "events");
    must((await recordHash(header_hash, used?.combined ?? ZERO, this.events)) === recorded, "record");
    const due = this.#void && used !== null;
    must(due === (seed !== null), due ? "seed_missing" : "seed_shown");
    if (due) must((await rootFrom(seed, deal_id, used.pick)) === roots[used.pick], "deck", { deck: used.pick });
  });

  // Clockwise, one card at a time: the n-th seat that gets cards gets the n-th card of each round.
  #deal({ seat, pos }) {
    const [seats, hands] = [this.#seats, [...this.#hands]];
    const [before, hand] = hands.at(-1) ?? [];
    must(seats.includes(seat) && !this.#hands.has(seat), "dealing", { seat });
    must(!hand || seat === seats[(seats.indexOf(before) + 1) % seats.length], "dealing", { seat });
    must([3, 4].includes(pos.length) && pos.length === (hand ?? pos).length, "dealing", { seat });
    must(same(pos, pos.map((_, round) => round * seats.length + hands.length)), "dealing", { seat }); // prettier-ignore
    this.#hands.set(seat, pos);
  }

  async #turnUp(event) {
    const dealt = [...this.#hands.values()].flat().length;
    must(this.#hands.size === this.#seats.length && event.pos === dealt, "turn_up", { pos: event.pos });
    await this.open(event);
    this.#turnedUp = true;
  }

  #act({ a, pos }) {
    const [, digit, discards, rank, suit] = ACT.exec(a) ?? must(false, "malformed");
    const seat = Number(digit);
    must(this.#turnedUp && !this.#played && this.#hands.has(seat), "events", { seat });
    must((pos !== undefined) === (discards !== undefined), "malformed");
    if (discards) this.#spend(seat, pos);
    if (rank) this.#played = { seat, card: SUITS.indexOf(suit) * 9 + RANKS.indexOf(rank) };
  }

  async #openPlayed(event) {
    must(this.#played, "events");
    const { seat, card } = this.#played;
    await this.open(event, { seat });
    must(event.card === card, "played", { seat, card });
    this.#spend(seat, event.pos);
    this.#played = null;
  }

  #spend(seat, pos) {
    must(this.#hands.get(seat).includes(pos), "hand", { seat, pos });
    must(!this.#spent.has(pos), "spent", { seat, pos });
    this.#spent.add(pos);
  }
}

// --- records and their chain ---------------------------------------------------------------------------------------

/** JSON in the one form that is hashed: sorted keys, no spaces, ASCII, integers and strings only. */
export const canon = (value) => {
  if (Array.isArray(value)) return `[${value.map(canon)}]`;
  if (value && typeof value === "object") {
    return `{${Object.keys(value).sort().map((key) => `${canon(key)}:${canon(value[key])}`)}}`; // prettier-ignore
  }
  must(typeof value === "string" || Number.isSafeInteger(value), "malformed");
  const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[\x7f-\uffff]/g, escaped);
};

export const eventsHash = async (events) => sha256(new Uint8Array(ascii(canon(events))));

/** Step 7, where only the hash of the events is at hand. */
export const linkHash = (header_hash, combined, events_hash) =>
  hash("record", hex(header_hash), hex(combined), hex(events_hash));

/** Step 7: what the table's next header names. */
export const recordHash = async (header_hash, combined, events) =>
  linkHash(header_hash, combined, await eventsHash(events));

/** A whole record. Throws Unfair. */
export const verify = reading(async (record) => {
  const combination = record.combined === undefined ? null : record;
  await checkHeader(record);
  if (combination) await checkCombination(record, combination);
  const deal = new Deal(record, combination);
  for (const opening of record.openings ?? []) await deal.open(opening);
  await deal.add(record.events);
  await deal.end(record.record_hash, record.deck_seed);
});

/** Consecutive deals of one table, whole or with the hash of their events alone; each is to be verified besides. */
export const verifyChain = reading(async (records) => {
  for (const [index, record] of records.entries()) {
    const { table_id, deal_no, header_hash, combined = ZERO, events, events_hash, record_hash } = record;
    const before = records[index - 1];
    must(!before || (before.table_id === table_id && before.deal_no + 1 === deal_no), "chain");
    await checkHeader(record, { previousHash: before?.record_hash });
    const told = events_hash ?? (await eventsHash(events));
    must((await linkHash(header_hash, combined, told)) === record_hash, "record");
  }
});
