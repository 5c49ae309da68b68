/** Uses are definitions, the other way round. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyseCode, type Bound, definitionsOf, usesOf } from '../../../src/analysis/instructions/index.ts';
import { type Platform, readCode } from '../../../src/formats/eu/index.ts';
import { readZebin } from '../../../src/formats/zebin/index.ts';
import { ROOT } from '../../support/run.ts';

test.each([
  ['igc2/bmg/loops-cost.zebin', '2'],
  ['igc2/dg2/calls-debug.zebin', '12p71'],
  ['igc1-10840/skl/basic.zebin', '9'],
] as const)('an instruction uses what it reads the definition of: %s', (path, platform: Platform) => {
  const { kernels } = readZebin(new Uint8Array(readFileSync(join(ROOT, 'test/fixtures/zebin', path)))).value;
  let links = 0;
  for (const { text } of kernels) {
    if (text === undefined || text.bytes.length > 8_000) continue;
    const analysis = analyseCode(readCode(text.bytes, platform).value);
    const { instructions } = analysis.code;
    const expected = instructions.map((): number[] => []);
    for (const at of instructions.keys()) for (const definition of definitionsOf(analysis, at)) expected[definition]?.push(at);
    expect(instructions.map((_, at) => usesOf(analysis, at))).toEqual(expected);
    links += expected.flat().length;
  }
  expect(links).toBeGreaterThan(50);
});

test('finds nothing past the end of its search', () => {
  const path = join(ROOT, 'test/fixtures/zebin/igc2/bmg/loops-cost.zebin');
  const { text } = readZebin(new Uint8Array(readFileSync(path))).value.kernels[0] ?? {};
  if (text === undefined) throw new Error('no code');
  const analysis = analyseCode(readCode(text.bytes, '2').value);
  const far = analysis.code.instructions.findIndex((_, at) =>
    usesOf(analysis, at).some((use) => analysis.flow.blockOf[use] !== analysis.flow.blockOf[at]),
  );
  expect(far).toBeGreaterThan(-1);
  const search = { left: 0, exceeded: new Set<Bound>() };
  expect(usesOf(analysis, far, search).length).toBeLessThan(usesOf(analysis, far).length);
  expect([...search.exceeded]).toEqual(['values/search']);
});
