// @ts-check
/**
 * `node scripts/tools/pipes.mjs [RUNS] [VERB|KIND]...`: every verb that reads, through pipes of four kinds, so many times each (200), or those
 * verbs and kinds alone. A run is about 0.2 s of processor time, so all of them at 200 are an hour.
 *
 *   cat        `cat FILE | zebin VERB -`
 *   slow       a writer that pauses between pieces
 *   input      Python's `subprocess.run(input=…)`, which sets its side of the pipe to non-blocking mode
 *   head       a reader that closes the output after one line
 *
 * A run is good when its exit code is the one of the same verb on the file itself, its output is the same (except for `head`), and nothing
 * on standard error speaks of EAGAIN or EPIPE. Prints a line for each verb and kind, and ends with exit code 1 if a run was not good.
 */
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../stamp.mjs';

const MAIN = fileURLToPath(new URL('dist/cli/main.js', ROOT));
const FIXTURES = fileURLToPath(new URL('test/fixtures/', ROOT));
const ARCHIVE = 'fat/slm-skl-tgllp.ar';
const CLOCK = 'zebin/igc2/bmg/clock.zebin';
const VISA = 'visa/igc1-10840/skl/visa-flow.switches.isa';
const AT_ONCE = availableParallelism();

/**
 * Every verb that reads standard input: the file that comes there, and the arguments.
 * @type {readonly (readonly [verb: string, file: string, args: readonly string[]])[]}
 */
export const READERS = [
  ['info', ARCHIVE, ['-']],
  ['ls', ARCHIVE, ['-']],
  ['kernel', ARCHIVE, ['-']],
  ['cost', 'zebin/igc2/bmg/loops-cost.zebin', ['-', 'loop_fixed']],
  ['run', 'zebin/igc2/bmg/basic-32-debug.zebin', ['-', 'store_one', '--global', '64', '--print', '0']],
  ['debug', 'zebin/igc2/bmg/basic-32-debug.zebin', ['-', 'store_one', '--global', '64', '--batch', '--execute', 'run']],
  ['dump', ARCHIVE, ['-']],
  ['asm', '../../examples/scale.asm', ['-', '-p', '2', '--json']],
  ['disasm', ARCHIVE, ['-', '--decoder', 'none']],
  ['text', ARCHIVE, ['-']],
  ['size', ARCHIVE, ['-']],
  ['coverage', ARCHIVE, ['-']],
  ['check', ARCHIVE, ['-']],
  ['validate', ARCHIVE, ['-']],
  ['diff', ARCHIVE, ['-', ARCHIVE]],
  ['compare', ARCHIVE, [ARCHIVE, '-']],
  ['extract', ARCHIVE, ['--json', '-']],
  ['props', 'sycl/property-sets/all-sets.prop', ['-']],
  ['replace', CLOCK, [`${ARCHIVE}!64.9.0.9`, '-', '--json']],
  ['visa', VISA, ['dis', '-']],
  ['link', CLOCK, ['-', '--json']],
  ['strip', CLOCK, ['-', '--json']],
  ['patch', CLOCK, ['-', 'clock', '--at', '_entry', '--delete', '--json']],
  ['edit', CLOCK, ['-', '--rename', 'clock=other', '--json']],
  ['reduce', CLOCK, ['-', '--keep', 'finding:note/not-a-table', '--seconds', '100000', '--json']],
  ['convert', CLOCK, ['-', '--to', '1.73', '--json']],
];

const PYTHON = 'import subprocess,sys; p = subprocess.run(sys.argv[2:], input=open(sys.argv[1],"rb").read()); sys.exit(p.returncode)';

/** @type {Readonly<Record<string, (file: string, command: readonly string[]) => readonly string[]>>} */
export const KINDS = {
  cat: (file, command) => ['sh', '-c', 'f=$1; shift; cat "$f" | "$@"', 'sh', file, ...command],
  slow: (file, command) => [
    'sh',
    '-c',
    'f=$1; shift; { head -c 3000 "$f"; sleep 0.05; tail -c +3001 "$f" | head -c 70000; sleep 0.05; tail -c +73001 "$f"; } | "$@"',
    'sh',
    file,
    ...command,
  ],
  input: (file, command) => ['python3', '-c', PYTHON, file, ...command],
  // The answer of the command is kept next to the answer of `head`.
  head: (file, command) => ['sh', '-c', 'f=$1; shift; { cat "$f" | "$@"; echo "exit $?" >&2; } | head -n 1', 'sh', file, ...command],
};

/**
 * @param {readonly string[]} words
 * @returns {Promise<{ status: number | null, stdout: string, stderr: string }>}
 */
function ran([program = '', ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: FIXTURES,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: undefined },
    });
    const out = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (out.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (out.stderr += text));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, ...out }));
  });
}

/** @typedef {{ status: number | null, stdout: string }} Answer */

/** @param {readonly string[]} args */
function asProcess(args) {
  return spawnSync(process.execPath, [MAIN, ...args], { cwd: FIXTURES, encoding: 'utf8', maxBuffer: 1 << 28 });
}

/**
 * What is wrong with so many runs of a verb through one kind of pipe; empty when they are good.
 *
 * @param {string} kind
 * @param {(typeof READERS)[number]} reader
 * @param {number} runs
 * @param {(args: readonly string[]) => Answer | Promise<Answer>} answer runs the verb on the file itself
 */
export async function faults(kind, [verb, file, args], runs, answer = asProcess) {
  const expected = await answer([verb, ...args.map((arg) => (arg === '-' ? file : arg))]);
  const named = expected.stdout.replaceAll(file, '-');
  /** @type {string[]} */
  const problems = [];
  const one = async () => {
    const words = KINDS[kind]?.(file, [process.execPath, MAIN, verb, ...args]) ?? [];
    const { status, stdout, stderr } = await ran(words);
    if (/EAGAIN|EPIPE|defect|\n {4}at /.test(stderr)) problems.push(stderr);
    else if (kind === 'head') {
      const code = /exit (\d+)/.exec(stderr)?.[1];
      if (code !== String(expected.status)) problems.push(`exit code ${code}, not ${expected.status}: ${stderr}`);
    } else if (status !== expected.status) problems.push(`exit code ${status}, not ${expected.status}: ${stderr}`);
    else if (stdout.replaceAll(file, '-') !== named) problems.push('other output than of the file itself');
  };
  for (let left = runs; left > 0; left -= AT_ONCE) await Promise.all(Array.from({ length: Math.min(AT_ONCE, left) }, one));
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [count = '200', ...names] = process.argv.slice(2);
  const runs = Number(count);
  /** @param {readonly string[]} all */
  const chosen = (all) => (all.some((name) => names.includes(name)) ? all.filter((name) => names.includes(name)) : all);
  const verbs = chosen(READERS.map(([verb]) => verb));
  const unknown = names.filter((name) => !(name in KINDS) && !verbs.includes(name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')} is neither a verb that reads nor a kind of pipe`);
  let wrong = 0;
  for (const kind of chosen(Object.keys(KINDS))) {
    for (const reader of READERS.filter(([verb]) => verbs.includes(verb))) {
      const problems = await faults(kind, reader, runs);
      wrong += problems.length;
      console.log(
        `${kind.padEnd(6)} ${reader[0].padEnd(9)} ${runs - problems.length} of ${runs} good${problems[0] ? `: ${problems[0].trim()}` : ''}`,
      );
    }
  }
  console.log(wrong === 0 ? 'all runs are good' : `${wrong} runs are not`);
  process.exitCode = wrong === 0 ? 0 : 1;
}
