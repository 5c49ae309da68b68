/** Code that is not code: random words in every instruction set have an answer. How work grows: test/hostile/attacks/code.ts. */
import { describe, expect, test } from 'vitest';
import { analyseCode, flowOf, hazardsOf, measuresOf } from '../../../src/analysis/instructions/index.ts';
import { assemble, PLATFORMS, readCode } from '../../../src/formats/eu/index.ts';
import { successorsOf } from './edges.ts';

function randomBytes(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

test.each(PLATFORMS)('random words are analysed on platform %s', (platform) => {
  for (const length of [0, 8, 24, 1_000, 30_000]) {
    const code = readCode(randomBytes(length, length + 1), platform).value;
    const analysis = analyseCode(code);
    expect(measuresOf(analysis).instructions).toBe(analysis.end);
    expect(hazardsOf(code, analysis.flow).every(({ at }) => at < code.instructions.length)).toBe(true);
  }
});

describe('what leads to many places through one', () => {
  const codeOf = (lines: readonly string[]) => {
    const { value, diagnostics } = assemble(lines.join('\n'), '2');
    expect(diagnostics).toEqual([]);
    return readCode(value, '2').value;
  };

  test('many returns to many calls: an edge for each, over a hub', () => {
    const many = 200;
    const calls = Array.from({ length: many }, () => 'call (16|M0) r5.0 SUB');
    const returns = Array.from({ length: many }, () => '(f0.0) ret (16|M0) r5.0');
    const flow = flowOf(codeOf([...calls, 'SUB:', ...returns, 'ret (16|M0) r5.0']));
    const edges = flow.blocks.flatMap(({ index }) => successorsOf(flow, index).filter(({ kind }) => kind === 'return'));
    // The last call is followed by the subroutine, to which it returns.
    expect(edges).toHaveLength(many + 1 + many);
    const hub = flow.blocks.findIndex(({ first, end }) => first === end);
    expect(flow.predecessors.count(hub)).toBe(many + 1);
    expect(flow.successors.count(hub)).toBe(many);
  });

  test('a counting token refers to as many instructions as are distinguished', () => {
    // Loads into registers from r10 on, each {$0.inc}.
    const loads = Array.from({ length: 400 }, (_, i) => [0x0010_4031, ((10 + (i % 200)) << 24) | 0x14_0000, 0xfb00_0514, 0]);
    const wait = assemble('sync.nop null {$0.dst}', '3pxpc').value;
    const code = readCode(Buffer.concat([new Uint8Array(Uint32Array.from(loads.flat()).buffer), wait]), '3pxpc').value;
    expect(code.instructions.slice(0, 400).every(({ scoreboard }) => scoreboard?.use === 'inc')).toBe(true);
    const { waits } = analyseCode(code);
    const on = waits.at(waits.length - 1)?.[0]?.on ?? [];
    expect(on.slice(0, 32)).toEqual(Array.from({ length: 32 }, (_, i) => i));
    expect(on.length).toBeLessThan(400);
  });
});
