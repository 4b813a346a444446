// Deciding: what the viewer can do now and what it costs. What can't be done is shown, can't be pressed, and says why.
// Of `ui` it reads {live, sending, error, you, pages, playNow, picked, acts}, draft (the value typed or slid),
// ahead (what was chosen beforehand) and dropped (why that fell, a sentence),
// raising (the panel was asked for), left (the chips of a seat just left), roomy and ample (it stays open by itself; also
// beside the offer to look).

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { goesOut, limit, mayChoose, reply } from "./beforehand.js";
import { callPrice, clamp, range, whyNoRaise } from "./bidding.js";
import { theCard } from "./names.js";
import { errorNote } from "./parts.js";
import { raisePanel } from "./raise.js";
import { freeSeats, isAbsent, isBroke, isTournament, mySeat, ownTerms } from "./seats.js";
import { fill, rich, sentence } from "./sentence.js";
import { brokeOffer, raisedTo } from "./top_up.js";
import { absentWords, backWords, callWords, fromWords, isAsked, noRaise, payWords, raiseWords, waitingFor } from "./words.js";

const dock = (ui, ...inside) =>
  html`<section class="dock" aria-label=${gettext("Your decision")}>${errorNote(ui)}${inside}</section>`;

const say = (words) => html`<p class="say">${words}</p>`;
const row = (...buttons) => html`<div class="acts">${buttons}</div>`;

/** One button. It stays where it is when it can't be pressed, so that focus does too. */
const button = ({ words, small = "", kind = "", can, busy = false, press, hook, ...state }) => html`<button
  type="button" class="btn ${kind} ${busy ? "is-busy" : ""}" aria-disabled=${can ? "false" : "true"}
  aria-expanded=${state.expanded ?? nothing} aria-pressed=${state.pressed ?? nothing} data-do=${hook} @click=${() => can && press()}
  ><span>${words}</span>${small ? html`<small class="num">${small}</small>` : nothing}</button>`;

const free = (ui) => ui.live && !ui.sending;

/** The button that answers with an action word, if that is legal now. */
const answer = (view, ui, word, look) =>
  button({
    ...look,
    can: free(ui) && view.legal.includes(word),
    busy: ui.sending === word,
    press: () => ui.acts.act(word),
    hook: word[0],
  });

// --- bidding -------------------------------------------------------------------------------------------------------

/** The value that the raise button names: what was chosen, kept within what is open. */
const chosen = (open, ui) => clamp(ui.draft ?? open.min, open);

const noRaiseButton = (view, ui) => {
  const small = isAsked(view) && !reply(ui.ahead, view) ? pgettext("a bet or raise", "not open") : "";
  return button({ words: view.level ? gettext("Raise") : gettext("Bet"), small, can: false, hook: "raise" });
};

const raiseButton = (view, seat, open, shown, ui) => {
  const kind = seat.looked ? "btn--go" : "btn--line";
  if (!shown) {
    const words = open.word === "b" ? gettext("Bet") : gettext("Raise");
    const look = { words, small: fromWords(seat, open.min), kind, hook: "raise", expanded: "false" };
    return button({ ...look, can: free(ui), press: ui.acts.openRaise });
  }
  const value = chosen(open, ui);
  const action = `${open.word}${value}`;
  return button({
    words: raiseWords(open.word, value),
    small: payWords(seat, value),
    kind,
    can: free(ui),
    busy: ui.sending === action,
    press: () => ui.acts.act(action),
    hook: "raise",
  });
};

const callButton = (view, seat, open, ui) => {
  const [words, more] = callWords(view, seat);
  const kind = isAsked(view) && !open && seat.looked ? "btn--go" : "";
  return answer(view, ui, "c", { words, small: callPrice(view, seat) ? more : "", kind });
};

/** What is chosen before being asked stands where the answer itself will. */
const aheadButton = (ui, kind, words, small) =>
  button({
    words,
    small,
    kind: "btn--ahead",
    can: ui.live,
    pressed: String(ui.ahead?.kind === kind),
    press: () => ui.acts.ahead(kind),
    hook: `ahead-${kind}`,
  });

const foldAhead = (view, ui) => {
  const small = view.level && !limit(view) ? pgettext("below Fold", "to any raise") : pgettext("below Fold", "when asked");
  return aheadButton(ui, "f", gettext("Fold"), small);
};

const callAhead = (view, seat, ui) => {
  const upTo = ui.ahead?.kind === "c" ? ui.ahead.upTo : limit(view);
  if (!upTo) return button({ words: gettext("Call"), can: false, hook: "c" });
  const small = seat.looked
    ? pgettext("below Call", "up to %(amount)s")
    : pgettext("below Call", "blind up to %(amount)s");
  return aheadButton(ui, "c", gettext("Call"), fill(small, upTo));
};

const bidWords = (view, seat, open, shown, ui) => {
  if (reply(ui.ahead, view)) return goesOut(ui.ahead, view);
  if (ui.dropped) return rich(ui.dropped);
  if (!isAsked(view)) return waitingFor(view) ? rich(waitingFor(view)) : null;
  if (!open && view.level) return noRaise(whyNoRaise(view, seat));
  if (!seat.looked) return gettext("You haven't looked: each bet costs you only half.");
  return shown ? null : rich(stakes(view, seat));
};

/** What it is about. It also keeps the line, so that nothing moves when it is one's turn. */
const stakes = (view, seat) => {
  const price = callPrice(view, seat);
  return view.level && price
    ? sentence(gettext("%(chips)s to stay in, %(bank)s in the bank."), { chips: price, bank: view.bank })
    : sentence(gettext("Bet or fold: %(bank)s in the bank."), { bank: view.bank });
};

const lookRow = (view, ui) =>
  view.legal.includes("L")
    ? row(answer(view, ui, "L", { words: gettext("Look at my cards"), kind: "btn--go" }))
    : nothing;

const bidding = (view, seat, ui) => {
  const early = mayChoose(view) || reply(ui.ahead, view) !== null;
  const open = isAsked(view) && !early ? range(view) : null;
  // Who hasn't looked is offered that first; the panel opens on demand where there isn't room for both.
  const shown = open !== null && (ui.raising || ui.ample || (ui.roomy && seat.looked));
  const words = bidWords(view, seat, open, shown, ui);
  return dock(
    ui,
    words && !(ui.raising && !ui.ample) ? say(words) : nothing,
    shown ? raisePanel(view, seat, open, chosen(open, ui), { wanted: ui.draft, ready: free(ui), acts: ui.acts }) : nothing,
    html`<div class="acts acts--${view.level ? 3 : 2}">
      ${early ? foldAhead(view, ui) : answer(view, ui, "f", { words: gettext("Fold") })}
      ${view.level ? (early ? callAhead(view, seat, ui) : callButton(view, seat, open, ui)) : nothing}
      ${open ? raiseButton(view, seat, open, shown, ui) : noRaiseButton(view, ui)}</div>`,
    lookRow(view, ui),
  );
};

// --- discarding ----------------------------------------------------------------------------------------------------

const discardButton = (view, ui) => {
  if (view.legal.includes("x")) {
    return answer(view, ui, "x", { words: gettext("Put the last card away unseen"), kind: "btn--line" });
  }
  if (!view.legal.includes(`x${ui.picked}`)) {
    return button({ words: gettext("Choose a card to put away"), kind: "btn--go", can: false, hook: "x" });
  }
  const words = interpolate(gettext("Put away %(card)s"), { card: theCard(ui.picked) }, true);
  return answer(view, ui, `x${ui.picked}`, { words, kind: "btn--go" });
};

const discarding = (view, ui) => dock(ui, isAsked(view) ? row(discardButton(view, ui)) : nothing, lookRow(view, ui));

// --- when nothing is asked -----------------------------------------------------------------------------------------

/** What became of the chips of somebody who has just left. */
export const leftWith = (chips) =>
  sentence(
    ngettext(
      "You left with %(chips)s chip: it is in your wallet.",
      "You left with %(chips)s chips: they are in your wallet.",
      chips,
    ),
    { chips },
  );

const watching = (view, ui) => {
  if (isTournament(view)) return dock(ui, say(gettext("You're watching a tournament.")));
  const free = freeSeats(view)[0];
  const said = ui.left === null || ui.left === undefined ? null : rich(leftWith(ui.left));
  if (ui.you === null && ui.playNow) {
    const words = free
      ? gettext("You're watching. Play now, as a guest.")
      : gettext("You're watching. Every seat is taken: we find you another table.");
    const play = html`<button class="btn btn--go" type="submit" form=${ui.playNow} data-do="play_now"
      >${gettext("Play now")}</button>`;
    const signIn = html`<a class="btn" data-do="sign_in" href=${ui.pages.login}>${gettext("Sign in")}</a>`;
    return dock(ui, say(said ?? words), row(signIn, play));
  }
  if (!free) return dock(ui, say(said ?? gettext("You're watching. Every seat is taken.")));
  const press = () => ui.acts.openSit(free);
  const sit = button({ words: gettext("Sit down"), kind: "btn--go", can: ui.live, press, hook: "sit" });
  return dock(ui, say(said ?? gettext("You're watching. Sit down to play from the next game on.")), row(sit));
};

/** "I'm back": what a seat that sits out wants next. */
const backButton = (view, ui) => {
  const press = () => ui.acts.sitOut(false);
  return button({ words: backWords(view), kind: "btn--go", can: free(ui), press, hook: "back" });
};

const leavingWords = (view) =>
  view.phase === "over" ? gettext("You are leaving the table.") : gettext("You leave when this game is over.");

/** The same in a tournament, where only one's own answers stand in the way. */
const outOfTournament = (view, seat, ui) => {
  if (!seat.stack && (!seat.in || view.phase === "over")) {
    return { words: sentence(gettext("You have no chips left.")), buttons: [] };
  }
  if (!isAbsent(view)) return null;
  return { words: sentence(absentWords(view)), buttons: [backButton(view, ui)] };
};

/** What stands in the way of a seat's next game, as {words, buttons}, or null: it is asked before all else. */
export function obstacle(view, seat, ui) {
  if (seat.leaving) return { words: sentence(leavingWords(view)), buttons: [] };
  if (isBroke(view)) return brokeOffer(view, ui);
  if (isTournament(view)) return outOfTournament(view, seat, ui);
  const playing = seat.in && view.phase !== "over";
  if (seat.sitting_out && !playing) return { words: sentence(gettext("You sit out.")), buttons: [backButton(view, ui)] };
  return null;
}

const resting = (view, seat, ui) => {
  const wished = ownTerms(view).top_up_to;
  if (seat.waiting && view.game !== null) return dock(ui, say(gettext("You're in the next game.")));
  if (wished && !seat.in) return dock(ui, say(rich(raisedTo(wished))));
  return nothing;
};

/** The dock for this view, or nothing where the viewer has nothing to decide. */
export function decide(view, ui) {
  const seat = mySeat(view);
  if (!seat) return watching(view, ui);
  const first = obstacle(view, seat, ui);
  if (first) return dock(ui, say(rich(first.words)), first.buttons.length ? row(...first.buttons) : nothing);
  const looks = view.legal.includes("L");
  if (view.phase === "bid" && seat.in && (isAsked(view) || seat.stack > 0)) return bidding(view, seat, ui);
  if (view.phase === "discard" && seat.in && (isAsked(view) || looks)) return discarding(view, ui);
  return resting(view, seat, ui);
}
