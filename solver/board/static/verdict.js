// What the answer says: in numbers on the cards, in words, and for a screen reader.

import { button, h, replace, select } from "./dom.js";
import { cardName, cardText, isRed, listed } from "./cards.js";

/** A value in the words of its goal. */
export function shown(words, value) {
  const one = words?.samples?.["1"];
  if (one === undefined || one === "1") return String(value).replace("-", "−");
  if (one === "+1") return (value > 0 ? "+" : "") + String(value).replace("-", "−");
  return words.samples[String(value)] ?? String(value);
}

/** What each legal card is worth: {card, text, best, cost, open}, in pack order. */
export function worths(answer, words, seat) {
  if (!answer) return [];
  if (answer.method === "maxn") {
    const whole = answer.values?.[seat];
    return answer.cards.map(({ card, values }) => ({
      card,
      text: values ? shown(words, values[seat]) : "?",
      best: answer.best.includes(card),
      cost: values && answer.exact ? Math.abs(values[seat] - whole) : null,
      open: !values,
    }));
  }
  if (answer.worlds !== undefined)
    return answer.cards.map(({ card, mean, error, share, behind }) => ({
      card,
      text: decimal(mean),
      short: mean === null ? "?" : mean.toFixed(1).replace("-", "−"),
      error: error ? `± ${decimal(error)}` : "",
      share: share === null ? "" : `best in ${Math.round(share * 100)}%`,
      best: answer.best.includes(card),
      cost: behind?.mean > 0.005 ? decimal(behind.mean) : null,
      open: mean === null,
    }));
  return answer.cards.map(({ card, value, lower, upper }) => {
    const exact = answer.exact || lower === upper;
    const sure = value ?? lower;
    const text = exact ? shown(words, sure) : `${shown(words, lower)} to ${shown(words, upper)}`;
    return {
      card,
      text,
      best: answer.exact && value === answer.value,
      cost: answer.exact ? Math.abs(value - answer.value) : null,
      open: !exact,
    };
  });
}

/** A card's worth as a sentence that goes after its name. */
export function saidWorth(worth, words) {
  if (!worth) return "";
  const unit = /^[\d−+]/.test(worth.text) ? ` ${words?.heading ?? ""}` : "";
  const rating = worth.best ? ", best" : worth.cost ? `, costs ${worth.cost}` : worth.open ? ", not exact" : "";
  return `: ${worth.text}${unit}${rating}`;
}

const decimal = (number) => (number === null ? "?" : String(Math.round(number * 100) / 100).replace("-", "−"));

function figure(answer, words, seat) {
  if (answer.worlds !== undefined) return worths(answer, words, seat).find((worth) => worth.best)?.text ?? "?";
  if (answer.method === "maxn") return answer.values ? shown(words, answer.values[seat]) : "?";
  if (answer.exact) return shown(words, answer.value);
  return answer.lower === answer.upper
    ? shown(words, answer.lower)
    : `${shown(words, answer.lower)} to ${shown(words, answer.upper)}`;
}

/** The answer in one line, for the status. */
export function sentence(answer, words, state) {
  const over = state.to_play === null;
  const turn = over ? "The deal is over." : `${state.to_play} to play.`;
  if (!answer || !words?.heading) return turn;
  const who = answer.method === "maxn" ? `${state.to_play}, every seat for itself` : words.contest;
  const value = `${who}: ${figure(answer, words, state.to_play)} ${words.heading}`;
  const best = worths(answer, words, state.to_play).filter((worth) => worth.best);
  const cards = best.length ? ` Best: ${listed(best.map((worth) => cardName(worth.card)))}.` : "";
  return `${turn} ${value}${answer.exact ? "" : answer.worlds ? " on average" : ", not exact"}.${cards}`;
}

/** The panel: the value large, then every card with its cost and the way to ask why. */
export function showVerdict(element, view) {
  const { answer, words, state, searching, stop, why, playLine, preview } = view;
  const parts = [];
  if (words?.error) parts.push(h("p", { class: "fault" }, words.error));
  else if (state.to_play === null && !answer?.exact) parts.push(h("p", { class: "who" }, "The deal is over."));
  else parts.push(...head(view));
  if (searching)
    parts.push(
      h("p", { class: "searching" }, h("span", { class: "dots", "aria-hidden": "true" }), "Searching ",
        button("Stop", stop, { "data-key": "stop" })),
    );
  const rows = worths(answer, words, state.to_play);
  if (rows.length)
    parts.push(
      h("table", { class: "worths" },
        h("caption", { class: "unseen" }, "What each card is worth"),
        h("thead", { class: "unseen" }, h("tr", {}, ["Card", "Value", "Cost", "Why"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, rows.map((row) => worthRow(row, words, why, preview)))),
    );
  if (answer?.exact && answer.line?.length)
    parts.push(
      h("p", { class: "line" },
        h("b", {}, "Best play "),
        answer.line.slice(0, 12).map((card) => [h("span", { class: isRed(card) ? "red" : "" }, cardText(card)), " "]),
        answer.line.length > 12 ? "… " : "",
        button("Play it", playLine, { "data-key": "play-line", class: "small" })),
    );
  if (answer?.worlds !== undefined) parts.push(whereabouts(view));
  replace(element, ...parts);
}

/** Ask where a card lies that the seat to play cannot see. */
function whereabouts({ state: { position, to_play }, odds }) {
  const hidden = position.seats.filter((seat) => seat !== to_play).flatMap((seat) => position.hands[seat]);
  const cards = [...new Set(hidden)].sort((one, other) => "SHDC".indexOf(one[0]) - "SHDC".indexOf(other[0]) || order(one) - order(other));
  const told = h("p", { role: "status" });
  const look = async (card) => {
    if (!card) return;
    const places = await odds(card);
    const chances = Object.entries(places).map(([place, chance]) => `${place} ${Math.round(chance * 1000) / 10}%`);
    told.textContent = `The ${cardName(card)}: ${chances.join(", ")}`;
  };
  const box = select("Where is", [["", "choose a card"], ...cards.map((card) => [card, cardText(card)])], "",
    (card) => look(card).catch((error) => { told.textContent = error.message; }));
  return h("div", { class: "whereabouts" }, box, told);
}

const order = (card) => "AKQJXT98765432".indexOf(card[1]);

function head({ answer, words, state, sofar }) {
  const who = answer?.method === "maxn" ? `${state.to_play}, every seat for itself` : (words?.contest ?? "");
  if (!answer) return [h("p", { class: "who" }, who || " "), h("p", { class: "figure faint" }, "…")];
  const whole = answer.exact && answer.total !== undefined && answer.total !== answer.value ? answer.total : null;
  const notes = [
    answer.worlds !== undefined
      ? `on average over ${answer.exact ? "all" : `${answer.worlds} of`} ${answer.layouts.toLocaleString("en")} layouts`
      : answer.exact ? "from here on" : "not exact: proven bounds",
    whole !== null && `${shown(words, whole)} in the whole deal`,
    whole !== null && `${shown(words, whole - answer.value)} so far`,
  ].filter(Boolean);
  const plain = words?.samples?.["1"] === "1" || words?.samples?.["1"] === "+1";
  return [
    h("p", { class: "who" }, who),
    h("p", { class: `figure${answer.exact || answer.worlds ? "" : " open"}` },
      figure(answer, words, state.to_play), plain ? h("small", {}, ` ${words.heading}`) : ""),
    h("p", { class: "faint" }, plain || !answer.exact ? notes.join(" · ") : words?.goal ?? ""),
  ];
}

function worthRow(row, words, why) {
  const name = h("span", { class: isRed(row.card) ? "red" : "" }, cardText(row.card));
  const rating = row.best ? "★ best" : row.cost ? `costs ${row.cost}` : row.cost === 0 ? "equal" : "";
  return h("tr", { class: row.best ? "best" : "" },
    h("th", { scope: "row" }, name),
    h("td", { class: "value" }, row.text, row.error ? h("small", {}, ` ${row.error}`) : ""),
    h("td", {}, rating, row.share ? h("small", { class: "share" }, row.share) : ""),
    h("td", {}, row.cost && why
      ? button("Why?", () => why(row.card), {
          "aria-label": `Why is the ${cardName(row.card)} bad?`, "data-key": `why-${row.card}`, class: "small",
        })
      : ""));
}
