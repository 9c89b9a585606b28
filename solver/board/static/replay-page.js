"use strict";
{
  const { game, steps } = JSON.parse(document.getElementById("deal").textContent);
  const page = document.getElementById("page");
  const SYMBOL = { S: "\u2660\uFE0E", H: "\u2665\uFE0E", D: "\u2666\uFE0E", C: "\u2663\uFE0E" };
  const text = (card) => (card === "HX" ? "Joker" : SYMBOL[card[0]] + (card[1] === "T" ? "10" : card[1]));
  const make = (tag, more, ...children) => {
    const element = Object.assign(document.createElement(tag), more);
    element.append(...children.filter((child) => child !== null));
    return element;
  };
  const red = (card) => ("HD".includes(card[0]) ? "red" : "");
  const cards = (list, worths) => make("ul", { className: "cards" }, ...list.map((card) => {
    const worth = worths.find((each) => each.card === card);
    const kind = red(card) + (worth && worth.best ? " best" : "");
    return make("li", { className: kind }, text(card), worth ? make("small", {}, (worth.best ? "\u2605" : "") + worth.text) : null);
  }));
  let at = 0;
  const step = (place) => {
    at = Math.max(0, Math.min(steps.length - 1, place));
    show();
  };
  const move = (label, place, key) => make("button", { type: "button", onclick: () => step(place()), accessKey: key }, label);
  const back = move("\u25C0\uFE0E Back", () => at - 1, "b");
  const on = move("On \u25B6\uFE0E", () => at + 1, "n");
  const start = move("Start", () => 0, "s");
  const said = make("p", {});
  said.setAttribute("role", "status");
  const table = make("div", {});
  const show = () => {
    const now = steps[at];
    const note = now.note;
    said.replaceChildren(
      make("b", {}, `${at} of ${steps.length - 1}. `),
      now.card ? `${now.seat} plays ${text(now.card)}. ` : "The deal. ",
      note && note.cost ? make("span", { className: "error" }, `An error: costs ${note.cost}, better ${note.better.map(text).join(" ")}. `) : "",
      now.said);
    table.replaceChildren(
      make("section", {}, make("h2", {}, `${now.past ? "The last trick" : "Trick"}${now.trump ? `, trumps ${SYMBOL[now.trump]}` : ""}`),
        make("ul", { className: "cards" }, ...now.trick.map(([seat, card]) => make("li", { className: red(card) }, text(card), make("small", {}, seat)))),
        now.to_play && (now.past || !now.trick.length) ? make("p", {}, `${now.leader} leads.`) : null,
        ...now.heaps.map(([, label, list]) => make("p", {}, `${label}: ${list.map(text).join(" ")}`))),
      ...now.seats.map((seat) => make("section", { className: seat === now.to_play ? "turn" : "" },
        make("h2", {}, seat), cards(now.hands[seat], seat === now.to_play ? now.worths : []))));
    back.disabled = start.disabled = at === 0;
    on.disabled = at === steps.length - 1;
  };
  addEventListener("keydown", (event) => {
    const places = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1 };
    if (event.key in places) {
      event.preventDefault();
      step(places[event.key]);
    }
  });
  page.append(make("h1", {}, game), said, table, make("nav", {}, start, back, on));
  show();
}
