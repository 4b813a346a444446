// What a listener has to hear when one view takes the place of another.

import { chose, eventSentence } from "./acts.js";
import { callPrice } from "./bidding.js";
import { isHidden, suitOf } from "./cards.js";
import { leftWith } from "./dock.js";
import { read, tricks } from "./history.js";
import { keysWork } from "./keys.js";
import { cardName, isMe, suitName } from "./names.js";
import { outcome, won } from "./outcome.js";
import { isAbsent, isBroke, isTournament, mySeat, ownTerms } from "./seats.js";
import { fill, joined, sentence, text } from "./sentence.js";
import { secondsLeft } from "./server_clock.js";
import { raisedTo } from "./top_up.js";
import { winning } from "./trick.js";
import { absentWords, dutySentence, isAsked, isAzi } from "./words.js";

const turnNews = (view) => {
  const me = mySeat(view);
  switch (view.phase) {
    case "bid": {
      if (!view.level) return sentence(gettext("Your turn: bet or fold."));
      const price = me.looked ? gettext("Your turn: %(chips)s to call.") : gettext("Your turn: %(chips)s to call blind.");
      return sentence(price, { chips: callPrice(view, me) });
    }
    case "play":
      return joined(sentence(gettext("Your turn.")), dutySentence(view));
    case "azi":
      return joined(aziNews(view), sentence(gettext("You may buy in for %(price)s."), { price: view.cost.j ?? 0 }));
    default:
      return sentence(gettext("Your turn: put one card away."));
  }
};

/** What there is to a turn in the bidding, where a deal's own news has not just said it. */
const termsNews = (view) => [
  !view.level && !mySeat(view).looked && sentence(gettext("Before you look, bets cost half.")),
  sentence(gettext("Bank %(bank)s."), { bank: view.bank }),
];

const dealNews = (view) => {
  const values = { suit: suitName(suitOf(view.turn_up)), bank: view.bank };
  return sentence(
    view.six_up
      ? gettext("New deal. Trump is %(suit)s, and its six is highest. Bank %(bank)s.")
      : gettext("New deal. Trump is %(suit)s. Bank %(bank)s."),
    values,
  );
};

const liesDown = (view) => {
  const me = mySeat(view);
  return Boolean(me?.in && !me.looked && me.cards.length && view.ruleset.blind && !ownTerms(view).show_at_once);
};

const downNews = () =>
  sentence(
    keysWork()
      ? gettext("Your cards lie face down: L looks at them, bets before that cost half.")
      : gettext("Your cards lie face down: bets before you look cost half."),
  );

const handNews = (cards) => sentence(gettext("Your cards: %(cards)s."), { cards: cards.map(cardName).join(", ") });

const playsFree = (view) => view.ruleset.azi === "buyin" && mySeat(view)?.tricks > 0;

const aziNews = (view) => {
  const said = sentence(gettext("Azi: three tricks, three winners. The bank of %(bank)s stays."), { bank: view.bank });
  return playsFree(view) ? joined(said, sentence(gettext("You play on for free."))) : said;
};

const takesTrick = (view, plays) => {
  const { seat } = plays[winning(view, plays)];
  return chose(view, seat, gettext("You take the trick."), gettext("%(who)s takes the trick."));
};

const resultNews = (view) => joined(won(view), outcome(view).why);

/** What the game brought the viewer, where the winner's share doesn't say it. */
const netNews = (view) => {
  const mine = Object.keys(view.result.net).find((seat) => isMe(view, Number(seat)));
  const net = view.result.net[mine];
  if (net === undefined || view.result.how === "void") return null;
  return net < 0
    ? sentence(gettext("You lose %(chips)s."), { chips: -net })
    : sentence(gettext("You gain %(chips)s."), { chips: net });
};

const atRest = (view) => ["over", "waiting"].includes(view.phase) || mySeat(view).waiting;

const outWords = (view, seat) => {
  if (isTournament(view)) return absentWords(view);
  return seat.in && !atRest(view) ? gettext("You sit out from the next game on.") : gettext("You sit out.");
};

/** What has become of the viewer's own seat besides the game: each thing is said when it begins. */
function seatNews(old, view) {
  const [was, is] = [old && mySeat(old), mySeat(view)];
  if (!is) return was && view.stakes === "cash" ? [leftWith(was.stack)] : [];
  const terms = ownTerms(view);
  const begins = (now, before) => now && !(was && before);
  const rose = was && atRest(old) && atRest(view) && old.game === view.game && is.stack > was.stack;
  const joins = is.waiting && !is.sitting_out && view.game !== null && view.phase !== "over";
  const joined = was?.waiting && !was.sitting_out && old.game !== null && old.phase !== "over";
  return [
    begins(is.leaving && view.phase !== "over", was?.leaving) && sentence(gettext("You leave when this game is over.")),
    begins(is.sitting_out, was?.sitting_out) && sentence(outWords(view, is)),
    was?.sitting_out && !is.sitting_out && sentence(gettext("You are back.")),
    begins(joins, joined) && sentence(gettext("You're in the next game.")),
    begins(terms.top_up_to, old && ownTerms(old).top_up_to === terms.top_up_to) && raisedTo(terms.top_up_to),
    rose && sentence(gettext("Your stack is %(chips)s now."), { chips: is.stack }),
    begins(isBroke(view), old && isBroke(old)) &&
      sentence(gettext("You have fewer chips than the ante. Top up, or you sit out.")),
  ].filter(Boolean);
}

const WARN_S = 10;

/** That the viewer's time runs out, for who doesn't see the clock: a string, or null while there is enough. */
export function hurry(view, now) {
  if (!isAsked(view) || view.deadline === null) return null;
  const left = secondsLeft(view.deadline, now);
  return left > 0 && left <= WARN_S ? fill(gettext("%(amount)s s left."), left) : null;
}

const isMine = (view) => (event) => read(event).seat === view.my_seat;

/** What the clock did for the viewer at `now` (the server's time), as a sentence, or null; `fresh` are new events. */
export function ranOut(old, view, fresh, now) {
  if (isAbsent(view)) return null;
  const missed = old && isAsked(old) && old.deadline !== null && now >= old.deadline - 500;
  const done = missed && fresh.filter(isMine(view)).map(read).find(({ word }) => word !== "L");
  return done ? joined(sentence(gettext("Time ran out.")), eventSentence(view, done)) : null;
}

/** Cards that show by themselves are told as a hand; that one has looked needs no words then. */
const isTold = (view) => (event) => !(isMine(view)(event) && read(event).word === "L");

const seenHand = (view) => (view ? (mySeat(view)?.cards ?? []) : []).filter((card) => !isHidden(card));

/** The news of `view` over `old` (null on arriving), as a string; `fresh` are its events not told before. */
export function news(old, view, fresh) {
  const same = old !== null && old.game === view.game && old.deal === view.deal;
  const late = view.result !== null && !same; // who comes to a result has not seen its deal
  const told = [];
  const deals = view.turn_up && !late && !(same && old.turn_up);
  if (deals) told.push(dealNews(view), liesDown(view) && downNews());
  if (seenHand(view).length && !late && !(same && seenHand(old).length)) told.push(handNews(seenHand(view)));
  told.push(...fresh.filter(isTold(view)).map((event) => eventSentence(view, read(event))));
  if (same && tricks(view).length > tricks(old).length) told.push(takesTrick(view, tricks(view).at(-1)));
  if (isAzi(view) && !(same && isAzi(old)) && !isAsked(view)) told.push(aziNews(view));
  if (view.result && !(same && old.result)) told.push(resultNews(view), netNews(view));
  told.push(...seatNews(old, view));
  if (isAsked(view) && !isAbsent(view) && view.ask !== old?.ask) {
    told.push(turnNews(view));
    if (view.phase === "bid" && !deals) told.push(...termsNews(view));
  }
  return told.filter(Boolean).map(text).join(" ");
}
