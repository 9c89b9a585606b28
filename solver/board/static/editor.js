// Dealing by hand: suit rows to type into, a strip of the cards that lie nowhere yet, and what else a position has.

import { button, field, h, replace, select } from "./dom.js";
import { SUITS, cardName, cardText, isRed, suitName, symbol } from "./cards.js";

const HEAPS = { trick: "Trick", stock: "Stock", widow: "Widow", pile: "Left on the table" };
const RANKS = "AKQJT98765432X";

/** The ranks that are typed into a row, as far as they can be told. */
export const ranksOf = (text) =>
  [...text.toUpperCase().replaceAll("10", "T")].filter((sign) => RANKS.includes(sign));

/** The cards named in a list such as `SA H10, A:D3`. */
export const cardsOf = (text) =>
  [...text.toUpperCase().replaceAll("10", "T").matchAll(/(?:^|[\s,:])([SHDC][AKQJTX2-9])(?=$|[\s,])/g)].map((match) => match[1]);

/** What is left of a pack once these cards lie somewhere. */
export function without(pack, cards) {
  const left = [...pack];
  for (const card of cards) {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

/** The seat whose hand is all that is left, where only one is empty and the others are whole. */
export function lastHand(rows, seats, left, size) {
  const counts = seats.map((seat) => SUITS.reduce((sum, suit) => sum + ranksOf(rows[seat][suit]).length, 0));
  const empty = seats.filter((_, at) => counts[at] === 0);
  const whole = counts.filter((count) => count === size).length;
  return empty.length === 1 && whole === seats.length - 1 && left.length === size ? empty[0] : null;
}

export class Editor {
  /**
   * `info(game)` gives what is dealt, `check(position)` raises what is wrong, `games` are all of them;
   * `begun(true)` is called while the table does not show what is dealt here.
   */
  constructor(element, { games, info, check, begun }) {
    Object.assign(this, { element, games, info, check, begun, picked: new Set(), faults: [], asked: 0 });
  }

  /** Begin with a position. */
  async open(position) {
    this.info_ = await this.info(position.game);
    this.game = position.game;
    this.seats = [...position.seats];
    this.rows = Object.fromEntries(this.seats.map((seat) => [seat, Object.fromEntries(SUITS.map((suit) => [suit,
      (position.hands[seat] ?? []).filter((card) => card[0] === suit).map((card) => card[1]).join("")]))]));
    this.leader = position.leader;
    this.trump = position.trump ?? "";
    this.heaps = Object.fromEntries(Object.keys(HEAPS).map((name) => [name, (position[name] ?? []).join(" ")]));
    this.taken = Object.fromEntries(this.seats.map((seat) => [seat, (position.taken?.[seat] ?? []).join(" ")]));
    this.tricks = position.tricks_played ?? "";
    this.options = position.options ?? {};
    this.picked.clear();
    this.faults = [];
    this.wait(false);
  }

  /** Clear the table, for this game and these seats. */
  async clear(game, number) {
    const info = await this.info(game);
    const table = info.tables[number] ?? info.tables[4] ?? Object.values(info.tables)[0];
    await this.open({
      game, seats: table.seats, hands: {}, leader: table.seats[0], trump: info.trump === "always" ? "H" : null, tricks_played: 0,
    });
    this.wait(true);
  }

  get table() {
    return this.info_.tables[this.seats.length];
  }

  /** The position as it is typed. */
  get position() {
    const value = { game: this.game, seats: this.seats, leader: this.leader, options: this.options };
    value.hands = Object.fromEntries(this.seats.map((seat) => [seat, SUITS.map((suit) => this.rows[seat][suit]).join(".")]));
    if (this.trump) value.trump = this.trump;
    for (const name of Object.keys(HEAPS)) if (this.heaps[name].trim()) value[name] = this.heaps[name].trim().split(/[\s,]+/);
    const taken = Object.entries(this.taken).filter(([, text]) => text.trim());
    if (taken.length) value.taken = Object.fromEntries(taken);
    if (this.tricks !== "") value.tricks_played = /^\d{1,6}$/.test(this.tricks) ? Number(this.tricks) : this.tricks;
    return value;
  }

  /** The cards of the pack that lie nowhere yet. */
  get left() {
    const held = this.seats.flatMap((seat) => SUITS.flatMap((suit) => ranksOf(this.rows[seat][suit]).map((rank) => suit + rank)));
    const elsewhere = [...Object.values(this.heaps), ...Object.values(this.taken)].flatMap(cardsOf);
    return without(this.table.pack, [...held, ...elsewhere]);
  }

  /** Put cards into a hand. */
  give(seat, cards) {
    for (const card of cards) this.rows[seat][card[0]] += card[1];
    this.picked.clear();
    this.changed();
  }

  /** Something was typed or put down: fill the last hand, ask what is wrong, show it. */
  async changed() {
    const last = lastHand(this.rows, this.seats, this.left, this.table.hand);
    if (last) for (const card of this.left) this.rows[last][card[0]] += card[1];
    this.show();
    const asked = ++this.asked;
    await new Promise((resolve) => setTimeout(resolve, 120));
    if (asked !== this.asked) return;
    let faults = [];
    try {
      await this.check(this.position);
    } catch (refusal) {
      faults = refusal.faults?.length ? refusal.faults : [{ field: "", text: refusal.message }];
    }
    if (asked !== this.asked) return;
    this.faults = faults;
    this.wait(faults.length > 0);
  }

  /** Whether the table still shows what was there before. */
  wait(waiting) {
    this.waiting = waiting;
    this.begun(waiting);
    this.show();
  }

  /** The faults beside a field; those of the hands beside the seats that they name. */
  faultsOf(field, seat) {
    const names = (text, each) => new RegExp(`(^|[^\\w])${each.replaceAll(/[^\w]/g, "\\$&")}($|[^\\w])`).test(text);
    return this.faults.filter((fault) => {
      if (fault.field !== field) return false;
      if (seat === undefined) return true;
      const named = this.seats.filter((each) => names(fault.text, each));
      return seat === null ? !named.length : named.includes(seat);
    });
  }

  told(faults) {
    return faults.length ? h("p", { class: "fault" }, faults.map((fault) => fault.text).join("; ")) : null;
  }

  show() {
    const known = new Set(["hands", "leader", "trump", "taken", "tricks_played", ...Object.keys(HEAPS)]);
    const rest = this.faults.filter((fault) => !known.has(fault.field));
    const names = this.games.map((game) => [game.id, game.name]);
    const numbers = Object.keys(this.info_.tables);
    const fields = new Set(this.info_.fields);
    const type = (name, label, value, set, size) => field(label,
      h("input", { value, size, spellcheck: "false", "data-key": name, on: { input: (event) => { set(event.target.value); this.changed(); } } }),
      this.told(this.faultsOf(name)));
    replace(
      this.element,
      h("div", { class: "fields" },
        select("Game", names, this.game, (game) => this.clear(game, this.seats.length), { "data-key": "e-game" }),
        select("Seats", numbers, String(this.seats.length), (number) => this.clear(this.game, number), { "data-key": "e-seats" }),
        select("Leader", this.seats, this.leader, (seat) => { this.leader = seat; this.changed(); }, { "data-key": "e-leader" }),
        this.info_.trump !== "never" && select("Trumps", [["", "none"], ...SUITS.map((suit) => [suit, `${symbol(suit)} ${suitName(suit)}`])],
          this.trump, (suit) => { this.trump = suit; this.changed(); }, { "data-key": "e-trump" }),
        button("Clear the table", () => this.clear(this.game, this.seats.length), { "data-key": "e-clear" })),
      this.told([...this.faultsOf("leader"), ...this.faultsOf("trump"), ...rest, ...this.faultsOf("hands", null)]),
      this.strip(),
      this.waiting && h("p", { class: "faint" }, "The table below stays as it was until this deal is whole."),
      h("div", { class: "boxes" }, this.seats.map((seat) => this.box(seat))),
      h("details", { class: "more", open: this.element.querySelector(".more")?.open || this.faults.some((fault) => fault.field in HEAPS || fault.field === "taken") },
        h("summary", {}, "A position in the middle of a deal"),
        h("div", { class: "fields" },
          Object.entries(HEAPS).filter(([name]) => name === "trick" || fields.has(name)).map(([name, label]) =>
            type(name, label, this.heaps[name], (text) => { this.heaps[name] = text; }, 18)),
          type("tricks_played", "Tricks played", this.tricks, (text) => { this.tricks = text.trim(); }, 4),
          fields.has("taken") && this.seats.map((seat) =>
            type(`taken-${seat}`, `${seat} has taken`, this.taken[seat], (text) => { this.taken[seat] = text; }, 18))),
        this.told(this.faultsOf("taken"))));
  }

  /** The cards that are not placed: to drag, or to pick and give. */
  strip() {
    const seen = {};
    const cards = this.left.map((card) => {
      const key = `${card}-${(seen[card] = (seen[card] ?? 0) + 1)}`;
      const picked = this.picked.has(key);
      return h("button", {
        type: "button", class: `card${isRed(card) ? " red" : ""}`, draggable: "true", "aria-pressed": String(picked),
        "aria-label": cardName(card), "data-key": `strip-${key}`, "data-card": card,
        on: {
          click: () => { this.picked[picked ? "delete" : "add"](key); this.show(); },
          dragstart: (event) => event.dataTransfer.setData("text/plain", card),
        },
      }, h("span", { class: "one" }, cardText(card)));
    });
    return h("div", { class: "strip", role: "group", "aria-label": "Cards not dealt yet" },
      cards.length ? cards : h("span", { class: "faint" }, "Every card is dealt."));
  }

  box(seat) {
    const picked = [...this.picked].map((key) => key.split("-")[0]);
    const over = (event) => { event.preventDefault(); event.currentTarget.classList.add("drop"); };
    const held = SUITS.reduce((sum, suit) => sum + ranksOf(this.rows[seat][suit]).length, 0);
    return h("fieldset", {
      class: "box", "data-seat": seat,
      on: {
        dragover: over,
        dragleave: (event) => event.currentTarget.classList.remove("drop"),
        drop: (event) => {
          event.preventDefault();
          const card = event.dataTransfer.getData("text/plain");
          if (this.left.includes(card)) this.give(seat, [card]);
        },
      },
    },
      h("legend", {}, seat, h("small", {}, ` ${held} of ${this.table.hand}`)),
      SUITS.map((suit) => h("label", { class: "row" },
        h("span", { class: isRed(suit) ? "red" : "", "aria-hidden": "true" }, symbol(suit)),
        h("input", {
          value: this.rows[seat][suit], spellcheck: "false", autocomplete: "off", "aria-label": `${seat}, ${suitName(suit)}`,
          "data-key": `${seat}-${suit}`,
          on: { input: (event) => { this.rows[seat][suit] = event.target.value; this.changed(); } },
        }))),
      picked.length > 0 && button(`Give ${picked.length === 1 ? cardText(picked[0]) : `${picked.length} cards`} to ${seat}`,
        () => this.give(seat, picked), { "data-key": `give-${seat}`, class: "small" }),
      this.told(this.faultsOf("hands", seat)));
  }
}
