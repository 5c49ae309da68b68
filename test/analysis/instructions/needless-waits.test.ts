/** What needs no wait, because nothing depends on it; and what needs one, although no register says so. */
import { describe, expect, test } from 'vitest';
import { assembleWithWaits, flowOf, type Hazard, hazardsOf } from '../../../src/analysis/instructions/index.ts';
import { assemble, disassemble, PLATFORMS, type Platform, platformNumber, readCode } from '../../../src/formats/eu/index.ts';
import { fixture } from '../../support/corpus.ts';

const SINCE_XE = PLATFORMS.filter((name) => platformNumber(name) >= platformNumber('12p1'));
const DUMMY_READ = new TextDecoder().decode(fixture('cases/dummy-read.asm').bytes());

/** The hazards of a text: kind, and the instructions that start too early and that are not done. */
function hazards(text: string, platform: Platform): (readonly [kind: Hazard['kind'], at: number, on: number])[] {
  const { value, diagnostics } = assemble(text, platform);
  expect(diagnostics).toEqual([]);
  const { value: code } = readCode(value, platform);
  return hazardsOf(code, flowOf(code)).map(({ kind, at, on }) => [kind, at, on] as const);
}

describe.each(SINCE_XE)('on platform %s', (platform) => {
  test('a read into null needs no wait', () => expect(hazards(DUMMY_READ, platform)).toEqual([]));

  test('a read whose result is used needs one', () =>
    expect(hazards(DUMMY_READ.replace('null<1>', 'r70.0<1>'), platform)).toEqual([['read', 1, 0]]));

  test('a comparison into null needs one, because it writes a flag', () =>
    expect(hazards(`${DUMMY_READ.split('\n')[0]}\n(W) cmp (1|M0) (eq)f0.0 null:ud r60.0<0;1,0>:ud 0x0:ud`, platform)).toEqual([
      ['read', 1, 0],
    ]));

  test('so does a sum into null that writes the carry to the accumulator', () =>
    expect(hazards(`${DUMMY_READ.split('\n')[0]}\n(W) addc (1|M0) null<1>:ud r60.0<0;1,0>:ud 0x1:ud`, platform)).toEqual([['read', 1, 0]]));

  test('what a read into null has not read yet may be overwritten by another pipe', () => {
    const read = '(W) mov (16|M0) null<1>:f r60.0<1;1,0>:f';
    const write = '(W) mov (16|M0) r60.0<1>:d 0x1:d';
    expect(hazards(`${read}\n${write}`, platform)).toEqual([]);
    const used = platformNumber(platform) > platformNumber('12p1') ? [['early-write', 1, 0]] : [];
    expect(hazards(`${read.replace('null', 'r70.0')}\n${write}`, platform)).toEqual(used);
  });
});

test('what is after the end of the thread needs none: compilers put a hash there, which looks like code', () => {
  const used = DUMMY_READ.replace('null<1>', 'r70.0<1>');
  const end = (options: string) => `(W) send.gtwy (1|M0) null r112 null:0 0x0 0x02000010 {${options}}\n`;
  expect(hazards(`${end('$0')}${used}`, '2')).toEqual([['read', 2, 1]]);
  expect(hazards(`${end('EOT,$0')}${used}`, '2')).toEqual([]);
});

describe.each(['12p71', '2'] as const)('a message whose descriptor is in a register, on platform %s', (platform) => {
  /** The write of the register: an answer of two registers, a payload of one. Then the message, and a write of a register. */
  const after = (before: string, register: number) =>
    hazards(`${before}\nsend.ugm (8|M0) r20 r10 null:0 0x0 a0.0 {A@1,$0}\nmov (8|M0) r${register}.0<1>:d 0:w`, platform);

  test.each(['mov (1|M0) a0.0<1>:ud 0x02200500:ud', 'or (1|M0) a0.0<1>:ud r5.0<0;1,0>:ud 0x02200500:ud'])('has its lengths: %s', (text) => {
    expect(after(`(W) ${text}`, 21)).toEqual([['overwrite', 2, 1]]);
    expect(after(`(W) ${text}`, 22)).toEqual([]);
    expect(after(`(W) ${text}`, 10)).toEqual([['early-write', 2, 1]]);
    expect(after(`(W) ${text}`, 11)).toEqual([]);
  });

  test.each(['mov (1|M0) a0.0<1>:ud r5.0<0;1,0>:ud', 'mov (1|M0) a0.2<1>:ud 0x02200500:ud', 'mov (2|M0) a0.0<1>:uw 0x0500:uw'])(
    'has any length without: %s',
    (text) => {
      expect(after(`(W) ${text}`, 22)).toEqual([['overwrite', 2, 1]]);
      expect(after(`(W) ${text}`, 11)).toEqual([['early-write', 2, 1]]);
    },
  );
});

test('the scalar register may be written again once a message is sent that reads it (Xe3P)', () => {
  const send = 'sendg.ugm (16|M0) null r[s0.0]:3 s0.16 0xE1084 {$3}';
  const write = (number: number) => `(W) mov (1|M0) s0.${number}<1>:uq r5.0<0;1,0>:uq`;
  expect(hazards(`${send}\n${write(2)}`, '3pxpc')).toEqual([]);
  // The value must be there before.
  expect(hazards(`${write(2)}\n${send}`, '3pxpc')).toEqual([['read', 1, 0]]);
});

describe('a fence without a destination (Xe3P)', () => {
  const FENCE = '(W) sendg.slm (1|M0) null r0:1 null:0 0x1F {$2}';
  const WAIT = 'sync.nop null {$2.dst}';
  const MOVE = '(W) mov (1|M0) r5.0<1>:ud 0x1:ud';
  const BARRIER = '(W) sendg.gtwy (1|M0) null r0:1 null:0 0x84 {$3}';
  const BRANCH = 'goto (16|M0) L L\nL:\njoin (16|M0) M\nM:\nnop';
  const hazardsOf3p = (...lines: readonly string[]) => hazards(lines.join('\n'), '3pxpc');

  test('must be done before a barrier', () => {
    expect(hazardsOf3p(FENCE, BARRIER)).toEqual([['fence', 1, 0]]);
    expect(hazardsOf3p(FENCE, MOVE, BARRIER)).toEqual([['fence', 2, 0]]);
    expect(hazardsOf3p(FENCE, WAIT, BARRIER)).toEqual([]);
    expect(hazardsOf3p(FENCE, MOVE, WAIT, BARRIER)).toEqual([]);
    expect(hazardsOf3p(FENCE, WAIT.replace('dst', 'src'), BARRIER)).toEqual([['fence', 2, 0]]);
  });
  test('must be done before the next message to its unit, except local memory', () => {
    const ofGlobal = '(W) sendg.ugm (1|M0) null r0:1 null:0 0x1F {$2}';
    const load = (unit: string) => `sendg.${unit} (16|M0) r14 r8:2 null:0 0x1000 {$3}`;
    expect(hazardsOf3p(ofGlobal, load('ugm'))).toEqual([['fence', 1, 0]]);
    expect(hazardsOf3p(ofGlobal, WAIT, load('ugm'))).toEqual([]);
    expect(hazardsOf3p(FENCE, load('ugm'))).toEqual([]);
    expect(hazardsOf3p(FENCE, load('slm'))).toEqual([]);
  });
  test('need not be done before a branch, and the end of the thread', () => {
    expect(hazardsOf3p(FENCE, BRANCH)).toEqual([]);
    expect(hazardsOf3p(FENCE, BARRIER.replace('0x84', '0x0').replace('$3', 'EOT,$3'))).toEqual([]);
  });
  test('need not be done before an instruction of another pipe', () => expect(hazardsOf3p(FENCE, MOVE)).toEqual([]));
  test('is what a fence is, not another message without a destination', () => expect(hazardsOf3p(BARRIER, FENCE)).toEqual([]));
  test('with a destination on other platforms is waited for by reading it', () =>
    expect(
      hazards('(W) send.ugm (1|M0) r10 r0 null:0 0x0 0x0210011F {$2}\n(W) send.gtwy (1|M0) null r0 null:0 0x0 0x02000004 {$3}', '2'),
    ).toEqual([]));

  test('is waited for at once by --auto-deps, and no more later', () => {
    const text = [FENCE, MOVE, BARRIER].join('\n').replace(/ \{.*?\}/g, '');
    const { value, diagnostics } = assembleWithWaits(text, '3pxpc');
    expect(diagnostics).toEqual([]);
    const lines = disassemble(value, '3pxpc').value.split('\n').slice(1, -1);
    expect(lines.map((line) => [/ (\w+)[. ]/.exec(line.replace('(W)', ''))?.[1], /\{(.*?)\}/.exec(line)?.[1]])).toEqual([
      ['sendg', '$0'],
      ['sync', '$0.dst'],
      ['mov', undefined],
      ['sendg', '$0'],
      ['sync', undefined],
      ['sync', undefined],
    ]);
    const { value: code } = readCode(value, '3pxpc');
    expect(hazardsOf(code, flowOf(code))).toEqual([]);
  });
});
