// Cards as the server writes them (`SA`, `HT`, `HX`), shown and said.

export const SUITS = ["S", "H", "D", "C"];
const TEXT = "\uFE0E"; // a suit is text, not a coloured picture
const SYMBOL = { S: "♠" + TEXT, H: "♥" + TEXT, D: "♦" + TEXT, C: "♣" + TEXT };
const SUIT_NAME = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANK_NAME = {
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six",
  5: "five", 4: "four", 3: "three", 2: "two",
};

export const symbol = (suit) => SYMBOL[suit];
export const suitName = (suit) => SUIT_NAME[suit];
export const isJoker = (card) => card === "HX";
export const isRed = (card) => card[0] === "H" || card[0] === "D";
export const rank = (card) => (isJoker(card) ? "Jo" : card[1] === "T" ? "10" : card[1]);
export const cardText = (card) => (isJoker(card) ? "Joker" : SYMBOL[card[0]] + rank(card));
export const cardName = (card) =>
  isJoker(card) ? "the Joker" : `${RANK_NAME[card[1]] ?? card[1]} of ${SUIT_NAME[card[0]]}`;

/** The cards of a hand by suit, in the order they come in. */
export function bySuit(cards) {
  return SUITS.map((suit) => [suit, cards.filter((card) => card[0] === suit)]);
}

const HEAPS = { pile: "On the table", widow: "Widow", stock: "Stock" };

/** The heaps of a JSON position that hold cards, as [name, label, cards]. */
export const heapsOf = (position) =>
  Object.entries(HEAPS).filter(([name]) => position[name]?.length).map(([name, label]) => [name, label, position[name]]);

/** The trick of a JSON position as [seat, card] pairs. */
export function trickOf(position) {
  const turn = position.seats.indexOf(position.leader);
  return (position.trick ?? []).map((item, place) => {
    const colon = item.lastIndexOf(":");
    if (colon >= 0) return [item.slice(0, colon), item.slice(colon + 1)];
    return [position.seats[(turn + place) % position.seats.length], item];
  });
}

/** The trick that is seen, and whether it is over: the one on the table, or the last where nobody leads yet. */
export function trickShown({ position }, before, card) {
  const trick = trickOf(position);
  if (trick.length || !before || !card) return [trick, false];
  return [[...trickOf(before.position), [before.to_play, card]], true];
}

/** `A`, `A and B`, `A, B and C`. */
export const listed = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** The card that two typed signs mean (`s` and `a`, `h` and `1`), among these; undefined for none. */
export function typedCard(suit, sign, cards) {
  const wanted = sign === "1" || sign === "0" ? "T" : sign.toUpperCase();
  return cards.find((card) => card[0] === suit.toUpperCase() && card[1] === wanted);
}
