"""Completion in the shell: the scripts, and what they are answered."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from solver.cli import cli
from solver.cli.completion import SHELLS, VARIABLE


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_one_that_the_shell_reads(run, shell):
    script = run("--completion", shell).stdout
    assert VARIABLE in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)


def test_an_unknown_shell_is_refused(run):
    refused = run("--completion", "tcsh")
    assert refused.exit_code == 2
    assert "bash" in refused.stderr


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("openhand ana", ["analyze"]),
        ("openhand analyze --sec", ["--seconds"]),
        ("openhand games black-l", ["black-lady"]),
        ("openhand generate thr", ["three-handed-hearts"]),
    ],
)
def test_what_could_stand_there_is_offered(monkeypatch, capsys, words, offered):
    monkeypatch.setenv(VARIABLE, "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    with pytest.raises(SystemExit) as ended:
        cli(prog_name="openhand")
    assert ended.value.code == 0
    assert [line.partition(",")[2] for line in capsys.readouterr().out.splitlines()] == offered
