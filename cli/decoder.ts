/**
 * Decoders of instructions that are installed on the machine. They are run on a file in a temporary folder that holds one kernel's
 * code and nothing else of the user's file, and are stopped when they take too long.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, closeSync, constants, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import { type CodeToDecode, type Decode, type Decoded, zebinOfCode } from '../src/internal.ts';
import { UsageError } from './exit.ts';
import { createFile } from './write/index.ts';

/** A tool is stopped after this time; it needs a fraction of a second for a kernel. */
const TIMEOUT = 60_000;
/** Bytes of text that are read from a tool. */
const MOST_TEXT = 1 << 28;

type Kind = 'iga64' | 'ocloc';

interface Tool {
  readonly kind: Kind;
  readonly path: string;
}

const RUN: Record<Kind, (tool: Tool, code: CodeToDecode, folder: string) => Decoded> = { iga64: runIga, ocloc: runOcloc };

/** The decoder of `--decoder`: `iga64` or `ocloc` of PATH, the path of one, or `none`. */
export function decoderNamed(option: string): Decode {
  if (option === 'none') return () => ({ reason: '--decoder none was given' });
  const tool = toolOf(option);
  return (code) => inFolder((folder) => RUN[tool.kind](tool, code, folder));
}

function toolOf(option: string): Tool {
  const kinds: readonly Kind[] = ['iga64', 'ocloc'];
  const named = kinds.find((kind) => kind === option);
  if (named) {
    const tool = inPath(named);
    if (tool) return tool;
    throw new UsageError(`${option} is not in PATH`);
  }
  const kind = kinds.find((one) => basename(option).includes(one));
  if (!kind) throw new UsageError(`--decoder expects iga64, ocloc, none, or the path of an iga64 or ocloc, not ${option}`);
  if (!isExecutable(option)) throw new UsageError(`${option} is not an executable program`);
  // The tool runs in another folder.
  return { kind, path: resolve(option) };
}

function inPath(kind: Kind): Tool | undefined {
  const suffixes = process.platform === 'win32' ? ['.exe'] : [''];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const path = folders.flatMap((folder) => suffixes.map((suffix) => join(folder, kind + suffix))).find(isExecutable);
  return path === undefined ? undefined : { kind, path };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'zebin-disasm-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(
  { path }: Tool,
  args: readonly string[],
  cwd: string,
): { readonly stdout: string; readonly output: string; readonly ok: boolean } {
  // Output goes into files: a pipe would keep us waiting as long as any process that the tool started holds it open.
  return inFolder((outputs) => {
    const [stdout, stderr] = [join(outputs, 'stdout'), join(outputs, 'stderr')];
    const [out, err] = [createFile(stdout), createFile(stderr)];
    const { status, signal, error } = spawnSync(path, args, { cwd, stdio: ['ignore', out, err], timeout: TIMEOUT, killSignal: 'SIGKILL' });
    closeSync(out);
    closeSync(err);
    if (error) return { stdout: '', output: error.message, ok: false };
    const printed = readText(stdout);
    const text = `${readText(stderr)}\n${printed}`.trim();
    return { stdout: printed, output: signal ? `it was stopped by ${signal}` : text, ok: status === 0 };
  });
}

/** No more than a string can hold: a tool may print endlessly. */
function readText(path: string): string {
  return statSync(path).size > MOST_TEXT ? '' : readFileSync(path, 'utf8');
}

/** The first line of a tool's message, as part of a sentence. */
function firstLine(output: string): string {
  return output.split('\n')[0]?.trim() ?? '';
}

function deviceOf({ target }: CodeToDecode): string {
  return target[0] ?? 'a file that names no device';
}

function runIga(tool: Tool, code: CodeToDecode, folder: string): Decoded {
  const { platform } = code;
  if (platform === undefined) return { reason: `iga64 has no name for the instructions of ${deviceOf(code)}` };
  writeFileSync(join(folder, 'k.krn'), code.code);
  const { stdout, output, ok } = run(tool, [`-p=${platform}`, '-d', 'k.krn'], folder);
  if (ok) return { decoder: `iga64 as ${platform}`, text: stdout };
  if (output.includes('invalid platform'))
    return { reason: `${tool.path} is too old for ${deviceOf(code)}: it does not know the platform ${platform}` };
  return { reason: `iga64 cannot decode it: ${firstLine(output)}` };
}

function runOcloc(tool: Tool, code: CodeToDecode, folder: string): Decoded {
  const zebin = code.device && zebinOfCode(code.code, code.device);
  if (!zebin) return { reason: `ocloc has no input for the code of ${deviceOf(code)}` };
  writeFileSync(join(folder, 'in.zebin'), zebin);
  const { output } = run(tool, ['disasm', '-file', 'in.zebin', '-dump', 'dump'], folder);
  try {
    return { decoder: 'ocloc', text: readFileSync(join(folder, 'dump', '.text.k.asm'), 'utf8') };
  } catch {
    // It then writes only the bytes, and exits as if nothing were wrong.
    return { reason: `${tool.path} cannot decode the code of ${deviceOf(code)}${output === '' ? '' : `: ${firstLine(output)}`}` };
  }
}
