// @ts-check
/**
 * Every verb of the command, run in this process on a file: with no options, and with each of its flags alone. A new verb in the table of
 * verbs is included; additional arguments of verbs are listed here.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * @typedef {typeof import('../../cli/commands/index.ts')} Commands
 * @typedef {import('../../cli/command.ts').CommandSpec} CommandSpec
 * @typedef {import('../../cli/io.ts').Io} Io
 *
 * @typedef {object} Invocation
 * @property {string} name verb, and what it is run with
 * @property {CommandSpec} spec
 * @property {readonly string[]} arguments `FILE`, `OTHER` (another file) and `FOLDER` (that is not there) stand for paths, `TEXT` for the
 *   beginning of the file
 * @property {Readonly<Record<string, unknown>>} options
 * @property {typeof import('../../cli/words.ts')} words
 * @property {typeof import('../../cli/input/standard.ts')} standard
 * @property {typeof import('../../cli/commands/packaged.ts')} packaged
 * @property {typeof import('../../cli/budget.ts')} budget
 * @property {typeof import('../../cli/write/inputs.ts')} inputs
 * @property {typeof import('../../cli/exit.ts')} exit
 *
 * @typedef {{ jobs: typeof import('../../cli/scan/jobs.ts'), times: typeof import('../../cli/scan/times.ts') }} Scan what `scan` is driven with
 *
 * @typedef {{ code: number, printed: number, refused: string | undefined }} Answer exit code, characters and bytes that were printed, and
 *   the sentence of a refusal
 */

/** How verbs are run that take more than one file: arguments, and options, which stand instead of those of one flag each. */
const FORMS =
  /** @type {Readonly<Record<string, readonly (readonly [arguments: readonly string[], options: Record<string, unknown>])[]>>} */ ({
    // Different instruction sets read the same text.
    asm: [
      [['FILE'], { platform: '2' }],
      [['FILE'], { platform: '9', json: true }],
      [['FILE'], { platform: '12p71', compact: true }],
      [['FILE'], { platform: '2', autoDeps: true }],
    ],
    diff: [
      [['FILE', 'OTHER'], {}],
      [['FILE', 'FILE'], { json: true }],
      [['OTHER', 'FILE'], { json: true }],
    ],
    coverage: [
      [['FILE'], {}],
      [['FILE'], { json: true }],
      [['FILE'], { device: 'bmg,lnl,dg2-g10' }],
      [['OTHER'], { tables: 'FILE' }],
    ],
    compare: [
      [['FILE', 'OTHER'], {}],
      [['OTHER', 'FILE'], { markdown: true }],
      [['FILE', 'FILE'], { json: true, gate: true }],
      [['FILE', 'OTHER'], { code: true }],
      [['OTHER', 'FILE'], { json: true, code: true }],
      [['OTHER'], { baseline: 'FILE' }],
    ],
    convert: [
      [['FILE'], { to: '1.0' }],
      [['FILE'], { to: '1.73', json: true }],
    ],
    cost: [
      [['FILE'], {}],
      [['FILE'], { json: true, assume: '16' }],
      [['FILE'], { json: true, assume: '16', sweep: 'arg0=0..1000:10' }],
    ],
    disasm: [
      [['FILE'], {}],
      [['FILE'], { json: true }],
      [['FILE'], { platform: '2', plain: true }],
      [['FILE'], { platform: '2', live: true, waits: true, flow: true }],
      [['FILE'], { json: true, live: true }],
      [['FILE'], { platform: '2', graph: true }],
      [['FILE'], { raw: true, platform: '2', graph: true, json: true }],
      [['FILE'], { raw: true, platform: '2', plain: true }],
      [['FILE'], { raw: true, platform: '9', json: true }],
      [['FILE'], { raw: true, platform: '2', live: true, waits: true, flow: true }],
      [['OTHER'], { samples: 'FILE' }],
      [['OTHER'], { samples: 'FILE', json: true }],
    ],
    edit: [
      [['FILE'], { rename: ['k=z'] }],
      [['FILE'], { rename: ['k=z'], json: true }],
      [['FILE'], { addArgument: ['k:arg_type=arg_byvalue,size=4'] }],
      [['FILE'], { setNote: ['product_family=1270'] }],
    ],
    info: [
      [['FILE'], {}],
      [['FILE'], { json: true }],
      [['FILE'], { markdown: true }],
      [['FILE'], { max: ['spill_size=0'], certain: true }],
      [['FILE'], { max: ['spill_size=0'], json: true }],
      [['FILE'], { max: ['instructions=0'] }],
      [['FILE'], { columns: 'code', json: true }],
      [['FILE'], { columns: 'code' }],
      [['FILE'], { kernel: 'k*', markdown: true }],
    ],
    explain: [
      [['FILE'], {}],
      [['NAME'], { json: true }],
      [['TEXT'], {}],
    ],
    extract: [
      [['FILE'], { json: true }],
      [['FILE'], { all: 'FOLDER' }],
      [['FILE'], { all: 'FOLDER', raw: true, json: true }],
    ],
    pack: [[['OTHER'], {}]],
    patch: [
      [['FILE', 'k'], { at: ['0'], insert: ['sync.nop null'], order: ['at', 'insert'] }],
      [['FILE', 'k'], { at: ['0'], delete: true, order: ['at', 'delete'], json: true }],
      [['FILE', 'k'], { at: ['0'], replace: ['@FILE'], order: ['at', 'replace'] }],
    ],
    props: [
      [['FILE'], {}],
      [['FILE'], { json: true }],
      [['FILE'], { fromJson: true }],
    ],
    // What comes before the first candidate is counted: how many there are is up to the clock.
    reduce: [
      [['FILE'], { keep: 'check:refused', json: true, seconds: '1e-9' }],
      [['FILE'], { keep: 'check:accepted', json: true, seconds: '1e-9' }],
      [['FILE'], { keep: 'finding:zeinfo/missing', seconds: '1e-9' }],
    ],
    replace: [[['FILE!0', 'OTHER'], {}]],
    // What a file does is bounded as what is read of it is.
    run: [
      [['FILE'], { maxInstructions: '10000' }],
      [['FILE', 'k'], { global: '8', maxInstructions: '10000', maxMemory: '1e6', json: true }],
      [['OTHER'], { case: 'FILE', maxInstructions: '10000' }],
      [['OTHER', 'k'], { global: '8', maxInstructions: '10000', checks: '', known: 'FILE' }],
      [[], { manifest: 'FILE', maxInstructions: '10000' }],
    ],
    debug: [
      [
        ['FILE', 'k'],
        {
          ...{ global: '8', maxInstructions: '10000', maxMemory: '1e7', batch: true },
          execute: ['info locals', 'info args', 'info files', 'bt', 'break 2', 'run', 'reverse-step', 'info lanes'],
        },
      ],
      [['OTHER'], { case: 'FILE', maxInstructions: '10000', batch: true, execute: ['run'] }],
    ],
    // With --bless it changes the file.
    test: [
      [['FILE'], { maxInstructions: '10000' }],
      [['FILE'], { maxInstructions: '10000', json: true }],
    ],
    unpack: [
      [['FILE', 'FOLDER'], {}],
      [['FILE', 'FOLDER'], { json: true }],
    ],
    visa: [
      [['dis', 'FILE'], {}],
      [['asm', 'FILE'], {}],
      [['info', 'FILE'], {}],
      [['info', 'FILE'], { json: true }],
    ],
    // The page that is served asks for ranges of the file; what is written reads all of it.
    view: [],
    // See SCAN.
    scan: [
      [['FILE'], {}],
      [['FILE'], { columns: 'code' }],
      [['OTHER'], { times: ['FILE'] }],
    ],
    // A database answers: it has tests of its own.
    query: [],
  });

/** What is bundled to run verbs. */
export const VERBS = {
  commands: 'cli/commands/index.ts',
  words: 'cli/words.ts',
  standard: 'cli/input/standard.ts',
  packaged: 'cli/commands/packaged.ts',
  budget: 'cli/budget.ts',
  inputs: 'cli/write/inputs.ts',
  exit: 'cli/exit.ts',
  jobs: 'cli/scan/jobs.ts',
  times: 'cli/scan/times.ts',
};

/**
 * @param {{ commands: Commands } & Scan & Pick<Invocation, 'words' | 'standard' | 'packaged' | 'budget' | 'inputs' | 'exit'>} modules
 * @param {readonly string[]} [names] names of verbs
 * @returns {Invocation[]}
 */
export function invocations({ commands: { COMMANDS }, jobs, times, ...modules }, names) {
  return COMMANDS.filter(({ name }) => names === undefined || names.includes(name)).flatMap((spec) => {
    const forms = FORMS[spec.name] ?? [[['FILE'], {}], ...flagsOf(spec).map((flag) => /** @type {const} */ ([['FILE'], { [flag]: true }]))];
    const driven = spec.name === 'scan' ? scanHere(spec, { jobs, times }) : spec;
    return forms.map(([args, options]) => ({ name: nameOf(spec, args, options), spec: driven, arguments: args, options, ...modules }));
  });
}

/**
 * `scan` as one of its threads does it: rows of a file, and the group of rows as Parquet. A run of the whole would start threads, which
 * nobody counts.
 * @param {CommandSpec} spec
 * @param {Scan} modules
 * @returns {CommandSpec}
 */
function scanHere(spec, { jobs: { JOBS }, times: { timesJoin, warnOfTimes } }) {
  /** @type {Awaited<ReturnType<CommandSpec['load']>>['run']} */
  const run = async ({ arguments: [file = ''], options, io }) => {
    const { columns: asked, times } = /** @type {{ columns?: string, times?: readonly string[] }} */ (options);
    const join = times && timesJoin(times, io);
    const columns = asked === undefined ? [] : [asked];
    const result = { path: basename(file) };
    const batches = [];
    let [rows, errors] = [0, 0];
    for (const { batch, counts } of JOBS.scan({ root: dirname(file), files: [result], madeBy: '', columns })) {
      errors += counts.errors;
      if (!batch) continue;
      batches.push(batch);
      rows += batch.rows;
      io.print(join ? JSON.stringify(JSON.parse(batch.json).map(join.cellsOf, join)) : batch.json);
    }
    if (join) warnOfTimes(join, io);
    if (rows > 0) for (const _ of JOBS.encode({ columns, batches, skip: 0, rows }));
    return errors > 0 ? 1 : 0;
  };
  return { ...spec, load: async () => ({ run }) };
}

/**
 * One invocation of each verb, with other options in each turn: all of them have been there when there were turns enough.
 * @param {readonly Invocation[]} all
 * @param {number} turn
 */
export function inTurn(all, turn) {
  return [...new Set(all.map(({ spec }) => spec))].map((spec) => {
    const forms = all.filter((one) => one.spec === spec);
    return /** @type {Invocation} */ (forms[turn % forms.length]);
  });
}

/** Options that take no value, by the names that verbs know them by. @param {CommandSpec} spec */
function flagsOf({ options }) {
  return options
    .map(({ flags }) => flags)
    .filter((flags) => !/[<[]/.test(flags) && !flags.includes('--no-'))
    .map((flags) => (flags.split('--')[1] ?? '').replace(/-(\w)/g, (_, letter) => letter.toUpperCase()));
}

/** @param {CommandSpec} spec @param {readonly string[]} args @param {Record<string, unknown>} options */
function nameOf({ name }, args, options) {
  const words = args.filter((word) => !/^(FILE|OTHER|FOLDER)/.test(word));
  const others = args[0] === 'OTHER' ? ['OTHER FILE'] : [];
  return [
    name,
    ...words,
    ...others,
    ...Object.entries(options).map(([key, value]) => (value === true ? `--${key}` : `--${key} ${value}`)),
  ].join(' ');
}

/** As much of a file as a word of a command line may be long; no such word has a NUL. @param {string} path */
export function beginningOf(path) {
  const bytes = readFileSync(path);
  return bytes.subarray(0, LONGEST_WORD).toString('latin1').replaceAll('\0', ' ');
}

const LONGEST_WORD = 60_000;

const same = (/** @type {string} */ text) => text;
const COLORS = new Proxy({}, { get: () => same });

/**
 * @param {Invocation} invocation
 * @param {{ file: string, other: string }} paths
 * @returns {Promise<Answer>} throws what is neither an answer nor a refusal
 */
export async function runVerb({ spec, arguments: args, options, words, standard, packaged, budget, inputs, exit }, { file, other }) {
  const budgets = new budget.Budgets({});
  const writes = args.includes('FOLDER') || Object.values(options).includes('FOLDER');
  const scratch = writes ? mkdtempSync(join(tmpdir(), 'zebin-verb-')) : '';
  /** @type {(word: unknown) => unknown} */
  const path = (word) => {
    if (Array.isArray(word)) return word.map(path);
    return typeof word === 'string'
      ? word
          .replace(/^(@?)FILE/, (_, mark) => mark + file)
          .replace(/^OTHER/, other)
          .replace(/^FOLDER/, join(scratch, 'made'))
          .replace(/^TEXT$/, () => beginningOf(file))
      : word;
  };
  let printed = 0;
  const count = (/** @type {string | Uint8Array} */ output) => {
    if (!budgets.chargeOutput(output.length)) throw new exit.OutputEnded(undefined, true);
    printed += output.length;
  };
  const io = /** @type {Io} */ ({
    standard: {
      ...standard.processStandard(),
      print: (bytes) => {
        count(bytes);
        return true;
      },
      warn: count,
    },
    packaged: packaged.PACKAGED,
    budgets,
    inputs: new inputs.Inputs(),
    colors: COLORS,
    width: Number.POSITIVE_INFINITY,
    print: count,
    write: count,
    ready: () => undefined,
    warn: count,
    finding: count,
    note: count,
  });
  try {
    const { run } = await spec.load();
    const optionValues = {
      ...words.defaultsOf(spec.options),
      ...Object.fromEntries(Object.entries(options).map(([key, value]) => [key, path(value)])),
    };
    const code = await run({ arguments: /** @type {string[]} */ (args.map(path)), options: /** @type {any} */ (optionValues), io });
    return { code, printed, refused: undefined };
  } catch (error) {
    // The sentence of a refusal; anything else is a defect.
    if (error instanceof exit.UsageError) return { code: error.exitCode, printed, refused: error.message };
    throw error;
  } finally {
    if (writes) rmSync(scratch, { recursive: true, force: true });
  }
}

/** The words of the command line. @param {Invocation} invocation @param {{ file: string, other: string }} paths @param {string} target a path where nothing is */
export function wordsOf({ spec, arguments: args, options }, { file, other }, target) {
  const path = (/** @type {unknown} */ word) =>
    String(word)
      .replace(/^(@?)FILE/, (_, mark) => mark + file)
      .replace(/^OTHER/, other)
      .replace(/^FOLDER/, target)
      .replace(/^TEXT$/, () => beginningOf(file));
  // The order of options is a fact of the run, not an option.
  const { order: _, ...values } = options;
  const words = Object.entries(values).flatMap(([key, value]) => {
    const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? [flag] : [value].flat().flatMap((one) => [flag, path(one)]);
  });
  // In a run of its own `scan` writes a table.
  const output = spec.name === 'scan' ? ['-o', `${target}.parquet`] : [];
  return [spec.name, ...args.map(path), ...words, ...output];
}
