// What is asked of the server. The token leaves the address at once and is kept here alone.

const token = new URLSearchParams(location.search).get("token") ?? "";
history.replaceState(history.state, "", location.pathname + location.hash);

export const BOARD = crypto.randomUUID();
const STEPS = [0.2, 1, 5, 20]; // seconds, one question after another, so that the bounds narrow

/** What the server refuses: its line, and the faults by field where it knows them apart. */
export class Refusal extends Error {
  constructor(line, faults = []) {
    super(line);
    this.faults = faults;
  }
}

/** The answer to one question. */
export async function ask(name, question, signal) {
  let response, answer;
  try {
    response = await fetch(`/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Openhand-Token": token },
      body: JSON.stringify(question),
      signal,
    });
    answer = response.headers.get("Content-Type")?.includes("json") ? await response.json() : null;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal("the board does not answer: is openhand still running?");
  }
  if (!response.ok)
    throw new Refusal(answer?.error ?? "the board refuses: open the address that it printed", answer?.faults);
  return answer;
}

/** Ask with more and more time until the answer is exact; `each` gets every answer. */
export async function narrow(name, question, signal, each, steps = STEPS) {
  for (const seconds of steps) {
    const answer = await ask(name, { ...question, seconds }, signal);
    signal.throwIfAborted();
    each(answer);
    if (answer.exact) return;
  }
}

/** End the search of a board. */
export const stop = (board) => ask("stop", { board });
