"""The rules of thumb that the advice is measured against."""

from __future__ import annotations

import pytest

from benchmarks.players import cinch_by_rule, hearts_by_rule
from solver import Position


@pytest.mark.parametrize(
    ("deal", "leader", "trick", "card"),
    [
        ("KT.92.. 87.A3.. J9.K4.. A2.Q5..", "A", "", "H2"),  # the lowest
        ("KT.92.. 87.A3.. J9.K4.. A2.5..", "Z", "SQ", "ST"),  # the highest under the queen
        ("KT.92.. 7.A3.. J.K4.. A.Q5..", "Y", "S3 S4 S6", "SK"),  # last, and too high: rid of the highest
        ("KT.92.. 87.A3.. J.K4.. A.Q5..", "B", "S4 S6", "ST"),  # Y may still go over the lower one
        ("..K32.A 87.A3.. J9.K4.. A2.Q..", "Z", "S5", "CA"),  # void and without hearts: the highest
        (".92.K3. 87.A3.. J9.K4.. A2.Q..", "Z", "S5", "H9"),  # void: the highest heart
    ],
)
def test_hearts(deal: str, leader: str, trick: str, card: str) -> None:
    now = Position.parse(f"A:{deal}", game="hearts", leader=leader, trick=trick)
    assert hearts_by_rule(now, [], now) == card


@pytest.mark.parametrize(
    ("deal", "leader", "trick", "card"),
    [
        (".A2.K.4 .K3.32. .QJ.QJ. .T9.T9.", "A", "", "HA"),  # nothing beats it
        (".J2.K.4 .K3.32. .QA.QJ. .T9.T9.", "A", "", "C4"),  # no sure trump: the lowest plain card
        (".52.K. .K3.3. .Q.Q. .T.T.", "B", "HA H9", "H5"),  # the partner's ace is sure: the Pedro
        (".52.K. .K3.3. .Q.Q. .T.T.", "B", "HJ H9", "H2"),  # the partner's Jack is not
        (".52.. .K.. .Q.. ..K.", "Y", "H4 H3 DA", "H5"),  # last: the Pedro comes home
        (".K7.. .A3.. .Q5.. .T..", "Z", "D2", "H7"),  # cinched: the lowest over an adversary's Pedro
    ],
)
def test_cinch(deal: str, leader: str, trick: str, card: str) -> None:
    now = Position.parse(f"A:{deal}", game="cinch", trump="H", leader=leader, trick=trick)
    assert cinch_by_rule(now, [laid for _, laid in now.trick], now) == card
