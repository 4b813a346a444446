// A trick on the felt: cards left to right in the order of play, the best one standing higher.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { best, suitOf } from "./cards.js";
import { called, isMe } from "./names.js";
import { cardPicture } from "./parts.js";
import { inFrom } from "./seats.js";
import { isAsked } from "./words.js";

/** Which of these plays wins, as an index; -1 for none. */
export function winning(view, plays) {
  const cards = plays.map(({ card }) => card);
  return best(cards, suitOf(view.turn_up), view.six_up);
}

const highest = () => html`<span class="sr">${pgettext("a card", "highest")}</span>`;

const played = (view, { seat, card }, wins) => html`<li data-played=${card}
  class="played ${wins ? "is-best" : ""} ${isMe(view, seat) ? "is-me" : ""}">${cardPicture(card)}
  <bdi class="played__who">${called(view, seat)}</bdi>${wins ? highest() : nothing}
</li>`;

const gapWords = (leads, mine) => {
  if (mine) return leads ? pgettext("your card", "Lead") : pgettext("your card", "Play");
  return leads ? pgettext("a player", "leads") : "";
};

/** The place of a card that is still to come. */
const gap = (view, seat, leads) => {
  const mine = isMe(view, seat) && isAsked(view);
  return html`<li class="played ${mine ? "is-me" : ""}"><span class="played__gap">${gapWords(leads, mine)}</span>
    <bdi class="played__who">${called(view, seat)}</bdi></li>`;
};

const cards = (view, plays) => {
  const best = winning(view, plays);
  return plays.map((play, index) => played(view, play, index === best));
};

const lastCards = (view) => html`<ol class="trick is-last" aria-label=${gettext("The last trick")}
  >${cards(view, view.last_trick)}</ol>`;

/** The trick being played; before its first card, the one before it. */
export function trick(view) {
  if (!view.trick.length && view.last_trick.length) return lastCards(view);
  const first = view.trick[0]?.seat ?? view.leader ?? view.to_act[0];
  const toCome = inFrom(view, first).slice(view.trick.length);
  return html`<ol class="trick" aria-label=${gettext("This trick")}>${cards(view, view.trick)}
    ${toCome.map((seat, index) => gap(view, seat, !view.trick.length && index === 0))}</ol>`;
}

/** The last trick, on demand, while the next one is under way. */
export function lastTrick(view) {
  if (!view.trick.length || !view.last_trick.length) return nothing;
  return html`<button class="btn btn--quiet btn--s last" type="button" popovertarget="last-trick"
    >${gettext("Last trick")}</button>
    <div id="last-trick" class="panel pop" popover><h2>${gettext("The last trick")}</h2>${lastCards(view)}</div>`;
}
