// Taking a deal along: as text, as a picture, as a page that steps by itself. Everything is escaped on its way out.

import { button, h } from "./dom.js";
import { bySuit, cardText, isRed, rank, symbol, trickOf } from "./cards.js";
import { sentence, shown, worths } from "./verdict.js";
import { dialog } from "./dialogs.js";

/** A text as it may stand in markup. */
export const escaped = (text) =>
  String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "�");

/** A value as JSON that may stand in a script. */
export const scriptJson = (value) =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The table as a picture of its own. */
export function picture(state, answer, words) {
  const { position, to_play } = state;
  const found = new Map(worths(answer, words, to_play).map((worth) => [worth.card, worth]));
  const width = 760, text = (x, y, content, more = "") => `<text x="${x}" y="${y}"${more}>${content}</text>`;
  const parts = [];
  let y = 48;
  parts.push(text(24, y, escaped(sentence(answer, words, state)).slice(0, 400), ' class="head"'));
  y += 16;
  for (const seat of position.seats) {
    y += 26;
    parts.push(text(24, y, escaped(seat), ` class="${seat === to_play ? "seat turn" : "seat"}"`));
    let x = 120;
    for (const [suit, cards] of bySuit(position.hands[seat])) {
      for (const card of cards) {
        if (x > width - 60) [x, y] = [120, y + 46];
        const worth = seat === to_play ? found.get(card) : undefined;
        parts.push(`<rect x="${x}" y="${y - 18}" width="26" height="26" rx="4" class="card${worth?.best ? " best" : ""}"/>`);
        parts.push(text(x + 13, y, `${escaped(rank(card))}${escaped(symbol(suit))}`, ` class="face${isRed(card) ? " red" : ""}"`));
        if (worth) parts.push(text(x + 13, y + 21, escaped((worth.best ? "★" : "") + worth.text), ' class="worth"'));
        x += 29;
      }
      if (cards.length) x += 8;
    }
    y += 22;
  }
  const trick = trickOf(position);
  if (trick.length)
    parts.push(text(24, (y += 26), `Trick: ${trick.map(([seat, card]) => escaped(`${seat} ${cardText(card)}`)).join(", ")}`));
  if (position.trump) parts.push(text(24, (y += 26), `Trumps: ${escaped(symbol(position.trump))}`));
  const height = y + 30;
  const style = "text{font:14px sans-serif;fill:#f4f1e8}.head{font-size:13px}.seat{font-weight:bold;font-size:16px}.turn{fill:#ffd479}" +
    ".card{fill:#fffdf6;stroke:#0b3d2c}.best{stroke:#ffd479;stroke-width:3}.face{fill:#1b1b1b;font:bold 12px serif;text-anchor:middle}" +
    ".red{fill:#b3122a}.worth{font-size:10px;text-anchor:middle}";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">` +
    `<title>${escaped(sentence(answer, words, state))}</title><style>${style}</style>` +
    `<rect width="100%" height="100%" rx="12" fill="#14553f"/>${parts.join("")}</svg>`;
}

async function digest(text) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}

/** What the page of the replay has to know: how the table stands before every card, and what is said of it. */
export function replayData({ tree, answerOf, wordsOf, game, side, goal }) {
  const nodes = [tree.root, ...tree.line];
  return {
    game, side, goal,
    steps: nodes.filter((node) => node.state).map((node) => {
      const { position, to_play } = node.state;
      const answer = answerOf(node), words = wordsOf(node);
      const note = node.note;
      return {
        card: node.card, seat: node.seat, seats: position.seats, hands: position.hands, trick: trickOf(position), to_play,
        leader: position.leader, trump: position.trump ?? null, words: words?.heading ?? "",
        worths: worths(answer, words, to_play).map(({ card, text, best, cost }) => ({ card, text, best, cost })),
        note: note && { cost: note.cost, better: note.better, total: note.total_after },
        said: answer && words?.heading ? `${words.contest}: ${answer.exact && answer.value !== undefined ? shown(words, answer.value) : "not exact"}` : "",
      };
    }),
  };
}

/** The page itself, from its script and style: it asks nobody anything. */
export async function replayPage(data, script, style) {
  const policy = `default-src 'none'; script-src 'sha256-${await digest(script)}'; style-src 'sha256-${await digest(style)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<title>${escaped(`${data.game}: a deal`)}</title><style>${style}</style></head>
<body><main id="page"></main>
<script type="application/json" id="deal">${scriptJson(data)}</script>
<script>${script}</script></body></html>
`;
}

function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** The dialog. `made` has link, pbn, json, command (texts), svg and html (functions that give texts). */
export function takeDialog(made) {
  return dialog("Take it along", () => {
    const said = h("p", { class: "faint", role: "status" });
    const copy = async (text, label) => {
      await navigator.clipboard.writeText(text);
      said.textContent = `${label} copied.`;
    };
    const row = (label, text, file) => h("section", { class: "way" },
      h("h3", {}, label),
      h("textarea", { readonly: true, rows: Math.min(5, text.split("\n").length + Math.floor(text.length / 90)), "aria-label": label, spellcheck: "false" }, text),
      h("div", { class: "buttons" },
        button("Copy", () => copy(text, label)),
        file && button("Save", () => download(...file, text))));
    return [
      said,
      row("PBN", made.pbn, ["deal.pbn", "text/plain"]),
      row("JSON", made.json, ["deal.json", "application/json"]),
      row("Command line", made.command),
      made.link ? row("Address of this table", made.link)
        : h("p", { class: "faint" }, "This position is too long for an address."),
      h("section", { class: "way" }, h("h3", {}, "A picture, and a page for others"),
        h("div", { class: "buttons" },
          button("Save the picture (SVG)", () => download("table.svg", "image/svg+xml", made.svg())),
          button("Save the play as a page (HTML)", async () => download("deal.html", "text/html", await made.html()))),
        h("p", { class: "faint" }, "The page steps through the whole line, with the values found so far; it needs no server.")),
    ];
  });
}
