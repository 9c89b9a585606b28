// Every seat's number: what it can make sure of, and what it gets where each plays for itself.

import { h } from "./dom.js";
import { between, shown } from "./worths.js";

/** The table of an answer, and a line where it is not exact. */
export function seatsTable(answer, words) {
  const row = ({ seat, lower, upper, maxn }) => h("tr", {}, h("th", { scope: "row" }, seat),
    h("td", {}, between(words, lower, upper)), h("td", {}, maxn === null ? "not found" : shown(words, maxn)));
  return [
    h("table", { class: "numbers" },
      h("thead", {}, h("tr", {}, ["Seat", "sure of", "each for itself"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, answer.seats.map(row))),
    answer.exact ? null : h("p", { class: "faint" }, "Not exact: more than the time allows."),
  ];
}
