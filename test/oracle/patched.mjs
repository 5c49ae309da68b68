// @ts-check
/**
 * Edits of kernels, and whether they changed what they had to and nothing else. What is compared is read without the mechanism that made
 * the edits: instructions by their sizes, text by iga64. Used by patched.test.ts with the sources and by scripts/tools/patched.mjs with the
 * built package.
 */

/** @typedef {import('../../src/change/code/model.ts').CodeEdit} CodeEdit */
/** @typedef {import('../../src/formats/elf/index.ts').ElfParts} ElfParts */
/** @typedef {import('../../src/formats/eu/index.ts').Instruction} Instruction */
/** @typedef {{ readonly name: string, readonly edit: CodeEdit, readonly at: number, readonly isAfter: boolean, readonly isGone: boolean }} Case */

export const INSERTED = 'mov (1|M0) r20.0<1>:ud 0x1234:ud';
const SHOWN = /^ +mov \(1\|M0\) +r20\.0<1>:ud +0x1234:ud$/;
const FILLER = /^ +(nop|sync\.nop +null +\{Compacted\})$/;
const COMPACTED = 1 << 29;
const ENTRIES = /** @type {const} */ (['offset_to_skip_per_thread_data_load', 'offset_to_skip_set_ffid_gp']);

/**
 * The edits of a kernel: one instruction inserted at its entry, after its first send and before its end, and one removed.
 *
 * @param {readonly Instruction[]} code without what follows the end of the thread
 * @param {number} entry offset of `_entry`, or 0
 * @param {(instruction: Instruction) => boolean} isEnd
 * @returns {Case[]}
 */
export function casesOf(code, entry, isEnd) {
  const offsets = code.map(({ offset }) => offset);
  const send = code.findIndex((instruction) => instruction.send !== undefined);
  const end = code.findIndex(isEnd);
  const all = /** @type {const} */ ([
    ['at its entry', offsets.indexOf(entry), 'insert'],
    ['after its first send', send, 'insert-after'],
    ['before its end', end, 'insert'],
    ['one removed', code.length >> 1, 'delete'],
  ]);
  return all.flatMap(([name, at, kind]) => {
    const offset = offsets[at];
    if (offset === undefined) return [];
    const isGone = kind === 'delete';
    return [{ name, at, isAfter: kind === 'insert-after', isGone, edit: { kind, at: offset, ...(isGone ? {} : { text: INSERTED }) } }];
  });
}

/** What a zebin says about places in the code of a kernel. @param {ElfParts} parts @param {string} kernel */
function placesIn(parts, kernel) {
  const section = parts.sections.find(({ name }) => name === `.text.${kernel}`);
  const bytes = section?.content.kind === 'bytes' ? section.content.bytes : new Uint8Array(0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  /** @type {number[]} */
  const starts = [];
  for (let at = 0; at + 8 <= bytes.length; at += (view.getUint32(at, true) & COMPACTED) === 0 ? 16 : 8) starts.push(at);
  const all = parts.sections.flatMap(({ content }) => (content.kind === 'symbols' ? content.symbols : []));
  const symbols = all
    .filter((symbol) => symbol.section.kind === 'section' && symbol.section.id === section?.id)
    .map(({ name, st_value, st_size }) => ({ name, start: Number(st_value), end: Number(st_value + st_size), sized: st_size > 0n }));
  const table = parts.sections.find(
    ({ content, sh_info }) => content.kind === 'relocations' && sh_info.kind === 'section' && sh_info.id === section?.id,
  );
  const entries = table?.content.kind === 'relocations' ? table.content.relocations : [];
  // Indices of symbols change when debug information is left out.
  const relocations = entries.map((one) => ({ ...one, symbol: all.find(({ id }) => id === one.symbol)?.name }));
  return { starts, symbols, relocations };
}

/**
 * What is wrong with the places after an edit: symbols, relocations and offsets in .ze_info that are not at the instructions where they
 * were.
 *
 * @param {readonly [before: ElfParts, after: ElfParts]} parts
 * @param {readonly [before: object, after: object]} environments `execution_env` of the kernel
 * @param {string} kernel
 * @param {Case} edit
 * @param {readonly number[]} map new index of each instruction, -1 for the one that is gone; then that of the end
 * @returns {string[]}
 */
export function wrongPlaces([before, after], environments, kernel, { at, isGone, edit }, map) {
  const [old, made] = [placesIn(before, kernel), placesIn(after, kernel)];
  /** Where a place at an old instruction is now: an insertion before the instruction is at the place. */
  const boundary = (/** @type {number} */ offset) => {
    const index = old.starts.indexOf(offset);
    const now = index === at && edit.kind === 'insert' ? (map[index] ?? 0) - 1 : isGone && index === at ? map[index + 1] : map[index];
    return made.starts[now ?? -1];
  };
  /** @type {string[]} */
  const wrong = [];
  for (const [i, { name, start, end, sized }] of old.symbols.entries()) {
    const symbol = made.symbols[i];
    if (symbol?.name !== name || symbol.start !== boundary(start))
      wrong.push(`symbol ${name} is at ${symbol?.start}, not ${boundary(start)}`);
    if (sized && symbol?.end !== boundary(end)) wrong.push(`symbol ${name} ends at ${symbol?.end}, not ${boundary(end)}`);
  }
  const expected = old.relocations.flatMap((relocation) => {
    const offset = Number(relocation.r_offset);
    const after = old.starts.findIndex((start) => start > offset);
    const index = (after < 0 ? old.starts.length : after) - 1;
    if (isGone && index === at) return [];
    return [{ ...relocation, r_offset: BigInt((made.starts[map[index] ?? -1] ?? Number.NaN) + offset - (old.starts[index] ?? 0)) }];
  });
  const text = (/** @type {unknown} */ value) => JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one));
  if (text(expected) !== text(made.relocations)) wrong.push('relocations are not at their instructions');
  for (const name of ENTRIES) {
    const [from, to] = environments.map((one) => /** @type {Record<string, number | undefined>} */ (one)[name]);
    if (from === undefined ? to !== undefined : to !== boundary(from))
      wrong.push(`${name} is ${to}, not ${from === undefined ? '' : boundary(from)}`);
    if (to !== undefined && to % 64 !== 0) wrong.push(`${name} is ${to}, which is not a multiple of 64`);
  }
  return wrong;
}

/** Instructions of a text of iga64 or `disasm --plain`, without comments and padding; branches have indices as targets. @param {string} text */
function instructionsOf(text) {
  /** @type {Map<string, number>} */
  const labels = new Map();
  /** @type {string[]} */
  const lines = [];
  for (const line of text.replace(/\/\/.*$/gm, '').split('\n')) {
    const label = /^(\w+):\s*$/.exec(line)?.[1];
    if (label !== undefined) labels.set(label, lines.length);
    else if (line.trim() !== '') lines.push(line.trimEnd());
  }
  const code = lines.map((line) => {
    /** @type {number[]} */
    const targets = [];
    const shown = line.replace(/(?<![\w.])L(_N)?\d+\b/g, (name) => {
      targets.push(labels.get(name) ?? -1);
      return 'LABEL';
    });
    return { text: shown.replace(/\s+/g, ' '), line, targets };
  });
  while (code.at(-1)?.line.trim() === 'illegal') code.pop();
  return code;
}

/**
 * The new index of each instruction by two texts that differ in an edit alone, or what else differs.
 *
 * @param {string} before @param {string} after @param {Case} edit
 * @returns {{ map: number[], fillers: number } | string}
 */
export function compareTexts(before, after, { at, isAfter, isGone }) {
  const [old, made] = [instructionsOf(before), instructionsOf(after)];
  /** @type {number[]} */
  const map = [];
  let next = 0;
  let fillers = 0;
  const insert = () => {
    if (!SHOWN.test(made[next]?.line ?? '')) return false;
    next++;
    return true;
  };
  for (const [i, { text }] of old.entries()) {
    if (i === at && isGone) {
      map.push(-1);
      continue;
    }
    if (i === at && !isAfter && !isGone && !insert()) return `instruction ${next} is not the one that was inserted`;
    // Entries are aligned by what changes nothing.
    while (made[next]?.text !== text && FILLER.test(made[next]?.line ?? '')) {
      fillers++;
      next++;
    }
    if (made[next]?.text !== text) return `instruction ${i} was ${text} and is ${made[next]?.text}`;
    map.push(next++);
    if (i === at && isAfter && !insert()) return `instruction ${next} is not the one that was inserted`;
  }
  map.push(next);
  if (next !== made.length) return `${made.length - next} instructions are too many`;
  for (const [i, { targets }] of old.entries()) {
    const now = made[map[i] ?? -1]?.targets ?? [];
    for (const [j, target] of targets.entries()) {
      if (map[i] === -1) continue;
      const first = (map[target] ?? -1) < 0 ? map[target + 1] : map[target];
      const wanted = target === at && !isAfter && !isGone ? (first ?? 0) - 1 : first;
      if (now[j] !== wanted) return `the branch ${i} leads to ${now[j]} instead of ${wanted}`;
    }
  }
  return { map, fillers };
}
