// The page: what is laid out, what is asked of it, and what happens when a card is played.

import { BOARD, ask, narrow, stop } from "./api.js";
import { $, h, replace, select } from "./dom.js";
import { cardName } from "./cards.js";
import { decode, encode } from "./fragment.js";
import { Tree } from "./tree.js";
import { sentence, showCards, showVerdict } from "./verdict.js";
import { worths } from "./worths.js";
import { listen } from "./keys.js";
import { seatsTable } from "./seats.js";
import { showTable } from "./table.js";
import { showMoves } from "./moves.js";
import { graph } from "./graph.js";
import { rulesInFull, showQuestion } from "./question.js";
import { Editor } from "./editor.js";
import { dialog, keysDialog, openDialog } from "./dialogs.js";
import { picture, replayData, replayPage, takeDialog } from "./take.js";

const WORLDS = 200; // layouts that an advice looks at
const PACE = 900; // milliseconds a card, where a line plays itself
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const app = {
  tree: null,
  asked: { goal: "points", side: null, method: "minimax", ties: "worst", hidden: false },
  games: [],
  asking: new Map(), // what is asked of each game, and the answers
  infos: new Map(),
  records: [], // the deals of the file that is open
  record: 0,
  leftOut: 0, // deals of the file beyond the most that are shown
  searching: null, // the AbortController of the question under way
  replayed: null, // the last replay, with the line it is of and what was asked
  fragment: location.hash, // of the address, as it was last written or visited
  playing: null, // the timer of a line that plays itself
  said: "",
};

// --- asking ---------------------------------------------------------------------------------------------

async function info(game) {
  if (!app.asking.has(game)) app.asking.set(game, ask("read", { game }));
  const told = await app.asking.get(game);
  app.infos.set(game, told);
  return told;
}

const gameOf = (position) => app.games.find((game) => game.id === position.game);
const maxn = () => app.asked.method === "maxn";
const question = () => ({ goal: app.asked.goal, ...(app.asked.side && !maxn() ? { for: app.asked.side } : {}) });
const key = () => JSON.stringify(app.asked);
const wordsOf = (node) => node.words.get(key());
const answerOf = (node) => node.answers.get(key());

/** Where a node stands, as the server is asked: from its own position, or its parent's and its card. */
const place = (node) =>
  node.state ? { position: node.state.position } : { position: node.parent.state.position, play: [node.card] };

async function learn(node, signal) {
  const named = key();
  if (node.state && node.words.has(named)) return;
  const words = question();
  if (maxn()) words.for = node.state?.to_play ? node.state.to_play : undefined;
  const told = await ask("read", { ...place(node), ...words }, signal);
  const { card, ...state } = told.steps.at(-1) ?? told.start;
  node.state ??= state;
  node.words.set(named, told.words);
}

/** Whether there is nothing more to search for. */
const settled = (answer) => answer?.exact || (answer?.worlds !== undefined && answer.worlds >= Math.min(WORLDS, answer.layouts));

/** Search until nothing is left to search for; `learned` comes when it is known how the node stands. */
async function search(node, signal, learned) {
  const named = key();
  const each = (answer) => {
    node.answers.set(named, answer);
    if (app.tree.current === node && node.state) show();
  };
  if (app.asked.hidden) await learned;
  const known = settled(node.answers.get(named));
  if (app.asked.hidden && node.state.to_play !== null)
    return known || narrow("advise", { board: BOARD, ...seen(node), worlds: WORLDS }, signal, each, [1, 20]);
  const way = maxn() ? { method: "maxn", ties: app.asked.ties } : {};
  if (!known) await narrow("analyze", { board: BOARD, ...place(node), ...question(), ...way }, signal, each);
  const answer = node.answers.get(named);
  if (answer.to_play === null && !answer.totals && !app.asked.side) each({ ...answer, totals: await totals(node, signal) });
}

/** What every seat came to in a deal that is over; null where a game has no such numbers. */
async function totals(node, signal) {
  try {
    const { seats } = await ask("each-seat", { ...place(node), goal: app.asked.goal }, signal);
    return Object.fromEntries(seats.map(({ seat, total }) => [seat, total]));
  } catch (error) {
    if (error.name === "AbortError") throw error;
    return null;
  }
}

/** What the seat to play has seen: the deal from the start, as the play proves something by itself. */
const seen = (node) => ({
  position: app.tree.root.state.position, play: node.cards, ...question(), ...(maxn() ? { method: "maxn" } : {}),
});

/** Say where a card lies, by what the seat to play can see: each place with its chance. */
async function odds(card) {
  const node = app.tree.current;
  node.where = { card, said: "" };
  try {
    const answer = card && await ask("advise", { ...seen(node), odds: card, worlds: 1, "all-below": 1, seconds: 5 });
    const chances = Object.entries(answer?.odds?.[card] ?? {}).map(([place, chance]) => `${place} ${Math.round(chance * 1000) / 10}%`);
    if (card) node.where = { card, said: `The ${cardName(card)}: ${chances.join(", ")}` };
  } catch (error) {
    node.where = { card, said: error.message };
  }
  show();
}

/** Stand at a node, show it, and have its cards valued. `push`: a step that the browser's back undoes. */
async function go(node, { push = false, keepPlaying = false } = {}) {
  if (!keepPlaying) pause();
  complain(null);
  forgetReplay();
  app.searching?.abort();
  const control = (app.searching = new AbortController());
  app.tree.go(node);
  if (node.state) show();
  replace($("seats-table"), h("p", { class: "faint" }, "Once the cards have their values …"));
  const learning = learn(node, control.signal).then(() => {
    note(push);
    show();
  });
  try {
    await Promise.all([learning, search(node, control.signal, learning)]);
  } catch (error) {
    if (error.name === "AbortError") return;
    await learning.catch(() => null);
    if (app.tree.current === node && !wordsOf(node)?.error) complain(error.message); // else it stands where the value would
  } finally {
    if (app.searching === control) app.searching = null;
    if (app.tree.current === node && node.state) show();
  }
  if ($("seats").open) eachSeat();
}

function halt() {
  app.searching?.abort();
  app.searching = null;
  stop(BOARD).catch((error) => complain(error.message));
  show();
  if ($("seats").open) eachSeat();
}

// --- showing --------------------------------------------------------------------------------------------

function complain(line) {
  $("fault").hidden = !line;
  $("fault").textContent = line ?? "";
}

function say(line) {
  if (line !== app.said) $("status").textContent = app.said = line;
}

/** Write the state into the address: a new step, or in place of the last. */
function note(push) {
  const { tree, asked } = app;
  const fragment = encode({ position: tree.root.state.position, play: tree.current.cards, goal: asked.goal, side: asked.side });
  if (fragment === location.hash || location.hash !== app.fragment) return; // the second: an address still to be visited
  history[push ? "pushState" : "replaceState"](null, "", location.pathname + fragment);
  app.fragment = location.hash;
}

/** What the goal asks, with its number or seat in it, and its values as they are called. */
function meaning(game, words) {
  const [goal, argument] = app.asked.goal.split(":");
  const goals = Object.entries(app.infos.get(game)?.goals ?? {});
  const text = goals.find(([name]) => name.split(":")[0] === goal)?.[1] ?? "";
  const named = text.replace(/-?[01](?=:)/g, (value) => words.samples?.[value] ?? value);
  return argument ? named.replace(/\bN\b|that seat/, argument) : named;
}

function show() {
  const { tree } = app;
  const node = tree.current;
  const state = node.state;
  if (!state) return;
  const words = wordsOf(node);
  const answer = words && answerOf(node); // a value is nothing before it is known what it is called
  const view = {
    state, answer, words: words && { ...words, goal: meaning(state.position.game, words) }, card: node.card, before: node.parent?.state,
    searching: app.searching !== null && !settled(answer), play, stop: halt,
    why: maxn() || app.asked.hidden ? null : why, playLine, hidden: app.asked.hidden, where: node.where, odds,
  };
  showTable($("table"), view);
  showVerdict($("verdict"), view);
  showCards($("worths"), view);
  showMoves($("moves"), tree, (other) => go(other));
  showGraph();
  $("first").disabled = $("back").disabled = $("trick-back").disabled = node === tree.root;
  $("forward").disabled = $("last").disabled = !node.next;
  $("replay").disabled = !tree.line.length || maxn();
  $("replay").title = maxn() ? "A play is gone over for a side against the rest" : "";
  say(sentence(answer, words, state));
}

function showGraph() {
  const over = app.replayed;
  const whole = over && over.line.includes(app.tree.current);
  $("graph").hidden = !whole;
  if (!whole) return;
  const at = over.line.indexOf(app.tree.current);
  const drawn = graph(over.answer, at, (cards) => go(over.line[cards]));
  replace($("graph"), drawn);
}

async function showAsked() {
  const position = app.tree.root.state.position;
  const game = gameOf(position);
  showQuestion($("question"), {
    position, game, info: await info(position.game), asked: app.asked, deals: deals(),
    change: (news) => {
      Object.assign(app.asked, news);
      showAsked();
      go(app.tree.current);
    },
    alter: (fields) => lay({ ...position, ...fields }, { play: app.tree.current.cards }).catch((error) => complain(error.message)),
    rules: async () => {
      const told = await info(position.game);
      dialog(game.name, () => rulesInFull(game, told));
    },
  });
}

/** The choice among the deals of a file. */
function deals() {
  if (app.records.length < 2) return null;
  const names = app.records.map((record, at) =>
    [String(at), `${at + 1} of ${app.records.length}${record.title ? `: ${record.title}` : ""}${record.position ? "" : " (refused)"}`]);
  return h("div", { class: "deals" }, select("Deal", names, String(app.record),
    (at) => openRecord(Number(at)).catch((error) => complain(error.message)), { "data-key": "deal" }),
    app.leftOut > 0 && h("small", { class: "faint" }, `${app.leftOut} more are left out`));
}

// --- laying out -----------------------------------------------------------------------------------------

/** Lay a position out with the play from it. Raises what the server refuses; `at`: how many cards are played. */
async function lay(position, { play = [], at = play.length, push = true, strict = false, asked = null } = {}) {
  let told;
  info(position.game).catch(() => null); // meanwhile; a game that there is not is refused below
  try {
    told = await ask("read", { position, play });
  } catch (error) {
    if (!play.length || strict) throw error;
    [told, play, at] = [await ask("read", { position }), [], 0];
  }
  await info(told.start.position.game);
  const game = gameOf(told.start.position);
  if (asked) Object.assign(app.asked, asked);
  else if (!game.goals.some((goal) => goal.split(":")[0] === app.asked.goal.split(":")[0])) app.asked.goal = "points";
  if (app.asked.side?.split(",").some((seat) => !told.start.position.seats.includes(seat))) app.asked.side = null;
  app.tree = new Tree(told.start);
  app.replayed = null;
  app.tree.addLine(app.tree.root, told.steps);
  $("replayed").textContent = "";
  await showAsked();
  go(app.tree.find(play.slice(0, at)).node, { push });
}

async function openRecord(at) {
  const record = app.records[at];
  if (!record.position) throw new Error(record.error);
  app.record = at;
  await lay(record.position, { play: record.play, at: 0, strict: true });
  if (record.error) complain(record.error);
}

/** What a question to `read` brings: a file's or a text's deals. */
async function openRead(asking) {
  const { positions, left_out } = await ask("read", asking);
  const sound = positions.findIndex((record) => record.position);
  if (sound < 0) throw new Error(positions[0]?.error ?? "there is no position in it");
  Object.assign(app, { records: positions, leftOut: left_out });
  await openRecord(sound);
}

async function openLink(text, push = true) {
  const state = decode(text);
  if (!state) return false;
  const { position, play, goal, side } = state;
  const records = app.records;
  app.records = [];
  try {
    await lay(position, { play, push, strict: true, asked: { goal, side } });
  } catch (error) {
    app.records = records; // nothing has been opened
    throw error;
  }
  return true;
}

async function openRandom(asking) {
  const position = await ask("generate", asking);
  app.records = [];
  await lay(position);
}

const editor = new Editor($("editor"), {
  games: app.games, info,
  check: async (position) => {
    await ask("read", { position });
    app.records = [];
    lay(position).catch((error) => complain(error.message));
  },
  begun: (begun) => document.querySelector(".room").classList.toggle("before", begun),
});

function toggleEditor() {
  const open = $("editor").hidden;
  $("editor").hidden = !open;
  $("edit").setAttribute("aria-expanded", String(open));
  editor.begun(false);
  if (open) editor.open(app.tree.current.state.position).then(() => $("editor").querySelector("input")?.focus());
}

// --- playing --------------------------------------------------------------------------------------------

function play(card) {
  const { tree } = app;
  const state = tree.current.state;
  if (!state?.legal.includes(card)) return;
  go(tree.add(tree.current, card), { push: true });
}

function playBest() {
  const node = app.tree.current;
  const best = worths(answerOf(node), wordsOf(node), node.state.to_play).find((worth) => worth.best);
  if (best) play(best.card);
}

function pause() {
  clearTimeout(app.playing);
  app.playing = null;
}

/** Let the line go on by itself, a card at a time. */
function playOn() {
  const step = () => {
    const { tree } = app;
    if (!tree.current.next) return pause();
    go(tree.current.next, { keepPlaying: true });
    app.playing = setTimeout(step, PACE);
  };
  if (app.playing) return pause();
  app.playing = setTimeout(step, calm.matches ? PACE * 2 : PACE);
}

/** Put a line into the tree from here, and play it step by step. */
async function follow(cards) {
  const { tree } = app;
  const from = tree.current;
  const told = await ask("read", { position: from.state.position, play: cards });
  const end = tree.addLine(from, told.steps);
  tree.go(end);
  tree.current = from;
  show();
  lookAtTable();
  playOn();
}

/** Scroll to the trick where it is out of sight. */
function lookAtTable() {
  const middle = document.querySelector(".middle");
  const { top, bottom } = middle.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) middle.scrollIntoView({ block: "center" });
}

const playLine = () => follow(answerOf(app.tree.current).line).catch((error) => complain(error.message));

async function why(card) {
  const node = app.tree.current;
  try {
    const answer = await ask("refute", { board: `${BOARD}:why`, position: node.state.position, ...question(), refute: card, seconds: 10 });
    const found = answer.refuted[0];
    if (app.tree.current !== node) return;
    if (!found.exact) throw new Error("the line against this card was not found in time");
    say(`The ${cardName(card)} costs ${found.cost}: the line plays itself.`);
    await follow(found.line);
  } catch (error) {
    complain(error.message);
  }
}

// --- more of the deal -----------------------------------------------------------------------------------

async function goOver() {
  const { tree } = app;
  const line = [tree.root, ...tree.line];
  const asked = replayAsked();
  $("replay").disabled = true;
  $("replayed").textContent = "Going over the play …";
  try {
    const position = { ...tree.root.state.position, play: line.at(-1).cards };
    const answer = await ask("replay", { board: `${BOARD}:replay`, position, ...asked, seconds: 10 });
    if (app.tree !== tree || JSON.stringify(replayAsked()) !== JSON.stringify(asked)) return;
    answer.cards.forEach((card, at) => { line[at + 1].note = card; });
    app.replayed = { answer, line, asked };
    const lost = Object.entries(answer.given_away).map(([seat, cost]) => `${seat} gave away ${cost}`);
    const end = answer.exact ? "" : " Not every card was valued in time.";
    $("replayed").textContent = `${lost.length ? lost.join(", ") : "No errors"}.${end}`;
  } catch (error) {
    $("replayed").textContent = "";
    complain(error.message);
  }
  show();
}

const replayAsked = () => ({ goal: app.asked.goal, ...(app.asked.side ? { for: app.asked.side } : {}) });

/** Take the marks of a replay away that asked for another goal or side. */
function forgetReplay() {
  const over = app.replayed;
  if (!over || JSON.stringify(over.asked) === JSON.stringify(replayAsked())) return;
  for (const node of over.line) node.note = null;
  app.replayed = null;
  $("replayed").textContent = "";
}

async function eachSeat() {
  const node = app.tree.current;
  const seatsKey = () => `seats ${app.asked.goal} ${app.asked.ties}`;
  const named = seatsKey();
  const draw = (...shownThere) => {
    if (app.tree.current === node && seatsKey() === named) replace($("seats-table"), ...shownThere);
  };
  try {
    const known = node.answers.get(named);
    if (known) return draw(seatsTable(known, wordsOf(node)));
    draw(h("p", { class: "faint" }, "Searching …"));
    await narrow("each-seat", { board: `${BOARD}:seats`, position: node.state.position, goal: app.asked.goal, ties: app.asked.ties },
      new AbortController().signal, (answer) => {
        if (answer.exact) node.answers.set(named, answer);
        draw(seatsTable(answer, wordsOf(node)));
      }, [1, 10]);
  } catch (error) {
    draw(h("p", { class: "fault" }, error.message));
  }
}

async function take() {
  const { tree, asked } = app;
  const node = tree.current;
  const position = tree.root.state.position;
  try {
    const told = await ask("read", { position, play: node.cards, ...question(), write: true });
    const json = JSON.stringify(node.cards.length ? { ...position, play: node.cards } : position);
    const fragment = encode({ position, play: node.cards, goal: asked.goal, side: asked.side });
    const advised = asked.hidden && node.state.to_play !== null;
    const method = !maxn() ? "" : advised ? " --method maxn" : ` --method maxn --ties ${asked.ties}`;
    takeDialog({
      pbn: told.pbn, json, command: (advised ? told.advice : told.command) + method,
      link: fragment && `${location.origin}/${fragment}`,
      svg: () => picture(node.state, answerOf(node), wordsOf(node), asked.hidden),
      html: async () => {
        const [script, style] = await Promise.all(["replay-page.js", "replay-page.css"].map(async (name) => (await fetch(`/static/${name}`)).text()));
        return replayPage(replayData({ tree, answerOf, wordsOf, game: gameOf(position).name, side: asked.side, goal: asked.goal }), script, style);
      },
    });
  } catch (error) {
    complain(error.message);
  }
}

// --- keys and buttons -----------------------------------------------------------------------------------

const openDeal = () =>
  openDialog(app.games, app.tree.root.state.position.game, { read: openRead, link: openLink, random: openRandom });

const stepTo = (node) => node !== app.tree.current && go(node);
const STEPS = {
  ArrowLeft: (event) => stepTo(event.shiftKey ? app.tree.trickBack : app.tree.back),
  ArrowRight: () => stepTo(app.tree.forward),
  ArrowUp: () => stepTo(app.tree.beside(-1)),
  ArrowDown: () => stepTo(app.tree.beside(1)),
  Home: () => stepTo(app.tree.root),
  End: () => stepTo(app.tree.end),
};
const COMMANDS = { o: openDeal, e: toggleEditor, t: take, b: playBest, "?": keysDialog, " ": playOn };

function wire() {
  const step = (id, to) => $(id).addEventListener("click", () => go(to()));
  step("first", () => app.tree.root);
  step("trick-back", () => app.tree.trickBack);
  step("back", () => app.tree.back);
  step("forward", () => app.tree.forward);
  step("last", () => app.tree.end);
  $("open").addEventListener("click", openDeal);
  $("edit").addEventListener("click", toggleEditor);
  $("take").addEventListener("click", take);
  $("keys").addEventListener("click", keysDialog);
  $("replay").addEventListener("click", goOver);
  $("seats").addEventListener("toggle", () => $("seats").open && eachSeat());
  listen({ steps: STEPS, commands: COMMANDS, legal: () => app.tree?.current.state?.legal ?? null, play });
  addEventListener("popstate", revisit);
}

/** Back and forward in the browser, or another address typed in: to a node of this tree, or to a new deal. */
async function revisit() {
  app.fragment = location.hash;
  try {
    const state = decode(location.hash);
    if (!state) return;
    const same = JSON.stringify(state.position) === JSON.stringify(app.tree.root.state.position);
    const found = same ? app.tree.find(state.play) : null;
    if (!found?.whole) return await openLink(location.hash, false);
    Object.assign(app.asked, { goal: state.goal, side: state.side });
    showAsked();
    await go(found.node);
  } catch (error) {
    complain(error.message);
  }
}

async function start() {
  const [told, opened] = await Promise.all([ask("games", {}), ask("read", {})]);
  app.games.push(...told);
  wire();
  try {
    if (await openLink(location.hash, false)) return;
  } catch (error) {
    await openRandom({ game: "hearts", cards: 6, seed: 1 });
    return complain(error.message);
  }
  const { positions, left_out } = opened;
  if (!positions.length) return openRead({ example: "cinch" }).catch(() => openRandom({ game: "hearts", cards: 6, seed: 1 }));
  Object.assign(app, { records: positions, leftOut: left_out });
  await openRecord(positions.findIndex((record) => record.position));
}

// The first paint comes before the first question.
requestAnimationFrame(() => setTimeout(() => start().catch((error) => complain(error.message))));
