// The practice page: its home, where one says against whom and by which rules, and the felt, whose views come from a
// worker in place of a server. Back in the browser goes from the felt to the home; the game waits there.

import "./english.js";
import { LETTERS_KEY } from "./practice_letters.js";
import { practice, practiceNews } from "./practice_felt.js";
import { Home } from "./practice_home.js";
import { link, tell } from "./practice_start.js";
import { game } from "./practice_store.js";
import { Player } from "./player.js";
import { keep } from "./settings.js";

const FELT = "#table";
const AGAIN = /^#again=([0-9a-f]+)$/;

const [homeRoot, root] = ["home", "table"].map((id) => document.getElementById(id));
const { title } = document;

const player = new Player(root, {
  pages: { ...root.dataset },
  practice,
  acts: {
    home: () => leave(),
    again: () => player.send({ type: "again" }, null),
    takeBack: () => player.send({ type: "take_back" }, null),
    openHands: (value) => player.send({ type: "open", value }, null),
    useLetters: (letters) => {
      keep(LETTERS_KEY, letters);
      location.reload();
    },
  },
});

let waiting = false; // a game was asked for, which has not come yet
let asking = null; // how

Object.assign(tell, {
  view(fresh) {
    if (waiting) showFelt();
    if (!root.isConnected) return; // the game waits, and so does what is said of it
    const old = player.view;
    const told = practiceNews(old, fresh);
    player.said = [...told];
    player.see(fresh, { you: link.you });
    if (told.length) player.noteForAWhile({ error: null, calm: told.join(" ") });
  },
  link(state) {
    player.linked(state);
    if (waiting && state.why === "silent") askFor(asking, { here: true });
  },
  hint: (frame) => player.hint(frame),
  error(frame) {
    if (!waiting) return player.refused(frame);
    showHome();
    home.troubled(frame, () => askFor((how) => link.resume(how), { here: true }));
  },
});

const home = new Home(homeRoot, {
  link,
  start: (setup) => askFor((how) => link.start(setup, how)),
  resume: () => askFor((how) => link.resume(how)),
  again: (id) => again(id),
});

/** `how` may say that it is taken from another tab, where practice is open. */
function askFor(frame, how) {
  waiting = true;
  asking = frame;
  frame(how);
}

/** The cards of a kept game once more, with its bots and their chance. */
async function again(id) {
  const kept = await game(id).catch(() => null);
  if (!kept) return home.troubled({ code: "gone" });
  const { record, me, bots, seed } = kept;
  askFor((how) => link.start({ record, me, bots, seed }, how));
}

// --- between the home and the felt -----------------------------------------------------------------------------------

const isFelt = () => location.hash === FELT;

function showFelt() {
  waiting = false;
  if (!isFelt()) history.pushState({ home: true }, "", FELT);
  if (root.isConnected) return;
  homeRoot.replaceWith(root);
  player.draw();
  root.querySelector("#main").focus({ preventScroll: true });
  scrollTo(0, 0);
}

function showHome() {
  waiting = false;
  if (isFelt()) history.replaceState(null, "", location.pathname);
  document.title = title;
  if (root.isConnected) {
    root.replaceWith(homeRoot);
    homeRoot.querySelector("#main").focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  home.show();
}

function leave() {
  if (history.state?.home) history.back();
  else showHome();
}

addEventListener("popstate", () => {
  if (isFelt() && !root.isConnected) askFor((how) => link.resume(how));
  else if (!location.hash) showHome(); // else one jumps within what is shown
});

// Both have their place in the page, one at a time.
root.remove();
root.hidden = false;
player.playOver(link);
const asked = AGAIN.exec(location.hash);
if (isFelt()) {
  homeRoot.replaceWith(root);
  player.draw();
  askFor((how) => link.resume(how));
} else {
  if (asked) history.replaceState(null, "", location.pathname);
  home.show();
  if (asked) again(asked[1]);
}
