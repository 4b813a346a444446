// The lobby: when its bell rings, or a filter changes, htmx fetches the list of tables anew. All of it works without.

import { keepListed, showPurse } from "./fresh.js";
import { renewInPlace } from "./held_rows.js";

const list = document.getElementById("tables");

keepListed(list, {
  // A row that somebody is about to press stays where it is: its new order is shown when they have let go.
  held: (news) => renewInPlace(list, new DOMParser().parseFromString(news, "text/html")),
  shown: () => showPurse(list.querySelector("[data-purse]")?.dataset.purse),
});
