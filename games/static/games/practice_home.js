// The home of practice: against whom, by which rules, and the games that were kept.

const USUAL = { cards: 3, blind: true, raises: null, azi: "buyin", ante: 10, bet: 10 };

export class Home {
  #root;

  constructor(root, { start }) {
    this.#root = root;
    const bots = [{ level: "middle", style: null }, { level: "best", style: null }];
    root.querySelector("#deal").addEventListener("click", () => start({ rules: USUAL, bots, stack: 1000 }));
  }

  show() {
    this.#root.classList.remove("is-busy");
  }

  troubled() {
    this.show();
  }
}
