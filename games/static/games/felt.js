// The felt, drawn from a view alone: the same for a live table, a replay, a spectator and practice.
// Of `ui`, what the page knows besides, it reads {now (server ms), live (buttons may act), sending, error, you, picked,
// blindWord (the word about blind bets is still to be said), roomy, seal, acts (what pressing does)}.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { adviseButton } from "./advice.js";
import { callPrice } from "./bidding.js";
import { blindWord } from "./blind_word.js";
import { isHidden, suitOf } from "./cards.js";
import { cardName, suitName } from "./names.js";
import { cardPicture, chipPiles, chips, errorNote, tricksWon } from "./parts.js";
import { aside, face, leads, lowestPlace, others } from "./places.js";
import { around, isAbsent, isArena, isTournament, mySeat, ownTerms } from "./seats.js";
import { fill, number, rich, text } from "./sentence.js";
import { secondsLeft } from "./server_clock.js";
import { lastTrick, trick } from "./trick.js";
import { dutySentence, isAsked, isSoon, isStuck, levelWord, seatLabel, situation } from "./words.js";

const inPlay = (view) => view.phase === "play";

// --- the middle ----------------------------------------------------------------------------------------------------

const level = (view) =>
  view.level && view.phase === "bid"
    ? html`<p class="level"><span class="num">${levelWord(view)} <b>${number(view.level)}</b></span>
        <small>${isTournament(view) ? gettext("to stay in") : gettext("each must match")}</small></p>`
    : nothing;

/** The ace that was turned makes the six the highest trump: that is marked on it. */
const road = () => html`<span class="trump__six" aria-hidden="true"><b>6</b></span>`;

const roadWords = () => html`<b class="trump__road"
  ><span class="trump__full">${gettext("six on the road: the highest")}</span
  ><span class="trump__brief">${gettext("six is highest")}</span></b>`;

const trump = (view) => {
  if (!view.turn_up || view.phase === "shuffle") return nothing;
  const card = cardPicture(view.turn_up, "card--44");
  return html`<div class="trump" data-turn-up=${view.turn_up}
    ><span class="trump__card">${card}${view.six_up ? road() : nothing}</span>
    <span class="trump__txt"><span>${gettext("Trump")} <b>${suitName(suitOf(view.turn_up))}</b></span>
      ${view.six_up ? roadWords() : nothing}</span></div>`;
};

const bank = (view) => html`<div class="bank"><div class="bank__chips">${chipPiles(view.bank)}
    <span class="eyebrow">${gettext("Bank")}</span>
    <span class="bank__sum num ${view.bank > 99999 ? "is-long" : ""}" data-bank=${view.bank}
      >${number(view.bank)}</span></div>
  ${trump(view)}${level(view)}</div>`;

const soon = (view, ui) =>
  view.next !== null && (view.phase === "shuffle" || (view.phase === "waiting" && isSoon(view)))
    ? html`<span class="num">${fill(gettext("Next in %(amount)s s."), secondsLeft(view.next, ui.now))}</span>`
    : nothing;

/** What helps somebody who waits: another table, or company. */
const remedy = (view, ui) => {
  if (isStuck(view) && ui.pages?.lobby) {
    return html`<a class="btn btn--s" data-do="elsewhere" href=${ui.pages.lobby}>${gettext("Find another table")}</a>`;
  }
  if (isTournament(view)) return nothing;
  const alone = view.seats.every((seat) => seat.bot || seat.seat === view.my_seat);
  if (view.phase !== "waiting" || !mySeat(view) || !alone || (view.bots && !view.private)) return nothing;
  return html`<button type="button" class="btn btn--s" data-do="felt_invite" @click=${ui.acts.invite}
    >${gettext("Invite")}</button>`;
};

/** What is going on, or what was just refused. */
const sayings = (view, ui) => {
  if (ui.error || ui.calm) return errorNote(ui);
  const said = situation(view);
  return html`<p class="say" id="situation">${said ? rich(said) : nothing} ${soon(view, ui)}</p>${remedy(view, ui)}`;
};

// --- my place ------------------------------------------------------------------------------------------------------

const whyNot = (view) => {
  if (!isAsked(view)) return gettext("It is not your turn.");
  return inPlay(view) ? text(dutySentence(view)) : gettext("This card can't be put away.");
};

const press = (view, card, can, ui) => {
  if (!can) ui.acts.explain(whyNot(view));
  else if (inPlay(view)) ui.acts.act(card);
  else ui.acts.pick(card);
};

const handCard = (view, card, ui) => {
  const legal = view.legal.includes(inPlay(view) ? card : `x${card}`);
  const can = legal && ui.live && !ui.sending;
  const turn = (inPlay(view) || view.phase === "discard") && isAsked(view);
  const picking = turn && !inPlay(view);
  const state = turn ? (legal ? "is-legal" : "is-not") : "";
  return html`<button type="button" data-card=${card} aria-label=${cardName(card)}
    class="hand__card ${state} ${picking && ui.picked === card ? "is-picked" : ""}"
    aria-disabled=${String(!can)} aria-pressed=${picking ? String(ui.picked === card) : nothing}
    aria-describedby=${turn && !legal ? "situation" : nothing} @click=${() => press(view, card, can, ui)}
    >${cardPicture(card, "", false)}</button>`;
};

const hand = (view, seat, ui) => {
  if (!seat.cards.length || view.phase === "over") return nothing;
  const down = seat.cards.every(isHidden);
  const shown = down
    ? seat.cards.map(() => html`<span class="hand__card">${cardPicture("??")}</span>`)
    : repeat(seat.cards, String, (card) => handCard(view, card, ui));
  return html`<div class="hand hand--${seat.cards.length} ${down ? "hand--down" : ""}" role="group"
    aria-label=${gettext("Your cards")}>${shown}</div>`;
};

const idle = (view, seat) => {
  const found = inPlay(view) && seat.in ? null : seatLabel(view, seat);
  return found ? html`<span class="me__turn me__turn--idle">${found.words}</span>` : nothing;
};

const turn = (view, seat, ui) => {
  if (!isAsked(view)) return idle(view, seat);
  const left = view.deadline === null ? "" : fill(gettext("%(amount)s s left"), secondsLeft(view.deadline, ui.now));
  return html`<span class="me__turn">${gettext("Your turn")}<span class="num">${left}</span></span>`;
};

/** What I have bet in this deal, and what it takes to stay. */
const terms = (view, seat) => {
  if (!seat.in || (view.phase !== "bid" && view.phase !== "play")) return nothing;
  const price = view.phase === "bid" && view.level ? callPrice(view, seat) : 0;
  const words = [
    seat.bid && fill(gettext("bid %(amount)s"), seat.bid),
    price && fill(gettext("%(amount)s to stay"), price),
  ].filter(Boolean);
  if (!words.length) return nothing;
  const piles = seat.bid ? chipPiles(seat.bid) : nothing;
  return html`<span class="me__terms num">${piles}<span>${words.join(", ")}</span></span>`;
};

/** What was wished for from the next game on: to sit out, or a larger stack. */
const wished = (view, seat) => {
  const chips = ownTerms(view).top_up_to;
  if (isAbsent(view)) {
    return html`<small class="me__wish">${isArena(view) ? gettext("pauses") : gettext("sits out")}</small>`;
  }
  if (seat.sitting_out && seat.in) return html`<small class="me__wish">${gettext("sits out next game")}</small>`;
  return chips ? html`<small class="me__wish num">${fill(gettext("%(amount)s next game"), chips)}</small>` : nothing;
};

const mine = (view, seat, ui) => html`<section class="me" aria-label=${gettext("Your place")} data-seat=${seat.seat}>
  <div class="me__bar">${face(view, seat, ui)}
    <span class="me__who"><bdi class="me__name">${seat.name}</bdi>
      <span>${chips(seat.stack, "me__chips")}${wished(view, seat)}</span>${terms(view, seat)}</span>
    ${inPlay(view) && seat.in ? tricksWon(seat.tricks) : nothing}
    ${leads(view, seat)}${adviseButton(view, ui)}${turn(view, seat, ui)}${aside(view, seat)}</div>
  ${hand(view, seat, ui)}</section>`;

// --- all of it -----------------------------------------------------------------------------------------------------

const isFull = (view) => around(view).every(([, , seat]) => seat);

/** Whether the felt has room for the fairness seal, on its seam. What is loud has its words with it. */
export const holdsSeal = (ui) => ui.roomy && !ui.seal?.isLoud;

/** Everything on the felt but what asks for a decision (dock.js, azi.js, sit.js). */
export function felt(view, ui) {
  const seat = mySeat(view);
  return html`<div class="felt ${isFull(view) ? "felt--full" : ""}" data-phase=${view.phase}
    data-game-no=${view.game_no} data-ask=${view.ask ?? nothing}
    data-turn=${isAsked(view) ? "me" : view.to_act.join(" ")}>
    ${holdsSeal(ui) ? ui.seal?.button() : nothing}
    <div class="seats">${others(view, ui)}<div class="mid">${view.game === null ? nothing : bank(view)}</div></div>
    <div class="centre">${inPlay(view) ? trick(view) : nothing}<div class="saying">${sayings(view, ui)}
      ${inPlay(view) ? lastTrick(view) : nothing}</div>${blindWord(view, ui)}</div>
    ${seat ? mine(view, seat, ui) : lowestPlace(view, ui)}</div>`;
}

/** The felt before the first view: of the same size, so that nothing moves when it comes; words if that takes long. */
export const bareFelt = (words) => html`<div class="felt felt--bare"><div class="wait" aria-busy="true"><i></i><i></i
  ><i></i></div><p class="late">${words}</p></div>`;
