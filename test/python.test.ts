/** The module of examples/python, and the Python of its page, with the real interpreter. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { ENV, MAIN, scratchFolder, zebin } from './cli/zebin.ts';
import { buildAr, buildMember, latin1 } from './support/build-elf.ts';
import { fixture } from './support/corpus.ts';
import { needs } from './support/tools.ts';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const scratch = scratchFolder();
copyFileSync(at('examples/basic-dg2-bmg.ar'), join(scratch, 'app.ar'));

function python(script: string): string {
  const env = {
    ...ENV,
    PATH: process.env.PATH,
    PYTHONPATH: at('examples/python'),
    PYTHONDONTWRITEBYTECODE: '1',
    ZEBIN: `'${process.execPath}' '${MAIN}'`,
  };
  const { status, stdout, stderr } = spawnSync('python3', ['-'], {
    input: `import zebin, json\n${script}`,
    cwd: scratch,
    env,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

/** What Triton has after compiling. */
const COMPILED = `
class compiled:
    asm = {"zebin": open("k.zebin", "rb").read()}
`;

const page = readFileSync(at('docs/python.md'), 'utf8');
const blocks = [...page.matchAll(/^```python\n(.*?)^```/gms)].map(([, code = '']) => code);

describe('docs/python.md', () => {
  needs('python3')('every block runs', async () => {
    expect(blocks).toHaveLength(7);
    writeFileSync(join(scratch, 'k.zebin'), fixture('zebin/igc2/bmg/clock.zebin').bytes());
    // What oneDNN writes: code alone.
    const code = await zebin([
      'extract',
      `${at('examples/basic-dg2-bmg.ar')}!64.bmg!.text.saxpy`,
      '-o',
      join(scratch, 'dnnl_dump_gpu_saxpy.0.bin'),
    ]);
    expect(code.status, code.stderr).toBe(0);
    const tests = '\ntest_no_spills(); test_loads_on_battlemage(); test_saxpy()';
    const printed = python(`${COMPILED}${blocks.join('\n')}${tests}`).split('\n');
    expect(printed.filter((line) => /^(DG2-G10 C0|BMG-G21 A0) \w+ 128 0$/.test(line))).toHaveLength(18);
    expect(printed.at(-3)).toMatch(/^(16|32) 128 0 0$/);
    expect(printed.at(-2)).toBe('dnnl_dump_gpu_saxpy.0.bin 512 bytes 0 dpas');
  });
});

describe('examples/python/zebin', () => {
  needs('python3')('a kernel changes the arrays that it is given, and no others', () => {
    const printed = python(`
from array import array
x, y, read = array("f", [1, 2]), bytearray(8), bytes(8)
case = zebin.launch(open("app.ar", "rb").read(), "saxpy", [x, y, 0.5], (2,), 2, device="bmg")
zebin.launch("app.ar!64.bmg", "saxpy", [x, read, 0.5], 2, 2)
try:
    zebin.launch("app.ar!64.bmg", "saxpy", [None, y, 0.5], 2, 2)
except zebin.ZebinError as error:
    failed = error.code
print(json.dumps([list(x), list(memoryview(y).cast("f")), list(read), case["result"], failed]))
`);
    expect(JSON.parse(printed)).toEqual([[1, 2], [0.5, 1], [0, 0, 0, 0, 0, 0, 0, 0], 'completed', 'run/fault']);
  });

  needs('python3')('cases are checked: the document, or the first difference', () => {
    const cases = at('examples/divide/divide.json');
    const printed = python(`
from array import array
def failure(*words, **more):
    try:
        return zebin.check_launch(*words, **more)["totals"]
    except zebin.ZebinError as error:
        return [type(error).__name__, error.code, str(error), error.exit_code, len(error.document["cases"]) if isinstance(error, zebin.LaunchError) else 0]
file = open("app.ar", "rb").read()
ones = {"kind": "buffer", "type": "float", "count": 4, "fill": array("f", [1, 2, 3, 4])}
def case(*expected, **more):
    args = [ones, ones, {"kind": "scalar", "type": "float", "value": "inf"}]
    return {"global": [4], "local": [4], "args": args, "outputs": [{"arg": 1, "expect": array("f", expected)}], **more}
inf = float("inf")
print(json.dumps([
    failure(file, "saxpy", case(inf, inf, inf, inf), device="bmg"),
    failure(file, "saxpy", [case(inf, inf, inf, inf), case(inf, inf, 1, inf, name="second")], device="dg2"),
    failure(file, "saxpy", [case(inf, name="few"), case(inf, inf, inf, inf, name="b")], device="dg2"),
    failure(file, "saxpy", [case(1, name="a"), case(inf, inf, inf, inf, name="b")], device="dg2", only="b"),
    failure(file, "saxpy", case(inf, inf, inf, inf, args=[])),
    failure(file, "saxpy", case(inf, inf, inf, inf, args=[], outputs=[]), device="bmg"),
    failure(${JSON.stringify(at('examples/divide/divide.zebin'))}, "divide", ${JSON.stringify(cases)}),
]))
`);
    const [equal, second, few, only, wrong, invalid, divided] = JSON.parse(printed);
    expect([equal.equal, only.equal]).toEqual([1, 1]);
    const differs = 'argument 1 (y)[2]: expected 1 (0x3f800000), got inf (0x7f800000); 1 of 4 elements differ';
    expect(second).toEqual(['LaunchError', 'run/different', `second: different: ${differs}`, 1, 2]);
    expect(few[2]).toBe('few: different: argument 1 (y): expected 4 bytes, got 16 bytes');
    expect(wrong.slice(0, 2)).toEqual(['ZebinError', 'run/case']);
    expect(invalid.slice(0, 4)).toEqual([
      ...['LaunchError', 'run/invalid', 'case 0: invalid: the kernel has an argument 2, and the case has 0 arguments', 2],
    ]);
    expect(divided[2]).toContain('four: different: argument 2 (out)[6]: expected 613566742 (0x24924916), got 4294967282');
  });

  needs('python3')('a path, an address and bytes give the same kernels', () => {
    const printed = python(`
whole = zebin.info("app.ar")
print(json.dumps([whole == zebin.info(open("app.ar", "rb").read()), len(whole), len(zebin.info("app.ar!64.dg2"))]))
`);
    expect(JSON.parse(printed)).toEqual([true, 18, 9]);
  });

  needs('python3')('spills are sorted; a refusal is an answer', () => {
    const spilling = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin').path;
    const printed = python(`
sizes = [kernel["spill_size"] for kernel in zebin.spills(${JSON.stringify(spilling)})]
print(json.dumps([sizes, zebin.check(${JSON.stringify(spilling)}, "bmg")["verdict"]]))
`);
    const [sizes, verdict] = JSON.parse(printed) as [number[], string];
    expect(sizes).toHaveLength(2);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(sizes).not.toContain(0);
    expect(verdict).not.toBe('accepted');
  });

  needs('python3')('failures are exceptions with the members of zebin/error/1, whatever the command does', () => {
    const printed = python(`
def failure(run):
    try:
        return run()
    except zebin.ZebinError as error:
        return [error.code, error.exit_code, error.file, error.place and error.place["offset"]]
found = [failure(lambda: zebin.info(b"\\x7fELF")), failure(lambda: zebin.info("-n")), failure(lambda: zebin.check("app.ar", "bmx"))]
zebin.COMMAND = [${JSON.stringify(process.execPath)}, "-e", "process.exit(3)", "--"]
found.append(failure(lambda: zebin.info("app.ar")))
zebin.COMMAND = ["./no-such-command"]
found.append(failure(lambda: zebin.info("app.ar")))
print(json.dumps(found))
`);
    expect(JSON.parse(printed)).toEqual([
      ['elf/header-short', 2, '-', 4],
      ['command/unreadable', 2, '-n', null],
      ['command/usage', 2, null, null],
      ['command/defect', 3, null, null],
      ['command/missing', 127, null, null],
    ]);
  });

  needs('python3')('what could not be read is not an empty list: it raises, unless allowed', () => {
    const whole = readFileSync(at('examples/basic-dg2-bmg.ar'));
    writeFileSync(join(scratch, 'cut.ar'), whole.subarray(0, -10_000));
    const broken = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin').bytes();
    const text = Buffer.from(broken).indexOf('kernels:\n');
    for (let i = text; i < text + 2000; i += 40) broken[i] = 0x0a;
    writeFileSync(join(scratch, 'broken.zebin'), broken);
    writeFileSync(join(scratch, 'ir.ar'), buildAr([buildMember('generic_ir/', latin1('\x03\x02\x23\x07 and so on'))]));
    const printed = python(`
def failure(run):
    try:
        return run()
    except zebin.DamagedError as error:
        return [type(error).__name__, error.exit_code, [one["address"] for one in error.unread]]
    except zebin.ZebinError as error:
        return [type(error).__name__, error.code]
print(json.dumps([
    failure(lambda: zebin.info("cut.ar")),
    failure(lambda: zebin.spills("cut.ar")),
    failure(lambda: zebin.spills(open("cut.ar", "rb").read())),
    failure(lambda: zebin.spills("broken.zebin")),
    failure(lambda: zebin.spills("ir.ar")),
    len(zebin.info("cut.ar", allow_damaged=True)) > 0,
    zebin.spills("cut.ar", allow_damaged=True),
]))
`);
    expect(JSON.parse(printed)).toEqual([
      ['DamagedError', 1, ['!64.bmg']],
      ['DamagedError', 1, ['!64.bmg']],
      ['DamagedError', 1, ['!64.bmg']],
      ['DamagedError', 1, ['']],
      ['ZebinError', 'command/no-match'],
      true,
      [],
    ]);
  });

  needs('python3')('words are passed in the order given', () => {
    const printed = python(`
base, new = "app.ar!64.dg2", "app.ar!64.bmg"
sides = [[document[side]["path"] for side in ("base", "new")] for document in (zebin.compare(base, new), zebin.run("compare", base, new))]
print(json.dumps([sides, [kernel["name"] for kernel in zebin.kernel(base, "saxpy")], zebin.run("kernel", base, "saxpy")["kernels"] == zebin.kernel(base, "saxpy")]))
`);
    const order = ['app.ar!64.dg2', 'app.ar!64.bmg'];
    expect(JSON.parse(printed)).toEqual([[order, order], ['saxpy'], true]);
  });

  needs('python3')('a gate that fails is an answer, with and without thresholds', () => {
    const printed = python(`
base, new = "app.ar!64.dg2", "app.ar!64.bmg"
print(json.dumps([zebin.gate(base, base)["passed"], zebin.gate(base, new)["passed"], zebin.gate(base, new, "code_bytes=2%")["thresholds"] != []]))
`);
    expect(JSON.parse(printed)).toEqual([true, false, true]);
  });

  needs('python3')('scan has a row for each kernel, disasm a listing for each section of code', () => {
    const printed = python(`
import os
os.mkdir("nothing")
print(json.dumps([len(zebin.scan("app.ar")), zebin.scan("nothing"), [line["section"] for line in zebin.disasm("app.ar!64.bmg", "saxpy")]]))
`);
    expect(JSON.parse(printed)).toEqual([18, [], ['.text.saxpy']]);
  });
});

describe('examples/python/zebin/documents.py', () => {
  /** Compares values with annotations: what a type checker assumes of a document holds for real ones. */
  const CHECK = `
import typing
from zebin import documents

def differences(value, expected, path):
    if expected is typing.Any:
        return []
    if isinstance(expected, (str, typing.ForwardRef)):
        name = expected if isinstance(expected, str) else expected.__forward_arg__
        return differences(value, getattr(documents, name), path)
    origin, arguments = typing.get_origin(expected), typing.get_args(expected)
    if origin is typing.Literal:
        return [] if value in arguments else [path]
    if origin is typing.Union:
        return [] if any(not differences(value, one, path) for one in arguments) else [path]
    if origin is list:
        return [path] if not isinstance(value, list) else [d for i, one in enumerate(value) for d in differences(one, arguments[0], f"{path}[{i}]")]
    if origin is dict:
        return [path] if not isinstance(value, dict) else [d for key, one in value.items() for d in differences(one, arguments[1], f"{path}.{key}")]
    if typing.is_typeddict(expected) if hasattr(typing, "is_typeddict") else hasattr(expected, "__total__"):
        hints = typing.get_type_hints(expected)
        if not isinstance(value, dict):
            return [path]
        wrong = [f"{path}.{key}" for key in value if key not in hints] + [f"{path}.{key}" for key in expected.__required_keys__ if key not in value]
        return wrong + [d for key, one in value.items() if key in hints for d in differences(one, hints[key], f"{path}.{key}")]
    if expected is float:
        return [] if isinstance(value, (int, float)) else [path]
    return [] if isinstance(value, type(None) if expected in (None, type(None)) else expected) else [path]
`;

  needs('python3')('describes the documents that the command prints', () => {
    const printed = python(`${CHECK}
file, other = "app.ar!64.bmg", "app.ar!64.dg2"
made = {
    "Check": zebin.check("app.ar", "bmg", "22.43"),
    "Compare": zebin.run("compare", "--gate", "--code", file, other),
    "Coverage": zebin.coverage("app.ar"),
    "Disasm": zebin.run("disasm", "--live", file),
    "Info": zebin.run("info", "app.ar"),
    "Kernel": zebin.run("kernel", file),
    "Ls": zebin.ls("app.ar"),
    "Size": zebin.size("app.ar"),
    "Validate": zebin.validate("app.ar"),
}
print(json.dumps([d for name, document in made.items() for d in differences(document, getattr(documents, name + "Document"), name)]))
print(json.dumps(differences({**made["Size"], "more": 1}, documents.SizeDocument, "size")))
`);
    expect(
      printed
        .split('\n')
        .slice(0, 2)
        .map((line) => JSON.parse(line)),
    ).toEqual([[], ['size.more']]);
  });
});
