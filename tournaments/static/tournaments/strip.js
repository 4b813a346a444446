// The strip in the top bar of a tournament's table: level and ante, what is left of it, one's place, the average.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { seam } from "../games/parts.js";
import { fill, rich, sentence, text } from "../games/sentence.js";
import { breakNext, clock, isBreak, isOver, stage } from "./words.js";

const ROOM = 34; // letters that a phone has room for

const isFlat = ({ format, levels }) => format === "arena" && levels === 1; // an arena whose ante never changes

/** On phones its number is left out where the rest is long, and all of it in an arena, whose score takes the room, and
 * where a break is due. */
const level = (news, now) => {
  if (isFlat(news)) return nothing;
  const { level, ante } = news;
  const full = sentence(gettext("Level %(level)s, ante %(ante)s"), { level, ante });
  const found = next(news, now);
  const rest = [full, ...places(news)].map(text).join(" ").length + (found?.until ? clock(found.until - now).length : 9);
  const away = news.format === "arena" || news.break_next;
  return html`<span class="strip__level ${rest > ROOM ? "is-long" : ""} ${away ? "is-away" : ""}"
    ><span class="strip__full">${rich(full)}</span><span class="strip__brief">${anteOf(ante)}</span></span>`;
};

const anteOf = (ante) => html`${rich(sentence(gettext("ante %(ante)s"), { ante }))}`;

const games = (count) =>
  interpolate(ngettext("%(count)s game left", "%(count)s games left", count), { count }, true);

/** {words, until, whole}: what ends next, and when, and how long it lasts in all. */
function next(news, now) {
  if (news.break_next) return { words: breakNext() };
  if (isBreak(news, now)) return { words: pgettext("after the time left", "to the end of the break"), until: news.break_until };
  if (news.format === "arena" && news.ends_at !== null && (news.level_ends ?? Infinity) >= news.ends_at) {
    return { words: pgettext("after the time left", "to the end"), until: news.ends_at };
  }
  if (news.level_ends === null) return null;
  return {
    words: fill(pgettext("after the time left", "to an ante of %(amount)s"), news.next_ante),
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
  if (!found.until) return html`<span class="strip__time">${found.words}</span>`;
  const left = found.until - now;
  return html`<span class="strip__time">${found.whole ? seam(left, found.whole) : nothing}<b>${clock(left)}</b
    ><span class="strip__to">${found.words}</span></span>`;
};

/** One's place, and in an arena the score; or how many are in. */
const places = ({ me, left, entries, format }) => {
  if (me?.state !== "in" || me.place === null) return [sentence(pgettext("players", "%(left)s of %(entries)s in"), { left, entries })];
  if (format !== "arena") return [sentence(gettext("place %(place)s of %(of)s"), { place: me.place, of: left })];
  return [
    sentence(gettext("place %(place)s of %(of)s"), { place: me.place, of: entries }),
    sentence(gettext("score %(score)s"), { score: me.score }),
  ];
};

const place = (news) =>
  html`<span class="strip__place">${places(news).map((said, at) => html`${at ? ", " : ""}${rich(said)}`)}</span>`;

const average = (news, className) =>
  news.average === null
    ? nothing
    : html`<span class=${className}>${rich(sentence(gettext("average %(chips)s"), { chips: news.average }))}</span>`;

/** What stands in the strip; what the whole tournament does just now stands beside the table's name (words.js). */
export const strip = (news, now) =>
  isOver(news) ? nothing : html`${level(news, now)}${time(news, now)}${place(news)}${average(news, "strip__average")}`;

/** On phones, beside the name: what has no room in the strip. */
export function beside(news, now) {
  const what = stage(news, now);
  const rest = () => (news.format === "arena" && !isFlat(news) ? anteOf(news.ante) : average(news, ""));
  return html`<small class="beside num">${what ? html`<b>${what}</b>` : nothing} ${
    isOver(news) ? nothing : html`<span>${rest()}</span>`
  }</small>`;
}
