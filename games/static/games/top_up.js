// More chips for one's seat: the form, and the offer to a seat that can't pay the next ante.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { amountFields, typedAmount } from "./amount.js";
import { clamp } from "./bidding.js";
import { mySeat, ownTerms } from "./seats.js";
import { fill, rich, sentence } from "./sentence.js";
import { secondsLeft } from "./server_clock.js";
import { closeButton, sendButton, sheet } from "./sheet.js";

const USUAL_ANTES = 50; // what "Play now" sits down with

/** To what the stack can be raised: {min, max} as the table and the purse allow; max < min when it can't. */
function bounds(view, seat, purse) {
  const most = view.buy_in[1];
  const reach = purse === null ? most : Math.min(most, seat.stack + purse);
  return { min: Math.max(seat.stack + 1, view.ruleset.ante), max: reach };
}

/** A sensible first offer: the usual stack, or, who has that, what the table allows. */
function offer(view, seat, open) {
  const usual = USUAL_ANTES * view.ruleset.ante;
  return clamp(seat.stack < usual ? usual : open.max, open);
}

/** Whether a larger stack may be wished for here. */
export const mayTopUp = (view) => {
  const seat = mySeat(view);
  return view.stakes === "cash" && seat !== null && !seat.leaving && seat.stack < view.buy_in[1];
};

/** What was wished for: said until the next game fulfils it. */
export const raisedTo = (chips) => sentence(gettext("Your stack is raised to %(chips)s at the next game."), { chips });

const now = (seat, purse) =>
  purse === null
    ? sentence(gettext("You have %(stack)s in front of you."), { stack: seat.stack })
    : sentence(gettext("You have %(stack)s in front of you and %(purse)s in your wallet."), {
        stack: seat.stack,
        purse,
      });

const noMore = (seat, purse) => html`<p class="msg"><span>${gettext("Your wallet has no chips for that.")}
  ${rich(now(seat, purse))}</span></p>`;

/** A wish that the stack fulfils already takes the other one back. */
const takeBack = (view, ui) => html`<button type="button" class="btn btn--s" data-do="take_back"
  @click=${() => ui.acts.topUp(view.ruleset.ante)}>${gettext("Don't top up")}</button>`;

/** The form that raises one's stack at the next game. */
export function topUpForm(view, ui) {
  const seat = mySeat(view);
  const open = bounds(view, seat, ui.purse);
  const wished = ownTerms(view).top_up_to ?? null;
  const enough = open.max >= open.min;
  const value = clamp(ui.amount ?? wished ?? offer(view, seat, open), open);
  const can = ui.live && !ui.sending && enough;
  const inside = html`${amountFields(gettext("Raise my stack to"), open, ui.amount, value, ui.acts.amount)}
    <p class="fine">${rich(wished === null ? now(seat, ui.purse) : raisedTo(wished))}</p>
    ${wished !== null && seat.stack >= view.ruleset.ante ? takeBack(view, ui) : nothing}`;
  return sheet(
    view,
    ui,
    gettext("Top up"),
    enough ? inside : noMore(seat, ui.purse),
    (elements) => can && ui.acts.topUp(typedAmount(elements, open, value)),
    [
      closeButton(ui, gettext("Not now")),
      enough || !ui.pages.wallet ? sendButton(ui, fill(gettext("Top up to %(amount)s"), value), can) : walletLink(ui),
    ],
  );
}

const walletLink = (ui) =>
  html`<a class="btn btn--go" data-do="wallet" href=${ui.pages.wallet}>${gettext("To my wallet")}</a>`;

/** The offer, as {words, buttons}: one obvious button, and beside it what else one could do. */
export function brokeOffer(view, ui) {
  const seat = mySeat(view);
  const open = bounds(view, seat, ui.purse);
  const seconds = secondsLeft(ownTerms(view).broke_until, ui.now);
  if (open.max < open.min) {
    const poor = gettext("Neither your stack nor your wallet can pay the ante. You sit out in %(seconds)s s.");
    return { words: sentence(poor, { seconds }), buttons: ui.pages.wallet ? [walletLink(ui)] : [] };
  }
  const format = gettext("You have fewer chips than the ante. Top up within %(seconds)s s, or you sit out.");
  const value = offer(view, seat, open);
  const can = ui.live && !ui.sending;
  const button = html`<button type="button" class="btn btn--go ${ui.sending === "top_up" ? "is-busy" : ""}"
    data-do="top_up" aria-disabled=${String(!can)} @click=${() => can && ui.acts.topUp(value)}
    >${fill(gettext("Top up to %(amount)s"), value)}</button>`;
  const other = html`<button type="button" class="btn" data-do="open_top_up" @click=${ui.acts.openTopUp}
    >${gettext("Another sum")}</button>`;
  return { words: sentence(format, { seconds }), buttons: [other, button] };
}
