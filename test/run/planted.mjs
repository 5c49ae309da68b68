// @ts-check
/** Faults planted into the code of kernels: one instruction is changed, and everything else stays where it is. */

/** @typedef {'immediate' | 'source' | 'condition' | 'predicate' | 'wait'} Kind */
/** @typedef {{ readonly bytes: Uint8Array, readonly offset: number, readonly before: string, readonly after: string }} Planted */
/** @typedef {(below: number) => number} Random */

/** @type {readonly Kind[]} */
export const KINDS = ['immediate', 'source', 'condition', 'predicate', 'wait'];

const OPPOSITE = { eq: 'ne', ne: 'eq', lt: 'ge', ge: 'lt', gt: 'le', le: 'gt' };

/** What each kind makes of the text of an instruction; undefined for an instruction that it does not fit. */
/** @type {Readonly<Record<Kind, (text: string, random: Random) => string | undefined>>} */
const CHANGES = {
  immediate: (text, random) =>
    replaced(
      text,
      /(?<= )(0x[0-9A-F]+|-?\d+)(?=:\w)/gi,
      random,
      (one) => `0x${(BigInt.asUintN(16, BigInt(one)) ^ BigInt(1 << random(4))).toString(16)}`,
    ),
  source: (text, random) => {
    // The first register is the destination.
    const first = /\br\d+/.exec(text);
    const start = first === null ? 0 : first.index + first[0].length;
    const rest = replaced(
      text.slice(start),
      /\br(\d+)(?=\.\d+<)/g,
      random,
      (one) => `r${Math.max(Number(one.slice(1)) + (random(2) === 0 ? 1 : -1), 1)}`,
    );
    return rest === undefined ? undefined : text.slice(0, start) + rest;
  },
  condition: (text) => {
    const found = /\((eq|ne|lt|ge|gt|le)\)(?=f\d)/.exec(text);
    return found === null ? undefined : text.replace(found[0], `(${OPPOSITE[/** @type {keyof typeof OPPOSITE} */ (found[1])]})`);
  },
  predicate: (text) => {
    const found = /^\s*\((W&)?(~?)f\d/.exec(text);
    if (found === null) return undefined;
    return found[2] === '~' ? text.replace('~f', 'f') : text.replace(/f(?=\d)/, '~f');
  },
  wait: (text, random) => replaced(text, /(?<=\{(?:[^}]*,)?)([FILMA]?@\d|\$\d+\.(?:dst|src))/g, random, () => ''),
};

/** @param {string} text @param {RegExp} pattern @param {Random} random @param {(one: string) => string} change */
function replaced(text, pattern, random, change) {
  const comment = text.indexOf('//');
  const body = comment < 0 ? text : text.slice(0, comment);
  const all = [...body.matchAll(pattern)];
  const one = all[random(Math.max(all.length, 1))];
  if (one === undefined) return undefined;
  const made = body.slice(0, one.index) + change(one[0]) + body.slice(one.index + one[0].length);
  return made.replace(/\{,/, '{').replace(/,\}/, '}').replace(/,,/, ',').replace(/\{\}/, '');
}

/**
 * Plants a fault of a kind into an instruction of a kernel. Returns undefined if the kernel has no instruction for it.
 *
 * @param {typeof import('../../src/formats/eu/index.ts')} eu
 * @param {Uint8Array} file a zebin
 * @param {{ readonly text?: { readonly bytes: { readonly base: number, readonly data: Uint8Array } } | undefined }} kernel of the zebin
 * @param {import('../../src/formats/eu/index.ts').Platform} platform
 * @param {Kind} kind
 * @param {Random} random
 * @returns {Planted | undefined}
 */
export function plant(eu, file, { text }, platform, kind, random) {
  if (text === undefined) return undefined;
  const { base, data } = text.bytes;
  const { instructions } = eu.readCode(data, platform).value;
  const printer = new eu.InstructionPrinter(eu.PLATFORMS.indexOf(platform));
  for (let attempt = 0; attempt < 200; attempt++) {
    const instruction = instructions[random(instructions.length)];
    if (instruction === undefined || instruction.send !== undefined || instruction.operation?.mnemonic === 'nop') continue;
    const before = printer.print(instruction);
    const changed = CHANGES[kind](before, random);
    if (changed === undefined || changed === before) continue;
    const made = assembled(eu, changed, platform, instruction.size);
    const same = assembled(eu, before, platform, instruction.size);
    const { offset } = instruction;
    if (made === undefined || same === undefined || !same.every((byte, i) => byte === data[offset + i])) continue;
    if (made.every((byte, i) => byte === same[i])) continue;
    const bytes = Uint8Array.from(file);
    bytes.set(made, base + offset);
    return { bytes, offset, before, after: printer.print(eu.readCode(made, platform).value.instructions[0] ?? instruction) };
  }
  return undefined;
}

/**
 * @param {typeof import('../../src/formats/eu/index.ts')} eu
 * @param {string} text
 * @param {import('../../src/formats/eu/index.ts').Platform} platform
 * @param {number} size
 */
function assembled(eu, text, platform, size) {
  const { value, diagnostics } = eu.assemble(text, platform, { compact: size === 8 });
  return diagnostics.length === 0 && value.length === size ? value : undefined;
}

/** Numbers that depend on a seed alone. @param {number} seed @returns {Random} */
export function randomOf(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
