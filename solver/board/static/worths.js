// What the answer says of each card, and of the whole: as text, on the card, and for a screen reader.

import { cardName } from "./cards.js";

const minus = (text) => text.replace("-", "−");
const decimal = (number) => (number === null ? "?" : minus(number.toFixed(2)));

/** Whether the values of this goal are numbers; the others are yes and no, won and lost. */
const counts = (words) => ["1", "+1"].includes(words?.samples?.["1"] ?? "1");

/** A value in the words of its goal. */
export function shown(words, value) {
  if (!counts(words)) return words.samples[String(value)] ?? String(value);
  return minus((words?.samples?.["1"] === "+1" && value > 0 ? "+" : "") + value);
}

/** A range of values, one where its ends meet. */
export const between = (words, lower, upper) =>
  lower === upper ? shown(words, lower) : `${shown(words, lower)} to ${shown(words, upper)}`;

/** What each legal card is worth, in pack order: {card, text, face (its lines on the card), best, cost, rating, ...}. */
export function worths(answer, words, seat) {
  if (!answer) return [];
  const worth = answer.method === "maxn" ? forItself : answer.worlds !== undefined ? onAverage : sure;
  return answer.cards.map((card) => {
    const found = worth(card, answer, words, seat);
    const rating = found.best ? "best" : found.cost ? `costs ${found.cost}` : found.worse ? "worse" : "";
    return { card: card.card, rating, ...found };
  });
}

/** A cost in figures where the values have some, else only whether there is one. */
const costing = (words, cost) => ({ cost: cost && counts(words) ? String(cost) : "", worse: cost > 0 });

function sure({ value, lower, upper }, answer, words) {
  const open = !answer.exact && lower !== upper;
  const text = open ? between(words, lower, upper) : shown(words, value ?? lower);
  const bounds = counts(words) ? [`≥${shown(words, lower)}`, `≤${shown(words, upper)}`] : ["?"];
  const cost = answer.exact ? Math.abs(value - answer.value) : 0;
  return { text, face: open ? bounds : [text], open, best: answer.exact && !cost, ...costing(words, cost) };
}

function forItself({ card, values }, answer, words, seat) {
  const text = values ? shown(words, values[seat]) : "?";
  const cost = values && answer.exact ? Math.abs(values[seat] - answer.values[seat]) : 0;
  return { text, face: [text], open: !values, best: answer.best.includes(card), ...costing(words, cost) };
}

function onAverage({ card, mean, error, share, behind, low, high, level }, answer) {
  const cost = behind?.mean > 0.005 ? decimal(behind.mean) : "";
  return {
    text: decimal(mean), face: [mean === null ? "?" : minus(mean.toFixed(1))], open: mean === null,
    error: error ? `± ${decimal(error)}` : "",
    best: answer.best.includes(card), cost, worse: cost !== "",
    costError: cost && behind.error ? `± ${decimal(behind.error)}` : "",
    level: Boolean(cost && level),
    range: low === null || low === high ? "" : `${minus(String(low))} to ${minus(String(high))}`,
    share: share === null ? "" : `best in ${Math.round(share * 100)}%`,
  };
}

/** What stands behind a value by itself: `heart` behind 1, `fewer than the others` behind -3, nothing behind `yes`. */
function unit(words, value) {
  if (!counts(words) || !words?.units) return "";
  return words.units[value] ?? words.units[value < 0 ? "-2" : "2"];
}

/** One value by itself as [figure, unit]; where the unit says fewer, the figure has no sign. */
export function counted(words, value, text = shown(words, value)) {
  const signed = !words?.units || words.units["-2"] === words.units["2"];
  return [signed ? text : text.replace(/^[+−]/, ""), unit(words, value)];
}

/** The whole answer as [figure, unit]. */
export function figure(answer, words, seat) {
  if (answer.worlds !== undefined) {
    const mean = answer.cards.find(({ card }) => answer.best.includes(card))?.mean ?? null;
    return mean === null ? ["?", ""] : counted(words, mean, decimal(mean));
  }
  const value = answer.method === "maxn" ? answer.values?.[seat] : answer.value ?? undefined;
  if (value !== undefined) return counted(words, value);
  if (answer.method === "maxn") return ["?", ""];
  return [between(words, answer.lower, answer.upper), counts(words) ? words?.heading ?? "" : ""];
}

/** A card with what it is worth, in words. */
export function saidCard(card, worth, words) {
  if (!worth) return cardName(card);
  const range = worth.open && worth.text !== "?";
  const [text, behind] = range
    ? [worth.text, counts(words) ? words?.heading ?? "" : ""]
    : counted(words, Number(worth.text.replace("−", "-")), worth.text);
  const rating = worth.rating || (worth.open ? "not exact" : "");
  return `${cardName(card)}: ${text}${behind && ` ${behind}`}${rating && `, ${rating}`}`;
}
