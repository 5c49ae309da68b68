/** Checks of faults that no compiler makes: in code that is written for them. */
import { describe, expect, test } from 'vitest';
import { Findings } from '../../src/run/checks/findings.ts';
import { undefinedCheck } from '../../src/run/checks/undefined.ts';
import { type CheckKind, launch, newChecks, type Stop } from '../../src/run/index.ts';
import { withCode } from './assembled.ts';

const END = 'send.gtwy (1|M0) null r0 null:0 0x0 0x02000010 {EOT}';
const BMG = 'zebin/igc2/bmg/basic.zebin';
/** A file whose first kernel has local memory. */
const SLM = 'zebin/igc2/bmg/slm.zebin';

/** What checks find in code of Xe2: kinds, offsets and messages; and why the run stopped. */
function found(
  text: string,
  kinds: readonly CheckKind[],
  file = BMG,
): { readonly findings: readonly (readonly unknown[])[]; readonly stop: Stop } {
  const zebin = withCode(file, '2', `${text}\n${END}`);
  const [kernel] = zebin.kernels;
  if (kernel === undefined) throw new Error('no kernel');
  const what = { global: [16], local: [16], arguments: [] };
  const checks = newChecks(what, kinds);
  const { stop } = launch(zebin, kernel, { ...what, observers: checks.observers, endsIfRepeating: true, maxInstructions: 2_000_000 });
  const findings = checks.findings(stop).map(({ kind, offset, count, message }) => [kind, offset, count, message]);
  return { findings, stop };
}

describe('a fault, and the same code without it', () => {
  test.each<readonly [kind: CheckKind, faulty: string, clean: string, message: RegExp]>([
    [
      'shift',
      'mov (16|M0) r10.0<1>:d 33:w\nshl (16|M0) r12.0<1>:d r10.0<1;1,0>:d r10.0<1;1,0>:d {I@1}',
      'mov (16|M0) r10.0<1>:d 31:w\nshl (16|M0) r12.0<1>:d r10.0<1;1,0>:d r10.0<1;1,0>:d {I@1}',
      /^a value of 32 bits is shifted by 33$/,
    ],
    [
      'denormal',
      'mov (16|M0) r10.0<1>:f 0x00000001:f\nmul (16|M0) r12.0<1>:f r10.0<1;1,0>:f r10.0<1;1,0>:f {F@1}',
      'mov (16|M0) r10.0<1>:f 0x00800000:f\nadd (16|M0) r12.0<1>:f r10.0<1;1,0>:f r10.0<1;1,0>:f {F@1}',
      /^1\.4\S*e-45 is taken as zero$/,
    ],
    [
      'denormal',
      'mov (16|M0) r10.0<1>:f 0x00800000:f\nmul (16|M0) r12.0<1>:f r10.0<1;1,0>:f 0.5:f {F@1}',
      'mov (16|M0) r10.0<1>:f 0x00800000:f\nmul (16|M0) r12.0<1>:f r10.0<1;1,0>:f 2.0:f {F@1}',
      /^5\.8\S*e-39 is given as zero$/,
    ],
    [
      'missing-wait',
      'math.inv (16|M0) r10.0<1>:f r8.0<1;1,0>:f\nmov (16|M0) r12.0<1>:f r10.0<1;1,0>:f',
      'math.inv (16|M0) r10.0<1>:f r8.0<1;1,0>:f\nmov (16|M0) r12.0<1>:f r10.0<1;1,0>:f {M@1}',
      /^r10\.0 is read before it has its value; the earlier one is at 0x0$/,
    ],
    // Eight rows of 64 elements of two bits are 128 bytes: two registers.
    [
      'missing-wait',
      'math.inv (16|M0) r7.0<1>:f r4.0<1;1,0>:f\ndpas.8x8 (16|M0) r62:d null:d r43:s2 r6.0:s2 {$0}\nsync.allwr null',
      'math.inv (16|M0) r8.0<1>:f r4.0<1;1,0>:f\ndpas.8x8 (16|M0) r62:d null:d r43:s2 r6.0:s2 {$0}\nsync.allwr null',
      /^r7\.0 is read before it has its value; the earlier one is at 0x0$/,
    ],
    [
      'out-of-bounds',
      '(W) mov (1|M0) a0.0<1>:uw 0xfff0:uw\nmov (16|M0) r12.0<1>:d r[a0.0]<1;1,0>:d {A@1}',
      '(W) mov (1|M0) a0.0<1>:uw 0x40:uw\nmov (16|M0) r12.0<1>:d r[a0.0]<1;1,0>:d {A@1}',
      /^read of a register after the last one$/,
    ],
  ])('%s', (kind, faulty, clean, message) => {
    const { findings } = found(faulty, [kind]);
    expect(findings).toEqual([[kind, expect.any(Number), expect.any(Number), expect.stringMatching(message)]]);
    expect(found(clean, [kind]).findings).toEqual([]);
  });

  const STORE = '(W) mov (16|M0) r8.0<1>:ud 0x0:ud\nsend.slm (16|M0) null r8 r12:1 0x0 0x02000504 {A@1,$4}\nsync.allwr null';

  test.each<readonly [kind: CheckKind, what: string, faulty: string, clean: string]>([
    [
      'conversion',
      'a value over which another one is moved',
      'mov (16|M0) r10.0<1>:f 3.0e9:f\nmov (16|M0) r12.0<1>:d r10.0<1;1,0>:f {F@1}\nmov (16|M0) r14.0<1>:d 0x7FFFFFFF:d {A@1}',
      'mov (16|M0) r10.0<1>:f 3.0e9:f\nmov (16|M0) r12.0<1>:d r10.0<1;1,0>:f {F@1}\nmov (16|M0) r12.0<1>:d 0x7FFFFFFF:d {A@1}',
    ],
    [
      'nan',
      'ones as a number that a float is limited to',
      'cmp (16|M0) (eq)f0.0 null<1>:f r10.0<1;1,0>:f 0.0:f\ncmp (16|M0) (ne)f1.0 null<1>:f r10.0<1;1,0>:f r10.0<1;1,0>:f\nmov (16|M0) r12.0<1>:ud 0x7FFFFFFF:ud',
      'cmp (16|M0) (gt)f0.0 null<1>:f r10.0<1;1,0>:f 2.0e9:f\ncmp (16|M0) (ne)f1.0 null<1>:f r10.0<1;1,0>:f r10.0<1;1,0>:f\nmov (16|M0) r12.0<1>:ud 0x7FFFFFFF:ud',
    ],
    [
      'nan',
      'a number that lanes select instead of a constant',
      '(W) mov (1|M0) r9.0<1>:f 0x7FC00000:f\n(W) mov (1|M0) f0.0<1>:ud 0xFFFFFFFF:ud\n(f0.0) sel (16|M0) r12.0<1>:f r9.0<0;1,0>:f 1.0:f {A@1}',
      '(W) mov (1|M0) r9.0<1>:f 0x7FC00000:f\n(W) mov (1|M0) f0.0<1>:ud 0x0:ud\n(f0.0) sel (16|M0) r12.0<1>:f r9.0<0;1,0>:f 1.0:f {A@1}',
    ],
  ])('%s: %s', (kind, _, faulty, clean) => {
    expect(found(`${faulty}\n${STORE}`, [kind], SLM).findings.map(([name]) => name)).toEqual([kind]);
    expect(found(`${clean}\n${STORE}`, [kind], SLM).findings).toEqual([]);
  });

  const MESSAGE = 'an integer is divided by zero';

  test('division-by-zero: a jump around a division, not one that is also for small dividends', () => {
    const code = (test_: string) =>
      `mov (16|M0) r10.0<1>:d 0:w\nmov (16|M0) r11.0<1>:d 1:w\n${test_}\n(f0.0) goto (16|M0) L L\nmov (16|M0) r12.0<1>:f 0xB4C00000:f\nmath.inv (16|M0) r13.0<1>:f r12.0<1;1,0>:f {F@1}\nL:\njoin (16|M0) M\nM:\nmov (16|M0) r14.0<1>:d -1:w`;
    const kinds = ['division-by-zero'] as const;
    const { findings } = found(code('cmp (16|M0) (eq)f0.0 null<1>:d r10.0<1;1,0>:d 0:w {I@2}'), kinds);
    expect(findings).toMatchObject([['division-by-zero', expect.any(Number), 16, MESSAGE]]);
    // A comparison with a number is one of the source as well.
    expect(found(code('cmp (16|M0) (lt)f0.0 null<1>:ud r10.0<1;1,0>:ud 4:w {I@2}'), kinds).findings).toEqual([]);
    expect(found(code('or (16|M0) (ne)f0.0 null<1>:d r10.0<1;1,0>:d r11.0<1;1,0>:d {I@1}'), kinds).findings).toEqual([]);
  });

  test('division-by-zero of 64 bits: an inverse of parts of an integer, and one that is copied before it becomes a double', () => {
    const kinds = ['division-by-zero'] as const;
    const zeros = 'mov (16|M0) r10.0<1>:f 0.0:f\nmov (16|M0) r11.0<1>:f 0.0:f';
    const parts = (factor: string) =>
      `${zeros}\n(W) mov (1|M0) r9.0<1>:ud ${factor}:ud\nmad (16|M0) r12.0<1>:f r10.0<1;0>:f r11.0<1;0>:f r9.0<0>:f {A@1}\nmath.inv (16|M0) r13.0<1>:f r12.0<1;1,0>:f {F@1}`;
    expect(found(parts('0x53800000'), kinds).findings).toMatchObject([['division-by-zero', expect.any(Number), 16, MESSAGE]]);
    expect(found(parts('0x53000000'), kinds).findings).toEqual([]);
    const double = (copied: string) =>
      `${zeros}\n(W) mov (1|M0) r20.0<1>:df 0xBCF0000000000000:df\nmath.inv (16|M0) r13.0<1>:f r10.0<1;1,0>:f {A@1}\n${'mov (16|M0) r30.0<1>:d 0:w\n'.repeat(8)}mov (16|M0) r14.0<2>:ud ${copied}.0<1;1,0>:ud {$0.dst}\nmov (16|M0) r16.0<1>:df r14.0<2;1,0>:f {A@1}`;
    expect(found(double('r13'), kinds).findings).toMatchObject([['division-by-zero', expect.any(Number), 16, MESSAGE]]);
    expect(found(double('r11'), kinds).findings).toEqual([]);
  });

  test('in-flight', () => {
    const load = '(W) mov (16|M0) r8.0<1>:ud 0x0:ud\n(W) send.slm (16|M0) r10 r8 null:0 0x0 0x02100500 {$3}';
    const { findings } = found(load, ['in-flight']);
    expect(findings).toEqual([['in-flight', 32, 1, 'the thread ends before its messages have returned: $3']]);
    expect(found(`${load}\nsync.allwr null`, ['in-flight']).findings).toEqual([]);
  });
});

test('an atomic store gives local memory its value', () => {
  const set = '(W) mov (16|M0) r8.0<1>:ud 0x0:ud\n(W) mov (16|M0) r12.0<1>:ud 0x5:ud';
  const store = '(W) send.slm (16|M0) null r8 r12:1 0x0 0x0200050B {I@1,$0}';
  const use = `(W) send.slm (16|M0) r16 r8 null:0 0x0 0x02100500 {I@1,$1}
cmp (16|M0) (eq)f0.0 null<1>:ud r16.0<1;1,0>:ud 0:w {$1.dst}
(f0.0) goto (16|M0) L L
L:
join (16|M0) L`;
  const file = 'zebin/igc2/bmg/slm.zebin';
  expect(found(`${set}\n${use}`, ['uninitialized'], file).findings.map(([kind]) => kind)).toEqual(['uninitialized']);
  expect(found(`${set}\n${store}\n${use}`, ['uninitialized'], file).findings).toEqual([]);
});

test('the cause of a stop is a word, which says what checks call it', () => {
  const loop = found('jmpi (1|M0) 0', ['hang']);
  expect(loop.stop).toMatchObject({ reason: 'limit', cause: 'repeats' });
  expect(loop.findings).toMatchObject([['hang', 0, 1, expect.stringContaining('in the loop from 0x0 to 0x0')]]);
  const far = found('jmpi (1|M0) -0x10000', ['out-of-bounds', 'hang']);
  expect(far.stop).toMatchObject({ reason: 'fault', cause: 'no-code' });
  expect(far.findings).toMatchObject([['out-of-bounds', 0, 1, expect.stringContaining('where no code is')]]);
  const counted = found('(W) add (1|M0) r5.0<1>:d r5.0<0;1,0>:d 1:w\njmpi (1|M0) -16', ['hang']);
  expect(counted.stop).toMatchObject({ reason: 'limit', cause: 'instructions' });
  const deadlock = found('(W) sync.bar null', ['barrier']);
  expect(deadlock.stop).toMatchObject({ reason: 'fault', cause: 'deadlock' });
  expect(deadlock.findings.map(([kind]) => kind)).toEqual(['barrier']);
});

test('what follows values that are missing is made for instructions that read one', () => {
  const made: number[] = [];
  class Counted extends Findings {
    override at(...of: Parameters<Findings['at']>): ReturnType<Findings['at']> {
      made.push(of[1].instruction.offset);
      return super.at(...of);
    }
  }
  const straight = 'mov (16|M0) r10.0<1>:d 33:w\nadd (16|M0) r10.0<1>:d r10.0<1;1,0>:d r10.0<1;1,0>:d {I@1}\n'.repeat(3);
  const zebin = withCode(BMG, '2', `${straight}add (16|M0) r12.0<1>:d r60.0<1;1,0>:d 1:w\n${END}`);
  const [kernel] = zebin.kernels;
  if (kernel === undefined) throw new Error('no kernel');
  const what = { global: [16], local: [16], arguments: [] };
  const findings = new Counted([], what.local);
  const check = undefinedCheck(findings, new Set(['uninitialized']), what);
  launch(zebin, kernel, { ...what, observers: [findings.observer, check] });
  // The last add, and the message at the end.
  expect(made.filter((offset) => offset < 6 * 16)).toEqual([]);
  expect(made).toContain(6 * 16);
});
