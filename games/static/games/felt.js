// The felt, drawn from a view alone: the same for a live table, a replay, a spectator and practice.
// `ui` is what the page knows besides: {now (server ms), live (buttons may act), picked (card), acts (what they do)}.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { best, isHidden, suitOf } from "./cards.js";
import { called, cardName, isMe, suitName } from "./names.js";
import { backs, cardPicture, chips, dealerMark, patch, ring, tricksWon } from "./parts.js";
import { around, inFrom, lowest, mySeat, seatOf } from "./seats.js";
import { fill, number, rich, text } from "./sentence.js";
import { secondsLeft } from "./server_clock.js";
import { dutySentence, isAsked, seatLabel, situation } from "./words.js";

// --- seats ---------------------------------------------------------------------------------------------------------

const onClock = (view, seat) => view.deadline !== null && view.to_act.includes(seat.seat);

const clockOf = (view, seat, ui) => {
  const bank = view.phase === "bid" || view.phase === "play" ? seat.bank_ms ?? 0 : 0;
  return onClock(view, seat) ? ring(view.deadline - ui.now, view.turn_ms + bank) : nothing;
};

const dealer = (view, seat) => (view.dealer === seat.seat ? dealerMark() : nothing);

// Said to readers only: what the others see from patches, rings and positions.
const spoken = (view, seat) =>
  [
    view.dealer === seat.seat ? gettext("Dealer.") : "",
    view.to_act.includes(seat.seat) ? gettext("To act.") : "",
    seat.bot ? gettext("A bot.") : "",
    seat.in && seat.cards?.length
      ? interpolate(ngettext("%(count)s card.", "%(count)s cards.", seat.cards.length), { count: seat.cards.length }, true)
      : "",
  ].join(" ");

const inPlay = (view) => view.phase === "play";

const label = (view, seat) => {
  if (inPlay(view) && seat.in) return html`<span class="act">${tricksWon(seat.tricks)}</span>`;
  if (view.phase === "azi" && seat.tricks) return html`<span class="act">${tricksWon(seat.tricks)}</span>`;
  const found = seatLabel(view, seat);
  return found ? html`<span class="act ${found.kind ? `act--${found.kind}` : ""}">${found.words}</span>` : nothing;
};

const leads = (view, seat) =>
  view.leader === seat.seat && (view.phase === "bid" || inPlay(view))
    ? html`<span class="seat__lead">${gettext("leads")}</span>`
    : nothing;

const taken = (view, place, seat, ui) => {
  const playing = seat.in && !seat.waiting;
  const turn = view.to_act.includes(seat.seat);
  const held = playing && view.phase !== "over" ? seat.cards ?? [] : [];
  return html`<li class="seat ${place} ${turn ? "is-turn" : ""} ${playing ? "" : "is-out"}" data-seat=${seat.seat}>
    <span class="seat__head">${patch(seat, "", [clockOf(view, seat, ui), dealer(view, seat)])}${backs(held)}</span>
    <bdi class="seat__name">${seat.name}</bdi>
    ${chips(seat.stack, "seat__chips")}
    <span class="seat__did">${label(view, seat)}${leads(view, seat)}</span>
    <span class="sr">${spoken(view, seat)}</span>
  </li>`;
};

const empty = (view, place, seatNumber, ui) => {
  const maySit = view.my_seat === null && view.stakes === "cash" && ui.acts.openSit;
  const inside = html`<span class="seat__sit" aria-hidden="true">+</span
    ><span class="seat__chips">${maySit ? gettext("Sit here") : gettext("Empty")}</span>`;
  return html`<li class="seat ${place} is-empty" data-seat=${seatNumber}>
    ${maySit
      ? html`<button class="seat__free" type="button" ?disabled=${!ui.live} @click=${() => ui.acts.openSit(seatNumber)}
          aria-label=${fill(gettext("Sit here, seat %(amount)s"), seatNumber)}>${inside}</button>`
      : inside}
  </li>`;
};

const place = (view, where, seatNumber, seat, ui) =>
  seat ? taken(view, where, seat, ui) : empty(view, where, seatNumber, ui);

const seats = (view, ui) =>
  html`<ul class="seats__list" role="list">${repeat(around(view), ([, seatNumber]) => seatNumber, ([where, seatNumber, seat]) =>
    place(view, `s${where}`, seatNumber, seat, ui))}</ul>`;

// --- the middle ----------------------------------------------------------------------------------------------------

const trump = (view) => {
  if (!view.turn_up) return nothing;
  const suit = suitOf(view.turn_up);
  return html`<span class="trump" data-turn-up=${view.turn_up}>${cardPicture(view.turn_up, "card--44")}
    <span class="trump__txt"><span>${gettext("Trump")} <b>${suitName(suit)}</b></span>
      ${view.six_up ? html`<b class="trump__road">${gettext("six on the road")}</b>` : nothing}
      ${view.level && view.phase === "bid"
        ? html`<span class="num">${gettext("Level")} <b>${number(view.level)}</b></span>` : nothing}
    </span></span>`;
};

const middle = (view) => html`<div class="mid">${view.game === null ? nothing : html`<div class="bank">
  <span class="eyebrow">${gettext("Bank")}</span>
  <span class="bank__sum num ${view.bank > 99999 ? "is-long" : ""}" data-bank=${view.bank}>${number(view.bank)}</span>
  ${trump(view)}</div>`}</div>`;

const played = (view, seat, card, winning) => html`<li class="played ${winning ? "is-best" : ""} ${isMe(view, seat) ? "is-me" : ""}"
  data-played=${card}>${cardPicture(card)}<bdi class="played__who">${called(view, seat)}</bdi
  >${winning ? html`<span class="sr">${gettext("highest")}</span>` : nothing}</li>`;

const gap = (view, seat, first) => {
  const mine = isMe(view, seat) && isAsked(view);
  const words = mine ? (first ? gettext("Lead") : gettext("Play")) : first ? gettext("leads") : "";
  return html`<li class="played ${mine ? "is-me" : ""}"><span class="played__gap">${words}</span
    ><bdi class="played__who">${called(view, seat)}</bdi></li>`;
};

/** Cards of a trick in the order of play, the best one standing higher. */
export const trickCards = (view, plays) => {
  const winning = best(plays.map(({ card }) => card), suitOf(view.turn_up), view.six_up);
  return plays.map(({ seat, card }, index) => played(view, seat, card, index === winning));
};

const trick = (view) => {
  if (!inPlay(view)) return nothing;
  if (!view.trick.length && view.last_trick.length) {
    return html`<ol class="trick is-last" aria-label=${gettext("The last trick")}>${trickCards(view, view.last_trick)}</ol>`;
  }
  const first = view.trick[0]?.seat ?? view.leader ?? view.to_act[0];
  const open = inFrom(view, first).slice(view.trick.length);
  return html`<ol class="trick" aria-label=${gettext("This trick")}>${trickCards(view, view.trick)}${open.map((seat, index) =>
    gap(view, seat, !view.trick.length && !index))}</ol>`;
};

const lastTrick = (view) => {
  if (!inPlay(view) || !view.trick.length || !view.last_trick.length) return nothing;
  return html`<button class="btn btn--quiet btn--s last" type="button" popovertarget="last-trick">${gettext("Last trick")}</button>
    <div id="last-trick" class="panel pop" popover><h2>${gettext("The last trick")}</h2>
      <ol class="trick">${trickCards(view, view.last_trick)}</ol></div>`;
};

const middleWords = (view, ui) => {
  const said = situation(view);
  const left = view.next === null ? null : secondsLeft(view.next, ui.now);
  const soon = left !== null && (view.phase === "waiting" || view.phase === "shuffle");
  return html`<p class="say" id="situation">${said ? rich(said) : nothing}
    ${soon ? html`<span class="num">${fill(gettext("Next in %(amount)s s."), left)}</span>` : nothing}</p>`;
};

// --- my place ------------------------------------------------------------------------------------------------------

const why = (view) => (isAsked(view) ? text(dutySentence(view)) : gettext("It is not your turn."));

const discards = (view) => view.phase === "discard" && isAsked(view);

const handCard = (view, card, index, ui) => {
  const can = view.legal.includes(inPlay(view) ? card : `x${card}`) && ui.live && !ui.sending;
  const turn = (inPlay(view) || view.phase === "discard") && isAsked(view);
  const chosen = discards(view) && ui.picked === card;
  const state = !turn ? "" : can ? "is-legal" : "is-not";
  const press = () => {
    if (!can) ui.acts.explain?.(inPlay(view) ? why(view) : gettext("This card can't be put away."));
    else if (inPlay(view)) ui.acts.act(card);
    else ui.acts.pick(card);
  };
  return html`<button type="button" class="hand__card ${state} ${chosen ? "is-picked" : ""}" data-card=${card}
    aria-disabled=${can ? "false" : "true"} aria-pressed=${discards(view) ? String(chosen) : nothing}
    aria-describedby=${turn && !can ? "situation" : nothing} aria-label=${cardName(card)} @click=${press}
    >${cardPicture(card, "", false)}</button>`;
};

const hand = (view, seat, ui) => {
  const cards = seat.cards ?? [];
  if (!cards.length || view.phase === "over") return nothing;
  const down = cards.every(isHidden);
  return html`<div class="hand hand--${cards.length} ${down ? "hand--down" : ""}" role="group" aria-label=${gettext("Your cards")}>${down
    ? cards.map(() => html`<span class="hand__card">${cardPicture("??")}</span>`)
    : repeat(cards, (card) => card, (card, index) => handCard(view, card, index, ui))}</div>`;
};

const myTurn = (view, seat, ui) => {
  if (!isAsked(view)) {
    const found = inPlay(view) && seat.in ? null : seatLabel(view, seat);
    return found ? html`<span class="me__turn me__turn--idle">${found.words}</span>` : nothing;
  }
  const left = view.deadline === null ? null : secondsLeft(view.deadline, ui.now);
  return html`<span class="me__turn">${gettext("Your turn")}${left === null
    ? nothing : html`<span class="num">${fill(gettext("%(amount)s s left"), left)}</span>`}</span>`;
};

const mine = (view, seat, ui) => html`<section class="me" aria-label=${gettext("Your place")} data-seat=${seat.seat}>
  <div class="me__bar">${patch(seat, "", [clockOf(view, seat, ui), dealer(view, seat)])}
    <span class="me__who"><bdi class="me__name">${seat.name}</bdi>${chips(seat.stack, "me__chips")}</span>
    ${inPlay(view) && seat.in ? tricksWon(seat.tricks) : nothing}
    ${leads(view, seat)}${myTurn(view, seat, ui)}<span class="sr">${spoken(view, seat)}</span></div>
  ${hand(view, seat, ui)}</section>`;

const below = (view, ui) => {
  const seat = mySeat(view);
  if (seat) return mine(view, seat, ui);
  const last = lowest(view);
  return html`<ul class="me me--watch" role="list">${place(view, "s0", last, seatOf(view, last), ui)}</ul>`;
};

const isFull = (view) => around(view).every(([, , seat]) => seat);

/** Everything on the felt but what asks for a decision (dock.js, sheets.js). */
export const felt = (view, ui) => html`<div class="felt ${isFull(view) ? "felt--full" : ""}" data-phase=${view.phase} data-game-no=${view.game_no}
  data-ask=${view.ask ?? nothing} data-turn=${isAsked(view) ? "me" : view.to_act.join(" ")}>
  <div class="seats">${seats(view, ui)}${middle(view)}</div>
  <div class="centre">${trick(view)}${middleWords(view, ui)}${lastTrick(view)}</div>
  ${below(view, ui)}</div>`;
