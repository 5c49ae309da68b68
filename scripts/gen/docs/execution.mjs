// @ts-check
/** What `zebin run` executes, from the rows of the engine, and what is known to differ from a device. */
import { MESSAGE_OPERATIONS, OPERATIONS, PLATFORM_NAMES, PLATFORMS } from '../../../dist/formats/eu/index.js';
import { inRange } from '../../../dist/formats/eu/table/platforms.js';
import { ABSENT_MESSAGES, ABSENT_OPERATIONS, ABSENT_UNITS } from '../../../dist/run/absent.js';
import { MATH } from '../../../dist/run/alu/floats.js';
import { ROWS } from '../../../dist/run/alu/table.js';
import { CHECKS } from '../../../dist/run/checks/kinds.js';
import { MESSAGES } from '../../../dist/run/message/index.js';
import { KNOWN } from '../../../test/run/known.mjs';
import { code, codes, page, prose, table } from '../markdown.mjs';

const absent = new Set(ABSENT_OPERATIONS.flatMap(({ names }) => names));
const mnemonics = [...new Set(OPERATIONS.map(({ mnemonic }) => mnemonic))].filter((name) => name !== 'illegal');
const platformsOf = (/** @type {string} */ mnemonic) =>
  PLATFORMS.filter((_, platform) => OPERATIONS.some((row) => row.mnemonic === mnemonic && inRange(platform, row.platforms)));

/** Runs of generations next to each other: `Gen9 to Xe3`. @param {readonly string[]} list */
function generations(list) {
  const title = (/** @type {string | undefined} */ name) => PLATFORM_NAMES[/** @type {keyof typeof PLATFORM_NAMES} */ (name)].title;
  const [first] = list;
  const last = list.at(-1);
  if (list.length === PLATFORMS.length) return 'all';
  return first === last ? title(first) : `${title(first)} to ${title(last)}`;
}

/** @type {Readonly<Record<string, string>>} */
const FORMS = { i32: 'integers up to 32 bits', i64: 'integers of 64 bits', f32: '`f`', f64: '`df`', odd: 'narrower floats' };

/** Operations that are more than a function of each lane. @type {Readonly<Record<string, string>>} */
const MORE = {
  add3: 'integers',
  addc: 'integers of 32 bits; the carry in the accumulator',
  subb: 'integers of 32 bits; the borrow in the accumulator',
  mach: 'with `mul`: products of 64 bits in the accumulator',
  macl: 'with `mul`: products of 64 bits in the accumulator',
  mullh: 'both halves of a product, in two registers',
  mac: 'integers up to 32 bits, `f`',
  cmp: 'all types; numbers of different signs are compared as numbers',
  cmpn: 'as `cmp`; of floats `ge` and `lt`',
  sel: 'all types; with a condition: minimum and maximum',
  csel: 'all types',
  math: `${codes([...Object.keys(MATH), 'iqot', 'irem', 'invm', 'rsqtm'])}`,
  dpas: 'all types of matrices whose layout is public',
  dpasw: 'the pair of threads meets there',
  srnd: '`f` to `hf`, `hf` to `bf8`',
  sad2: 'bytes',
  sada2: 'bytes',
  smov: 'lanes that an immediate names',
  goto: 'until Gen9 the lanes go for which the predicate does not hold',
  brd: 'with a label',
  brc: 'with labels',
};

/** @param {string} mnemonic */
function forms(mnemonic) {
  const more = MORE[mnemonic];
  if (more !== undefined) return more;
  const row = ROWS[mnemonic];
  if (row === undefined) return '';
  try {
    const spans =
      typeof row.spans === 'function' ? row.spans(/** @type {any} */ ({ sources: [], execSize: 8, subfunction: '' })) : row.spans;
    return Object.keys(FORMS)
      .filter((kind) => kind in spans)
      .map((kind) => FORMS[kind])
      .join(', ');
  } catch {
    return '`f`';
  }
}

const names = new Map(OPERATIONS.map(({ mnemonic, name }) => [mnemonic, name]));

/** What differs from a device, or is not known of one. */
const DIFFERENCES = [
  [
    'The last bits of `math`',
    'Results are correctly rounded where a double is. A device is within the error that its manual allows: one to four units in the last place.',
  ],
  [
    'Bits of NaN',
    'A computed NaN is the quiet one. A device keeps bits of a NaN that it was given. Moves and selections copy bits here too.',
  ],
  [
    'Sums in `dpas`',
    'Each step of the depth is exact and rounded once. The order of the sums on a device, and its rounding, are not public.',
  ],
  [
    'Denormals in `dpas`',
    'They are kept in the matrices, the sums and the results, of all types and whatever cr0.0 says. What a device does with them is not known: no public text was found that says for which types, and on which devices, they become zero.',
  ],
  [
    'A `dpas` with {Atomic} whose result the next reads',
    'They are executed one after another. For DG2, IGC 2.40 puts a `dpas` without an addend, with {Atomic}, before one whose matrix moves of bytes have made, and both have the same destination: so the sum that was there is lost here (a row-major matrix B of SPV_KHR_cooperative_matrix). Whether a device reads the addend before the first one writes is not known.',
  ],
  [
    'The order of atomic operations',
    'Lane after lane, thread after thread, the same in every run. A device has no order. `--schedule` permutes threads.',
  ],
  [
    'Undefined upper bits',
    'A byte or word that is loaded into a lane of 32 bits has zeros above it. On some devices these bits are undefined.',
  ],
  ['Memory outside of surfaces', 'Reads give 0 and writes are dropped.'],
  [
    'Addresses outside of allocations',
    'Memory is mapped in pages of 4,096 bytes. What is behind an allocation in its last page can be read and written, and is 0 at the start; on a device it is what was left there. An address on no page ends the run; null is one.',
  ],
  [
    'Uninitialised registers and memory',
    'Registers, local memory and scratch memory are 0 at the start of a group. On a device they have what was left there.',
  ],
  [
    'Time',
    '`tm0` counts reads. Messages complete at once, caches are not there, and the scoreboard is not followed: waits that are missing show only with `--checks`.',
  ],
  [
    'Flags with saturation',
    'A condition looks at the result that is stored. Manuals and measurements do not agree for signs and overflow.',
  ],
];

export default function executionPage() {
  const executed = mnemonics.filter((mnemonic) => !absent.has(mnemonic));
  const messageNames = (/** @type {string} */ group) =>
    MESSAGE_OPERATIONS.filter((row) => row.group === group && MESSAGES.has(row.name)).map(({ name }) => name);
  const rows = (/** @type {readonly { names: readonly string[], why: string }[]} */ list) =>
    list.map(({ names, why }) => [codes(names), prose(why)]);
  return page(
    'Execution',
    'What `zebin run` ([run.md](run.md)) executes, and what is known to differ from a device. What is not executed stops a run with the reason `unsupported`, the address and the instruction: nothing is guessed. The operations and messages below follow from the rows of the engine, `src/run`.',
    '## Generations',
    table(
      ['Generation', 'Operations', 'Of these not executed'],
      PLATFORMS.map((platform) => {
        const own = mnemonics.filter((mnemonic) => platformsOf(mnemonic).includes(platform));
        return [PLATFORM_NAMES[platform].title, String(own.length), codes(own.filter((mnemonic) => absent.has(mnemonic)))];
      }),
    ),
    '## Operations',
    'Regions, indirect operands, modifiers, conversions, saturation, predicates and conditions have one implementation for all operations. `npm run fuzz:run` compares it with a plain second reading.',
    table(
      ['Operation', 'Name', 'Generations', 'Types'],
      executed.map((mnemonic) => [code(mnemonic), names.get(mnemonic) ?? '', generations(platformsOf(mnemonic)), forms(mnemonic)]),
    ),
    '## Operations that are not executed',
    table(['Operation', 'Why'], rows(ABSENT_OPERATIONS)),
    '## Messages',
    'To memory by address, by an index of the binding table or by a surface state; to local and scratch memory; to images and samplers; and to barriers. Sizes, vectors, transposed and two-dimensional blocks are those that the generation has. Caching is ignored.',
    table(
      ['Kind', 'Operations'],
      [
        ['loads', codes(messageNames('load'))],
        ['stores', codes(messageNames('store'))],
        ['atomic operations', codes(messageNames('atomic'))],
        ['sampler', codes(messageNames('sample'))],
        ['others', codes(messageNames('other'))],
      ],
    ),
    '## Messages that are not executed',
    table(['Operation', 'Why'], rows(ABSENT_MESSAGES)),
    'No message to these units is executed:',
    table(['Unit', 'Why'], rows(ABSENT_UNITS)),
    '## Checks',
    'What `zebin run --checks` looks for ([run.md](run.md)). Those on request are looked for only where the list names them.',
    table(
      ['Kind', 'What is found', 'What would be right'],
      CHECKS.map(({ name, doc, right, ...row }) => [`${code(name)}${'onRequest' in row ? ', on request' : ''}`, prose(doc), prose(right)]),
    ),
    '## Differences to a device',
    table(
      ['What', 'Here, and on a device'],
      DIFFERENCES.map(([what = '', text = '']) => [what, prose(text)]),
    ),
    '## Cases that do not have the expected result',
    'Of 13,073 cases with kernels of 23 devices, compiled by three releases, these do not have the expected result. Of each, the disassembly was read; the row says what the code does. Without a device, an expectation of the code that the engine does not know of cannot be excluded for the calls on DG2.',
    table(
      ['Binaries and kernels', 'What the code does'],
      KNOWN.map(({ where, why }) => [where, prose(why)]),
    ),
  );
}
