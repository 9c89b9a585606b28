"""`python -m solver` is the command `openhand`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; ends the process with its exit status."""
    try:
        from solver.cli import cli
    except KeyboardInterrupt:
        sys.exit(130)
    except ImportError as error:
        if error.name != "cext":
            raise
        print(f"openhand: {error}", file=sys.stderr)  # the core is not there, and nothing else is amiss
        sys.exit(2)
    cli()


if __name__ == "__main__":
    main()
