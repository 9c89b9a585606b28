// The play as it went, a trick a line, with variations below the card that they leave.

import { h, replace } from "./dom.js";
import { cardName, cardText, isRed } from "./cards.js";

/** Draw the tree; `go` is told the node that is clicked. */
export function showMoves(element, tree, go) {
  const start = h("button", {
    type: "button", class: "move start", "data-key": "start",
    "aria-current": tree.current === tree.root ? "step" : undefined,
    on: { click: () => go(tree.root) },
  }, "Start");
  replace(element, start, line(tree.root, tree.current, go, true));
  const current = element.querySelector("[aria-current]");
  if (current && element.scrollHeight > element.clientHeight)
    element.scrollTop = current.offsetTop - element.clientHeight / 2;
}

/** The rows of a line from a node on: its first child is the main line, the others are variations. */
function line(node, current, go, main) {
  const rows = [];
  let row = null;
  for (let at = node; at.children.length; at = at.children[0]) {
    const [first, ...others] = at.children;
    if (!row || at.leads) rows.push((row = trick(at)));
    row.append(move(first, current, go));
    for (const other of others) {
      const variation = h("li", { class: "variation" });
      const inner = trick(at);
      inner.append(move(other, current, go));
      const rest = line(other, current, go, false);
      variation.append(h("ol", { "aria-label": `Instead of the ${cardName(first.card)}` }, inner, rest ? [...rest.children] : []));
      rows.push(variation);
      row = null;
    }
  }
  return rows.length ? h("ol", { class: main ? "main" : "" }, rows) : null;
}

function trick(node) {
  const position = node.state?.position;
  const number = position?.tricks_played === undefined ? "" : `${position.tricks_played + 1}.`;
  return h("li", { class: "row" }, h("span", { class: "number" }, number));
}

function move(node, current, go) {
  const cost = node.note?.cost;
  const better = node.note?.better?.length ? `, better ${node.note.better.map(cardName).join(" or ")}` : "";
  return h("button", {
    type: "button",
    class: `move${isRed(node.card) ? " red" : ""}${cost ? " error" : ""}`,
    "data-key": node.cards.join(" "),
    "aria-current": node === current ? "step" : undefined,
    "aria-label": `${node.seat ?? ""} ${cardName(node.card)}${cost ? `, an error, costs ${cost}${better}` : ""}`,
    title: cost ? `costs ${cost}; better: ${node.note.better.map(cardText).join(" ")}` : undefined,
    on: { click: () => go(node) },
  }, h("span", { class: "seat" }, node.seat ?? ""), cardText(node.card), cost ? h("b", { class: "mark" }, `?${cost}`) : null);
}
