// The strip in the top bar of a tournament's table: level and ante, what is left of it, one's place, the average.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { seam } from "../games/parts.js";
import { fill, rich, sentence } from "../games/sentence.js";
import { clock, isBreak, isOver, stage } from "./words.js";

const level = ({ level, ante }) =>
  html`<span class="strip__level">${rich(sentence(gettext("Level %(level)s, ante %(ante)s"), { level, ante }))}</span>`;

const games = (count) =>
  interpolate(ngettext("%(count)s game left", "%(count)s games left", count), { count }, true);

/** {words, until, whole}: what ends next, and when, and how long it lasts in all. */
function next(news, now) {
  if (isBreak(news, now)) return { words: gettext("to the end of the break"), until: news.break_until };
  if (news.format === "arena" && news.ends_at !== null && (news.level_ends ?? Infinity) >= news.ends_at) {
    return { words: gettext("to the end"), until: news.ends_at };
  }
  if (news.level_ends === null) return null;
  return {
    words: fill(gettext("to an ante of %(amount)s"), news.next_ante),
    until: news.level_ends,
    whole: news.level_ms,
  };
}

const time = (news, now) => {
  const found = next(news, now);
  if (!found) {
    return news.level_games_left === null
      ? nothing
      : html`<span class="strip__time">${games(news.level_games_left)}</span>`;
  }
  const left = found.until - now;
  return html`<span class="strip__time">${found.whole ? seam(left, found.whole) : nothing}<b>${clock(left)}</b
    ><span class="strip__to">${found.words}</span></span>`;
};

const place = ({ me, left, entries, format }) => {
  if (me?.state !== "in" || me.place === null) {
    return html`<span>${rich(sentence(gettext("%(left)s of %(entries)s in"), { left, entries }))}</span>`;
  }
  const arena = format === "arena";
  const where = sentence(gettext("place %(place)s of %(of)s"), { place: me.place, of: arena ? entries : left });
  const points = () => html`, ${rich(sentence(gettext("%(score)s points"), { score: me.score }))}`;
  return html`<span class="strip__place">${rich(where)}${arena ? points() : nothing}</span>`;
};

const average = (news, className) =>
  news.average === null
    ? nothing
    : html`<span class=${className}>${rich(sentence(gettext("average %(chips)s"), { chips: news.average }))}</span>`;

/** What stands in the strip; what the whole tournament does just now stands beside the table's name (words.js). */
export const strip = (news, now) =>
  isOver(news) ? nothing : html`${level(news)}${time(news, now)}${place(news)}${average(news, "strip__average")}`;

/** On phones, beside the name: what has no room in the strip. */
export function beside(news, now) {
  const what = stage(news, now);
  return html`<small class="beside num">${what ? html`<b>${what}</b>` : nothing} ${
    isOver(news) ? nothing : average(news, "")
  }</small>`;
}
