// The whole of the table's page, drawn from a view, or null until one has come, and from what else the page knows: the
// bar at the top, what is said of the link, the game with what it asks, the form over it, the record beside it.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { azi } from "./azi.js";
import { decide } from "./dock.js";
import { bareFelt, felt, holdsSeal } from "./felt.js";
import { inviteForm } from "./invite.js";
import { keyList, keysWork } from "./keys.js";
import { log } from "./log.js";
import { menu } from "./menu.js";
import { audience, isBlip, isClosed, linkWords, subtitle } from "./notices.js";
import { icon } from "./parts.js";
import { renameForm } from "./rename.js";
import { result } from "./result.js";
import { sitForm } from "./sit.js";
import { awaitsSprite } from "./sprite.js";
import { topUpForm } from "./top_up.js";

const FORMS = {
  sit: (view, ui) => sitForm(view, ui, ui.sheet.seat),
  top_up: topUpForm,
  rename: renameForm,
  invite: inviteForm,
  fair: (view, ui) => ui.seal.panel(view, ui),
};

const notice = (view, ui) => {
  const said = linkWords(ui.link, view, ui.now, ui.mayRename || ui.you?.guest);
  if (!said) return nothing;
  const role = said.calm ? nothing : "status"; // it counts seconds: what is told of it is told once
  return html`<div class="msg ${said.calm ? "msg--wait" : ""} notice" role=${role}>${said.words}${
    said.again
      ? html` <button type="button" class="btn btn--s" @click=${ui.acts.reconnect}>${said.again}</button>`
      : nothing
  }${said.href ? html` <a class="btn btn--s" href=${ui.pages[said.href]}>${said.link}</a>` : nothing}</div>`;
};

/** Each part in one piece: they break between, not within. */
const under = (view, ui) =>
  [ui.tournament?.stage(ui.now), subtitle(view), audience(view)]
    .filter(Boolean)
    .map((part, at) => html`${at ? " · " : ""}<i>${part}</i>`);

/** A tournament's strip; its room is kept until it comes. */
const strip = (ui) =>
  ui.pages.tournament ? html`<div class="strip num">${ui.tournament?.strip(ui.now) ?? nothing}</div>` : nothing;

const back = (ui) => html`<a class="icon" href=${ui.pages.lobby} aria-label=${
  ui.pages.tournament ? gettext("Back to the tournament") : gettext("Back to the tables")
}>${icon("back")}</a>`;

const top = (view, ui) => html`<header class="top ${ui.pages.tournament ? "top--strip" : ""}">
  ${ui.practice ? ui.practice.back(ui) : back(ui)}
  <div class="top__title"><div class="top__name"><h1><bdi>${ui.pages.name ?? view?.name}</bdi></h1>${
    (view?.private ?? "private" in ui.pages) ? html`<small class="tag">${gettext("Private")}</small>` : nothing
  }${ui.tournament?.beside(ui.now) ?? nothing}${
    isBlip(ui.link) ? html`<i class="blip" aria-hidden="true"></i>` : nothing
  }</div>
    <span class="num">${view ? under(view, ui) : ""}</span></div>${strip(ui)}
  ${view && (view.phase === "over" || !holdsSeal(ui)) ? ui.seal?.button() : nothing}${
    view && !isClosed(ui) ? (ui.practice?.menu ?? menu)(view, ui) : nothing
  }</header>`;

/** The game and what it asks. What was refused is said where the decision is made, or else in the middle. */
const game = (view, ui) => {
  if (view.phase === "over" && view.result) return result(view, ui);
  const below = view.phase === "azi" ? azi(view, ui) : decide(view, ui);
  return html`${felt(view, below === nothing ? ui : unsaid(ui))}${below}`;
};

const unsaid = (ui) => ({ ...ui, error: null, calm: null });

const body = (view, ui) =>
  ui.sheet ? html`${game(view, unsaid(ui))}${FORMS[ui.sheet.kind](view, ui)}` : game(view, ui);

const closed = (ui) => html`<div class="blank closed"><b>${gettext("This table is closed.")}</b>
  ${
    ui.pages.tournament
      ? gettext("Its tournament goes on at other tables, or is over.")
      : gettext("Whoever sat here has their chips back.")
  }
  <a class="btn btn--go" href=${ui.pages.lobby}>${
    ui.pages.tournament ? gettext("See the tournament") : gettext("See the other tables")
  }</a></div>`;

const isLinking = (ui) => ["opening", "open"].includes(ui.link.state); // else the notice says how it stands

const stage = (view, ui, over) => {
  if (isClosed(ui) && view?.result && ui.pages.tournament) return result(view, ui);
  if (isClosed(ui)) return over === nothing ? closed(ui) : nothing;
  const empty = () => bareFelt(isLinking(ui) ? gettext("Still connecting…") : "");
  const besides = view && ui.practice ? ui.practice.notice(view) : nothing;
  return html`${notice(view, ui)}${besides}${view && !awaitsSprite() ? body(view, ui) : empty()}`;
};

const KINDS = { play: "has-trick", over: "is-over" };

export function page(view, ui) {
  const over = ui.tournament?.screen(view, isClosed(ui)) ?? nothing;
  return html`<div class="play ${KINDS[view?.phase] ?? ""} ${ui.keyed && keysWork() ? "has-keys" : ""}">${top(view, ui)}
  <main class="stage" id="main" tabindex="-1">${stage(view, ui, over)}</main>${over}${
    keyList(keysWork(), ui.practice?.keys ?? [])
  }
  ${view && view.phase !== "over" && !isClosed(ui) ? html`<aside class="rail">${log(view)}</aside>` : nothing}</div>`;
}
