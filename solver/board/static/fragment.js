// The state of the page as the address's fragment, which is copied and opened: a stranger's input.

export const MOST = 8192;
const SIGNS = /^[A-Za-z0-9_-]*$/;

function toBase64Url(text) {
  const bytes = new TextEncoder().encode(text);
  const plain = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(plain, (sign) => sign.charCodeAt(0)));
}

/** `#v=1&p=...&play=SA,H2&goal=&for=`; "" where that would be too long to be opened again. */
export function encode({ position, play, goal, side }) {
  const text = [
    "v=1",
    `p=${toBase64Url(JSON.stringify(position))}`,
    `play=${play.join(",")}`,
    `goal=${encodeURIComponent(goal === "points" ? "" : goal)}`,
    `for=${encodeURIComponent(side ?? "")}`,
  ].join("&");
  return text.length < MOST ? `#${text}` : "";
}

/** What a fragment, or an address with one, says; null where there is none. An Error has a line for people. */
export function decode(text) {
  const mark = text.indexOf("#");
  const fragment = mark < 0 ? "" : text.slice(mark + 1).trim();
  if (!fragment) return null;
  if (fragment.length > MOST) throw new Error(`the address is longer than ${MOST} signs`);
  const given = new URLSearchParams(fragment);
  if (given.get("v") !== "1") throw new Error("the address has no v=1, so this page did not write it");
  const packed = given.get("p") ?? "";
  let position;
  try {
    if (!packed || !SIGNS.test(packed)) throw new Error("odd signs");
    position = JSON.parse(fromBase64Url(packed));
  } catch {
    throw new Error("the position in the address cannot be read");
  }
  if (position === null || typeof position !== "object" || Array.isArray(position))
    throw new Error("the address holds no position");
  const play = (given.get("play") ?? "").split(",").filter(Boolean);
  return { position, play, goal: given.get("goal") || "points", side: given.get("for") || null };
}
