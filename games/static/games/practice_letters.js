// Which letters the courts carry in practice: kept in this browser, for its page is the same for everybody. Imported
// before anything that draws a card.

import { kept } from "./settings.js";

export const LETTERS_KEY = "letters";

const chosen = kept(LETTERS_KEY);
if (chosen) document.documentElement.dataset.cardLetters = chosen;
