/** What a debugger prints: where a thread is, why it stopped, values of lanes. */
import {
  addressText as addressOf,
  DebugError,
  type DebugValue,
  type Expression,
  grouped,
  type Halt,
  haltReason,
  isAggregate,
  type Listed,
  lanesOf,
  rangesText,
  type Session,
  type Thread,
  textOfValue,
  threadPlace,
  threadText,
  typeText,
  type Write,
  writeText as writeOf,
} from '../../src/internal.ts';
import { count, visible, widthOf } from '../text.ts';
import type { DebugContext } from './context.ts';

/** Lanes in a row. */
const ROW = 8;
/** Equal values in a row that are shown as one. */
const FOLDED = 4;

export const hexText = (value: number): string => `0x${value.toString(16)}`;

/** `.text.sum+0x1d0`. */
export const addressText = (at: Pick<Listed, 'section' | 'offset'>): string => addressOf(at, visible);

/** `sum at sum.cl:11`. */
export const placeText = (session: Session): string => threadPlace(session, visible);

/** Where the thread is: its line, if the source is at hand, and its next instruction. */
export function positionText({ session, sources }: DebugContext): string {
  const at = session.at();
  const { thread } = session;
  if (at === undefined || thread === undefined) return '';
  const [place] = at.places;
  const line = place && sources.linesIn(place.file)[place.line - 1];
  return `${line === undefined ? '' : `${place?.line}\t${visible(line)}\n`}=> ${addressText(at)}: ${session.listing.textOf(at)}${maskText(thread)}\n`;
}

/** The lanes that run, unless all do. */
const maskText = ({ mask, lanes }: Thread): string => (mask === lanes ? '' : `  // lanes ${rangesText(mask)} of ${rangesText(lanes)}`);

/** Why the run stopped, and where. */
export function haltText(context: DebugContext, halt: Halt | undefined): string {
  const { session } = context;
  const reason = haltReason(session, halt, visible);
  const where = `${threadText(session)}: ${placeText(session)}\n${positionText(context)}`;
  if (reason === '') return where;
  if (halt === undefined) return `${reason}; ${where}`;
  if (halt.reason === 'breakpoint') return `${reason}, ${where}`;
  // Nothing has moved, or no thread is left.
  if (halt.reason === 'done' || (halt.reason === 'beginning' && halt.message !== undefined)) return `${reason}\n`;
  return `${reason}\n${where}`;
}

/** Who writes, and where. */
export const writeText = (session: Session, write: Write): string => writeOf(session, write, visible);

/** A value, in the format of a letter: x, d, u, t, f or c. */
export function formatted(value: DebugValue, format: string): string {
  const { value: number } = value;
  if (isAggregate(value.type)) return textOfValue(value);
  if (format === '' || (format === 'f' && typeof number === 'number')) return textOfValue(value);
  const whole = typeof number === 'bigint' ? number : BigInt(Math.trunc(Number.isFinite(number) ? number : 0));
  const bits = BigInt.asUintN(64, whole);
  if (format === 'x') return `0x${(whole < 0n ? bits : whole).toString(16)}`;
  if (format === 't') return `0b${(whole < 0n ? bits : whole).toString(2)}`;
  if (format === 'u') return bits.toString();
  if (format === 'c') return `${whole} ${JSON.stringify(String.fromCharCode(Number(bits & 0xffn)))}`;
  if (format === 'd' || format === 'f') return whole.toString();
  throw new DebugError(`${format} is not a format: x, d, u, t, f or c`);
}

/** An expression for all lanes of a thread; values of lanes that do not run are in parentheses. */
export function lanesText(session: Session, expression: Expression, format: string): string {
  const { thread } = session;
  if (thread === undefined) throw new DebugError('no thread runs');
  if (!expression.isOfLanes) return `${expression.text} = ${formatted(expression.of(thread, 0), format)}\n`;
  const lanes = lanesOf(thread.lanes, session.names.lanes);
  let problem: DebugError | undefined;
  let type = '';
  let hasParts = false;
  const texts = lanes.map((lane) => {
    try {
      const value = expression.of(thread, lane);
      type = typeText(value.type);
      hasParts = isAggregate(value.type);
      const text = formatted(value, format);
      return ((thread.mask >>> lane) & 1) === 1 ? text : `(${text})`;
    } catch (error) {
      if (!(error instanceof DebugError)) throw error;
      problem ??= error;
      return '?';
    }
  });
  if (problem && texts.every((text) => text === '?')) throw problem;
  return `${expression.text}, ${type} in ${count(lanes.length, 'lane')}\n${rowsText(texts, hasParts ? 1 : ROW)}`;
}

/** Values in rows, after the number of the first. */
export function rowsText(texts: readonly string[], across = ROW): string {
  const rows: { readonly at: string; readonly text: string }[] = [];
  for (let i = 0; i < texts.length; ) {
    let same = i;
    while (texts[same + 1] === texts[i]) same++;
    if (same - i + 1 >= FOLDED) {
      rows.push({ at: `${i}..${same}`, text: `${texts[i]}  (${count(same - i + 1, 'time')})` });
      i = same + 1;
      continue;
    }
    const row: string[] = [];
    const first = i;
    while (i < texts.length && row.length < across && !startsFold(texts, i)) row.push(texts[i++] as string);
    rows.push({ at: `${first}`, text: row.join(' ') });
  }
  const width = widthOf(rows.map(({ at }) => at));
  return rows.map(({ at, text }) => `  ${at.padEnd(width)}  ${text}\n`).join('');
}

const startsFold = (texts: readonly string[], i: number): boolean =>
  Array.from({ length: FOLDED }, (_, k) => texts[i + k]).every((text) => text !== undefined && text === texts[i]);

/** `1,234`. */
export const numberText = (value: number): string => grouped(value);
