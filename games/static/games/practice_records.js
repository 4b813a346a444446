// Kept games as a text of records, and a text of records as games to keep. Before each record a comment says what the
// record doesn't: when it was played, from which seat, against which bots.

import { gameId } from "./practice_decks.js";
import { entryOf } from "./practice_store.js";

const BEGINS = /^[ \t]*azi(?=[ \t\r;]|$)/;
const NOTE = /^; practice (\{.*\})\s*$/;
const LONGEST = 256 * 1024; // characters of a record: the longest games have a tenth of it
const NAMED = /^[a-z-]{1,20}$/; // a level or a style; which there are is for the rules to say

/** All of them in one text, oldest first. */
export const textOf = (games) =>
  [...games]
    .sort((one, other) => one.at - other.at)
    .map(({ record, at, me, bots, seed }) => `; practice ${JSON.stringify({ at, me, bots, seed })}\n${record}`)
    .join("\n");

/** What is wrong with a record that is too long to be one, or null: reading it would take minutes. */
export const tooLong = (text) =>
  text.length > LONGEST ? { line: 1, column: 1, message: "a record has at most 256 KiB here" } : null;

/** The parts of a text, each from where a record begins: {text, line} with the number of lines before it. */
function parts(text) {
  const found = [{ lines: [], line: 0 }];
  text.split("\n").forEach((line, at) => {
    if (BEGINS.test(line)) found.push({ lines: [], line: at });
    found.at(-1).lines.push(line);
  });
  return found.map(({ lines, line }) => ({ text: lines.join("\n"), line }));
}

const noteIn = (text) => {
  const said = text.trimEnd().split("\n").at(-1);
  try {
    return JSON.parse(NOTE.exec(said)?.[1] ?? "{}");
  } catch {
    return {};
  }
};

const isBot = (bot) => NAMED.test(bot?.level) && NAMED.test(bot?.style);

/** Only what a game of practice can have said. */
function checked({ at, me, bots, seed }, found) {
  const seats = found.seats.map(({ seat }) => seat);
  const isMine = seats.includes(me);
  const areBots = isMine && Array.isArray(bots) && bots.length === seats.length - 1 && bots.every(isBot);
  return {
    at: Number.isInteger(at) && at > 0 && at <= Date.now() ? at : Date.now(),
    me: isMine ? me : found.owner,
    bots: areBots ? bots.map(({ level, style }) => ({ level, style })) : null,
    seed: areBots && Number.isInteger(seed) && seed >= 0 && seed < 2 ** 30 ? seed : null,
  };
}

/**
 * What a text holds: {games: to keep, wrong: [{line, column, message}], unfinished: how many}. `ask` asks the rules, of
 * one record after the other, so that nobody waits for a long text; `tell` hears how many of how many are read.
 */
export async function read(text, ask, tell) {
  const all = parts(text);
  const result = { games: [], wrong: [], unfinished: 0 };
  for (const [at, part] of all.entries()) {
    tell(at, all.length - 1);
    const error = tooLong(part.text);
    const { records } = error ? { records: [{ error }] } : await ask({ do: "read", text: part.text });
    for (const found of records) {
      if (found.error) result.wrong.push({ ...found.error, line: found.error.line + part.line });
      else if (!found.over) result.unfinished += 1;
      else result.games.push(entryOf(found, { id: gameId(), ...checked(noteIn(all[at - 1].text), found) }));
    }
  }
  return result;
}
