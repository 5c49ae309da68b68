#!/usr/bin/python3
"""diffoscope that compares Intel GPU program binaries by `zebin text`. Its list of comparators is fixed, so this adds one and starts it.

    examples/diffoscope/zebin_diffoscope.py a.zebin b.zebin

Arguments are those of diffoscope. `zebin` is taken from PATH, or from the environment variable ZEBIN, as the module in ../python does.
"""

import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))

from diffoscope.comparators import ComparatorManager  # noqa: E402
from diffoscope.comparators.utils.command import Command  # noqa: E402
from diffoscope.comparators.utils.file import File  # noqa: E402
from diffoscope.difference import Difference  # noqa: E402
from diffoscope.main import main  # noqa: E402

import zebin  # noqa: E402
from zebin_magic import EM_INTELGT, MAGIC, ZEBIN_TYPES  # noqa: E402


class ZebinText(Command):
    # 1 and 2 are answers about the file, such as one that is damaged: its text says so.
    VALID_RETURNCODES = {0, 1, 2}

    def cmdline(self):
        return [*zebin.COMMAND, "text", "--", self.path]


class ZebinFile(File):
    DESCRIPTION = "Intel GPU program binaries"

    @classmethod
    def recognizes(cls, file):
        if not os.path.isfile(file.path):
            return False
        with open(file.path, "rb") as opened:
            start = opened.read(24)
        if not start.startswith(b"\x7fELF"):
            return start.startswith(MAGIC)
        file_type, machine = (int.from_bytes(start[at : at + 2], "little") for at in (16, 18))
        return machine == EM_INTELGT or file_type in ZEBIN_TYPES

    def compare_details(self, other, source=None):
        return [Difference.from_operation(ZebinText, self.path, other.path)]


ComparatorManager().classes.insert(0, ZebinFile)

if __name__ == "__main__":
    main()
