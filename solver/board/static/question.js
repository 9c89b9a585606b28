// What is asked: the game with its rules, goal, side, method, trumps and options.

import { button, field, h, replace, select } from "./dom.js";
import { SUITS, suitName, symbol } from "./cards.js";

const optionText = (value) => (Array.isArray(value) ? value.join(",") : String(value ?? ""));

/** Draw the bar. `asked` is {goal, side, method, ties}; `change` gets what is new of it, `alter` a new position. */
export function showQuestion(element, { position, game, info, asked, deals, change, alter, rules }) {
  const [goal, argument] = asked.goal.split(":");
  const pattern = game.goals.find((each) => each.split(":")[0] === goal) ?? "points";
  const wants = pattern.split(":")[1];
  const withArgument = (name) => {
    const kind = name.split(":")[1];
    if (!kind) return name;
    return `${name.split(":")[0]}:${kind === "N" ? "1" : position.seats[0]}`;
  };
  const maxn = asked.method === "maxn";
  const side = asked.side ? asked.side.split(",") : [];
  const toggle = (seat) => {
    const chosen = position.seats.filter((each) => (each === seat) !== side.includes(each));
    change({ side: chosen.length ? chosen.join(",") : null });
  };
  replace(
    element,
    h("p", { class: "game" }, h("b", {}, game.name), " ",
      button("Rules", rules, { class: "small", "data-key": "rules" }),
      h("button", {
        type: "button", class: "small narrow", "data-key": "ask", "aria-expanded": String(element.classList.contains("unfolded")),
        on: { click: ({ currentTarget }) => currentTarget.setAttribute("aria-expanded", String(element.classList.toggle("unfolded"))) },
      }, "Ask for …"),
      h("span", { class: "gist" }, game.summary.split(/(?<=[.]) /)[0])),
    h("div", { class: "fields" },
      select("Goal", game.goals.map((name) => [withArgument(name), name]), pattern === goal ? goal : asked.goal,
        (value) => change({ goal: value }), { "data-key": "goal", title: info.goals[pattern] }),
      wants === "N" && field("N",
        h("input", { type: "number", min: 0, max: 999, value: argument, "data-key": "n",
          on: { change: (event) => change({ goal: `${goal}:${event.target.value || 0}` }) } })),
      wants === "SEAT" && select("Seat", position.seats, argument, (value) => change({ goal: `${goal}:${value}` }), { "data-key": "seat" }),
      select("Method", [["minimax", "a side against the rest"], ["maxn", "every seat for itself"]], asked.method,
        (value) => change({ method: value }), { "data-key": "method" }),
      maxn && select("Of equal plays", [["worst", "worst for the next"], ["best", "best for the next"]], asked.ties,
        (value) => change({ ties: value }), { "data-key": "ties" }),
      !maxn && h("fieldset", { class: "field sides" }, h("legend", {}, "Side"),
        h("label", { class: "chip" },
          h("input", { type: "checkbox", checked: !side.length, "data-key": "side-", on: { change: () => change({ side: null }) } }),
          "whoever plays"),
        position.seats.map((seat) => h("label", { class: "chip" },
          h("input", { type: "checkbox", checked: side.includes(seat), "data-key": `side-${seat}`, on: { change: () => toggle(seat) } }), seat))),
      h("label", { class: "chip" },
        h("input", { type: "checkbox", checked: asked.hidden, "data-key": "hide", on: { change: (event) => change({ hidden: event.target.checked }) } }),
        "hidden hands"),
      info.trump !== "never" && select("Trumps",
        [...SUITS.map((suit) => [suit, `${symbol(suit)} ${suitName(suit)}`]), ...(info.trump === "optional" ? [["", "none"]] : [])],
        position.trump ?? "", (value) => alter({ trump: value || null }), { "data-key": "trump" }),
      options(position, game, alter)),
    deals,
  );
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
