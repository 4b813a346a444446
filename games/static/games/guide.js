// The guide through the first games: one short note at a time beside the thing that matters now. It is over in this
// browser with the first game in which its reader played cards, or else with the third. Nothing waits for it.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { callPrice } from "./bidding.js";
import { isHidden, suitOf } from "./cards.js";
import { tricks } from "./history.js";
import { isMe, suitName } from "./names.js";
import { tookPart } from "./outcome.js";
import { mySeat } from "./seats.js";
import { rich, sentence, text } from "./sentence.js";
import { keep, kept } from "./settings.js";
import { isAsked } from "./words.js";

const KEY = "guide"; // "done", or the names of the steps taken so far
const GAMES = "guide-games"; // how many of the viewer's games are over
const ENOUGH = 3; // games, where none of them came to tricks of the viewer's
const READ_MS = 4_000; // a step that was shown for so long is taken
const HURRY_MS = 5_000; // nothing is explained to who has less time left to answer

const seesCards = (me) => me.in && me.cards.length > 0 && !me.cards.some(isHidden);
const dealt = (view) => ["discard", "bid", "play"].includes(view.phase);
const playedCards = (view) => tricks(view).flat().some(({ seat }) => isMe(view, seat));
const mustBid = (view) => view.phase === "bid" && isAsked(view);

const afterBet = (view, me) =>
  sentence(
    gettext("Call pays %(cost)s to stay in, Raise makes it dearer for all. Fold pays nothing more, and you are out."),
    { cost: callPrice(view, me) },
  );

const TRUMP = (view) =>
  view.six_up
    ? gettext("An ace is turned up: %(suit)s are trump, they beat every other suit, and their six beats them all.")
    : gettext("The card turned up makes %(suit)s trump: they beat every other suit.");

const MINE = {
  seen: () =>
    gettext("These cards are yours alone. Each plays one card: that is a trick. Two of the three win the bank."),
  down: () =>
    gettext("These cards are yours, face down. Each plays one card: that is a trick. Two of the three win the bank."),
};

// Known before a bet; where cards are played already, what is played comes first.
const hand = {
  name: "hand",
  targets: [".hand__card"],
  when: (view, me) => dealt(view) && me.in,
  said: (view, me) => sentence(seesCards(me) ? MINE.seen() : MINE.down()),
};

const AZI = {
  buyin: () => gettext("Nobody has two tricks: that is Azi. Whoever has one plays on free, the others may buy in."),
  replay: () => gettext("Nobody has two tricks: that is Azi. Everybody plays again, for one more ante each."),
};

const AFTER = {
  itself: () => gettext("That was a game. The next one begins by itself, and the rules are in the menu."),
  asked: () => gettext("That was a game. The next one begins when you ask for it, and the rules are in the menu."),
};

const trump = {
  name: "trump",
  targets: [".trump"],
  when: (view, me) => dealt(view) && me.in && view.turn_up !== null,
  said: (view) => sentence(TRUMP(view), { suit: suitName(suitOf(view.turn_up)) }),
};

// What is asked of the reader comes first, then what else there is to know. `targets` are tried in their order.
const STEPS = [
  {
    name: "result",
    targets: ["#menu"],
    when: (view) => view.phase === "over" && tookPart(view),
    said: (view) => sentence(AFTER[view.stakes === "practice" ? "asked" : "itself"]()),
  },
  {
    name: "azi",
    targets: [".sheet .azi-head", ".sheet"],
    when: (view) => view.phase === "azi",
    said: (view) => sentence(AZI[view.ruleset.azi]()),
  },
  {
    name: "discard",
    targets: [".hand__card"],
    when: (view, me) => view.phase === "discard" && isAsked(view) && seesCards(me),
    said: () =>
      sentence(gettext("One card goes before the bidding, and nobody sees which: touch it, then press the button.")),
  },
  {
    name: "blind",
    targets: [".dock [data-do=L]"],
    when: (view, me) => mustBid(view) && !me.looked,
    said: () => sentence(gettext("Bet before you look, and each bet costs you only half. Looking is free.")),
  },
  { ...hand, when: (view, me) => view.phase !== "play" && !isAsked(view) && hand.when(view, me) },
  { ...trump, when: (view, me) => view.phase !== "play" && trump.when(view, me) },
  {
    name: "bid",
    targets: [".dock .acts", ".dock"],
    when: (view, me) => mustBid(view) && me.looked,
    said: (view, me) =>
      view.level
        ? afterBet(view, me)
        : sentence(gettext("Bet if your cards look like two tricks. Fold, and you pay nothing more, but you are out.")),
  },
  {
    name: "lead",
    targets: [".hand__card"],
    when: (view) => view.phase === "play" && isAsked(view) && !view.trick.length && !view.last_trick.length,
    said: () => sentence(gettext("Whoever bet or raised last leads: you. Play any card.")),
  },
  {
    name: "follow",
    targets: [".hand__card"],
    when: (view) => view.phase === "play" && isAsked(view) && view.trick.length > 0,
    said: () =>
      sentence(gettext("Play the suit led if you can, else a trump, else any card. Those you may play stand higher.")),
  },
  {
    name: "trick",
    targets: [".trick.is-last", ".trick"],
    when: (view) => view.phase === "play" && !view.trick.length && view.last_trick.length > 0,
    said: () =>
      sentence(gettext("The highest trump takes a trick, or else the highest card of the suit led. Its winner leads.")),
  },
  hand,
  trump,
  {
    name: "bank",
    targets: [".bank__sum", ".bank"],
    when: (view, me) => dealt(view) && me.in,
    said: (view) => sentence(gettext("The bank is what you play for. The ante of %(ante)s from everybody began it."), {
      ante: view.ruleset.ante,
    }),
  },
  {
    name: "folded",
    targets: [".me__bar"],
    when: (view, me) => dealt(view) && !me.in && !me.waiting,
    said: (view) =>
      sentence(
        view.ruleset.azi === "buyin"
          ? gettext("You are out of this deal. Should it end in Azi, you may buy in again.")
          : gettext("You are out of this deal. Should it end in Azi, everybody plays again."),
      ),
  },
];

export class Guide {
  #taken = new Set();
  #done = false;
  #changed;
  #step = null;
  #since = 0;
  #over = null; // the game whose result was seen last
  #ended = false; // with that game the guide is over

  /** `changed` hears that there is something else to show. */
  constructor(changed) {
    const names = kept(KEY) ?? "";
    this.#done = names === "done";
    this.#taken = new Set(names.split(" "));
    this.#changed = changed;
  }

  /** Once more, from the beginning. */
  restart() {
    this.#done = false;
    this.#ended = false;
    this.#taken.clear();
    this.#step = null;
    keep(KEY, null);
    keep(GAMES, null);
    this.#changed();
  }

  /** What to say now as a note, or null; `isShown` tells whether the page had room for the one before. */
  note(view, now, isShown) {
    const me = mySeat(view);
    this.#count(view);
    if (this.#done || !me) return null;
    const step = STEPS.find(({ name, when }) => !this.#taken.has(name) && when(view, me));
    if (step?.name !== this.#step?.name) this.#turnTo(step ?? null, isShown);
    if (!step || (isAsked(view) && view.deadline !== null && view.deadline - now < HURRY_MS)) return null;
    const said = step.said(view, me);
    return {
      key: `guide ${step.name}`,
      label: gettext("Guide"),
      targets: step.targets,
      frame: true,
      told: text(said),
      content: html`<p>${rich(said)}</p><div class="bubble__acts">${
        this.#ended
          ? nothing
          : html`<button type="button" class="btn btn--s btn--quiet" data-do="guide_skip" @click=${() => this.#end()}
              >${gettext("Skip the guide")}</button>`
      }<button type="button" class="btn btn--s" data-do="guide_next" @click=${() => this.next()}
        >${gettext("Got it")}</button></div>`,
    };
  }

  /** On to what else there is to say now. */
  next() {
    if (this.#step) this.#take(this.#step.name);
    this.#step = null;
    this.#changed();
  }

  /** Of each game of the viewer's that is over: whether it was the last one to be guided through. */
  #count(view) {
    if (this.#ended && view.game !== this.#over) this.#done = true;
    if (view.phase !== "over" || view.game === this.#over || !tookPart(view)) return;
    this.#over = view.game;
    if (this.#done) return;
    const games = Number(kept(GAMES) ?? 0) + 1;
    keep(GAMES, String(games));
    this.#ended = playedCards(view) || games >= ENOUGH;
    this.#keep();
  }

  #turnTo(step, isShown) {
    if (this.#step && isShown && performance.now() - this.#since > READ_MS) this.#take(this.#step.name);
    this.#step = step;
    this.#since = performance.now();
  }

  #take(name) {
    this.#taken.add(name);
    this.#keep();
  }

  #keep() {
    keep(KEY, this.#done || this.#ended ? "done" : [...this.#taken].filter(Boolean).join(" ") || null);
  }

  #end() {
    this.#done = true;
    this.#keep();
    this.#changed();
  }
}
