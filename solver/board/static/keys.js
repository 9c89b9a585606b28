// Keys: arrows that step, letters of commands, and a card by its suit and rank.

import { typedCard } from "./cards.js";

const RANKS = "akqjtx1098765432";
const TYPING = "input:not([type=checkbox]), select, textarea, dialog, summary";

/** Listen: `steps` by the name of the key, `commands` by their sign, `legal()` the cards for `play`, null before there are any. */
export function listen({ steps, commands, legal, play }) {
  let suit = null; // the first half of a card that is typed
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !legal()) return;
    if (target.closest(TYPING) || document.querySelector("dialog[open]")) return;
    if (key === " " && target.closest("button, a, input")) return;
    if (key.length > 1 && !steps[key]) return; // Shift, on the way to a capital
    const half = suit;
    const sign = key.toLowerCase();
    suit = null;
    if (half && RANKS.includes(sign)) {
      const card = typedCard(half, sign, legal());
      if (card) play(card);
    } else if (steps[key]) steps[key](event);
    else if ("shdc".includes(sign)) suit = sign;
    else if (commands[sign]) commands[sign]();
    else return;
    event.preventDefault();
  });
}
