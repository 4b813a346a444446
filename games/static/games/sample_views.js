// Made-up states of a table for the style guide: what a server would send, and what is pressed and answered then.
// A state is {group, words, view(now) or null, you, press (selectors, one after another), error, close (a code), purse,
// blindWord (the word about blind bets has not been heard), frames() (what is told of the deal), kept() (what the browser
// holds: names and values), late (the frames come once a commitment has), http (the page came without encryption)}.

const NAMES = ["", "Marc Delacroix", "Timur Abenov", "Олжас", "Айгерім Жұмабек", "Sofia K.", "Kunak"];
const LONG = [
  "",
  "Константин-Богдан Щукин",
  "Александр Преображенский",
  "Нұрғиса-Әлімжан Қожахмет",
  "Шыңғыс-Өмірхан Әбдіғали",
  "Marie-Hélène Rochefort",
  "Жаңыл Төлөгөнова-Үсөн",
];
const ME = 2;

const seat = (number, facts = {}) => ({
  seat: number, player: String(number).repeat(32), name: NAMES[number], bot: false, online: true, sitting_out: false,
  waiting: false, leaving: false, stack: 940 + number * 150, bank_ms: 30_000, in: true, looked: true, bid: 0, paid: 10,
  cards: ["??", "??", "??"], tricks: 0, last: null, ...facts,
});

const idle = (number, facts = {}) => seat(number, { in: false, waiting: true, cards: [], paid: 0, ...facts });

/** Event words as a view numbers them; what one took that isn't its value follows a "@". */
const told = (...words) =>
  words.map((word, at) => {
    const [a, chips] = word.split("@");
    return { n: at + 1, a, chips: Number(chips ?? /[br](\d+)$/.exec(a)?.[1] ?? 0) };
  });

const base = (now, facts = {}) => ({
  type: "view", table: "0".repeat(32), epoch: "e", version: 1, name: "Steppe 12", private: false,
  ruleset: { cards: 3, blind: true, raises: null, azi: "buyin", ante: 10, bet: 10 },
  seats_total: 6, buy_in: [200, 2000], stakes: "cash", turn_ms: 20_000, bots: true, watching: 0,
  game: "1".repeat(32), game_no: 38, deal: 1, next_deal: 1, phase: "bid", my_seat: ME, dealer: 1,
  turn_up: "9s", six_up: false, bank: 240, level: 80, leader: 2, seats: [], trick: [], last_trick: [], to_act: [],
  deadline: now + 14_000, next: null, ask: null, legal: [], cost: {}, events: [], result: null,
  mine: { show_at_once: true, top_up_to: null, broke_until: null }, ...facts,
});

// --- bidding ---------------------------------------------------------------------------------------------------------

const HAND = ["Ks", "Ad", "7s"];
const OPENED = told("2L", "3L", "4L", "1L", "2b40", "3f", "4r80", "1c@80");
const bidders = (mine = {}) => [
  seat(1, { bid: 80, paid: 90, last: "c" }),
  seat(ME, { cards: HAND, bid: 40, paid: 50, last: "b40", ...mine }),
  seat(3, { in: false, cards: [], last: "f" }),
  seat(4, { bid: 80, paid: 90, last: "r80" }),
];
const OPEN = [null, ["As", "Th", "6d"], HAND, ["7h", "8h", "9h"], ["Qd", "Jh", "Ts"]]; // by seat
const ASKED = { to_act: [ME], ask: 7 };

const bidding = (facts = {}, mine = {}) => (now) => base(now, { seats: bidders(mine), events: OPENED, ...facts });
const MINE = { ...ASKED, legal: ["c", "f", "r90..1280"], cost: { c: 40, r90: 50, r1280: 1240 } };

const DOWN = { cards: ["??", "??", "??"], looked: false, bid: 0, paid: 10, last: null };
const blind = (facts) =>
  bidding(
    {
      seats: [seat(1), seat(ME, DOWN), seat(3), seat(4, { looked: false, bid: 20, paid: 20, last: "b20" })],
      mine: { show_at_once: false, top_up_to: null, broke_until: null },
      events: told("4b20@10"), level: 20, bank: 50, leader: 4, dealer: 3, ...facts,
    },
  );

const RICH = [0, 1_250_000, 1_250_000, 12_480_500, 987_654, 3_005_000, 1_111_111];
const crowd = (facts) =>
  [1, 2, 3, 4, 5, 6].map((number) => seat(number, { name: LONG[number], stack: RICH[number], ...facts[number] }));
const full = (now, facts) =>
  base(now, {
    name: "Большой шаңырақ, ночной стол", dealer: 6, bank: 1_250_000, watching: 12, buy_in: [200_000, 2_000_000],
    ruleset: { cards: 3, blind: true, raises: null, azi: "buyin", ante: 10_000, bet: 10_000 }, ...facts,
  });
const fullBidding = (now) =>
  full(now, {
    ...ASKED, legal: ["c", "f", "r110000..1250000"], cost: { c: 100_000, r110000: 110_000, r1250000: 1_250_000 },
    level: 100_000, leader: 1,
    events: told("3L", "4L", "5L", "2L", "6L", "1b50000@25000", "3c@50000", "4r100000", "5f", "6c@100000"),
    seats: crowd({
      1: { looked: false, bid: 50_000, last: "b50000" },
      2: { cards: ["Kh", "Qd", "As"] },
      3: { bid: 50_000, last: "c" },
      4: { bid: 100_000, last: "r100000" },
      5: { in: false, cards: [], last: "f" },
      6: { bid: 100_000, last: "c" },
    }),
  });

// --- discarding ------------------------------------------------------------------------------------------------------

const FOUR = { ruleset: { cards: 4, blind: false, raises: 3, azi: "replay", ante: 10, bet: 10 } };
const discarding = (facts = {}) => (now) =>
  base(now, {
    ...FOUR, phase: "discard", level: 0, bank: 40, events: told("1x"),
    seats: [
      seat(1, { last: "x" }), seat(ME, { cards: ["Ks", "Ad", "7s", "8h"] }),
      seat(3, { cards: ["??", "??", "??", "??"] }), seat(4, { cards: ["??", "??", "??", "??"] }),
    ],
    to_act: [2, 3, 4], ask: 5, legal: ["xKs", "xAd", "x7s", "x8h"], ...facts,
  });

// --- play ------------------------------------------------------------------------------------------------------------

const plays = (...words) => words.map((word) => ({ seat: Number(word[0]), card: word.slice(1) }));
const FIRST = ["28h", "39h", "4Ah", "1Jh"];
const SECOND = ["4Td", "1Qd", "2Kd", "36d"];
const hidden = (count) => Array.from({ length: count }, () => "??");
const players = (held, won = {}, mine = HAND) =>
  [1, ME, 3, 4].map((number) =>
    seat(number, {
      bid: 80, paid: 90, cards: number === ME ? mine : hidden(held), tricks: won[number] ?? 0, last: "c",
    }),
  );
const playing = (facts) => (now) => base(now, { phase: "play", bank: 360, level: 80, ...facts });

const lead = playing({ ...ASKED, seats: players(3), leader: ME, legal: HAND });
const follow = playing({
  ...ASKED, seats: players(1, { 4: 1 }, ["Kd", "7s"]), leader: 4, legal: ["Kd"], trick: plays("4Td", "1Qd"),
  last_trick: plays(...FIRST), events: told(...FIRST, "4Td", "1Qd"),
});
const trumpIn = playing({
  ...ASKED, seats: players(1, { 4: 1 }, ["Kh", "7s"]), leader: 4, legal: ["7s"], trick: plays("4Td", "1Qd"),
  last_trick: plays(...FIRST), events: told(...FIRST, "4Td", "1Qd"),
});
const others = playing({
  to_act: [1], seats: players(2, { 4: 1 }, ["Kd", "7s"]), leader: 4, trick: plays("4Td"), last_trick: plays(...FIRST),
  events: told(...FIRST, "4Td"),
});
const taken = playing({
  ...ASKED, seats: players(1, { 2: 1, 4: 1 }, ["7s"]), leader: ME, legal: ["7s"], last_trick: plays(...SECOND),
  events: told(...FIRST, ...SECOND),
});
const fullTrick = (now) => {
  const cards = ["4Td", "5Kd", "66s", "1Js", "2Ad"];
  const seats = crowd({
    1: { cards: hidden(1) }, 2: { cards: ["Kh", "8h"] }, 3: { cards: hidden(2) }, 4: { cards: hidden(1), tricks: 1 },
    5: { cards: hidden(1) }, 6: { cards: hidden(1) },
  });
  const first = ["19h", "2Th", "37h", "4Ah", "5Qh", "68d"];
  return full(now, {
    phase: "play", to_act: [3], level: 100_000, leader: 4, seats, trick: plays(...cards), last_trick: plays(...first),
    events: told(...first, ...cards),
  });
};

// --- Azi and results -------------------------------------------------------------------------------------------------

const THIRD = ["27s", "3Th", "4Js", "18d"];
const aziSeats = (mine) => [
  seat(1, { tricks: 1, cards: [] }), seat(ME, { cards: [], ...mine }), seat(3, { cards: [], tricks: 1 }),
  seat(4, { tricks: 1, cards: [] }), seat(5, { cards: [], in: false, last: "f" }),
];
const azi = (facts, mine = {}) => (now) => base(now, { phase: "azi", bank: 480, seats: aziSeats(mine), ...facts });

const over = (won, shares, net, facts = {}) => (now) =>
  base(now, {
    phase: "over", deadline: null, next: now + 6_000, level: 0, seats: players(0, won, []),
    events: told(...FIRST, ...SECOND, ...THIRD),
    result: { winner: Number(Object.keys(shares)[0]), how: "tricks", bank: 360, shares, net }, ...facts,
  });

const iWin = over({ 2: 2, 4: 1 }, { 2: 360 }, { 1: -90, 2: 270, 3: -90, 4: -90 }, {
  events: told(...FIRST, ...SECOND, "27s", "3Th", "49d", "18d"),
});
const iLose = over({ 2: 1, 4: 2 }, { 4: 360 }, { 1: -90, 2: -90, 3: -90, 4: 270 });
const folds = over({}, { 4: 130 }, { 1: -30, 2: -30, 3: -10, 4: 70 }, {
  events: told("2L", "4L", "4b40", "1f", "2f", "3f"),
});
const byFolds = (now) => {
  const view = folds(now);
  return { ...view, result: { ...view.result, how: "folds", bank: 130 } };
};

// --- between games ---------------------------------------------------------------------------------------------------

const NOBODY = Object.fromEntries(["game", "deadline", "turn_up", "dealer", "leader"].map((name) => [name, null]));
const waiting = (seats, facts = {}) => (now) =>
  base(now, { ...NOBODY, phase: "waiting", bank: 0, level: 0, deal: 0, seats, ...facts });
const OUT = { my_seat: null, mine: null };
const watched = bidders().map((one) => ({ ...one, cards: one.cards.map(() => "??") })); // as who watches sees hands
const watch = (facts) => (now) => ({ ...bidding({ to_act: [1], seats: watched })(now), ...OUT, watching: 3, ...facts });

const CUP = { name: "Evening cup, table 3", stakes: "tournament", buy_in: [0, 0], bots: false };
const cup = (view) => (now) => ({ ...view(now), ...CUP });
const OUT_OF_IT = { sitting_out: true };

const PURSE = 5_000;
const GUEST = { id: "2".repeat(32), name: "Timur Abenov", guest: true };

// --- proofs: deals made on the server, and what goes wrong with them ---------------------------------------------------

const DEAL_NO = 38;
let read = null;
const deals = () => (read ??= JSON.parse(document.getElementById("sample-deals").textContent));
const frame = (step, facts) => ({ type: "shuffle", step, deal_no: DEAL_NO, ...facts });

/** What is told of a deal up to its hands and the turn-up; then more events, and its end. */
const proofOf = ({ header, combination, events, own, record_hash, deck_seed }, more = [], ends = false) => [
  frame("header", { header }),
  frame("combine", { combination }),
  frame("events", { from: 0, events: [...events, ...more] }),
  ...(ends ? [frame("end", { record_hash, ...(deck_seed && { deck_seed }) })] : [frame("own", { openings: own })]),
];

const FOLDED = { in: false, cards: [], last: "f" };
const acts = (...words) => words.map((a) => ({ e: "act", a }));
const HAND_AT = [0, 4, 8];
const BIDS = ["2L", "3L", "4L", "1L", "2b40", "3f", "4r80", "1c", "2c"];
const opened = () => {
  const { opened: shown } = deals().whole;
  return [...acts(...BIDS, "4Kd"), { e: "open", ...shown[6] }, ...acts("17d"), { e: "open", ...shown[7] }];
};
const handOf = ({ cards }) => HAND_AT.map((pos) => cards[pos]);
const proved = (name, facts = {}) => (now) => {
  const deal = deals()[name];
  const seats = bidders({ cards: handOf(deal), bid: 0, paid: 10 }).map((one) => ({ ...one, bid: 0, last: null }));
  const rest = { turn_up: deal.cards[12], level: 0, bank: 40, events: [], to_act: [3], seats };
  return base(now, { next_deal: DEAL_NO + 1, ...rest, ...facts });
};
const inPlay = (now) => {
  const { cards } = deals().whole;
  const seats = players(2, {}, handOf(deals().whole)).map((one) => (one.seat === 3 ? seat(3, FOLDED) : one));
  return playing({
    ...ASKED, next_deal: DEAL_NO + 1, turn_up: cards[12], seats, leader: 4, legal: ["Ad"],
    trick: plays("4Kd", "17d"), events: told(...BIDS, "4Kd", "17d"),
  })(now);
};
const exchanged = () =>
  opened().map((event) => (event.pos === 7 ? { ...event, card: deals().whole.opened[3].card } : event));
const seeds = () => {
  const { seed, header } = deals().whole;
  const mine = header.seats.find((one) => one.seat === ME);
  const own = { n: DEAL_NO, seat: ME, user: mine.user, r: seed, c: mine.commit, h: header.header_hash, words: true };
  return { [`azi.fair-seeds.${"0".repeat(32)}`]: JSON.stringify({ seeds: [own], at: Date.now() }) };
};
const whole = { frames: () => proofOf(deals().whole, opened()), kept: seeds };
const broken = { frames: () => proofOf(deals().whole, exchanged()), kept: seeds };
const calledOff = (now) => {
  const nobody = { 1: 0, 2: 0, 3: 0, 4: 0 };
  const view = over({}, { 1: 90 }, nobody, { events: [], turn_up: deals().void.cards[12] })(now);
  return { ...view, next_deal: DEAL_NO + 1, result: { winner: null, how: "void", bank: 0, shares: {}, net: nobody } };
};

const state = (group, words, view, facts = {}) => ({
  group, words, view, you: GUEST, press: [], purse: PURSE, ...facts,
});

export const STATES = {
  // Bidding
  "bid-mine": state("Bidding", "My turn, after a raise", bidding(MINE)),
  "bid-first": state(
    "Bidding",
    "My turn, nobody has bet",
    bidding({
      ...ASKED, legal: ["b10..1240", "f"], cost: { b10: 10, b1240: 1240 }, level: 0, bank: 40, events: [],
      seats: [seat(1), seat(ME, { cards: HAND }), seat(3), seat(4)],
    }),
  ),
  "bid-others": state("Bidding", "Somebody else's turn", bidding({ to_act: [1] })),
  "bid-blind": state(
    "Bidding",
    "My cards lie face down",
    blind({ ...ASKED, legal: ["L", "c", "f", "r30..2480"], cost: { c: 10, r30: 15, r2480: 1240 } }),
  ),
  "bid-short": state(
    "Bidding",
    "My chips reach no further than the call",
    bidding({ ...ASKED, legal: ["c", "f"], cost: { c: 35 } }, { stack: 35 }),
  ),
  "bid-folded": state("Bidding", "I have folded", bidding({ to_act: [1] }, { in: false, cards: [], last: "f" })),
  "bid-road": state("Bidding", "The six on the road", bidding({ ...MINE, turn_up: "As", six_up: true })),
  "bid-full": state("Bidding", "Six seats, long names, large sums", fullBidding),
  "bid-sending": state("Bidding", "My answer is on its way", bidding(MINE), { press: ["[data-do=c]"] }),
  "bid-refused": state("Bidding", "My answer was refused", bidding(MINE), {
    error: { code: "stale", message: "" },
  }),
  "bid-blind-word": state("Bidding", "The word about blind bets", bidding({ to_act: [1] }), { blindWord: true }),
  "bid-last-seconds": state("Bidding", "Three seconds left", (now) => ({
    ...bidding(MINE)(now),
    deadline: now + 3_000,
  })),
  // Discarding
  discard: state("Discarding", "I put one card away", discarding()),
  "discard-picked": state("Discarding", "A card is chosen", discarding(), { press: ["[data-card='8h']"] }),
  "discard-others": state("Discarding", "The others do", discarding({ to_act: [3, 4], ask: null, legal: [] })),
  // Play
  lead: state("Play", "I lead", lead),
  follow: state("Play", "I must follow suit", follow),
  trump: state("Play", "I must trump", trumpIn),
  "play-why": state("Play", "A card that can't be played was pressed", follow, { press: ["[data-card='7s']"] }),
  "play-others": state("Play", "Somebody else's turn", others),
  taken: state("Play", "A trick was just taken", taken),
  "last-trick": state("Play", "The last trick, looked up", follow, { press: [".last"] }),
  "play-full": state("Play", "Six seats, a long trick", fullTrick),
  // Practice
  "open-hands": state(
    "Practice",
    "All hands are open",
    bidding({ ...MINE, seats: bidders().map((one) => ({ ...one, cards: OPEN[one.seat] })), stakes: "practice" }),
  ),
  // Azi
  "azi-asked": state("Azi", "I may buy in for half", azi({ ...ASKED, legal: ["j", "p"], cost: { j: 240 } })),
  "azi-folded": state(
    "Azi",
    "I folded and may buy in for all",
    azi({ to_act: [2, 5], ask: 7, legal: ["j", "p"], cost: { j: 480 } }, { in: false, last: "f" }),
  ),
  "azi-free": state("Azi", "I play on for free", (now) => ({
    ...azi({ to_act: [3, 5] }, { tricks: 1 })(now),
    seats: aziSeats({ tricks: 1 }).map((one) => (one.seat === 3 ? { ...one, tricks: 0 } : one)),
  })),
  "azi-watching": state("Azi", "I watch", azi({ to_act: [2, 5], ...OUT, watching: 3 })),
  // Results
  "won-tricks": state("Results", "I win two tricks", iWin),
  "lost-tricks": state("Results", "Somebody else wins", iLose),
  "won-less": state(
    "Results",
    "All in for less",
    over({ 2: 1, 4: 2 }, { 4: 160, 1: 70, 2: 70, 3: 60 }, { 1: -20, 2: -20, 3: -30, 4: 70 }, {}),
  ),
  "won-folds": state("Results", "Everybody else folded", byFolds),
  "called-off": state("Results", "The game was called off", (now) => {
    const view = over({}, { 1: 90 }, { 1: 0, 2: 0, 3: 0, 4: 0 }, { events: [], turn_up: null })(now);
    return { ...view, result: { winner: null, how: "void", bank: 0, shares: {}, net: { 1: 0, 2: 0, 3: 0, 4: 0 } } };
  }),
  "won-ready": state("Results", "I am ready for the next game", iLose, { press: ["[data-do=next]"] }),
  // Between games
  shuffle: state("Between games", "The cards are shuffled", (now) =>
    base(now, {
      phase: "shuffle", turn_up: null, bank: 40, level: 0, deadline: null, next: now + 2_000, seats: players(0, {}, []),
    }),
  ),
  alone: state("Between games", "I wait alone", waiting([idle(ME)], { private: true, bots: false })),
  "bots-coming": state("Between games", "I wait, and bots come", waiting([idle(ME)])),
  stuck: state(
    "Between games",
    "Nobody can play here",
    waiting([idle(1, { sitting_out: true }), idle(ME)], { seats_total: 2 }),
  ),
  "sitting-out": state("Between games", "I sit out", waiting([idle(1), idle(ME, { sitting_out: true })])),
  "next-game": state("Between games", "I play from the next game on", (now) => ({
    ...bidding({ to_act: [1] })(now),
    seats: bidders().map((one) => (one.seat === ME ? idle(ME) : one)),
  })),
  broke: state("Between games", "I can't pay the ante", (now) => ({
    ...waiting([idle(1), idle(ME, { stack: 3 })])(now),
    mine: { show_at_once: true, top_up_to: null, broke_until: now + 42_000 },
  })),
  "broke-poor": state(
    "Between games",
    "Nor can my wallet",
    (now) => ({
      ...waiting([idle(1), idle(ME, { stack: 3 })])(now),
      mine: { show_at_once: true, top_up_to: null, broke_until: now + 42_000 },
    }),
    { purse: 0 },
  ),
  leaving: state(
    "Between games",
    "I leave after this game",
    bidding({ to_act: [1] }, { in: false, cards: [], last: "f", leaving: true }),
  ),
  away: state("Between games", "Somebody's link is lost", (now) => ({
    ...bidding({ to_act: [1] })(now),
    seats: bidders().map((one) => (one.seat === 1 || one.seat === 4 ? { ...one, online: false } : one)),
  })),
  // Watching
  watching: state("Watching", "There is a free seat", watch({})),
  "watching-full": state(
    "Watching",
    "Every seat is taken",
    watch({ seats: [...watched, seat(5), seat(6, { bot: true })] }),
  ),
  stranger: state("Watching", "Nobody is signed in", watch({}), { you: null }),
  empty: state("Watching", "Nobody sits here", waiting([], OUT)),
  // Tournaments
  "cup-out": state("Tournaments", "I sit out while a game runs", cup(bidding({ to_act: [1] }, OUT_OF_IT))),
  "cup-others": state("Tournaments", "Others sit out", (now) => {
    const view = cup(bidding(MINE))(now);
    return { ...view, seats: view.seats.map((one) => (one.seat === 1 || one.seat === 3 ? { ...one, ...OUT_OF_IT } : one)) };
  }),
  "cup-waiting": state("Tournaments", "The table waits", cup(waiting([idle(1), idle(ME)]))),
  "cup-break": state("Tournaments", "A break after a game", (now) => ({ ...cup(iLose)(now), next: now + 290_000 })),
  "cup-broke": state("Tournaments", "I have no chips left", (now) => {
    const view = cup(iLose)(now);
    return { ...view, seats: view.seats.map((one) => (one.seat === ME ? { ...one, stack: 0 } : one)) };
  }),
  "cup-watching": state("Tournaments", "I watch", cup(watch({}))),
  "cup-menu": state("Tournaments", "The menu", cup(bidding({ to_act: [1] })), { press: ["#menu"] }),
  // Forms
  menu: state("Forms", "The menu", bidding({ to_act: [1] }), { press: ["#menu"] }),
  sit: state("Forms", "Sitting down", watch({}), { press: [".seat__free"] }),
  "sit-poor": state("Forms", "Too few chips to sit down", watch({}), { press: [".seat__free"], purse: 120 }),
  "top-up": state("Forms", "More chips", waiting([idle(1), idle(ME)]), { press: ["#menu", "[data-do=open_top_up]"] }),
  invite: state("Forms", "The link to this table", waiting([idle(ME)], { private: true }), {
    press: ["#menu", "[data-do=invite]"],
  }),
  rename: state("Forms", "A guest's name", waiting([idle(ME)]), { press: ["#menu", "[data-do=rename]"] }),
  // Fairness
  "seal-verified": state("Fairness", "The deal was checked", inPlay, whole),
  "seal-silent": state("Fairness", "A seat was silent", proved("silent"), { frames: () => proofOf(deals().silent) }),
  "seal-not-yet": state("Fairness", "Not checked yet", proved("whole"), {
    frames: () => proofOf(deals().whole).slice(0, 1),
  }),
  "seal-not-counted": state("Fairness", "My random number was left out", proved("left", { next_deal: DEAL_NO }), {
    frames: () => proofOf(deals().left), late: true,
  }),
  "seal-not-in": state("Fairness", "My random number came too late", proved("left"), {
    frames: () => proofOf(deals().left),
  }),
  "seal-broken": state("Fairness", "A card was exchanged", inPlay, broken),
  "seal-cannot": state("Fairness", "Nothing can be checked here", proved("whole"), { http: true }),
  "seal-test": state("Fairness", "A test deck", proved("whole"), { frames: () => [frame("test")] }),
  "seal-void": state("Fairness", "The deal was called off", calledOff, { frames: () => proofOf(deals().void, [], true) }),
  "seal-panel": state("Fairness", "What was checked", inPlay, { ...whole, press: ["#seal[data-seal=verified]"] }),
  "seal-panel-broken": state("Fairness", "What is broken", inPlay, { ...broken, press: ["#seal[data-seal=broken]"] }),
  // The link
  loading: state("The link", "The table is on its way", null),
  lost: state("The link", "The link is lost on my turn", bidding(MINE), { close: 4013 }),
  restart: state("The link", "The server restarts", bidding({ to_act: [1] }), { close: 4012 }),
  elsewhere: state("The link", "Opened elsewhere", bidding({ to_act: [1] }), { close: 4009 }),
  "signed-out": state("The link", "A guest's session has ended", bidding({ to_act: [1] }), { close: 4001 }),
  forbidden: state("The link", "Not open to me", watch({}), { close: 4003 }),
  closed: state("The link", "The table is closed", bidding({ to_act: [1] }), { close: 1000 }),
};

/** Whether a state is nothing but a view: it needs no page of its own. */
export const isPlain = (name) => {
  const { view, you, purse, close, blindWord, frames, http } = STATES[name] ?? {};
  return Boolean(view && you && purse === PURSE && !close && !blindWord && !frames && !http);
};
