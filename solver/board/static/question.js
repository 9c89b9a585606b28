// What is asked: the game with its rules, goal, side, method, trumps and options.

import { button, field, h, replace, select } from "./dom.js";
import { SUITS, suitName, symbol } from "./cards.js";

const optionText = (value) => (Array.isArray(value) ? value.join(",") : String(value ?? ""));

/** Draw the bar. `asked` is {goal, side, method, ties, hidden}; `change` gets what is new of it, `alter` of the position. */
export function showQuestion(element, { position, game, info, asked, deals, change, alter, rules }) {
  const maxn = asked.method === "maxn";
  replace(
    element,
    name(element, game, rules),
    h("div", { class: "fields" },
      goals(position, game, info, asked.goal, change),
      select("Method", [["minimax", "a side against the rest"], ["maxn", "every seat for itself"]], asked.method,
        (method) => change({ method }), { "data-key": "method" }),
      maxn
        ? select("Of equal plays", [["worst", "worst for the next"], ["best", "best for the next"]], asked.ties,
            (ties) => change({ ties }), { "data-key": "ties" })
        : sides(position.seats, asked.side, change),
      tick("hidden hands", asked.hidden, "hide", (hidden) => change({ hidden })),
      info.trump !== "never" && select("Trumps",
        [...SUITS.map((suit) => [suit, `${symbol(suit)} ${suitName(suit)}`]), ...(info.trump === "optional" ? [["", "none"]] : [])],
        position.trump ?? "", (value) => alter({ trump: value || null }), { "data-key": "trump" }),
      options(position, game, alter)),
    deals,
  );
}

const tick = (label, checked, key, change) => h("label", { class: "chip" },
  h("input", { type: "checkbox", checked, "data-key": key, on: { change: (event) => change(event.target.checked) } }), label);

/** The game in a line; on a small screen what is asked folds out below it. */
function name(element, game, rules) {
  const fold = ({ currentTarget }) => currentTarget.setAttribute("aria-expanded", String(element.classList.toggle("unfolded")));
  return h("p", { class: "game" }, h("b", {}, game.name), " ",
    button("Rules", rules, { class: "small", "data-key": "rules" }),
    h("button", {
      type: "button", class: "small narrow", "data-key": "ask", "aria-expanded": String(element.classList.contains("unfolded")), on: { click: fold },
    }, "Ask for …"),
    h("span", { class: "gist" }, game.summary.split(/(?<=[.]) /)[0]));
}

/** The goals of a game, and the number or seat that goes with the one that is chosen. */
function goals(position, game, info, asked, change) {
  const [goal, argument] = asked.split(":");
  const pattern = game.goals.find((each) => each.split(":")[0] === goal) ?? "points";
  const first = { N: "1", SEAT: position.seats[0] };
  const choices = game.goals.map((each) => {
    const [start, kind] = each.split(":");
    return [kind ? `${start}:${each === pattern ? argument : first[kind]}` : each, each];
  });
  const wants = pattern.split(":")[1];
  const set = (value) => change({ goal: `${goal}:${value}` });
  return [
    select("Goal", choices, asked, (value) => change({ goal: value }), { "data-key": "goal", title: info.goals[pattern] }),
    wants === "N" && field("N", h("input", {
      type: "number", min: 0, max: 999, value: argument, "data-key": "n", on: { change: (event) => set(event.target.value || 0) },
    })),
    wants === "SEAT" && select("Seat", position.seats, argument, set, { "data-key": "seat" }),
  ];
}

/** The seats of the side, none of them for whoever plays. */
function sides(seats, asked, change) {
  const side = asked ? asked.split(",") : [];
  const toggle = (seat) => {
    const chosen = seats.filter((each) => (each === seat) !== side.includes(each));
    change({ side: chosen.length ? chosen.join(",") : null });
  };
  return h("fieldset", { class: "field sides" }, h("legend", {}, "Side"),
    tick("whoever plays", !side.length, "side-", () => change({ side: null })),
    seats.map((seat) => tick(seat, side.includes(seat), `side-${seat}`, () => toggle(seat))));
}

function options(position, game, alter) {
  const names = Object.keys(game.options);
  if (!names.length) return null;
  const given = position.options ?? {};
  const set = (name, value) => {
    const { [name]: _, ...rest } = given;
    alter({ options: value === "" ? rest : { ...rest, [name]: value } });
  };
  const fields = names.map((name) => {
    const { form, default: usual, help } = game.options[name];
    const value = optionText(given[name]);
    const choices = /^[^A-Z]+\|/.test(form) || /^[SHDC]\|/.test(form) ? form.split("|") : null;
    const input = choices
      ? h("select", { "data-key": `o-${name}`, on: { change: (event) => set(name, event.target.value) } },
          h("option", { value: "" }, usual ? `${usual} (as usual)` : "not said"),
          choices.map((choice) => h("option", { value: choice, selected: choice === value }, choice)))
      : h("input", { value, placeholder: usual || form, size: 10, "data-key": `o-${name}`,
          on: { change: (event) => set(name, event.target.value.trim()) } });
    return field(name, input, h("small", {}, help));
  });
  return h("details", { class: "options", open: document.querySelector(".options")?.open },
    h("summary", {}, "Options", Object.keys(given).length ? ` (${Object.keys(given).length})` : ""),
    h("div", { class: "sheet" }, fields));
}

/** The rules of a game in full. */
export function rulesInFull(game, info) {
  return [
    h("p", {}, game.summary),
    h("h3", {}, "The deal"),
    h("ul", {}, Object.entries(info.tables).map(([seats, table]) => h("li", {}, `${seats} seats: ${table.text}`))),
    game.choices.length > 0 && [h("h3", {}, "Where the books are silent"), h("ul", {}, game.choices.map((text) => h("li", {}, text)))],
    game.reach && [h("h3", {}, "How far the search goes"), h("p", {}, game.reach)],
    h("h3", {}, "Goals"),
    h("dl", {}, Object.entries(info.goals).map(([goal, text]) => [h("dt", {}, goal), h("dd", {}, text)])),
    Object.keys(game.options).length > 0 && [
      h("h3", {}, "Options"),
      h("dl", {}, Object.entries(game.options).map(([name, option]) =>
        [h("dt", {}, `${name}=${option.form}`), h("dd", {}, option.help, option.default ? ` (else ${option.default})` : "")])),
    ],
  ].flat().filter(Boolean);
}
