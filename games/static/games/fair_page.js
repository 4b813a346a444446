// The proof of a finished game's deals: each is verified in this browser, one after another, and that each continues
// the one before.

import "./english.js";
import { codeOf, must, supported, verify, verifyChain, ZERO } from "./fair.js";
import { aloneWords, faultWords, stateWords } from "./fair_words.js";
import { number } from "./sentence.js";

const root = document.getElementById("fair");
const summary = document.getElementById("verdict");
const deals = [...root.querySelectorAll("[data-deal]")];

const SHORT = {
  verified: () => gettext("Verified"),
  silent: (count) => ngettext("Verified, %(count)s seat silent", "Verified, %(count)s seats silent", count),
  void: () => gettext("Called off, verified"),
  broken: () => gettext("Broken"),
  cannot: () => gettext("Can't verify here"),
};

function show(deal, state, count = 0, words = "") {
  const verdict = deal.querySelector("[data-verdict]");
  verdict.dataset.state = state;
  verdict.textContent = interpolate(SHORT[state](count), { count: number(count) }, true);
  if (words) note(deal, state === "broken" ? "msg" : "msg msg--note", words);
}

function note(deal, kind, words) {
  const message = document.createElement("p");
  message.className = kind;
  message.append(document.createElement("span"));
  message.firstChild.textContent = words;
  deal.firstElementChild.after(message);
}

function conclude(state, words) {
  summary.dataset.state = state;
  summary.textContent = words;
}

const silentIn = ({ seats, reveals = [] }) =>
  reveals.filter(({ seed }, index) => seed === null && seats[index].commit !== ZERO).length;

/** Whether a player's seed took part. Else the site alone made the deal, and could have tried many. */
const isShared = ({ reveals = [] }) => reveals.some(({ seed }) => seed !== null);
/** Whether the reader's did: then nobody else can have chosen the cards. */
const isOwn = ({ seats, reveals = [] }) =>
  reveals.some(({ seed }, index) => seed !== null && seats[index].user === root.dataset.me);

const stateOf = (record) => {
  if (record.events.at(-1).e === "void") return "void";
  return silentIn(record) ? "silent" : "verified";
};

/** The record of the deal before the first one, and what the deal after the last one continues, if any. */
function checkEnds(record, isFirst, isLast) {
  const { before, after } = root.dataset;
  must(!isFirst || !before || record.prev === before, "prev");
  must(!isLast || !after || record.record_hash === after, "next");
}

/** Check a deal, and show what is found: {holds, own}. */
async function check(deal, index, records) {
  const at = records.findIndex(({ deal_no }) => String(deal_no) === deal.dataset.deal);
  try {
    must(at >= 0, "absent");
    await verify(records[at]);
    if (at > 0) await verifyChain(records.slice(at - 1, at + 1));
    checkEnds(records[at], index === 0, index === deals.length - 1);
    const [state, shared] = [stateOf(records[at]), isShared(records[at])];
    show(deal, state, silentIn(records[at]), shared || state === "void" ? "" : aloneWords());
    return { holds: true, own: isOwn(records[at]) };
  } catch (error) {
    show(deal, "broken", 0, faultWords(codeOf(error), error.about));
    return { holds: false };
  }
}

async function checkAll() {
  const answer = await fetch(root.dataset.records, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  const records = await answer.json();
  const found = [];
  for (const [index, deal] of deals.entries()) found.push(await check(deal, index, records));
  const broken = found.filter(({ holds }) => !holds).length;
  const words = broken ? brokenWords(broken) : verifiedWords(found.length, found.every(({ own }) => own));
  conclude(broken ? "broken" : "verified", interpolate(words, { count: number(broken || found.length) }, true));
}

const brokenWords = (count) =>
  ngettext(
    "Broken: %(count)s deal is not what was fixed before it.",
    "Broken: %(count)s deals are not what was fixed before them.",
    count,
  );

const verifiedWords = (count, own) =>
  own
    ? ngettext(
        "Verified: your number took part in the deal, so nobody chose its cards.",
        "Verified: your number took part in all %(count)s deals, so nobody chose their cards.",
        count,
      )
    : ngettext(
        "Verified: your browser has checked the deal, and it is what was fixed before it.",
        "Verified: your browser has checked all %(count)s deals, and they are what was fixed before them.",
        count,
      );

if (!supported) {
  for (const deal of deals) show(deal, "cannot");
  conclude("cannot", stateWords("cannot"));
} else {
  checkAll().catch(() => {
    conclude("not_yet", gettext("The records can't be had just now. Load this page again to check them."));
  });
}
