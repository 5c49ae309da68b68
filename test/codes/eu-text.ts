import type { EU_TEXT_CODES } from '../../src/core/diag/index.ts';
import { assemble } from '../../src/formats/eu/index.ts';
import { by, type Case, marked } from './case.ts';

const parse = by((bytes) => assemble(bytes, '2'));

/** A line of a text, with the fault between ‹ and ›. */
const line = (text: string) => marked(`         nop\n${text}\n`, parse);

export const EU_TEXT: Record<keyof typeof EU_TEXT_CODES, () => Case> = {
  'eu-text/expected': () => line('mov (16|M0) r1.0<1>:ud ‹)›'),
  'eu-text/mnemonic': () => line('(W) ‹moov› (16|M0) r1.0<1>:ud 0x1:ud'),
  'eu-text/function': () => line('math.‹sqrt› (16|M0) r1.0<1>:f r2.0<1;1,0>:f'),
  'eu-text/value': () => line('mov (16|M0) r1.0<‹3›>:ud 0x1:ud'),
  'eu-text/number': () => line('mov (16|M0) ‹r256›.0<1>:ud 0x1:ud'),
  'eu-text/option': () => line('mov (16|M0) r1.0<1>:ud 0x1:ud {‹Compact›}'),
  'eu-text/scoreboard': () => line('mov (16|M0) r1.0<1>:ud 0x1:ud {$1.‹dest›}'),
  'eu-text/label': () => line('goto (16|M0) ‹nowhere› nowhere'),
  'eu-text/encoding': () => line('‹add (16|M0) r1.0<1>:df r2.0<1;1,0>:df 1.0:df›'),
  'eu-text/compact': () => line('‹mov (16|M0) r1.0<1>:ud 0x12345678:ud {Compacted}›'),
  'eu-text/note': () => line('nop ‹// zebin: nothing›'),
};
