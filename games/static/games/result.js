// The end of a game: who won how much and why, the tricks, and what everybody gained or lost.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { suitOf } from "./cards.js";
import { leftWith, obstacle } from "./dock.js";
import { tricks } from "./history.js";
import { called, isMe, playerAt, suitName } from "./names.js";
import { isClosed } from "./notices.js";
import { effort, outcome, trickReason } from "./outcome.js";
import { cardPicture, chips, errorNote, nameOf, patch } from "./parts.js";
import { isTournament, mySeat, otherPeople } from "./seats.js";
import { fill, rich, sentence, signed } from "./sentence.js";
import { secondsLeft } from "./server_clock.js";
import { winning } from "./trick.js";
import { held } from "./words.js";

const trump = (view) => {
  if (!view.turn_up) return nothing;
  const road = gettext("Trump was %(suit)s, with the six on the road.");
  const format = view.six_up ? road : gettext("Trump was %(suit)s.");
  return rich(sentence(format, { suit: suitName(suitOf(view.turn_up)) }));
};

const heading = (view) => {
  const { head, share, why } = outcome(view);
  const winner = playerAt(view, view.result.winner);
  const sum = share === undefined ? nothing : html`<span class="result__sum">${chips(share)}</span>`;
  return html`<header class="result__head">${winner ? patch(winner) : nothing}
    <h2>${rich(head)}</h2>${sum}<p>${rich(why)} ${trump(view)}</p></header>`;
};

const trickRow = (view, plays, index) => {
  const best = winning(view, plays);
  const fan = plays.map(({ card }, at) => cardPicture(card, `card--32 ${at === best ? "is-best" : ""}`));
  const name = fill(gettext("Trick %(amount)s"), index + 1);
  return html`<li><span class="fan" role="group" aria-label=${name}>${fan}</span>
    <span><b><bdi>${called(view, plays[best].seat)}</bdi></b>${trickReason(view, plays, best)}</span></li>`;
};

const trickList = (view) => {
  const played = view.turn_up ? tricks(view) : [];
  if (!played.length) return nothing;
  return html`<section class="panel" aria-label=${gettext("The tricks")}><ol class="tricks rows">
    ${played.map((plays, index) => trickRow(view, plays, index))}</ol></section>`;
};

const netRow = (view, seat) => {
  const net = view.result.net[seat.seat];
  const name = isMe(view, seat.seat) ? gettext("You") : nameOf(seat);
  return html`<li data-net-seat=${seat.seat}>${patch(seat, "ava--s")}<span>${name}
    <small>${effort(view, seat)}</small></span>
    <span class="num ${net > 0 ? "gain" : "loss"}">${signed(net)}</span></li>`;
};

const netList = (view) => {
  const rows = Object.keys(view.result.net).map((seat) => playerAt(view, Number(seat))).filter(Boolean);
  if (!rows.length) return nothing;
  rows.sort((one, other) => view.result.net[other.seat] - view.result.net[one.seat]);
  return html`<section class="panel" aria-label=${gettext("Gains and losses")}><ul class="net-list rows">${rows.map(
    (seat) => netRow(view, seat),
  )}</ul></section>`;
};

const nextWords = (view, ui) =>
  view.next === null || view.next <= ui.now
    ? gettext("Next game")
    : fill(gettext("Next game, %(amount)s s"), secondsLeft(view.next, ui.now));

const READY_MS = 2_000; // from the last person's "ready" to the next game
const PAUSE_MS = 6_000; // to look at a result; what is longer is a tournament's break, and no "ready" shortens it

const waits = (view, ui) => (view.next === null ? rich(held()) : nextWords(view, ui));

/** Under a pressed "Next game", whose countdown says when: whether it waits for others. */
const readyWords = (view, ui) =>
  otherPeople(view).length && view.next - ui.now > READY_MS
    ? gettext("You are ready; the others aren't yet")
    : gettext("You are ready");

/** Where no game of a tournament comes after this one. */
const ended = (ui) => html`<div class="acts"><a class="btn btn--go" data-do="ended" href=${ui.pages.lobby}
  >${gettext("See the tournament")}</a></div>`;

const next = (view, ui) => {
  if (isTournament(view) && (ui.tournament?.isDone || (ui.link && isClosed(ui)))) return ended(ui);
  const seat = mySeat(view);
  if (!seat) {
    const left = ui.left === null || ui.left === undefined ? nothing : html`${rich(leftWith(ui.left))}<br>`;
    const said = html`<p class="say num">${left}${view.next === null ? nothing : nextWords(view, ui)}</p>`;
    return left === nothing ? said : html`<div class="acts acts--said">${said}<div class="acts"><a class="btn btn--go"
      data-do="lobby" href=${ui.pages.lobby}>${gettext("To the tables")}</a></div></div>`;
  }
  const first = obstacle(view, seat, ui);
  if (first) {
    return html`<div class="acts acts--said"><p class="say">${rich(first.words)}</p>
      ${first.buttons.length ? html`<div class="acts">${first.buttons}</div>` : nothing}</div>`;
  }
  if (isTournament(view) && (view.next === null || view.next - ui.now > PAUSE_MS)) {
    return html`<p class="say num">${waits(view, ui)}</p>`;
  }
  const can = ui.live && !ui.sending && ui.readied !== view.game_no;
  return html`<div class="acts"><button type="button" class="btn btn--go" data-do="next" aria-disabled=${String(!can)}
    @click=${() => can && ui.acts.next(view.game_no)}><span class="num">${nextWords(view, ui)}</span>${
      ui.readied === view.game_no ? html`<small>${readyWords(view, ui)}</small>` : nothing
    }</button></div>`;
};

const page = (view, ui) => {
  if (ui.practice) return ui.practice.after(view, ui);
  if (!ui.pages?.games || !view.game) return nothing;
  return html`<a class="btn btn--quiet btn--s result__page" data-do="game" href="${ui.pages.games}${view.game}/"
    >${gettext("See this game step by step")}</a>`;
};

/** The result of a game, in place of the felt. */
export const result = (view, ui) => html`<div class="result" data-phase="over" data-game-no=${view.game_no}>
  ${heading(view)}${trickList(view)}${netList(view)}${page(view, ui)}
  ${errorNote(ui)}${next(view, ui)}</div>`;
