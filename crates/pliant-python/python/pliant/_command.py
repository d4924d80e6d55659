"""The program `pliant` of the wheel: the same code as the program that cargo builds."""

from __future__ import annotations

import sys

from . import _native


def main() -> int:
    """Runs the command line; returns its exit code."""
    return _native.main(sys.argv)


if __name__ == "__main__":
    sys.exit(main())
