// What the answer says: the value in large, and a row for each card with what it costs and the way to ask why.

import { button, h, replace, select } from "./dom.js";
import { cardName, cardText, isRed, listed } from "./cards.js";
import { figure, shown, worths } from "./worths.js";

const LINE = 12; // cards of the best line that are shown

const whoPlays = (answer, words, seat) => (answer?.method === "maxn" ? `${seat}, every seat for itself` : words?.contest ?? "");

/** The answer in one line, for the status; with the best cards where they are asked for. */
export function sentence(answer, words, { to_play }, { best = true } = {}) {
  if (to_play === null) return `The deal is over.${answer?.totals ? ` ${saidTotals(answer.totals, words)}.` : ""}`;
  if (!answer || !words?.heading) return `${to_play} to play.`;
  const cards = worths(answer, words, to_play).filter((worth) => worth.best).map((worth) => cardName(worth.card));
  const how = answer.worlds ? " on average" : answer.exact ? "" : ", not exact";
  const value = `${whoPlays(answer, words, to_play)}: ${figure(answer, words, to_play).join(" ").trim()}${how}.`;
  return `${to_play} to play. ${value}${best && cards.length ? ` Best: ${listed(cards)}.` : ""}`;
}

const saidTotals = (totals, words) => Object.entries(totals).map(([seat, total]) => `${seat} ${shown(words, total)}`).join(", ");

/** The panel of the value. */
export function showVerdict(element, view) {
  const { words, state, answer, searching, stop } = view;
  replace(
    element,
    words?.error ? h("p", { class: "fault", role: "alert" }, words.error) : state.to_play === null ? ending(answer, words) : head(view),
    searching && h("p", { class: "searching" }, h("span", { class: "dots", "aria-hidden": "true" }), "Searching ",
      button("Stop", stop, { "data-key": "stop" })));
}

function head({ answer, words, state: { to_play } }) {
  const who = h("p", { class: "who" }, whoPlays(answer, words, to_play) || " ");
  if (!answer) return [who, h("p", { class: "figure faint" }, "…")];
  const [number, unit] = figure(answer, words, to_play);
  const notes = unit || !answer.exact ? notesOf(answer, words, to_play).join(" · ") : words?.goal ?? "";
  return [
    who,
    h("p", { class: `figure${answer.exact || answer.worlds ? "" : " open"}` }, number, unit && h("small", {}, ` ${unit}`)),
    h("p", { class: "faint" }, notes),
  ];
}

/** Where the value comes from, and what was captured before. */
function notesOf(answer, words, seat) {
  if (answer.worlds !== undefined) return [`on average over ${layouts(answer)}`];
  if (!answer.exact) return ["not exact: proven bounds"];
  const [value, total] = answer.method === "maxn" ? [answer.values[seat], answer.totals?.[seat]] : [answer.value, answer.total];
  const before = total === undefined || total === value ? [] : [`${shown(words, total)} in the whole deal`, `${shown(words, total - value)} so far`];
  return ["from here on", ...before];
}

function layouts({ exact, worlds, layouts: number }) {
  if (exact) return number === 1 ? "the only layout" : `all ${number.toLocaleString("en")} layouts`;
  const power = Math.floor(Math.log10(number));
  const raised = String(power).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);
  const many = power < 12 ? number.toLocaleString("en") : `about ${(number / 10 ** power).toFixed(1)} × 10${raised}`;
  return `${worlds} of ${many} layouts`;
}

/** What everybody, or the side, came to in the end. */
function ending(answer, words) {
  const over = h("p", { class: "who" }, "The deal is over.");
  if (!answer?.exact) return [over];
  const totals = answer.totals ?? { [words?.side?.join(" and ") ?? ""]: answer.total };
  return [over, h("table", { class: "numbers" },
    h("caption", { class: "faint" }, `${words?.units ? words.heading : "result"} in the whole deal`),
    h("tbody", {}, Object.entries(totals).map(([seat, total]) => h("tr", {}, h("th", { scope: "row" }, seat), h("td", {}, shown(words, total))))))];
}

/** The panel of the cards: every one with what it costs, the best line, and where hidden cards lie. */
export function showCards(element, view) {
  const { answer, words, state, playLine } = view;
  const rows = worths(answer, words, state.to_play);
  const line = answer?.exact && answer.line?.length ? answer.line : null;
  replace(
    element,
    rows.length > 0 && h("table", { class: "worths" },
      h("caption", { class: "unseen" }, "What each card is worth"),
      h("thead", { class: "unseen" }, h("tr", {}, ["Card", "Value", "Cost", "Why"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, rows.map((row) => cardRow(row, view.why)))),
    line && h("p", { class: "line" }, h("b", {}, "Best play "), line.slice(0, LINE).map(inLine), line.length > LINE && "… ",
      button("Play it", playLine, { "data-key": "play-line", class: "small" })),
    answer?.worlds !== undefined && whereabouts(view));
  element.hidden = !element.firstChild;
}

const inLine = (card) => [h("span", { class: isRed(card) ? "red" : "" }, cardText(card)), " "];

function cardRow(row, why) {
  return h("tr", { class: row.best ? "best" : "" },
    h("th", { scope: "row" }, h("span", { class: isRed(row.card) ? "red" : "" }, cardText(row.card))),
    h("td", { class: "value" }, row.text, row.error && h("small", {}, ` ${row.error}`), row.range && h("small", { class: "share" }, row.range)),
    h("td", {}, row.best ? "★ best" : row.rating, row.costError && h("small", {}, ` ${row.costError}`),
      row.level && h("small", { title: "no more than twice its error behind the best" }, " level"),
      row.share && h("small", { class: "share" }, row.share)),
    h("td", {}, row.worse && why && button("Why?", () => why(row.card), {
      "aria-label": `Why is the ${cardName(row.card)} bad?`, "data-key": `why-${row.card}`, class: "small",
    })));
}

/** Ask where a card lies that the seat to play cannot see. */
function whereabouts({ state: { position, to_play }, where, odds }) {
  const places = [...position.seats.filter((seat) => seat !== to_play).map((seat) => position.hands[seat]), position.stock, position.widow];
  const cards = [...new Set(places.flatMap((cards) => cards ?? []))].sort((one, other) => order(one) - order(other));
  return h("div", { class: "whereabouts" },
    select("Where is", [["", "choose a card"], ...cards.map((card) => [card, cardText(card)])], where?.card ?? "", odds, { "data-key": "where" }),
    h("p", { role: "status" }, where?.said ?? ""));
}

const order = (card) => 20 * "SHDC".indexOf(card[0]) + "AKQJXT98765432".indexOf(card[1]);
