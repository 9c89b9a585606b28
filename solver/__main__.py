"""`python -m solver` is the command `openhand`."""

from __future__ import annotations


def main() -> None:
    """Run the command line; ends the process with its exit status."""
    from solver.cli import cli

    cli()


if __name__ == "__main__":
    main()
