// The table: a hand at every side, the trick in the middle, each legal card wearing its value.

import { h, replace } from "./dom.js";
import { bySuit, cardName, cardText, heapsOf, isJoker, isRed, rank, suitName, symbol, trickShown } from "./cards.js";
import { saidCard, worths } from "./worths.js";

/** The side of the table where each seat sits, clockwise from the near side. */
const SIDES = {
  2: ["near", "far"],
  3: ["near", "left", "right"],
  4: ["near", "left", "far", "right"],
  5: ["near", "left", "left", "right", "right"],
  6: ["near", "left", "left", "far", "right", "right"],
  7: ["near", "left", "left", "far", "far", "right", "right"],
};

/** The side of each seat: the first is near, but of the compass it is the south. */
function sidesOf(seats) {
  const sides = SIDES[seats.length];
  const near = seats.join("") === "NESW" ? 2 : 0;
  return seats.map((_, seat) => sides[(seat + seats.length - near) % seats.length]);
}

/** Draw a position. `view` has state, before (the state a card earlier), answer, words and play (a card's doing). */
export function showTable(element, view) {
  const { position, to_play } = view.state;
  const sides = sidesOf(position.seats);
  const found = new Map(worths(view.answer, view.words, to_play).map((worth) => [worth.card, worth]));
  const at = (side, make) => position.seats.filter((_, seat) => sides[seat] === side).map(make);
  const parts = ["near", "left", "far", "right"].map((side) =>
    h("div", { class: `side ${side}` }, at(side, (seat) => hand(view, seat, found))));
  const hadFocus = element.contains(document.activeElement) && document.activeElement !== element;
  replace(element, ...parts, middle(view, sides));
  if (hadFocus && !element.contains(document.activeElement))
    (element.querySelector("button.card") ?? element).focus({ preventScroll: true });
}

function hand(view, seat, found) {
  const { position, to_play, legal } = view.state;
  const turn = seat === to_play;
  const cards = position.hands[seat];
  const taken = position.taken?.[seat]?.length ?? 0;
  const marks = [
    turn && h("span", { class: "turn" }, "to play"),
    view.words?.side?.includes(seat) && view.words.side.length < position.seats.length &&
      h("span", { class: "asked" }, "side"),
    taken > 0 && h("span", { class: "took" }, `took ${taken}`),
  ];
  return h("section", { class: `hand${turn ? " on-turn" : ""}`, "aria-label": `Seat ${seat}${turn ? ", to play" : ""}` },
    h("h2", {}, seat, " ", marks),
    view.hidden && !turn && to_play !== null && cards.length
      ? h("p", { class: "suits", role: "img", "aria-label": hiddenCards(cards) }, cards.map(() => h("span", { class: "card back" })))
      : cards.length
      ? h("div", { class: "suits" }, bySuit(cards).filter(([, held]) => held.length).map(([suit, held]) =>
          h("div", { class: "suit", role: "group", "aria-label": suitName(suit) },
            held.map((card, place) => face(view, seat, card, place, turn && legal.includes(card) ? found : null)))))
      : h("p", { class: "none" }, "no cards left"));
}

const hiddenCards = (cards) => (cards.length === 1 ? "1 hidden card" : `${cards.length} hidden cards`);

/** A card: a button with its value where it may be played. */
function face(view, seat, card, place, found) {
  if (!found) return plainCard(card);
  const worth = found.get(card);
  const wide = worth?.face.some((line) => line.length > 4);
  return h("button", {
    type: "button",
    class: ["card legal", isRed(card) && "red", worth?.best && "best", worth?.open && "open", wide && "wide"].filter(Boolean).join(" "),
    "aria-label": saidCard(card, worth, view.words),
    title: worth?.rating || undefined,
    "data-key": `${seat}-${card}-${place}`,
    "data-card": card,
    on: { click: () => view.play(card) },
  }, pips(card), worth && badge(worth));
}

const plainCard = (card) =>
  h("span", { class: `card${isRed(card) ? " red" : ""}`, role: "img", "aria-label": cardName(card) }, pips(card));

const pips = (card) => [
  h("span", { class: "rank", "aria-hidden": "true" }, rank(card)),
  h("span", { class: "pip", "aria-hidden": "true" }, isJoker(card) ? "★" : symbol(card[0])),
];

/** What a card wears: its worth, with a star where there is room for one, else below; or its cost, marked as in the play. */
function badge({ face: lines, best, cost }) {
  const room = lines.length === 1 && lines[0].length === 1;
  return h("span", { class: "under", "aria-hidden": "true" },
    h("span", { class: "worth" }, best && room ? "★" : "", lines.map((line) => h("span", {}, line))),
    best && !room && h("span", { class: "star" }, "★"),
    cost && h("span", { class: "cost" }, `?${cost.includes(".") ? Number(cost).toFixed(1) : cost}`));
}

/** The trick on the table, or what became of the last one; trumps; the heaps, face down with hidden hands. */
function middle({ state, before, card, hidden }, sides) {
  const { position, to_play } = state;
  const [trick, past] = trickShown(state, before, card);
  const next = past ? `${position.leader} leads next` : trick.length ? "" : `${to_play} leads`;
  const note = to_play === null ? "The deal is over" : next;
  const trump = position.trump && h("p", { class: "trump" }, "Trumps ",
    h("b", { class: isRed(position.trump) ? "red" : "", role: "img", "aria-label": suitName(position.trump) }, symbol(position.trump)));
  return h("div", { class: "middle" },
    trump,
    h("ol", { class: `trick${past ? " past" : ""}`, "aria-label": past ? "The last trick" : "The trick" },
      trick.map(([seat, played], place) =>
        h("li", { class: `played ${sides[position.seats.indexOf(seat)] ?? "near"}` },
          h("span", { class: "who" }, seat, place === 0 ? h("span", { class: "unseen" }, " led") : ""),
          plainCard(played)))),
    note ? h("p", { class: "note" }, note) : null,
    heapsOf(position).map(([name, label, cards]) => h("p", { class: "heap" }, h("b", {}, `${label} `),
      hidden && name !== "pile" && to_play !== null ? hiddenCards(cards) : cards.map((each) =>
        h("span", { class: isRed(each) ? "red" : "", role: "img", "aria-label": cardName(each) }, cardText(each), " ")))));
}
