// The table: a hand at every side, the trick in the middle, each legal card wearing its value.

import { h, replace } from "./dom.js";
import { bySuit, cardName, cardText, isJoker, isRed, rank, suitName, symbol, trickOf } from "./cards.js";
import { saidWorth, worths } from "./verdict.js";

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
      ? h("p", { class: "suits", role: "img", "aria-label": `${cards.length} hidden cards` }, cards.map(() => h("span", { class: "card back" })))
      : cards.length
      ? h("div", { class: "suits" }, bySuit(cards).filter(([, held]) => held.length).map(([suit, held]) =>
          h("div", { class: "suit", role: "group", "aria-label": suitName(suit) },
            held.map((card, place) => face(view, seat, card, place, turn && legal.includes(card) ? found : null)))))
      : h("p", { class: "none" }, "no cards left"));
}

/** A card: a button with its value where it may be played. */
function face(view, seat, card, place, found) {
  const colour = isRed(card) ? " red" : "";
  const inner = [
    h("span", { class: "rank", "aria-hidden": "true" }, rank(card)),
    h("span", { class: "pip", "aria-hidden": "true" }, isJoker(card) ? "★" : symbol(card[0])),
  ];
  if (!found) return h("span", { class: `card${colour}`, role: "img", "aria-label": cardName(card) }, inner);
  const worth = found.get(card);
  const badge = h("span", { class: "under", "aria-hidden": "true" },
    worth && h("span", { class: "worth" }, worth.best && !worth.short ? "★" : "", worth.short ?? worth.text),
    worth?.short && worth.best ? h("span", { class: "cost" }, "★") : null,
    worth?.cost ? h("span", { class: "cost" }, `−${worth.short ? Number(worth.cost).toFixed(1) : worth.cost}`) : null);
  return h("button", {
    type: "button",
    class: `card legal${colour}${worth?.best ? " best" : ""}${worth?.open ? " open" : ""}`,
    "aria-label": `${cardName(card)}${saidWorth(worth, view.words)}`,
    title: worth?.cost ? `costs ${worth.cost}` : worth?.best ? "best" : undefined,
    "data-key": `${seat}-${card}-${place}`,
    "data-card": card,
    on: { click: () => view.play(card) },
  }, inner, badge);
}

/** The trick on the table, or what became of the last one. */
function middle({ state, before, card }, sides) {
  const { position, to_play } = state;
  let trick = trickOf(position);
  let note = "";
  if (!trick.length && before && card) {
    trick = [...trickOf(before.position), [before.to_play, card]];
    note = to_play === null ? "The deal is over" : `${position.leader} leads next`;
  } else if (!trick.length) {
    note = to_play === null ? "The deal is over" : `${to_play} leads`;
  }
  const past = trick.length > 0 && !(position.trick?.length);
  const cards = trick.map(([seat, played], place) =>
    h("li", { class: `played ${sides[position.seats.indexOf(seat)] ?? "near"}` },
      h("span", { class: "who" }, seat, place === 0 ? h("span", { class: "unseen" }, " led") : ""),
      h("span", { class: `card${isRed(played) ? " red" : ""}`, role: "img", "aria-label": cardName(played) },
        h("span", { class: "rank", "aria-hidden": "true" }, rank(played)),
        h("span", { class: "pip", "aria-hidden": "true" }, isJoker(played) ? "★" : symbol(played[0])))));
  const heaps = [["pile", "On the table"], ["widow", "Widow"], ["stock", "Stock"]]
    .filter(([name]) => position[name]?.length)
    .map(([name, label]) =>
      h("p", { class: "heap" }, h("b", {}, `${label} `), position[name].map((each) =>
        h("span", { class: isRed(each) ? "red" : "", role: "img", "aria-label": cardName(each) }, cardText(each), " "))));
  const trump = position.trump && h("p", { class: "trump" }, "Trumps ",
    h("b", { class: isRed(position.trump) ? "red" : "", role: "img", "aria-label": suitName(position.trump) }, symbol(position.trump)));
  return h("div", { class: "middle" },
    trump,
    h("ol", { class: `trick${past ? " past" : ""}`, "aria-label": past ? "The last trick" : "The trick" }, cards),
    note ? h("p", { class: "note" }, note) : null,
    heaps);
}
