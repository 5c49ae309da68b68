/** The ways of threads with lanes: hazards are found on them, and not where no lane is. */
import { describe, expect, test } from 'vitest';
import { flowOf, hazardsOf, lanesFlow } from '../../../src/analysis/instructions/index.ts';
import { assemble, readCode } from '../../../src/formats/eu/index.ts';

const LOAD = 'send.ugm (16|M0) r10 r20 null:0 0x0 0x08400580 {$0}';
const USE = 'mov (16|M0) r30.0<1>:f r10.0<1;1,0>:f';
const END = '(W) send.gtwy (1|M0) null r126 null:0 0x0 0x02000010 {EOT,$15}';

function codeOf(lines: readonly string[]) {
  const { value, diagnostics } = assemble([...lines, END].join('\n'), '2');
  expect(diagnostics).toEqual([]);
  return readCode(value, '2').value;
}

/** Numbers of instructions that start too early. */
function early(...lines: readonly string[]): number[] {
  const code = codeOf(lines);
  return hazardsOf(code, flowOf(code)).map(({ at }) => at);
}

describe('a wait', () => {
  test('on the one way is enough', () => expect(early(LOAD, `${USE} {$0.dst}`, USE)).toEqual([]));
  test('of one branch is not enough for the other', () =>
    expect(early(LOAD, '(f0.0) goto (16|M0) B B', 'sync.nop null {$0.dst}', 'B:', 'join (16|M0) B2', 'B2:', USE)).toEqual([4]));
  test('after a join that is only reached with lanes is enough', () =>
    expect(
      early(
        LOAD,
        '(f0.0) goto (16|M0) B B',
        'sync.nop null {$0.dst}',
        'B:',
        'join (16|M0) C',
        'sync.nop null {$0.dst}',
        'C:',
        'join (16|M0) D',
        'D:',
        USE,
      ),
    ).toEqual([]));
  test('is needed after a join that lanes without it jump from', () =>
    expect(
      early(
        '(f0.0) goto (16|M0) B C',
        'B:',
        LOAD,
        '(f1.0) goto (16|M0) B2 C',
        'B2:',
        'join (16|M0) C',
        'sync.nop null {$0.dst}',
        'C:',
        'join (16|M0) D',
        'D:',
        USE,
      ),
    ).toEqual([6]));
  test('is not needed past a branch of all lanes', () =>
    expect(early(LOAD, 'goto (16|M0) B B', USE, 'B:', 'join (16|M0) C', 'C:', `${USE} {$0.dst}`)).toEqual([]));
});

test('what was started for lanes that wait is not met by others, unless it was for all', () => {
  const lines = (load: string) => [
    '(f0.0) goto (16|M0) J J',
    load,
    'goto (16|M0) J K',
    'J:',
    'join (16|M0) K',
    USE,
    'K:',
    'join (16|M0) L',
    'L:',
    'sync.nop null {$0.dst}',
  ];
  expect(early(...lines(LOAD))).toEqual([]);
  expect(early(...lines(`(W) ${LOAD}`))).toEqual([4]);
});

test('an accumulator and the state of the thread are waited for as far as the hardware does not keep their order, flags are not', () => {
  expect(early('mov (16|M0) acc0.0<1>:f 1.0:f', 'add (16|M0) r1.0<1>:f acc0.0<1;1,0>:f 1.0:f')).toEqual([]);
  expect(early('mov (16|M0) acc0.0<1>:f 1.0:f', 'mov (16|M0) r1.0<1>:d acc0.0<1;1,0>:d')).toEqual([1]);
  expect(early('cmp (16|M0) (eq)f0.0 null<1>:f r1.0<1;1,0>:f 1.0:f', '(f0.0) mov (16|M0) r2.0<1>:d 1:d')).toEqual([]);
  // Compilers leave out waits for flags that are operands of another pipe.
  expect(early('cmp (16|M0) (eq)f0.0 null<1>:f r1.0<1;1,0>:f 1.0:f', '(W) mov (1|M0) r2.0<1>:ud f0.0<0;1,0>:ud')).toEqual([]);
  expect(early('(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw', 'mov (16|M0) r2.0<1>:d 1:d {A@1}')).toEqual([]);
  expect(early('(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw', 'mov (16|M0) r2.0<1>:d 1:d')).toEqual([1, 2]);
});

test('where lanes may wait at more joins than are distinguished, they may wait at all of them', () => {
  // Lanes go to wait at many joins, and then the thread goes on to another without lanes; the last join is not waited at.
  const many = (count: number): string[] => [
    ...Array.from({ length: count }, (_, i) => `(f0.0) goto (16|M0) J${i} J0`),
    'goto (16|M0) K J0',
    ...Array.from({ length: count }, (_, i) => `J${i}:\njoin (16|M0) J${i + 1}`),
    `J${count}:`,
    'join (16|M0) K',
    'K:',
    'nop',
  ];
  for (const count of [3, 300]) {
    const code = codeOf(many(count));
    const flow = flowOf(code);
    const ways = lanesFlow(code, flow, new Set());
    const { blocks } = ways;
    expect(blocks).toHaveLength(flow.blocks.length);
    // Work and edges are few: at most three for each block.
    expect(blocks.reduce((sum, { index }) => sum + ways.successors.count(index), 0)).toBeLessThanOrEqual(3 * blocks.length);
  }
});
