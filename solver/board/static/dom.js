// Elements from what they hold. Text goes in as text nodes, never as markup: names and tags are a stranger's.

const SVG = "http://www.w3.org/2000/svg";

/** An element: attributes by name, listeners under `on`, children as elements or texts. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same in a picture. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, { on = {}, ...attributes }, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const $ = (id) => document.getElementById(id);

/** New content for an element that keeps the focus where it was, by `data-key`. */
export function replace(element, ...children) {
  const active = element.contains(document.activeElement) ? document.activeElement : null;
  const key = active?.dataset.key;
  const caret = active?.tagName === "INPUT" ? active.selectionStart : null;
  element.replaceChildren(...children.flat(2).filter(Boolean));
  if (key === undefined) return;
  for (const other of element.querySelectorAll("[data-key]"))
    if (other.dataset.key === key) {
      other.focus({ preventScroll: true });
      if (caret !== null) other.setSelectionRange(caret, caret);
      return;
    }
}

/** A button that does one thing. */
export function button(text, click, attributes = {}) {
  return h("button", { type: "button", on: { click }, ...attributes }, text);
}

let fields = 0;

/** A control with its label, and what else belongs to it. */
export function field(label, control, ...more) {
  control.id ||= `field-${++fields}`;
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control, more);
}

/** A choice among texts, or [value, text] pairs. */
export function select(label, choices, chosen, change = () => {}, attributes = {}) {
  const options = choices.map((choice) => {
    const [value, text] = Array.isArray(choice) ? choice : [choice, choice];
    return h("option", { value, selected: value === chosen }, text);
  });
  const box = h("select", { on: { change: () => change(box.value) }, ...attributes }, options);
  return field(label, box);
}
