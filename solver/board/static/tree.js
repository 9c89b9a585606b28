// The play as a tree: the deal at its root, a card from node to node, variations beside the main line.

export class Node {
  constructor(card, seat, parent) {
    this.card = card;
    this.seat = seat; // who played it
    this.parent = parent;
    this.children = [];
    this.state = null; // {position, to_play, legal}, once the server has told it
    this.answers = new Map(); // by what was asked
    this.words = new Map();
    this.note = null; // what the replay says of the card
    this.where = null; // the hidden card that was asked for, {card, said}
    this.way = 0; // the child that "on" goes to
  }

  get next() {
    return this.children[this.way] ?? null;
  }

  /** The nodes from the root to here, the root left out. */
  get path() {
    const nodes = [];
    for (let node = this; node.parent; node = node.parent) nodes.unshift(node);
    return nodes;
  }

  get cards() {
    return this.path.map((node) => node.card);
  }

  /** Whether the next card leads to a trick. */
  get leads() {
    return !this.state?.position.trick?.length;
  }
}

export class Tree {
  constructor(start) {
    this.root = new Node(null, null, null);
    this.root.state = start;
    this.current = this.root;
  }

  /** The node after a card, made where nobody has been yet. */
  add(node, card) {
    let child = node.children.find((other) => other.card === card);
    if (!child) {
      child = new Node(card, node.state?.to_play ?? null, node);
      node.children.push(child);
    }
    return child;
  }

  /** A whole line with what the server told of each card; its last node. */
  addLine(node, steps) {
    for (const { card, ...state } of steps) {
      node = this.add(node, card);
      node.state ??= state;
    }
    return node;
  }

  /** Stand at a node, and come back to it when stepping on from its ancestors. */
  go(node) {
    for (let at = node; at.parent; at = at.parent) at.parent.way = at.parent.children.indexOf(at);
    this.current = node;
    return node;
  }

  /** The node that these cards lead to, as far as they are in the tree. */
  find(cards) {
    let node = this.root;
    for (const card of cards) {
      const child = node.children.find((other) => other.card === card);
      if (!child) return { node, whole: false };
      node = child;
    }
    return { node, whole: true };
  }

  get back() {
    return this.current.parent ?? this.current;
  }

  get forward() {
    return this.current.next ?? this.current;
  }

  get end() {
    let node = this.current;
    while (node.next) node = node.next;
    return node;
  }

  /** The start of this trick; of the one before where nothing is played to it. */
  get trickBack() {
    let node = this.back;
    while (node.parent && !node.leads) node = node.parent;
    return node;
  }

  /** The variation before or after this one. */
  beside(step) {
    const among = this.current.parent?.children ?? [];
    return among[among.indexOf(this.current) + step] ?? this.current;
  }

  /** The whole line through the current node: back to the root and on to the end. */
  get line() {
    return this.end.path;
  }
}
