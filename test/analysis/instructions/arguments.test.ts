/** Arguments of kernels, followed from where they land. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyseCode, argumentUses, definitionsOf } from '../../../src/analysis/instructions/index.ts';
import { type Platform, readCode } from '../../../src/formats/eu/index.ts';
import { payloadMap, readZebin } from '../../../src/formats/zebin/index.ts';
import { ROOT } from '../../support/run.ts';

describe.each([
  ['igc2/bmg/clock.zebin', '2'],
  ['igc2/ptl-h/spill-two-scratch.zebin', '3'],
  ['igc1-10840/skl/basic.zebin', '9'],
] as const)('%s', (path, platform: Platform) => {
  const zebin = readZebin(new Uint8Array(readFileSync(join(ROOT, 'test/fixtures/zebin', path)))).value;

  // One is too long to ask for each byte.
  const kernels = zebin.kernels.filter(({ name }) => name !== 'private_scratch');

  test.each(kernels.map((kernel) => [kernel.name, kernel] as const))('arguments of %s are read where they land', (name, kernel) => {
    const section = zebin.elf.sections.find((one) => one.name === `.text.${name}`);
    if (section === undefined) throw new Error('no code');
    const analysis = analyseCode(readCode(section.bytes, platform).value);
    const placed = payloadMap(zebin, kernel).placements.filter(({ place }) => place !== undefined);
    const places = placed.map(({ place, size }) => ({ register: place?.register ?? 0, byte: place?.byte ?? 0, size }));
    // These kernels have a symbol where their own code begins.
    const entry = zebin.elf.sections
      .flatMap(({ content }) => (content.kind === 'symbols' ? content.symbols : []))
      .find((one) => one.name === '_entry' && one.st_shndx === section.index);
    const offsetOf = (at = -1): number => analysis.code.instructions[at]?.offset ?? -1;
    const begin = analysis.code.instructions.findIndex(({ offset }) => offset === Number(entry?.st_value));
    const uses = argumentUses(analysis, places, begin);
    // Without the symbol it is found no later: what the kernel computes is not taken for the prologue.
    expect(offsetOf(argumentUses(analysis, places).start)).toBeLessThanOrEqual(offsetOf(begin));
    const { grfBytes } = analysis.space;
    for (const [index, { register, byte, size }] of places.entries()) {
      const [from, to] = [register * grfBytes + byte, register * grfBytes + byte + size];
      // Whoever reads a byte of it that nothing of the kernel's own code wrote is a reader, and nobody else.
      const expected: number[] = [];
      for (let at = uses.start; at < analysis.end; at++) {
        const reads = analysis.effects.at(at)?.reads ?? [];
        let isReader = false;
        for (let i = 0; i < reads.length; i += 3)
          for (let unit = Math.max(from, reads[i] as number); unit < Math.min(to, reads[i + 1] as number); unit++)
            isReader ||= !definitionsOf(analysis, at, [unit, unit + 1, 0]).some((def) => def >= uses.start && def < at);
        if (isReader) expected.push(at);
      }
      // Where code branches a definition may be on one way only: then both hold.
      const readers = uses.readers[index] as readonly number[];
      if (analysis.flow.blocks.filter(({ first }) => first < analysis.end).length <= 1) expect(readers).toEqual(expected);
      else expect(readers).toEqual(expect.arrayContaining(expected));
    }
    const count = uses.readers.filter((readers) => readers.length > 0).length;
    // Empty kernels read no argument.
    expect(count > 0).toBe(!['empty_kernel', 'k'].includes(name));
  });
});
