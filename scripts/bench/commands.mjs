// @ts-check
/**
 * Whole commands, and what each may take. A row is a command, its input, the command of a real tool on the same file, and a mark. All run
 * in turn, each in a fresh process, and `node -e 0` with them.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../stamp.mjs';
import { inputFiles } from './inputs.mjs';
import { LAUNCHES, launchLine, SMALL_LAUNCH } from './launches.mjs';
import { endOf, measure, median } from './process.mjs';
import { TOOLS } from './tools.mjs';

/**
 * The most that a command may take: `seconds`, and so many times what `node -e 0` and the other tool take. For an input of several files:
 * each of them. An answer that is not whole never holds.
 * @typedef {{ seconds?: number, node?: number, peer?: number, megabytes?: number }} Mark
 *
 * @typedef {object} Command
 * @property {string} name which selects it
 * @property {string} what the input, in words
 * @property {string} [input] name of it, see inputs.mjs
 * @property {readonly string[]} [verb] command line of zebin: `FILE` is the file, `FOLDER` one that is not there, `BESIDE/x` the file x beside it
 * @property {readonly string[]} [script] of Node, instead
 * @property {{ tool: 'iga64' | 'ocloc' | 'oclgrind', args: readonly string[] }} [peer]
 * @property {'pocl'} [other] a tool on the same input that no mark is about; its second run counts, when it has compiled the input
 * @property {boolean} [mayRefuse] whether the verb need not take this input
 * @property {Mark} mark
 * @property {number} rounds
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {string} what
 * @property {string} command
 * @property {number} files
 * @property {number} bytes
 * @property {number} seconds of processor time, for all files
 * @property {number} megabytes
 * @property {number} node seconds of `node -e 0`
 * @property {string} [peer]
 * @property {number} [theirs] seconds
 * @property {{ name: string, seconds: number }} [other]
 * @property {Mark} mark
 * @property {string} ended
 * @property {'yes' | 'scaled' | 'no'} holds scaled: only with marks in seconds as much longer as `node -e 0` takes here
 */

export const NODE = [process.execPath, '-e', '0'];
/** What it takes on the machine that the marks in seconds are for. */
const NODE_SECONDS = 0.05;
export const COMMAND = fileURLToPath(new URL('dist/cli/main.js', ROOT));
const cwd = fileURLToPath(ROOT);

const disassembled = { tool: /** @type {const} */ ('iga64'), args: ['-d', '-p=2', 'FILE'] };
const RAW = ['disasm', '--raw', '--plain', '--platform', '2', 'FILE'];
const validated = { tool: /** @type {const} */ ('ocloc'), args: ['validate', '-file', 'FILE'] };
const unpacked = { tool: /** @type {const} */ ('ocloc'), args: ['disasm', '-file', 'FILE', '-dump', 'FOLDER', '-device', 'bmg'] };

/**
 * Rows of verbs that have one argument. @param {Omit<Command, 'verb' | 'mark'>} about @param {Record<string, Mark>} marks by the verb
 * @returns {Command[]}
 */
const verbs = (about, marks) =>
  Object.entries(marks).map(([verb, mark]) => ({
    ...about,
    verb: [...verb.split(' '), 'FILE'],
    mark,
    ...(about.input === 'large.zebin' && ['disasm', 'unpack'].includes(verb) ? { peer: unpacked } : {}),
  }));

/** @type {readonly Command[]} */
export const COMMANDS = [
  {
    name: 'section',
    what: 'a section of Xe2 code',
    input: 'section.bin',
    verb: RAW,
    peer: disassembled,
    mark: { seconds: 0.06, node: 1, peer: 2 },
    rounds: 9,
  },
  {
    name: 'pieces',
    what: 'sections, a process each',
    input: 'pieces',
    verb: RAW,
    peer: disassembled,
    mark: { seconds: 0.06, node: 1, peer: 2 },
    rounds: 3,
  },
  { name: 'joined', what: 'the same in one file', input: 'code.bin', verb: RAW, peer: disassembled, mark: { peer: 1.2 }, rounds: 5 },
  ...verbs(
    { name: 'small', what: 'a zebin', input: 'small.zebin', peer: validated, rounds: 15 },
    { info: { seconds: 0.06, node: 1 }, check: { seconds: 0.06, node: 1 }, validate: { seconds: 0.08, node: 1 } },
  ),
  ...verbs(
    { name: 'large', what: 'a large kernel with debug data', input: 'large.zebin', peer: validated, rounds: 5 },
    { check: { seconds: 0.2 }, validate: { seconds: 0.5 }, disasm: { seconds: 0.8 } },
  ),
  {
    name: 'large',
    what: 'a large kernel with debug data',
    input: 'large.zebin',
    verb: ['unpack', 'FILE', 'FOLDER'],
    peer: unpacked,
    mark: { seconds: 0.6 },
    rounds: 5,
  },
  ...verbs(
    { name: 'archive', what: 'an archive of zebins', input: 'archive.ar', rounds: 3 },
    {
      info: { seconds: 5, megabytes: 300 },
      check: { seconds: 5, megabytes: 300 },
      validate: { seconds: 8, megabytes: 300 },
      kernel: { seconds: 12, megabytes: 300 },
      disasm: { seconds: 12, megabytes: 300 },
      text: { seconds: 14, megabytes: 300 },
    },
  ),
  {
    name: 'import',
    what: '',
    script: ['--input-type=module', '-e', "import 'zebin'"],
    mark: { seconds: 0.15, node: 1 },
    rounds: 15,
  },
  ...verbs(
    { name: 'object', what: 'a vISA object', input: 'object.isa', rounds: 3 },
    { 'visa dis': {}, 'visa info': {}, info: {}, text: {}, dump: {}, validate: {} },
  ),
  ...verbs(
    { name: 'text', what: 'a vISA text', input: 'text.visaasm', rounds: 3 },
    { 'visa asm': {}, 'visa info': {}, info: {}, text: {}, dump: {} },
  ),
  {
    name: 'run',
    what: SMALL_LAUNCH.what,
    input: 'vector_add.sim',
    verb: launchLine(SMALL_LAUNCH),
    mark: { seconds: 0.15, node: 1 },
    rounds: 15,
  },
  ...LAUNCHES.map((launch) => ({
    name: 'run',
    what: launch.what,
    input: `${launch.kernel}.sim`,
    verb: launchLine(launch),
    // Its optimizer makes functions of rotations, which it does not execute.
    peer: {
      tool: /** @type {const} */ ('oclgrind'),
      args: [...(launch.kernel === 'sha256' ? ['--build-options', '-cl-opt-disable'] : []), 'FILE'],
    },
    other: /** @type {const} */ ('pocl'),
    mark: { peer: 1, megabytes: 1000 },
    rounds: 1,
  })),
];

/** Words of a command line, with the paths in their places. @param {readonly string[]} words @param {string} file @param {string} target */
const withPaths = (words, file, target) =>
  words.map((word) =>
    word
      .replace(/^FILE/, () => file)
      .replace(/^FOLDER/, () => target)
      .replace(/^BESIDE/, () => dirname(file)),
  );

/** A mark in words. @param {Row} row */
export function markOf({ mark: { seconds, node, peer, megabytes }, peer: name = '', files }) {
  const terms = [
    ...(node ? ['node'] : []),
    ...(seconds ? [seconds < 0.1 || node ? `${Math.round(seconds * 1000)} ms` : `${seconds} s`] : []),
    ...(peer ? [`${peer} × ${name.split(' ')[0]}`] : []),
  ];
  const time = terms.length === 0 ? 'whole' : `≤ ${terms.join(' + ')}${files > 1 ? ', each' : ''}`;
  return megabytes === undefined ? time : `${time}, ${megabytes} MB`;
}

/**
 * Measures a command; undefined where its input is not on this machine.
 * @param {Command} command
 * @param {{ folder: string, rounds?: number | undefined }} options folder: where the inputs are
 * @returns {Row | undefined}
 */
export function measureCommand(command, { folder, rounds: asked }) {
  const { name, what, input, verb, script, peer, other, mayRefuse, mark, rounds } = command;
  const files = input === undefined ? [''] : inputFiles(folder, input);
  const tool = peer && TOOLS[peer.tool];
  const otherTool = other && TOOLS[other];
  if (!files || (mark.peer && !tool)) return undefined;
  const scratch = mkdtempSync(join(existsSync(folder) ? folder : tmpdir(), 'made-'));
  const target = join(scratch, 'folder');
  const lineOf = (/** @type {string} */ file) => [process.execPath, ...(script ?? [COMMAND, ...withPaths(verb ?? [], file, target)])];
  try {
    /** @type {Record<'ours' | 'theirs' | 'node', number[]>} */
    const times = { ours: [], theirs: [], node: [] };
    const ends = new Set();
    let megabytes = 0;
    let whole = true;
    /** @param {(file: string) => string[]} commandOf @param {(used: import('./process.mjs').Used) => void} [visit] */
    const sum = (commandOf, visit) =>
      files.reduce((seconds, file) => {
        const used = measure(commandOf(file), { cwd });
        rmSync(target, { recursive: true, force: true });
        visit?.(used);
        return seconds + used.seconds;
      }, 0);
    for (let round = 0; round < (asked ?? rounds); round++) {
      times.node.push(measure(NODE).seconds);
      times.ours.push(
        sum(lineOf, (used) => {
          const end = endOf(used);
          megabytes = Math.max(megabytes, used.megabytes);
          ends.add(end.ended);
          whole &&= end.whole || (mayRefuse === true && end.ended === 'refused');
        }),
      );
      if (peer && tool)
        times.theirs.push(
          sum(
            (file) => tool(...withPaths(peer.args, file, target)),
            ({ status, stderr }) => {
              if (status !== 0)
                throw new Error(`${peer.tool} ${peer.args.join(' ')} fails on ${input}, so it is no peer: ${stderr.trim()}`);
            },
          ),
        );
    }
    const [, otherTime] = otherTool ? [1, 2].map(() => sum((file) => otherTool(file))) : [];
    const [seconds, node] = [median(times.ours), median(times.node)];
    const peerTime = tool ? median(times.theirs) : undefined;
    /** @param {number} scale */
    const allowed = (scale) => {
      const limit = files.length * ((mark.seconds ?? 0) * scale + (mark.node ?? 0) * node);
      return mark.seconds || mark.peer ? limit + (mark.peer ?? 0) * (peerTime ?? 0) : Number.POSITIVE_INFINITY;
    };
    const isSmall = whole && megabytes <= (mark.megabytes ?? Number.POSITIVE_INFINITY);
    const isFast = seconds <= allowed(1) ? 'yes' : seconds <= allowed(Math.max(node / NODE_SECONDS, 1)) ? 'scaled' : 'no';
    return {
      name,
      what,
      command: script
        ? `node -e "${script.at(-1)}"`
        : `zebin ${(verb ?? []).filter((word) => !/^(FILE|FOLDER|-o$|BESIDE)/.test(word)).join(' ')}`,
      files: files.length,
      bytes: input === undefined ? 0 : files.reduce((size, file) => size + statSync(file).size, 0),
      seconds,
      megabytes,
      node,
      ...(peer && peerTime !== undefined
        ? {
            peer: [peer.tool, ...peer.args.slice(0, 1).filter((word) => word !== 'FILE' && !word.startsWith('--'))].join(' '),
            theirs: peerTime,
          }
        : {}),
      ...(other && otherTime !== undefined ? { other: { name: other, seconds: otherTime } } : {}),
      mark,
      ended: [...ends].join('; '),
      holds: isSmall ? isFast : 'no',
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
