/** Instructions that compute become steps: what a thread does when it comes to them. */
import type { Instruction } from '../../formats/eu/index.ts';
import { absentOperation } from '../absent.ts';
import type { RegisterLayout } from '../registers.ts';
import { compare, conditionalSelect, minimum, select } from './choose.ts';
import { bitsOf, computed, flagged, isFloat, isNull, isRaw, kindOf, rawKind, withModes } from './computed.ts';
import { Unsupported } from './elements.ts';
import { f32, f64, MATH, odd } from './floats.ts';
import * as int32 from './int32.ts';
import * as int64 from './int64.ts';
import type { Kind, Span, Step } from './kinds.ts';
import type { SourceOptions } from './modifiers.ts';
import { rounded, SPECIAL } from './special.ts';
import { ROWS, type Row } from './table.ts';

export interface Context {
  readonly layout: RegisterLayout;
}

/** Operations that are made of more than a span. */
const COMPOSED: Readonly<Record<string, (layout: RegisterLayout, instruction: Instruction) => Step>> = {
  cmp: compare,
  cmpn: compare,
  sel: (layout, instruction) => (instruction.condition === '' ? select : minimum)(layout, instruction),
  csel: conditionalSelect,
  math,
};

/** The mnemonics of what computes. */
export const COMPUTES: ReadonlySet<string> = new Set([ROWS, SPECIAL, COMPOSED].flatMap((rows) => Object.keys(rows)));

/** What an instruction does that is neither a branch nor a message. Throws {@link Unsupported} for what has no semantics. */
export function translateAlu({ layout }: Context, instruction: Instruction): Step {
  const name = instruction.operation?.mnemonic ?? '';
  const special = SPECIAL[name]?.(layout, instruction);
  if (special !== undefined) return flagged(layout, instruction, special);
  const composed = COMPOSED[name]?.(layout, instruction);
  if (composed !== undefined) return composed;
  const row = ROWS[name];
  if (row === undefined) throw new Unsupported(absentOperation(name));
  return arithmetic(layout, instruction, row);
}

function arithmetic(layout: RegisterLayout, instruction: Instruction, row: Row): Step {
  const name = instruction.operation?.mnemonic ?? '';
  const raw = name === 'mov' && isRaw(instruction);
  const usualKind = raw ? rawKind(bitsOf(instruction.dst)) : kindOf(instruction, row.shifts === true);
  // Whether a result fits is only known of the exact one.
  const kind = instruction.condition === 'ov' && usualKind === 'i32' ? 'exact' : usualKind;
  const usual = typeof row.spans === 'function' ? row.spans(instruction) : row.spans;
  const spans = kind === 'i64' && instruction.dst?.modifier === 1 ? { i64: saturatingSpan(instruction) } : usual;
  const options: SourceOptions = { logic: row.logic === true, raw, narrows: isFloat(instruction.dst) && bitsOf(instruction.dst) < 64 };
  return withModes(layout, kind, (form, flushes) =>
    computed(layout, instruction, form, spanOf(spans, form, instruction), { ...options, flushes }),
  );
}

function saturatingSpan({ operation, dst, sources }: Instruction): Span {
  const span = int64.saturating(
    operation?.mnemonic ?? '',
    [dst, ...sources].map((one) => one?.type?.signed === true),
  );
  if (span === undefined) throw new Unsupported(`${operation?.mnemonic ?? ''} with saturation of 64 bits`);
  return span;
}

function spanOf(spans: Partial<Record<Kind, Span>>, kind: Kind, { operation }: Instruction): Span {
  const span = spans[kind];
  if (span === undefined) throw new Unsupported(`${operation?.mnemonic ?? ''} with these types`);
  return span;
}

function math(layout: RegisterLayout, instruction: Instruction): Step {
  const { subfunction, dst, sources } = instruction;
  if (subfunction === 'iqot' || subfunction === 'irem') {
    const isSigned = dst?.type?.signed === true;
    return computed(layout, instruction, 'i32', subfunction === 'iqot' ? int32.idiv(isSigned) : int32.irem(isSigned), {});
  }
  if (subfunction === 'invm' || subfunction === 'rsqtm') return rounded(layout, instruction, subfunction);
  const f = MATH[subfunction];
  if (f === undefined) throw new Unsupported(`the function math.${subfunction}`);
  const used: Instruction = sources.length === 1 || !isNull(sources[1]) ? instruction : { ...instruction, sources: sources.slice(0, 1) };
  const kind = kindOf(used);
  // The unit for functions does not follow the rounding mode.
  if (kind === 'f32') return computed(layout, used, 'f32', f32.two(f), {});
  const nearest = kind === 'odd' && dst?.type?.name === 'f' ? (a: number, b: number) => Math.fround(f(a, b)) : f;
  return computed(layout, used, kind, kind === 'odd' ? odd.two(nearest) : f64.two(nearest), {});
}
