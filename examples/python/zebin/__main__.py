"""The command: what the script `zebin` of the wheel starts, and `python -m zebin`."""

from __future__ import annotations

import os
import sys

from . import COMMAND


def main() -> None:
    os.execvp(COMMAND[0], [*COMMAND, *sys.argv[1:]])


if __name__ == "__main__":
    main()
