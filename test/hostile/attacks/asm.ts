/** Assembly: labels, statements that are long, that are many, and that are wrong. Texts of any kind reach `asm` alone. */
import { attacks, text, times } from './attack.ts';

const VERBS = ['asm'];
const asm = (make: (scale: number) => string) => ({ make: (scale: number) => text(make(scale)), verbs: VERBS });
const ADD = 'add (16|M0)  r10.0<1>:f  r11.0<1;1,0>:f  r12.0<1;1,0>:f\n';

/** What an editor asks about as well. */
const TEXTS = ['asm', 'language'];
const edited = (make: (scale: number) => string) => ({ make: (scale: number) => text(make(scale)), verbs: TEXTS });

export const ASM = attacks('asm', {
  'labels in one line': edited((scale) => times(400 * scale, (i) => `L${i}: `)),
  'statements in one line': edited((scale) => times(100 * scale, (i) => `L${i}: sync.nop null; `)),
  'statements of one line that are wrong': edited((scale) => 'x; '.repeat(1_000 * scale)),
  'letters of two bytes in one line': edited((scale) => `// ${'\xc3\xa9'.repeat(2_000 * scale)}\n${'sync.nop null\n'.repeat(100 * scale)}`),
  'brackets that begin options': edited((scale) => `${'{'.repeat(2_000 * scale)}}x`),
  'a register of many digits': edited((scale) => `mov (1|M0)  r${'1'.repeat(2_000 * scale)}x.0<1>:d  1:d\n`),
  'one word of digits, with a letter at its end': edited((scale) => `${'1'.repeat(2_000 * scale)}x\n`),
  'statements of one kind': edited((scale) => ADD.repeat(100 * scale)),
  'labels alone': edited((scale) => times(400 * scale, (i) => `L${i}:\n`)),
  'labels of one name': asm((scale) => 'L0:\n'.repeat(1_000 * scale)),
  'branches to one label': asm((scale) => `L0:\n${'goto (16|M0)  L0  L0\n'.repeat(200 * scale)}`),
  'branches, each to the label furthest away': edited((scale) => {
    const last = Math.ceil(100 * scale) - 1;
    return times(100 * scale, (i) => `L${i}:\ngoto (16|M0)  L${last - i}  L${last - i}\n`);
  }),
  'branches to labels that are nowhere': asm((scale) => times(200 * scale, (i) => `goto (16|M0)  L${i}  L${i}\n`)),
  'lines that cannot be assembled': edited((scale) => 'x\n'.repeat(1_000 * scale)),
  'one long name': edited((scale) => `${'a'.repeat(2_000 * scale)} (16|M0) r1 r2\n`),
  'a number of many digits': asm((scale) => `mov (1|M0)  r1.0<1>:d  ${'1'.repeat(2_000 * scale)}:d\n`),
  'a hexadecimal number of many digits': asm((scale) => `mov (1|M0)  r1.0<1>:d  0x${'1'.repeat(2_000 * scale)}:d\n`),
  'a hexadecimal float of many digits': asm(
    (scale) => `mov (1|M0)  r1.0<1>:f  0x${'1'.repeat(1_000 * scale)}.${'1'.repeat(1_000 * scale)}p1:f\n`,
  ),
  'a long expression': edited((scale) => `mov (1|M0)  r1.0<1>:d  (${'9*'.repeat(1_000 * scale)}9):d\n`),
  'additions that wait for others': edited((scale) =>
    times(100 * scale, (i) => `add (16|M0)  r${i % 120}.0<1>:f  r${(i + 1) % 120}.0<1;1,0>:f  r${(i + 61) % 120}.0<1;1,0>:f\n`),
  ),
  'one long comment': asm((scale) => `// ${'/'.repeat(2_000 * scale)}\n${ADD}`),
  'comments that do not end': edited((scale) => `${ADD}${'/*'.repeat(1_000 * scale)}`),
  'options without end': asm((scale) => `add (16|M0)  r10.0<1>:f  r11.0<1;1,0>:f  r12.0<1;1,0>:f  {${'$0,'.repeat(1_000 * scale)}$1}\n`),
  'brackets in one another': asm((scale) => `mov (1|M0)  r1.0<1>:d  ${'('.repeat(1_000 * scale)}\n`),
  'blank lines': asm((scale) => '\n'.repeat(4_000 * scale)),
});
