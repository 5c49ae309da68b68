"""What Intel GPU program binaries need, through the command `zebin`. No dependencies; copy this file next to yours.

    import zebin

    for kernel in zebin.info("app.so"):
        print(kernel["device"], kernel["name"], kernel["spill_size"])

A file is a path, with an address if it is in a container (`app.ar!64.bmg`), or the bytes of the file. The command is the one in PATH.
Set ZEBIN in the environment, or `zebin.COMMAND`, to start another: `["node", "dist/cli/main.js"]`.
"""

import json
import os
import shlex
import subprocess
from typing import Any, Dict, List, Optional, Union

File = Union[str, bytes, "os.PathLike[str]"]

COMMAND: List[str] = shlex.split(os.environ.get("ZEBIN", "zebin"))


class ZebinError(Exception):
    """A failure, as the document `zebin/error/1` describes it."""

    def __init__(self, document: Dict[str, Any]):
        super().__init__(document["message"])
        self.code: str = document["code"]
        """A diagnostic code (`elf/truncated`), or one of the command (`command/unreadable`)."""
        self.message: str = document["message"]
        self.file: Optional[str] = document["file"]
        self.place: Optional[Dict[str, Any]] = document["place"]
        """Where in the file; None if the file is not the cause."""
        self.exit_code: int = document["exit_code"]


class DamagedError(ZebinError):
    """A file of which a part could not be read: what is asked of the file is not known. `unread` has address, code and reason of each part."""

    def __init__(self, name: Optional[str], unread: List[Dict[str, Any]]):
        first, more = unread[0], len(unread) - 1
        reason = f"{name or 'the file'}{first['address']} was not read whole: {first['reason']}" + (f" (and {more} more)" if more else "")
        super().__init__({"code": first["code"], "message": reason, "file": name, "place": None, "exit_code": 1})
        self.unread: List[Dict[str, Any]] = unread


def run(verb: str, file: File, *options: str) -> Dict[str, Any]:
    """The document that `zebin VERB FILE OPTIONS --json` prints. Raises ZebinError."""
    given = isinstance(file, (bytes, bytearray, memoryview))
    command = [*COMMAND, verb, *options, "--json", "--", "-" if given else os.fspath(file)]
    done = subprocess.run(command, input=file if given else None, stdin=None if given else subprocess.DEVNULL, capture_output=True)
    # JSON of its own may hold halves of surrogate pairs, for names that are not UTF-8. Python's decoder accepts them.
    document = json.loads(done.stdout) if done.stdout else None
    if document is None:
        message = done.stderr.decode(errors="replace").strip() or f"{command[0]} ended with code {done.returncode}"
        document = {"schema": "zebin/error/1", "code": "command/defect", "message": message, "file": None, "place": None, "exit_code": done.returncode}
    if document["schema"] == "zebin/error/1":
        raise ZebinError(document)
    return document


def info(file: File, allow_damaged: bool = False) -> List[Dict[str, Any]]:
    """The kernels of all images in the file: the members of `images[].kernels[]` in the document of `info` (schemas/info.json), with
    `device`, the best name of the image's target or None, and `address`, that of the image in the file. Raises DamagedError for a file
    that could not be read whole; `allow_damaged` returns the kernels that could be read."""
    document = run("info", file)
    if not document["complete"] and not allow_damaged:
        raise DamagedError(None if isinstance(file, (bytes, bytearray, memoryview)) else os.fspath(file), document["unread"])
    return [
        {"device": next(iter(image["target"]["names"]), None), "address": image["address"], **kernel}
        for image in document["images"]
        for kernel in image["kernels"]
    ]


def spills(file: File, allow_damaged: bool = False) -> List[Dict[str, Any]]:
    """The kernels that spill registers, most bytes first. Before ze_info 1.39 one buffer can hold spills and private memory: with
    `memory_source` "single-space", `spill_size` is an upper bound. Raises DamagedError as `info`, and ZebinError (`command/no-match`) for a
    file without compiled kernels, of which nothing is known: an empty list says that no kernel spills."""
    kernels = info(file, allow_damaged)
    if not kernels:
        message = "nothing compiled to check: the file has no kernels in native code"
        raise ZebinError({"code": "command/no-match", "message": message, "file": None, "place": None, "exit_code": 1})
    return sorted((kernel for kernel in kernels if kernel["spill_size"]), key=lambda kernel: -kernel["spill_size"])


def check(file: File, device: str, driver: Optional[str] = None) -> Dict[str, Any]:
    """Whether a driver release loads the file on the device: the document of `check` (schemas/check.json), which has `verdict` and
    `reasons`. A refusal is an answer, not an error."""
    return run("check", file, "--device", device, *([] if driver is None else ["--driver", driver]))
