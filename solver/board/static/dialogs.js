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
    const attempt = async (doing, last = true) => {
      fault.hidden = true;
      try {
        await doing();
        if (last) close();
      } catch (error) {
        fault.hidden = false;
        fault.textContent = error.message;
      }
    };
    const text = h("textarea", { rows: 5, spellcheck: "false", "aria-label": "A deal as text",
      placeholder: '[Game "hearts"] …, {"game": …}, a table of a book, or the address of a board' });
    const file = h("input", { type: "file", "aria-label": "A file", on: {
      change: () => attempt(async () => {
        if (file.files[0]) text.value = await textOf(file.files[0]);
      }, false),
    } });
    const open = () => attempt(() => (/^\S*#v=/.test(text.value.trim()) ? link(text.value.trim()) : read({ text: text.value })));
    const names = games.map((each) => [each.id, each.name]);
    const example = select("Game", names, game);
    const dealt = select("Game", names, game);
    const cards = h("input", { type: "number", min: 1, max: 26, value: 6 });
    const seed = h("input", { type: "number", min: 0, value: Math.floor(Math.random() * 1000) });
    return [
      fault,
      h("section", { class: "way" }, h("h3", {}, "A file, or text"), file, text, button("Open it", open, { class: "main" })),
      h("section", { class: "way" }, h("h3", {}, "An example"), h("div", { class: "fields" }, example,
        button("Show it", () => attempt(() => read({ example: example.querySelector("select").value })), { class: "main" }))),
      h("section", { class: "way" }, h("h3", {}, "A random deal"), h("div", { class: "fields" }, dealt,
        field("Cards each", cards),
        field("Seed", seed),
        button("Deal", () => attempt(() => random({
          game: dealt.querySelector("select").value, cards: Number(cards.value), seed: Number(seed.value),
        })), { class: "main" }))),
    ];
  });
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
