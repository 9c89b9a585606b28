// The value over the deal, a step a card; errors are the places where it changes.

import { h, s } from "./dom.js";
import { cardText } from "./cards.js";

const WIDTH = 360, HEIGHT = 110, LEFT = 26, RIGHT = 8, TOP = 10, BOTTOM = 18;

/** The totals of a replay: what it was worth at the start, and after each card. */
export function totals(replay) {
  const cards = replay.cards.filter((card) => card.total_after !== null);
  return cards.length ? [cards[0].total_before, ...cards.map((card) => card.total_after)] : [];
}

/** A picture of them; `go` is told the number of cards at which it is clicked. */
export function graph(replay, at, go) {
  const values = totals(replay);
  if (values.length < 2) return null;
  const low = Math.min(...values), high = Math.max(...values, low + 1);
  const x = (place) => LEFT + ((WIDTH - LEFT - RIGHT) * place) / (values.length - 1);
  const y = (value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * (value - low)) / (high - low);
  const path = values.map((value, place) =>
    place ? `H${x(place).toFixed(1)}V${y(value).toFixed(1)}` : `M${x(0)} ${y(value).toFixed(1)}`).join("");
  const ticks = low + 1 === high || high - low > 6 ? [low, high] : Array.from({ length: high - low + 1 }, (_, i) => low + i);
  const errors = replay.cards.map((card, place) => [card, place + 1]).filter(([card]) => card.cost);
  const said = `${replay.side.join(" and ")}: ${values[0]} with best play, ${values.at(-1)} as played; ${errors.length} ${errors.length === 1 ? "error" : "errors"}`;
  const picture = s("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": said,
    on: {
      click: (event) => {
        const box = picture.getBoundingClientRect();
        const place = ((event.clientX - box.left) * (WIDTH / box.width) - LEFT) / (WIDTH - LEFT - RIGHT);
        go(Math.round(Math.min(Math.max(place, 0), 1) * (values.length - 1)));
      },
    },
  },
    ticks.map((value) => [
      s("line", { class: "tick", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
      s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)),
    ]),
    s("path", { class: "course", d: path }),
    errors.map(([card, place]) => s("g", {},
      s("title", {}, `${card.seat} ${cardText(card.card)} costs ${card.cost}`),
      s("circle", { class: "error", cx: x(place), cy: y(values[place]), r: 4 }))),
    at < values.length ? s("line", { class: "here", x1: x(at), x2: x(at), y1: TOP - 6, y2: HEIGHT - BOTTOM + 4 }) : null,
    s("text", { x: LEFT, y: HEIGHT - 4 }, "start"),
    s("text", { x: WIDTH - RIGHT, y: HEIGHT - 4, "text-anchor": "end" }, `${values.length - 1} cards`));
  return h("figure", {}, h("figcaption", {}, `${replay.side.join(" and ")}: ${replay.goal} in the whole deal`), picture);
}
