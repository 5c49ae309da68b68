/** What each operation does with its lanes: one row for each mnemonic. */
import { BFN_EXPRESSIONS, type Instruction } from '../../formats/eu/index.ts';
import { exact, f32, f64, fraction, odd, ROUNDINGS } from './floats.ts';
import * as int32 from './int32.ts';
import * as int64 from './int64.ts';
import type { Kind, Span } from './kinds.ts';
import { dot, line, lrp, plane } from './quads.ts';

/** The spans of an operation by kind, or how they follow from the instruction. A kind without a span is not executed. */
export interface Row {
  readonly spans: Partial<Record<Kind, Span>> | ((instruction: Instruction) => Partial<Record<Kind, Span>>);
  /** Whether a negation is the complement of the bits. */
  readonly logic?: true;
  /** Whether only the first source and the destination say how many bits are computed: in shifts. */
  readonly shifts?: true;
}

const signedOf = ({ sources }: Instruction, index: number): boolean => sources[index]?.type?.signed === true;
const bitsOf = ({ sources }: Instruction, index: number): number => sources[index]?.type?.bits ?? 32;

const rounding = (name: string): Row => {
  const f = ROUNDINGS[name] as (a: number) => number;
  return { spans: { f32: f32.one(f), f64: f64.one(f), odd: odd.one(f) } };
};

export const ROWS: Readonly<Record<string, Row>> = {
  mov: { spans: { i32: int32.mov, i64: int64.mov, f32: f32.mov, f64: f64.mov, odd: odd.mov, exact: exact.mov } },
  add: { spans: { i32: int32.add, i64: int64.add, f32: f32.add, f64: f64.add, odd: odd.add, exact: exact.add } },
  mul: { spans: { i32: int32.mul, i64: int64.mul, f32: f32.mul, f64: f64.mul, odd: odd.mul, exact: exact.mul } },
  mad: { spans: { i32: int32.mad, i64: int64.mad, f32: f32.mad, f64: f64.mad, odd: odd.mad, exact: exact.mad } },
  madm: { spans: { f32: f32.mad, f64: f64.mad } },
  add3: { spans: { i32: int32.add3, i64: int64.add3, exact: exact.add3 } },
  and: { spans: { i32: int32.and, i64: int64.and }, logic: true },
  or: { spans: { i32: int32.or, i64: int64.or }, logic: true },
  xor: { spans: { i32: int32.xor, i64: int64.xor }, logic: true },
  not: { spans: { i32: int32.not, i64: int64.not }, logic: true },
  shl: { spans: { i32: int32.shl, i64: int64.shl, exact: exact.shl }, shifts: true },
  shr: { spans: { i32: int32.shr, i64: int64.shr, exact: exact.shr }, shifts: true },
  asr: { spans: { i32: int32.asr, i64: int64.asr, exact: exact.asr }, shifts: true },
  rol: { spans: (i) => ({ i32: bitsOf(i, 0) === 16 ? int32.rol16 : int32.rol, i64: int64.rol }), shifts: true },
  ror: { spans: (i) => ({ i32: bitsOf(i, 0) === 16 ? int32.ror16 : int32.ror, i64: int64.ror }), shifts: true },
  avg: { spans: (i) => ({ i32: signedOf(i, 0) ? int32.avg : int32.avgUnsigned, exact: exact.avg }) },
  bfn: { spans: (i) => ({ i32: int32.bfn(BFN_EXPRESSIONS.indexOf(i.subfunction)) }) },
  bfe: { spans: (i) => ({ i32: signedOf(i, 2) ? int32.bfeSigned : int32.bfeUnsigned }) },
  bfi1: { spans: { i32: int32.bfi1 } },
  bfi2: { spans: { i32: int32.bfi2 } },
  bfrev: { spans: { i32: int32.bfrev } },
  cbit: { spans: { i32: int32.cbit } },
  lzd: { spans: { i32: int32.lzd } },
  fbl: { spans: { i32: int32.fbl } },
  fbh: { spans: (i) => ({ i32: signedOf(i, 0) ? int32.fbhSigned : int32.fbhUnsigned }) },
  dp4a: { spans: (i) => ({ i32: int32.dp4a(signedOf(i, 1), signedOf(i, 2)), exact: exact.dp4a(signedOf(i, 1), signedOf(i, 2)) }) },
  rndd: rounding('rndd'),
  rndu: rounding('rndu'),
  rndz: rounding('rndz'),
  rnde: rounding('rnde'),
  frc: { spans: fraction },
  lrp: { spans: lrp },
  dp2: { spans: dot(2) },
  dp3: { spans: dot(3) },
  dp4: { spans: dot(4) },
  dph: { spans: dot(3, true) },
  line: { spans: line },
  pln: { spans: plane },
};
