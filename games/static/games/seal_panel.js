// What the fairness seal opens: in plain words what this browser has checked of the latest deal, with the values; the
// player's own words for their random numbers; and the proof as a file. Loaded when it is opened.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { ZERO } from "./fair.js";
import { aloneWords, cardOf, faultWords, stateWords } from "./fair_words.js";
import { WORDS } from "./seeds.js";
import { seatOf } from "./seats.js";
import { fill, number, rich, sentence } from "./sentence.js";
import { keep, kept } from "./settings.js";
import { closeButton, sheet } from "./sheet.js";

const LONGEST = 200; // letters of one's own words

// What only the page itself can find, beside what the verifier finds (fair_words.js).
const FAULTS = {
  two_headers: () => gettext("This deal was fixed twice, each time with something else."),
  story: () => gettext("What was told of this deal was told in another way before."),
  withheld: () => gettext("A card was shown, but its proof never came."),
  untold: () => gettext("The site tells no proof of this deal."),
  vanished: () => gettext("A deal vanished: it had been fixed before, and there is no record of it."),
  test_after: () => gettext("The site says that there is nothing to prove, but deals are proved at this table."),
  shown_seats: () => gettext("The players dealt in are not those for whom the deal was fixed."),
  shown_dealer: () => gettext("The cards were not dealt from the dealer's seat on."),
  back: () => gettext("This table's deals count from an earlier one again than the last one that this browser knows."),
  not_mine: () => gettext("A card was proved to you from a place in the deck that was not dealt to you."),
  shown_trump: (card) => fillCard(gettext("The card turned up is not %(card)s, of which the proof is."), card),
  shown_card: (card) => fillCard(gettext("The table shows %(card)s as played, but there is no proof of it."), card),
  shown_hand: (card) =>
    fillCard(gettext("The table shows you %(card)s, but there is no proof that it was dealt to you."), card),
};
const MISSED = {
  out: () => gettext("Your browser's random number was left out of two deals in a row."),
  commit: () => gettext("Your browser had fixed its random number in time, but it was not among those of this deal."),
  reveal: () => gettext("Your browser showed its random number in time, but it was not put together with the others."),
};

const fillCard = (format, card) => interpolate(format, { card: cardOf(card) }, true);

/** Why a seal is broken, or a random number not counted. */
export function why({ state, code, about = {} }) {
  if (state === "not_counted") return MISSED[code]?.() ?? "";
  return FAULTS[code]?.(about.card) ?? faultWords(code, about);
}

const isLoud = ({ state }) => state === "broken" || state === "not_counted";

const keptWords = () =>
  gettext("The proof is kept in this browser. Download it: whoever runs this site, and anybody else, can check it.");

const calmWords = ({ state, code, count = 0 }) =>
  code === "unlinked" ? gettext("The chain of deals is not checked.") : stateWords(state, count ?? 0);

const summary = (checked, seal) => html`<div class="proof__head seal--${seal.state}">${checked.picture(seal)}<div>
    <p>${isLoud(seal) ? why(seal) : calmWords(seal)}</p>
    ${isLoud(seal) ? html`<p class="fine">${keptWords()}</p>` : nothing}</div></div>`;

const before = (seal) =>
  seal.marked
    ? html`<p class="msg">${fill(
        gettext("The proof of deal %(amount)s at this table was broken. It is kept below."),
        seal.marked,
      )}</p>`
    : nothing;

// --- what was checked ------------------------------------------------------------------------------------------------

async function copy(checked, name, text) {
  try {
    await navigator.clipboard.writeText(text);
    checked.copied = name;
  } catch {
    checked.copied = null; // not allowed to: the whole value is in the file
  }
  checked.redraw();
}

/** A value as its beginning; whole when it is copied. */
const value = (checked, name, label, text) => {
  if (!text) return nothing;
  const words = checked.copied === name ? gettext("Copied") : gettext("Copy");
  return html`<span class="proof__value"><span>${label} <code title=${text}>${text.slice(0, 8)}…</code></span><button
    type="button" class="btn btn--s btn--quiet" data-do="copy-${name}" aria-label=${`${words}: ${label}`}
    @click=${() => copy(checked, name, text)}>${words}</button></span>`;
};

/** One step, done or still to come. */
const step = (done, words, ...values) => html`<li class=${done ? "is-done" : ""}><p>${
  done ? nothing : html`<span class="sr">${gettext("Still to come:")} </span>`
}${words}</p>${values}</li>`;

const whose = (view, { seat, user }) => {
  const found = seatOf(view, seat);
  return found?.player === user ? html`<bdi>${found.name}</bdi>` : fill(gettext("Seat %(amount)s"), seat);
};

const gave = ({ commit }, reveal) => {
  if (commit === ZERO) return gettext("none: a bot, or not here");
  if (!reveal) return gettext("fixed");
  return reveal.seed === null ? gettext("fixed, then silent") : gettext("counted");
};

const seats = (view, { header, combination }) => html`<ul class="proof__seats" role="list">${header.seats.map(
  (seat, at) => html`<li><span>${whose(view, seat)}</span><span>${gave(seat, combination?.reveals[at])}</span></li>`,
)}</ul>`;

/** Own random number in this deal. */
const mine = (checked) => {
  const { mine: own } = checked;
  if (!own) return nothing;
  const words = own.words ? gettext("Your random number, with your words in it:") : gettext("Your random number:");
  return value(checked, "seed", words, own.seed);
};

const ANEW = {
  epoch: () =>
    gettext("The site was restored from a backup; what this browser knows begins anew with deal %(deal)s."),
  unlinked: () =>
    gettext("The deals before could not be looked up; what this browser knows begins anew with deal %(deal)s."),
};

const begunAnew = ({ anew }) =>
  anew && ANEW[anew.why]
    ? html`<p>${interpolate(ANEW[anew.why](), { deal: number(anew.s) }, true)}</p>`
    : nothing;

const chained = (checked) => {
  const { chain } = checked;
  if (!chain || checked.seal.code === "unlinked") return nothing;
  const format = ngettext(
    "This browser knows %(count)s deal of this table: nothing came between.",
    "This browser knows %(count)s deals of this table in a row: each names the one before it.",
    chain,
  );
  return html`<p>${rich(sentence(format, { count: chain }))}</p>`;
};

const played = (deal) => Math.max(0, deal.events.filter(({ e }) => e === "open").length - 1);

const cards = (deal) => {
  const own = ngettext("%(amount)s card of yours", "%(amount)s cards of yours", deal.openings.length);
  const others = ngettext("%(amount)s played card", "%(amount)s played cards", played(deal));
  const said = { own: fill(own, deal.openings.length), played: fill(others, played(deal)) };
  const format = gettext("Each card shown lies where it was fixed: the card turned up, %(own)s, %(played)s.");
  return interpolate(format, said, true);
};

const chosen = (combination) => {
  if (!combination) return gettext("All of them together choose the deck, and how it is cut.");
  if (combination.reveals.every(({ seed }) => seed === null)) return aloneWords();
  const format = gettext(
    "All of them together chose one of the decks, number %(deck)s from 0 to 7, and how it was cut.",
  );
  return interpolate(format, { deck: number(combination.pick) }, true);
};

function steps(checked, view) {
  const { deal } = checked;
  const { header, combination, sound, hash } = deal;
  return html`<ol class="proof">
    ${step(
      true,
      gettext("Eight shuffled decks and everybody's random numbers were fixed before any was known."),
      value(checked, "header", gettext("Fixed as"), header.header_hash),
    )}
    ${step(sound, gettext("Random numbers:"), seats(view, deal), mine(checked))}
    ${step(sound, chosen(combination), value(checked, "combined", gettext("Together"), combination?.combined))}
    ${step(sound, gettext("The seven other decks were opened: each has all 27 cards and is what was fixed."))}
    ${step(sound && deal.events.length > 0, cards(deal))}
    ${step(
      Boolean(hash),
      gettext("The record of the deal is complete, and nothing in it was changed."),
      value(checked, "record", gettext("Record"), hash),
    )}
  </ol>${begunAnew(checked)}${chained(checked)}`;
}

const hasSteps = ({ deal }, seal) => deal?.header?.seats?.length && !isLoud(seal) && seal.state !== "test";

// --- own words, files, where to read on ------------------------------------------------------------------------------

const saveWords = (checked, text) => {
  keep(WORDS, text.trim() || null);
  checked.saved = true;
  setTimeout(checked.redraw); // this may be heard while the form is being taken away
};

const ownWords = (checked) => html`<label class="field" for="own-words">${gettext(
    "Your own words in your random numbers",
  )}<input id="own-words" name="words" maxlength=${LONGEST} autocomplete="off" .defaultValue=${kept(WORDS) ?? ""}
      @change=${({ target }) => saveWords(checked, target.value)}></label>
  <p class="fine" role="status">${
    checked.saved
      ? gettext("Kept here, and mixed in from the next random number on.")
      : gettext("Anything you like: it is mixed in, so that not even your browser alone chooses. It stays here.")
  }</p>`;

function download(whole, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(whole, null, 1)], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** What was kept, where it is what the panel tells of. */
const keptOf = (checked, seal) => (isLoud(seal) || seal.marked ? checked.proof : null);

/** A record as `python -m games.rules verify` reads it: of the latest deal, or of the one that was kept. */
const file = (checked, seal) => {
  const found = keptOf(checked, seal);
  if (!found && !checked.deal?.header) return nothing;
  const record = found?.record ?? checked.record;
  const save = () => download(record, `azi-deal-${record.deal_no}.json`);
  return html`<button type="button" class="btn" data-do="download" @click=${save}>${
    record.record_hash ? gettext("Download the proof") : gettext("Download the proof so far")
  }</button>`;
};

/** Besides, all that the server told of a deal whose proof was broken. */
const toldFile = (checked, seal) => {
  const found = keptOf(checked, seal);
  if (!found) return nothing;
  return html`<button type="button" class="btn btn--line btn--s" data-do="download_told"
    @click=${() => download(found, `azi-deal-${found.deal_no}-told.json`)}
    >${gettext("Download all that was told of it")}</button>`;
};

const links = (checked, view, ui) => html`<p class="proof__links"><a href=${ui.pages.fairness} target="_blank" rel="noopener">${
  gettext("How fairness works here")
}</a>${
  view.phase === "over" && view.game
    ? html` <a href="${ui.pages.games}${view.game}/fair/" target="_blank" rel="noopener">${gettext("This game's record")}</a>`
    : nothing
}</p>`;

/** The panel over the table; `seal` is how it was when it opened. */
export function panel(checked, opened, view, ui) {
  const seal = isLoud(opened) ? opened : checked.seal;
  const inside = html`<div class="proof__body" tabindex="-1" data-first role="group"
    aria-labelledby="sheet-title">${summary(checked, seal)}${isLoud(seal) ? nothing : before(checked.seal)}
    ${hasSteps(checked, seal) ? steps(checked, view) : nothing}
    ${checked.elsewhere ? html`<p>${gettext("Your other device takes part in the deals for you.")}</p>` : nothing}
    ${view.my_seat !== null && seal.state !== "cannot" ? ownWords(checked) : nothing}${toldFile(checked, seal)}
    ${links(checked, view, ui)}</div>`;
  return sheet(view, ui, checked.words(seal), inside, ({ words: typed }) => typed && saveWords(checked, typed.value), [
    file(checked, seal),
    closeButton(ui, gettext("Done")),
  ]);
}
