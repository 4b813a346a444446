// A sitting of practice: its company, its chips from game to game, and how the game on the table stands. It asks the rules
// (practice.py) and keeps what they say; it knows no clock and no page.

import { below, deck, gameId, shuffled } from "./practice_decks.js";
import { whole } from "./practice_frames.js";

const SEEDS = 2 ** 30;
const MOST_BOTS = 5;
const SOME_BOT = { level: "middle", style: null }; // where a game is dealt again whose record doesn't tell its bots
// What the rules need to go on with a game, as they told it.
const STANDING = ["decks", "moves", "deals", "by_itself", "round", "open", "show_at_once"];

/** An error that a frame can answer. */
export const trouble = (code, message, more = {}) => Object.assign(new Error(message), { code, ...more });

const pick = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));

// --- the company -----------------------------------------------------------------------------------------------------

/** How each bot plays: a style that nobody chose is one of chance, and stays. */
const withStyle = ({ level, style }, styles) => ({ level, style: style ?? shuffled(styles)[0] });

/** The game that a setup asks for: {rules, seats: [{seat, stack, name}], dealer, me, decks}. */
function gameOf(setup, { answer, cast, you }) {
  if (setup.record !== undefined) return recorded(setup, answer);
  const names = [you, ...shuffled(cast)];
  const seats = [you, ...setup.bots].map((_, place) => ({ seat: place + 1, stack: setup.stack, name: names[place] ?? "" }));
  return { rules: setup.rules, seats, dealer: below(seats.length) + 1, me: 1, decks: [] };
}

function recorded({ record, me }, answer) {
  const [found, more] = answer({ do: "read", text: record }).records;
  if (found?.error) throw trouble("record", found.error.message, found.error);
  if (!found || more) throw trouble("record", "expected one record", { line: 1, column: 1 });
  const { rules, seats, dealer, decks, owner } = found;
  return { rules, seats, dealer, decks, me: me ?? owner ?? seats[0].seat };
}

function checked(setup) {
  const bots = setup?.bots ?? (setup?.record === undefined ? null : [SOME_BOT]);
  if (!Array.isArray(bots) || !bots.length || bots.length > MOST_BOTS || !bots.every((bot) => bot?.level))
    throw trouble("malformed", "One to five bots play.");
  return { ...setup, bots };
}

export class Sitting {
  state; // what the rules said last
  #answer;
  #it; // what is kept: plain data
  #handedOut = null; // the id of the game that is over, as it was handed out to be kept

  constructor(answer, it) {
    this.#answer = answer;
    this.#it = it;
  }

  /** A new one; `known` is {answer, cast, you}. Throws where the setup is none. */
  static start(setup, known) {
    const { bots, ...wanted } = checked(setup);
    const { styles } = known.answer({ do: "about" });
    const game = gameOf({ ...wanted, bots }, known);
    const others = game.seats.filter(({ seat }) => seat !== game.me);
    const stacks = Object.fromEntries(game.seats.map(({ seat, stack }) => [seat, stack]));
    const sitting = new Sitting(known.answer, {
      rules: game.rules,
      me: game.me,
      names: Object.fromEntries(game.seats.map(({ seat, name }) => [seat, name])),
      bots: Object.fromEntries(others.map(({ seat }, place) => [seat, withStyle(bots[place % bots.length], styles)])),
      first: stacks,
      taken_back: 0,
      game: { show_at_once: setup.show_at_once ?? true, open: false, round: 0, no: 0 },
    });
    sitting.#begin({ stacks, dealer: game.dealer, seed: setup.seed ?? below(SEEDS), decks: game.decks });
    return sitting;
  }

  /** One that was kept, where it was. */
  static resume(it, answer) {
    const sitting = new Sitting(answer, it);
    sitting.#ask(it.game);
    sitting.#handedOut = sitting.isOver ? it.game.id : null;
    return sitting;
  }

  get isOver() {
    return this.state.due === "over";
  }

  get gameNo() {
    return this.#it.game.no;
  }

  /** All of it, to be kept. */
  kept(at) {
    return { ...this.#it, at, over: this.isOver, bank: this.state.view.bank, stacks: this.state.stacks };
  }

  // --- games ---------------------------------------------------------------------------------------------------------

  #begin({ stacks, dealer, seed, decks, refilled = false }) {
    const { show_at_once, open, round, no } = this.#it.game;
    const told = { show_at_once, open, round: round + 1, decks, moves: [], deals: 0, by_itself: [] };
    const game = { ...told, id: gameId(), no: no + 1, stacks, dealer, seed, refilled };
    this.#ask(game);
    this.#it.game = game;
    this.#handedOut = null;
    this.deal();
  }

  #ask(game) {
    const { rules, names, me, bots } = this.#it;
    const { stacks, dealer, seed } = game;
    const question = { do: "begin", rules, names, me, bots, stacks, dealer, seed, ...pick(game, STANDING) };
    this.state = this.#answer(question);
  }

  #do(question) {
    this.state = this.#answer(question);
    Object.assign(this.#it.game, pick(this.state, STANDING));
  }

  /** The next game, dealt by who won; who can't pay the ante begins with the first stack again (rules 4.1). */
  next() {
    const { rules, first } = this.#it;
    const stacks = { ...this.state.stacks };
    const broke = Object.keys(stacks).filter((seat) => stacks[seat] < rules.ante);
    for (const seat of broke) stacks[seat] = Math.max(first[seat], stacks[seat]);
    const { winner } = this.state.view.result;
    this.#begin({ stacks, dealer: winner, seed: below(SEEDS), decks: [], refilled: broke.length > 0 });
  }

  /** The same cards, stacks, bots and chance once more. */
  again() {
    this.#begin(this.#it.game);
  }

  // --- within a game -------------------------------------------------------------------------------------------------

  deal() {
    this.#do({ do: "deal", deck: deck() });
  }

  act(word, ask, tenths) {
    this.#do({ do: "act", word, ask, tenths });
  }

  bot(tenths) {
    this.#do({ do: "bot", tenths });
  }

  takeBack() {
    this.#do({ do: "take_back" });
    this.#it.taken_back += 1;
    this.#handedOut = null;
  }

  open(value) {
    this.#do({ do: "open", value });
  }

  showAtOnce(value) {
    this.#do({ do: "show_at_once", value });
  }

  hint() {
    return this.#answer({ do: "hint" });
  }

  // --- what it comes to ----------------------------------------------------------------------------------------------

  /** The id of the game on the table, once it is over. */
  get finished() {
    return this.#handedOut;
  }

  /** The game that is over, to be kept: once. */
  take(at) {
    if (!this.isOver || this.#handedOut) return null;
    const { game, names, me, bots, rules } = this.#it;
    const { view, record, decks, deals } = this.state;
    const { result } = view;
    this.#handedOut = game.id;
    return {
      id: game.id,
      at,
      record,
      me,
      rules,
      seats: view.seats.map(({ seat }) => ({
        seat,
        stack: game.stacks[seat],
        name: names[seat],
        bot: seat !== me,
      })),
      dealer: game.dealer,
      net: result.net,
      bank: result.bank,
      winner: result.winner,
      how: result.how,
      deals,
      bots: view.seats.filter(({ seat }) => seat !== me).map(({ seat }) => bots[seat]),
      decks,
      seed: game.seed,
      imported: false,
    };
  }

  /** What the person sees; the rest is for the worker to say. */
  view({ version, kept, troubled }) {
    const { names, me, bots, game, taken_back } = this.#it;
    const { view, ask, may_take_back, open, show_at_once } = this.state;
    return whole(view, {
      names,
      me,
      version,
      ask,
      epoch: `practice.${taken_back}`, // after taking back, nothing has happened: things stand as they stand
      game: game.id,
      game_no: game.no,
      mine: { show_at_once, top_up_to: null, broke_until: null },
      practice: { may_take_back, open, kept, troubled, refilled: game.refilled, bots },
    });
  }
}
