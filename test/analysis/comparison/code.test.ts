/** `code` of the document of `diff`, of zebins: differences in registers, addresses and waits are ignored, and each planted change. */
import { describe, expect, test } from 'vitest';
import type { Analysis } from '../../../src/analysis/instructions/index.ts';
import { PRODUCT_CONFIGS } from '../../../src/devices/index.ts';
import { encodeInstruction, type Instruction, optionBit, type Platform, platformNumber } from '../../../src/formats/eu/index.ts';
import { zebinOfBuild } from '../../../src/formats/zebin/index.ts';
import { type DiffDocument, diffDocument, inspect, platformOfDevice } from '../../../src/internal.ts';
import { analyse, drawing, isPlain, isRelevant, plant, renamed } from '../instructions/builds.ts';
import { codeOf, HAS_CORPUS, type Section, sectionsOfCorpus } from '../instructions/corpus.ts';

const devices = new Map(PRODUCT_CONFIGS.map(({ ip }) => [platformOfDevice(ip).platform, ip]));

/** A zebin with one kernel of these instructions; undefined where a register with another number has no encoding. */
function zebinOf(instructions: readonly Instruction[], platform: Platform): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  for (const instruction of instructions) {
    try {
      parts.push(encodeInstruction(instruction, platform));
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }
  const code = new Uint8Array(Buffer.concat(parts));
  return zebinOfBuild({ device: devices.get(platform) ?? '', kernels: [{ name: 'k', code, env: { simd_size: 16 } }] }).value;
}

const sideOf = (bytes: Uint8Array) => ({ path: '', files: [{ path: '', root: inspect(bytes).value }] });
const codeDiff = (base: Uint8Array, next: Uint8Array): DiffDocument['kernels'][number]['code'] =>
  diffDocument(sideOf(base), sideOf(next)).kernels[0]?.code;

/** The instructions in their long form, in which any register has an encoding. */
function long(instructions: readonly Instruction[]): Instruction[] {
  const places = new Map(instructions.map(({ offset }, i) => [offset, 16 * i]));
  return instructions.map((one, i): Instruction => {
    const sources = one.sources.map((source) => {
      if (source.kind !== 'label') return source;
      const low = (places.get(one.offset + source.low) ?? one.offset + source.low) - 16 * i;
      return Object.assign(Object.create(Object.getPrototypeOf(source)), source, { low });
    });
    const options = one.options & ~optionBit('Compacted');
    return Object.assign(Object.create(Object.getPrototypeOf(one)), one, {
      sources,
      options,
      size: 16,
      offset: 16 * i,
    });
  });
}

describe.skipIf(!HAS_CORPUS)('zebins of code of the corpus [needs ZEBIN_CORPUS and ZEBIN_CORPUS_GEN]', { tags: ['corpus'] }, () => {
  const sections = sectionsOfCorpus();
  const drawn = (draw: (count: number) => number): { section: Section; base: Analysis } | undefined => {
    const section = sections[draw(sections.length)] as Section;
    const code = codeOf(section);
    const isLong = code.instructions.length > 400;
    // The encoder keeps the bytes of instructions with three sources before Gen11, which have another form.
    if (platformNumber(code.platform) < platformNumber('11') && code.instructions.some(({ sources }) => sources.length === 3))
      return undefined;
    if (isLong || !isPlain(code) || !devices.has(code.platform) || code.instructions.some(({ problem }) => problem)) return undefined;
    const instructions = long(code.instructions);
    const end = code.instructions.findIndex(({ offset }) => offset === code.end);
    return { section, base: analyse({ ...code, instructions, end: 16 * (end < 0 ? instructions.length : end) }) };
  };

  test('1,000 builds with other registers, labels, tokens and waits do not differ', () => {
    const draw = drawing(5);
    const wrong: string[] = [];
    for (let compared = 0; compared < 1000; ) {
      const { section, base } = drawn(draw) ?? {};
      if (section === undefined || base === undefined) continue;
      const { platform } = base.code;
      const [mine, theirs] = [zebinOf(base.code.instructions, platform), zebinOf(long(renamed(base, draw).instructions), platform)];
      if (mine === undefined || theirs === undefined) continue;
      compared++;
      const found = codeDiff(mine, theirs);
      if (found && found.changes.length > 0) wrong.push(`${section.zebin} ${section.index}: ${JSON.stringify(found.changes[0])}`);
    }
    expect(wrong).toEqual([]);
  });

  test('1,000 planted changes are in the document', () => {
    const draw = drawing(13);
    const missed: string[] = [];
    for (let planted = 0; planted < 1000; ) {
      const { section, base } = drawn(draw) ?? {};
      if (section === undefined || base === undefined) continue;
      const mine = zebinOf(base.code.instructions, base.code.platform);
      if (mine === undefined) continue;
      for (let i = 0; i < 8; i++) {
        const at = draw(base.end);
        if (!isRelevant(base.code.instructions[at] as Instruction)) continue;
        const changed = plant(base, at, draw);
        const theirs = changed && zebinOf(long(changed), base.code.platform);
        if (theirs === undefined) continue;
        planted++;
        const { changes = [], by_operation = {} } = codeDiff(mine, theirs) ?? {};
        const counted = Object.values(by_operation).reduce((sum, one) => sum + one.changed + one.new + one.gone, 0);
        if (changes.length === 0 || counted !== changes.length) missed.push(`${section.zebin} ${section.index} ${at}`);
      }
    }
    expect(missed).toEqual([]);
  });
});
