// Dialogs: one at a time, closed by Escape, with the focus back where it was.

import { $, button, field, h, select } from "./dom.js";

/** Open a dialog; `content` gets a function that closes it. */
export function dialog(title, content) {
  const back = document.activeElement;
  const id = `d-${title.replaceAll(/\W+/g, "-").toLowerCase()}`;
  const box = h("dialog", { "aria-labelledby": id });
  const close = () => box.close();
  box.append(
    h("header", {}, h("h2", { id }, title), button("×", close, { class: "close", "aria-label": "Close" })),
    h("div", { class: "body" }, content(close)));
  box.addEventListener("close", () => {
    box.remove();
    back?.focus?.();
  });
  $("dialogs").replaceChildren(box);
  box.showModal();
  return box;
}

const MOST = 900_000; // bytes of a file that is sent on as text

/** The text of a file: UTF-8, else Latin-1 as older PBN is. */
async function textOf(file) {
  if (file.size > MOST) throw new Error(`${file.name} is larger than ${MOST / 1000} kB: start with openhand board FILE`);
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

/** Ways to a deal: a file or pasted text, an example, a random deal. `read` gets a question, `link` an address. */
export function openDialog(games, game, { read, link, random }) {
  return dialog("Open a deal", (close) => {
    const fault = h("p", { class: "fault", role: "alert", hidden: true });
    const attempt = async (doing) => {
      fault.hidden = true;
      try {
        await doing();
        return true;
      } catch (error) {
        fault.hidden = false;
        fault.textContent = error.message;
        return false;
      }
    };
    const open = async (doing) => (await attempt(doing)) && close();
    const names = games.map((each) => [each.id, each.name]);
    return [
      fault,
      fileOrText((text) => open(() => (/^\S*#v=/.test(text.trim()) ? link(text.trim()) : read({ text }))), attempt),
      example(names, game, (example) => open(() => read({ example }))),
      randomDeal(names, game, (asking) => open(() => random(asking))),
    ];
  });
}

const way = (title, ...parts) => h("section", { class: "way" }, h("h3", {}, title), parts);

function fileOrText(open, attempt) {
  const text = h("textarea", { rows: 5, spellcheck: "false", "aria-label": "A deal as text",
    placeholder: '[Game "hearts"] …, {"game": …}, a table of a book, or the address of a board' });
  const chosen = ({ target: { files: [file] } }) => file && attempt(async () => { text.value = await textOf(file); });
  const file = h("input", { type: "file", "aria-label": "A file", on: { change: chosen } });
  return way("A file, or text", file, text, button("Open it", () => open(text.value), { class: "main" }));
}

function example(names, game, open) {
  const choice = select("Game", names, game);
  return way("An example", h("div", { class: "fields" }, choice,
    button("Show it", () => open(choice.querySelector("select").value), { class: "main" })));
}

function randomDeal(names, game, deal) {
  const choice = select("Game", names, game);
  const cards = h("input", { type: "number", min: 1, max: 26, value: 6 });
  const seed = h("input", { type: "number", min: 0, value: Math.floor(Math.random() * 1000) });
  const asking = () => ({ game: choice.querySelector("select").value, cards: Number(cards.value), seed: Number(seed.value) });
  return way("A random deal", h("div", { class: "fields" }, choice, field("Cards each", cards), field("Seed", seed),
    button("Deal", () => deal(asking()), { class: "main" })));
}

const KEYS = [
  ["s h d c, then a rank", "play that card: s a is the ace of spades, h 1 the ten of hearts"],
  ["← →", "back a card, on a card"],
  ["Shift ←", "back a trick"],
  ["↑ ↓", "the variation before, after"],
  ["Home End", "to the start, to the end"],
  ["b", "play the best card"],
  ["Space", "let the line play itself, or stop it"],
  ["o e t", "open a deal, deal by hand, take it along"],
  ["?", "this page"],
];

export const keysDialog = () =>
  dialog("Keys", () => [h("dl", { class: "keys" }, KEYS.map(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]))]);
