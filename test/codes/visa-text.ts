import type { VISA_TEXT_CODES } from '../../src/core/diag/index.ts';
import { parseVisa } from '../../src/formats/visa/parse.ts';
import { by, type Case, marked } from './case.ts';

const parse = by(parseVisa);

const HEAD = `.version 4.0
.kernel "k"

.decl V40 v_type=G type=d num_elts=16 align=dword
.decl P1 v_type=P num_elts=16
`;

/** A line of a kernel, with the fault between ‹ and ›. */
const line = (text: string) => marked(`${HEAD}${text}\n`, parse);

export const VISA_TEXT: Record<keyof typeof VISA_TEXT_CODES, () => Case> = {
  'visa-text/expected': () => line('    mov (M1, 16) V40(0,0)<1> ‹)›'),
  'visa-text/number': () => line('    mov (M1, 16) V40(0,‹256›)<1> 0x1:d'),
  'visa-text/value': () => line('    cmp.‹xx› (M1, 16) P1 V40(0,0)<1;1,0> 0x1:d'),
  'visa-text/quote': () => line('    FILE ‹"a.cl›'),
  'visa-text/unknown-name': () => line('    mov (M1, 16) ‹V99›(0,0)<1> 0x1:d'),
  'visa-text/redeclared': () => line('.decl ‹V40› v_type=G type=d num_elts=1'),
  'visa-text/instruction': () => line('    ‹nothing› (M1, 16) V40(0,0)<1>'),
  'visa-text/trailing': () => line('    barrier ‹now›'),
  'visa-text/scope': () => line('‹}›'),
  'visa-text/version': () => marked('‹.kernel "k"›\n', parse),
  'visa-text/routine': () => marked('.version 4.0\n.global_function "f"\n‹.input› V40 offset=0 size=4\n', parse),
  'visa-text/label': () => line('‹    jmp (M1, 1) nowhere›'.replace('‹    ', '    ‹')),
  'visa-text/attribute': () => line('.kernel_attr ‹Unheard›=1'),
};
