"""What Intel GPU program binaries need, through the command `zebin`. No dependencies: install the wheel, which has the command in it, or copy
this folder next to your program.

    import zebin

    for kernel in zebin.info("app.so"):
        print(kernel["device"], kernel["name"], kernel["spill_size"])

A file is a path, with an address if it is in a container (`app.ar!64.bmg`), or the bytes of the file. The command is that of the wheel,
otherwise the one in PATH. Set ZEBIN in the environment, or `zebin.COMMAND`, to start another: `["node", "dist/cli/main.js"]`.
"""

from __future__ import annotations

import base64
import json
import os
import shlex
import subprocess
import tempfile
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union, cast

if TYPE_CHECKING:
    from . import documents

    class Kernel(documents.KernelInfo):
        """A kernel of a file: its resources, with the image that it is in."""

        device: Optional[str]
        """The best name of the image's target."""
        address: str
        """That of the image in the file; empty when the file is the image."""


File = Union[str, bytes, "os.PathLike[str]"]

_INSIDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_bin", "zebin")
"""The executable of the wheel; a copy of the folder does not have it."""

COMMAND: List[str] = shlex.split(os.environ["ZEBIN"]) if "ZEBIN" in os.environ else [_INSIDE if os.path.exists(_INSIDE) else "zebin"]


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


class LaunchError(ZebinError):
    """A kernel that does not compute what its case expects, or cannot be run. The message has the first difference."""

    def __init__(self, case: documents.RunCase, document: documents.RunDocument):
        code, exit_code = f"run/{case['result']}", 1 if case["result"] == "different" else 2
        message = f"{case['name']}: {case['result']}: {_reason(case)}"
        super().__init__({"code": code, "message": message, "file": None, "place": None, "exit_code": exit_code})
        self.case = case
        self.document = document
        """With the other cases too."""


def run(verb: str, *words: File) -> Dict[str, Any]:
    """The document that `zebin VERB --json WORDS` prints: the words are arguments and options in the order given, `bytes` the content of
    a file. Put "--" before the name of a file that may begin with a dash. Raises ZebinError."""
    done = _start([verb, "--json"], words)
    if not done.stdout:
        raise _failed(done)
    # JSON of its own may hold halves of surrogate pairs, for names that are not UTF-8. Python's decoder accepts them.
    document = cast(Dict[str, Any], json.loads(done.stdout))
    if document["schema"] == "zebin/error/1":
        raise ZebinError(document)
    return document


def _start(command: List[str], words: Tuple[File, ...]) -> subprocess.CompletedProcess[bytes]:
    """A run that has ended. Raises ZebinError if the command cannot be started."""
    given = [word for word in words if not isinstance(word, (str, os.PathLike))]
    if len(given) > 1:
        raise TypeError("only one file of a run can be given as bytes")
    texts = [os.fspath(word) if isinstance(word, (str, os.PathLike)) else "-" for word in words]
    source: Dict[str, Any] = {"input": given[0]} if given else {"stdin": subprocess.DEVNULL}
    try:
        return subprocess.run([*COMMAND, *command, *texts], capture_output=True, **source)
    except OSError as error:
        name = COMMAND[0] if COMMAND else "zebin"
        message = f"cannot start {name} ({error.strerror}): install it, or set ZEBIN to the command that starts it"
        raise _failure("command/missing", message, 127) from error


def _failed(done: subprocess.CompletedProcess[bytes]) -> ZebinError:
    message = done.stderr.decode(errors="replace").strip() or f"{COMMAND[0]} ended with code {done.returncode}"
    return _failure("command/defect", message, done.returncode)


def _failure(code: str, message: str, exit_code: int) -> ZebinError:
    return ZebinError({"code": code, "message": message, "file": None, "place": None, "exit_code": exit_code})


def info(file: File, allow_damaged: bool = False) -> List[Kernel]:
    """The kernels of all images in the file: the members of `images[].kernels[]` in the document of `info` (schemas/info.json), with
    `device`, the best name of the image's target or None, and `address`, that of the image in the file. Raises DamagedError for a file
    that could not be read whole; `allow_damaged` returns the kernels that could be read."""
    document = run("info", "--", file)
    if not document["complete"] and not allow_damaged:
        raise DamagedError(None if isinstance(file, (bytes, bytearray, memoryview)) else os.fspath(file), document["unread"])
    return [
        cast("Kernel", {"device": next(iter(image["target"]["names"]), None), "address": image["address"], **kernel})
        for image in document["images"]
        for kernel in image["kernels"]
    ]


def spills(file: File, allow_damaged: bool = False) -> List[Kernel]:
    """The kernels that spill registers, most bytes first. Before ze_info 1.39 one buffer can hold spills and private memory: with
    `memory_source` "single-space", `spill_size` is an upper bound. Raises DamagedError as `info`, and ZebinError (`command/no-match`) for a
    file without compiled kernels, of which nothing is known: an empty list says that no kernel spills."""
    kernels = info(file, allow_damaged)
    if not kernels:
        message = "nothing compiled to check: the file has no kernels in native code"
        raise ZebinError({"code": "command/no-match", "message": message, "file": None, "place": None, "exit_code": 1})
    return sorted((kernel for kernel in kernels if kernel["spill_size"]), key=lambda kernel: -kernel["spill_size"])


def check(file: File, device: str, driver: Optional[str] = None) -> documents.CheckDocument:
    """Whether a driver release loads the file on the device: the document of `check` (schemas/check.json), which has `verdict` and
    `reasons`. A refusal is an answer, not an error."""
    options = ["--device", device, *([] if driver is None else ["--driver", driver])]
    return cast("documents.CheckDocument", run("check", *options, "--", file))


def compare(base: File, new: File, kernel: Optional[str] = None) -> documents.CompareDocument:
    """What differs between two builds, files or folders: the document of `compare` (schemas/compare.json)."""
    return cast("documents.CompareDocument", run("compare", *_kernel(kernel), "--", base, new))


def gate(base: File, new: File, *thresholds: str) -> documents.GateAnswer:
    """Whether no kernel of the new build is worse than in the base by more than the thresholds (`"64"`, `"2%"`, `"code_bytes=2%"`):
    the member `gate` of the document of `compare`. A failed gate is an answer, not an error."""
    options = [word for threshold in thresholds for word in ("--threshold", threshold)]
    document = cast("documents.CompareDocument", run("compare", "--gate", *options, "--", base, new))
    return document["gate"]


def kernel(file: File, name: Optional[str] = None) -> List[documents.KernelDetail]:
    """Everything about the kernels of this name, `*` for any characters, or about all: the member `kernels` of the document of `kernel`
    (schemas/kernel.json). Empty if there is none."""
    document = cast("documents.KernelDocument", run("kernel", "--", file, *([] if name is None else [name])))
    return document["kernels"]


def disasm(file: File, kernel: Optional[str] = None, platform: Optional[str] = None) -> List[documents.CodeListing]:
    """The code as instructions: the member `code` of the document of `disasm` (schemas/disasm.json). A platform (`xe2`) is needed for
    machine code in no container."""
    raw = [] if platform is None else ["--raw", "--platform", platform]
    document = cast("documents.DisasmDocument", run("disasm", *raw, "--", file, *([] if kernel is None else [kernel])))
    return document["code"]


def scan(*paths: Union[str, "os.PathLike[str]"], columns: str = "", allow_damaged: bool = False) -> List[Dict[str, Any]]:
    """A row for each kernel in files and folders, with the columns of docs/reference/kernels-table.md. `columns` names more, computed
    from the code: `"instructions,peak_registers"`. Raises ZebinError if a file cannot be read whole;
    with `allow_damaged` it has a row with `error_code` and `error`."""
    options = [*(["--columns", columns] if columns else []), *(["--allow-damaged"] if allow_damaged else [])]
    done = _start(["scan", "--format", "ndjson", *options, "--"], paths)
    if done.returncode != 0:
        raise _failed(done)
    return [json.loads(line) for line in done.stdout.splitlines()]


def ls(file: File) -> documents.LsDocument:
    """What is in a file, with the address of each item: the document of `ls` (schemas/ls.json)."""
    return cast("documents.LsDocument", run("ls", "--", file))


def size(file: File) -> documents.SizeDocument:
    """What takes the space of a file: the document of `size` (schemas/size.json)."""
    return cast("documents.SizeDocument", run("size", "--", file))


def coverage(file: File) -> documents.CoverageDocument:
    """Which device gets which code: the document of `coverage` (schemas/coverage.json)."""
    return cast("documents.CoverageDocument", run("coverage", "--", file))


def validate(file: File) -> documents.ValidateDocument:
    """The rules that a file breaks: the document of `validate` (schemas/validate.json). A finding is an answer, not an error."""
    return cast("documents.ValidateDocument", run("validate", "--", file))


def launch(
    file: File,
    kernel: str,
    arguments: Sequence[Any],
    global_size: Union[int, Sequence[int]],
    local_size: Union[None, int, Sequence[int]] = None,
    device: Optional[str] = None,
) -> documents.RunCase:
    """Runs a kernel without a GPU, and changes the arrays that it is given as it changes its buffers: the member `cases[0]` of the document
    of `run` (schemas/run.json), with counts and, in `stdout`, what the kernel printed.

    An argument is an array with the buffer protocol (of numpy, `array.array`, `bytearray`), `bytes` (a buffer that is only read, or a
    value), a number (a value, or bytes of local memory), None (a null pointer), or text as for `zebin run --arg`:
    `"image2d:64x64:UNORM_INT8:RGBA"`. Raises ZebinError, with the code `run/unsupported` and others, for a run that does not end; then no
    array is changed."""
    with tempfile.TemporaryDirectory(prefix="zebin-") as folder:
        options = ["--global", _sizes(global_size)]
        options += [] if local_size is None else ["--local", _sizes(local_size)]
        options += [] if device is None else ["--device", device]
        changed: List[Tuple[memoryview, str]] = []
        for index, argument in enumerate(arguments):
            path = os.path.join(folder, f"arg{index}.bin")
            options += ["--arg", f"{index}={_argument(argument, path)}"]
            if _is_array(argument) and not memoryview(argument).readonly:
                left = os.path.join(folder, f"left{index}.bin")
                changed.append((memoryview(argument).cast("B"), left))
                options += ["--out", f"{index}={left}"]
        document = cast("documents.RunDocument", run("run", *options, "--", file, kernel))
        case = document["cases"][0]
        if case["result"] != "completed":
            message = f"{kernel}: {case['message']}"
            raise _failure(f"run/{case['result']}", message, 2)
        for view, left in changed:
            with open(left, "rb") as source:
                view[:] = source.read()
    return case


def check_launch(
    file: File,
    kernel: str,
    cases: Union[str, "os.PathLike[str]", Dict[str, Any], Sequence[Dict[str, Any]]],
    only: Optional[str] = None,
    device: Optional[str] = None,
) -> documents.RunDocument:
    """Runs cases of a kernel without a GPU: the document of `run` (schemas/run.json) if all are as expected. Raises LaunchError for the first
    that is not, with its first difference, and ZebinError for cases that cannot be read.

    The cases are a file (docs/run.md has the format), or one or several as in it, whose `name` and `kernel` may be left out, and whose
    `fill` and `expect` may be arrays with the buffer protocol: `{"global": [8], "local": [8], "args": [...], "outputs": [{"arg": 1,
    "expect": array("f", [...])}]}`. Numbers that JSON does not have are texts: `"nan"`, `"inf"`."""
    with tempfile.TemporaryDirectory(prefix="zebin-") as folder:
        path = os.path.join(folder, "cases.json")
        if isinstance(cases, (str, os.PathLike)):
            path = os.fspath(cases)
        else:
            given = [cases] if isinstance(cases, dict) else cases
            named = [{"name": f"case {index}", "kernel": kernel, **case} for index, case in enumerate(given)]
            with open(path, "w", encoding="utf-8") as text:
                json.dump({"cases": named}, text, allow_nan=False, default=_contents)
        options = ["--case", path, *([] if only is None else ["--only", only]), *([] if device is None else ["--device", device])]
        document = cast("documents.RunDocument", run("run", *options, "--", file, kernel))
    for case in document["cases"]:
        if case["result"] not in ("equal", "completed"):
            raise LaunchError(case, document)
    return document


def _contents(value: Any) -> Dict[str, str]:
    """The bytes of an array, as a file of cases has them."""
    return {"base64": base64.b64encode(memoryview(value).tobytes()).decode("ascii")}


def _reason(case: documents.RunCase) -> str:
    """What `zebin run` prints after the result of a case."""
    found = case["first_difference"]
    if found is None:
        return str(case["message"])
    name = "" if found["name"] is None else f" ({found['name']})"
    where = "printed text" if found["argument"] is None else f"argument {found['argument']}{name}"
    if found["what"] == "size":
        return f"{where}: expected {found['expected']}, got {found['got']}"
    if found["what"] == "line":
        lines = f"expected {json.dumps(found['expected'])}, got {json.dumps(found['got'])}; {found['different']} lines differ"
        return f"{where}, line {found['index'] + 1}: {lines}"
    values = f"expected {found['expected']} ({found['expected_bits']}), got {found['got']} ({found['got_bits']})"
    return f"{where}[{found['index']}]: {values}; {found['different']} of {found['of']} elements differ"


def _sizes(given: Union[int, Sequence[int]]) -> str:
    return str(given) if isinstance(given, int) else ",".join(str(size) for size in given)


def _is_array(argument: Any) -> bool:
    """Whether it has elements; a scalar of numpy is a buffer too, without dimensions."""
    try:
        return memoryview(argument).ndim > 0
    except TypeError:
        return False


def _argument(argument: Any, path: str) -> str:
    """An argument as the command takes it; the bytes of arrays go to a file."""
    if argument is None:
        return "null"
    if isinstance(argument, str):
        return argument
    if isinstance(argument, (bool, int)):
        return str(int(argument))
    if type(argument) is float:
        return repr(argument)
    view = memoryview(argument)
    if view.ndim == 0:
        return f"hex:{view.tobytes().hex()}"
    if not view.c_contiguous:
        raise TypeError("an array has to be contiguous, because its bytes become those of a buffer")
    with open(path, "wb") as file:
        file.write(view)
    return path


def _kernel(name: Optional[str]) -> List[str]:
    return [] if name is None else ["--kernel", name]
