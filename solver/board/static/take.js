// Taking a deal along: as text, as a picture, as a page that steps by itself. Everything is escaped on its way out.

import { button, h } from "./dom.js";
import { bySuit, cardText, heapsOf, isJoker, isRed, rank, symbol, trickOf, trickShown } from "./cards.js";
import { sentence } from "./verdict.js";
import { worths } from "./worths.js";
import { dialog } from "./dialogs.js";

/** A text as it may stand in markup. */
export const escaped = (text) =>
  String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "�");

/** A value as JSON that may stand in a script. */
export const scriptJson = (value) =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

const WIDTH = 560, LEFT = 24, CARD = 29, SIGNS = 68; // of a picture; SIGNS on a line
const STYLE = "text{font:14px sans-serif;fill:#f4f1e8}.seat{font-weight:bold;font-size:16px}.turn{fill:#ffd479}" +
  ".card{fill:#fffdf6;stroke:#0b3d2c}.best{stroke:#ffd479;stroke-width:3}.back{fill:#8fbfa8}.red{fill:#b3122a}" +
  ".face{fill:#1b1b1b;font:bold 12px serif;text-anchor:middle}.face.red{fill:#b3122a}.worth{font-size:10px;text-anchor:middle}";

/** The table as a picture of its own; with `hidden` only the cards that the seat to play can see. */
export function picture(state, answer, words, hidden) {
  const { position, to_play } = state;
  const title = sentence(answer, words, state);
  const page = new Page();
  page.lines(title);
  page.room(8);
  for (const seat of position.seats) {
    page.line(seat, seat === to_play ? "seat turn" : "seat");
    const unseen = hidden && seat !== to_play && to_play !== null;
    page.hand(position.hands[seat], seat === to_play ? worths(answer, words, to_play) : [], unseen);
  }
  page.room(6);
  if (position.trump) page.line(`Trumps: ${symbol(position.trump)}`);
  const trick = trickOf(position);
  if (trick.length) page.lines(`Trick: ${trick.map(([seat, card]) => `${seat} ${cardText(card)}`).join(", ")}`);
  for (const [name, label, cards] of heapsOf(position))
    page.lines(`${label}: ${hidden && name !== "pile" ? `${cards.length} hidden` : cards.map(cardText).join(" ")}`);
  return page.svg(title);
}

/** A picture that grows downwards, a line or a hand at a time. */
class Page {
  constructor() {
    this.parts = [];
    this.y = LEFT;
  }

  room(height) {
    this.y += height;
  }

  text(x, y, content, kind) {
    this.parts.push(`<text x="${x}" y="${y}"${kind ? ` class="${kind}"` : ""}>${escaped(content)}</text>`);
  }

  line(content, kind) {
    this.room(22);
    this.text(LEFT, this.y, content, kind);
  }

  /** A text over as many lines as it takes. */
  lines(content) {
    let line = "";
    for (const word of content.split(" ")) {
      if (line.length + word.length > SIGNS) {
        this.line(line);
        line = "";
      }
      line += `${line && " "}${word}`;
    }
    this.line(line);
  }

  hand(cards, found, unseen) {
    const worn = new Map(found.map((worth) => [worth.card, worth]));
    let x = LEFT;
    this.room(8);
    for (const [, suit] of bySuit(cards)) {
      for (const card of suit) {
        if (x > WIDTH - LEFT - CARD) [x, this.y] = [LEFT, this.y + 46];
        this.card(x, card, worn.get(card), unseen);
        x += CARD;
      }
      if (suit.length && !unseen) x += 8;
    }
    this.room(32 + 14 * Math.max(0, ...found.map((worth) => worth.face.length)));
  }

  card(x, card, worth, unseen) {
    const kind = unseen ? "card back" : worth?.best ? "card best" : "card";
    this.parts.push(`<rect x="${x}" y="${this.y}" width="26" height="26" rx="4" class="${kind}"/>`);
    if (unseen) return;
    const text = isJoker(card) ? "Jo★" : rank(card) + symbol(card[0]);
    this.text(x + 13, this.y + 18, text, isRed(card) ? "face red" : "face");
    worth?.face.forEach((line, at) => this.text(x + 13, this.y + 39 + 12 * at, (worth.best ? "★" : "") + line, "worth"));
  }

  svg(title) {
    const height = this.y + LEFT;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">` +
      `<title>${escaped(title)}</title><style>${STYLE}</style>` +
      `<rect width="100%" height="100%" rx="12" fill="#14553f"/>${this.parts.join("")}</svg>`;
  }
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
      const { card, seat, note, state: { position, to_play } } = node;
      const answer = answerOf(node), words = wordsOf(node);
      const [trick, past] = trickShown(node.state, node.parent?.state, card);
      return {
        card, seat, to_play, trick, past, seats: position.seats, hands: position.hands, heaps: heapsOf(position),
        leader: position.leader, trump: position.trump ?? null,
        worths: worths(answer, words, to_play).map(({ card, text, best }) => ({ card, text, best })),
        note: note && { cost: note.cost, better: note.better },
        said: sentence(answer, words, node.state, { best: false }),
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
