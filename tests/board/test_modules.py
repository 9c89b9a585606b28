"""The page's own parts."""

from __future__ import annotations

from importlib.resources import files

import pytest

from tests.board.page import Visit, evil_ending, fragment, worths

pytestmark = pytest.mark.browser


def test_fragment_module(visit: Visit) -> None:
    page = visit()
    told = page.evaluate("""async () => {
        const { encode, decode } = await import("/static/fragment.js");
        const position = { seats: ["Ä♥", "B"] };
        const state = { position, play: ["SA", "HX"], goal: "at-most:3", side: "A,B" };
        return [decode(encode(state)), encode({ ...state, position: { x: "y".repeat(9000) } }), decode("")];
    }""")
    assert told == [
        {"position": {"seats": ["Ä♥", "B"]}, "play": ["SA", "HX"], "goal": "at-most:3", "side": "A,B"},
        "",
        None,
    ]  # fmt: skip


def test_tree_module(visit: Visit) -> None:
    page = visit()
    told = page.evaluate("""async () => {
        const { Tree } = await import("/static/tree.js");
        const state = (seat, trick) => ({ to_play: seat, legal: [], position: { trick } });
        const tree = new Tree(state("A", []));
        const steps = [["SA", "B", ["SA"]], ["S2", "A", []], ["HA", "B", ["HA"]]];
        const end = tree.addLine(tree.root, steps.map(([card, ...more]) => ({ card, ...state(...more) })));
        tree.go(end);
        const told = [end.cards, tree.trickBack.cards];
        tree.go(tree.trickBack);
        told.push(tree.trickBack.cards);
        tree.go(tree.add(tree.root, "S3"));
        told.push(tree.line.map((node) => node.card), tree.beside(-1).cards);
        told.push(tree.add(tree.root, "SA").children.length);
        tree.go(tree.root);
        told.push(tree.forward.cards, tree.find(["SA", "S2"]).whole, tree.find(["SA", "S9"]).whole);
        return told;
    }""")
    assert told == [["SA", "S2", "HA"], ["SA", "S2"], [], ["S3"], ["SA"], 1, ["S3"], True, False]


def test_editor_module(visit: Visit) -> None:
    page = visit()
    told = page.evaluate("""async () => {
        const { cardsOf, lastHand, ranksOf, without } = await import("/static/editor.js");
        const hand = (S) => ({ S, H: "", D: "", C: "" });
        return [
            ranksOf("a k 10 x?"), cardsOf("sa h10, Y:D3 zz"), without(["SA", "SA", "S2"], ["SA", "S3"]),
            lastHand({ A: hand("AK"), B: hand("") }, ["A", "B"], ["S3", "S2"], 2),
            lastHand({ A: hand("A"), B: hand("") }, ["A", "B"], ["S3", "S2"], 2),
            lastHand({ A: hand("AK"), B: hand("") }, ["A", "B"], ["S4", "S3", "S2"], 2),
        ];
    }""")
    assert told == [["A", "K", "T", "X"], ["SA", "HT", "D3"], ["SA", "S2"], "B", None, None]


def test_take_module_escapes(visit: Visit) -> None:
    page = visit()
    told = page.evaluate("""async () => {
        const { escaped, scriptJson } = await import("/static/take.js");
        return [escaped(`<b>&"'`), scriptJson(["</script><!--", "\\u2028"])];
    }""")
    assert told == ["&#60;b&#62;&#38;&#34;&#39;", '["\\u003c/script\\u003e\\u003c!--","\\u2028"]']


def test_names_stay_texts(visit: Visit) -> None:
    page = visit(fragment(evil_ending()))
    worths(page)
    assert page.locator("img:not([role])").count() == 0
    assert page.locator("section.hand h2", has_text="<img/onerror>").count() == 1
    assert "innerHTML" not in (files("solver") / "board" / "static" / "main.js").read_text(encoding="utf-8")
