// A tournament in words: what changed, for whoever hears it; times, places.

import { fill, number, sentence } from "../games/sentence.js";

const say = (format, values) => interpolate(format, values, true);

/** Time left as m:ss, or h:mm:ss. */
export function clock(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (part) => String(part).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** When a break ends. */
function breakEnds(ms) {
  const minutes = Math.round(ms / 60_000);
  const seconds = Math.max(1, Math.round(ms / 1000));
  const format = minutes
    ? ngettext("Break: play goes on in %(count)s minute.", "Break: play goes on in %(count)s minutes.", minutes)
    : ngettext("Break: play goes on in %(count)s second.", "Break: play goes on in %(count)s seconds.", seconds);
  return say(format, { count: number(minutes || seconds) });
}

export const isOver = (news) => !["announced", "running"].includes(news.state);
export const isOff = (news) => ["refunding", "cancelled"].includes(news.state);
export const isBreak = (news, now) => news.state === "running" && news.break_until !== null && news.break_until > now;

/** A break waits for the games that still run. */
export const breakNext = () => gettext("Break after this game");

/** What the whole tournament does just now, where it is not simply playing. */
export function stage(news, now) {
  if (isOff(news)) return pgettext("a tournament", "Called off");
  if (isOver(news)) return pgettext("a tournament", "Over");
  if (isBreak(news, now)) return gettext("Break");
  if (news.final_table) return gettext("Final table");
  return news.hand_for_hand ? gettext("Hand for hand") : "";
}

const level = ({ level, ante, bet }) => {
  const values = { level: number(level), ante: number(ante), bet: number(bet) };
  return say(
    bet === ante
      ? gettext("Level %(level)s: ante %(ante)s.")
      : gettext("Level %(level)s: ante %(ante)s, bets from %(bet)s."),
    values,
  );
};

/** What has changed from one news to the next that everybody at its tables should hear, as sentences. */
export function changes(old, fresh, now) {
  const began = (name) => fresh[name] && !old[name];
  const going = fresh.state === "running";
  return [
    going && fresh.level !== old.level && level(fresh),
    going && began("break_next") && gettext("Break after this game, when all tables have finished theirs."),
    isBreak(fresh, now) &&
      fresh.break_until !== old.break_until &&
      breakEnds(fresh.break_until - now),
    going && began("hand_for_hand") && gettext("Hand for hand: after each game the tables wait for one another."),
    going && began("final_table") && gettext("This is the final table."),
    isOff(fresh) && !isOff(old) && gettext("The tournament was called off."),
  ].filter(Boolean);
}

/** Where one watches what goes on. */
export const watchOn = (table) => sentence(gettext("You watch on at %(table)s."), { table: { name: table } });

/** Where one is moved to. */
export const moved = (number_) => fill(gettext("You move to table %(amount)s"), number_);
