/** Commands that show and change what a thread has: values, memory, code, source. */
import { DebugError, grouped, isPointer, type Thread, threadText, valueAt } from '../../src/internal.ts';
import { visible } from '../text.ts';
import type { DebugContext, DebugVerb } from './context.ts';
import { info } from './info.ts';
import { addressText, formatted, lanesText, placeText, positionText, rowsText } from './text.ts';

/** Lines and instructions that are shown where no number is given. */
const LINES = 10;
const MOST = 4_096;

/** The selected thread. */
export function threadOf({ session }: DebugContext): Thread {
  const { thread } = session;
  if (thread === undefined) throw new DebugError('no thread runs');
  return thread;
}

/** Elements that `x` reads, by the letters of gdb: bytes, halves, words and giants, as integers or floats. */
function unitOf(
  size: string,
  format: string,
): 'uchar' | 'ushort' | 'uint' | 'ulong' | 'char' | 'short' | 'int' | 'long' | 'half' | 'float' | 'double' {
  const index = 'bhwg'.indexOf(size);
  if (format === 'f') return (['float', 'half', 'float', 'double'] as const)[index] ?? 'float';
  if (format === 'd') return (['char', 'short', 'int', 'long'] as const)[index] ?? 'int';
  return (['uchar', 'ushort', 'uint', 'ulong'] as const)[index] ?? 'uint';
}

function examine(context: DebugContext, rest: string): void {
  const [, number = '1', letters = '', text = ''] = /^(?:\/(\d*)([a-z]*)\s+)?(.*)$/.exec(rest) ?? [];
  const asked = Number(number === '' ? '1' : number);
  const amount = Math.min(asked, MOST);
  if (amount < asked) context.print(`the first ${grouped(amount)} of ${grouped(asked)}\n`);
  if (letters.includes('i')) {
    disassemble(context, text === '$pc' ? '' : text, amount);
    return;
  }
  const size = [...letters].find((letter) => 'bhwg'.includes(letter)) ?? 'w';
  const format = [...letters].find((letter) => !'bhwg'.includes(letter)) ?? 'x';
  const t = threadOf(context);
  const { names } = context.session;
  const { type, value } = context.session.expression(text).of(t, firstLane(t));
  if (typeof value !== 'bigint') throw new DebugError(`${text} is not an address`);
  const space = isPointer(type) ? type.space : 'global';
  const unit = unitOf(size, format);
  const bytes = { b: 1, h: 2, w: 4, g: 8 }[size] ?? 4;
  const texts = Array.from({ length: amount }, (_, i) =>
    formatted(valueAt(names.memory(space, Number(value) + i * bytes, bytes, t), unit), format === 'f' || format === 'd' ? '' : format),
  );
  context.print(`${space === 'global' ? '' : `${space} `}0x${value.toString(16)}:\n${rowsText(texts)}`);
}

/** The first lane that runs. */
export const firstLane = ({ mask, lanes }: Thread): number => {
  const bits = mask === 0 ? lanes : mask;
  return bits === 0 ? 0 : 31 - Math.clz32(bits & -bits);
};

function disassemble({ session, print }: DebugContext, rest: string, amount = LINES): void {
  const current = session.at();
  const [start] = rest === '' ? [] : session.location(rest).at;
  const from = start ?? current;
  if (from === undefined) throw new DebugError('no thread runs: give a location');
  const { listing } = session;
  // Some instructions before, if they are of no other place.
  const before = start === undefined ? Math.floor(amount / 3) : 0;
  const index = listing.all.indexOf(from);
  const listed = listing.all.slice(Math.max(index - before, 0), index - before + amount + (before > index ? before - index : 0));
  let line = '';
  for (const one of listed.filter(({ section }) => section === from.section)) {
    const [place] = one.places;
    const now = place === undefined || place.line === 0 ? '' : `${visible(place.file)}:${place.line}`;
    if (now !== line && now !== '') print(`   // ${now}\n`);
    line = now === '' ? line : now;
    print(`${one === current ? '=>' : '  '} ${addressText(one)}: ${listing.textOf(one)}\n`);
  }
}

function list({ session, sources, print }: DebugContext, rest: string): void {
  const place = rest === '' ? session.at()?.places[0] : session.location(rest).at[0]?.places[0];
  if (place === undefined) throw new DebugError('the code has no lines: it was compiled without -g');
  const lines = sources.linesIn(place.file);
  if (lines.length === 0) throw new DebugError(`the source ${visible(place.file)} is not at hand: --source FOLDER says where it is`);
  const first = Math.max(place.line - LINES / 2, 1);
  for (let line = first; line < first + LINES && line <= lines.length; line++)
    print(`${line === session.at()?.places[0]?.line ? '=>' : '  '} ${line}\t${visible(lines[line - 1] ?? '')}\n`);
}

function backtrace({ session, print }: DebugContext): void {
  for (const [level, { name, place, at, isInlined }] of session.frames().entries())
    print(
      `#${level}  ${visible(name)} at ${place === undefined ? addressText(at) : `${visible(place.file)}:${place.line}`}${isInlined ? ' (inlined)' : ''}\n`,
    );
}

function assign({ session }: DebugContext, rest: string): void {
  const text = rest.replace(/^var(iable)?\s+/, '');
  const at = /(?<![=!<>])=(?!=)/.exec(text)?.index;
  if (at === undefined) throw new DebugError('set needs a register, a variable or memory, and a value: set $r10.0<d>[2] = 5');
  session.set(session.expression(text.slice(0, at)), session.expression(text.slice(at + 1)));
}

function selectThread(context: DebugContext, rest: string): void {
  if (!/^\d*$/.test(rest)) throw new DebugError(`${rest} is not the number of a thread`);
  if (rest !== '') context.session.select(Number(rest));
  context.print(`${threadText(context.session)}: ${placeText(context.session)}\n${positionText(context)}`);
}

export const SHOWING: readonly DebugVerb[] = [
  {
    name: 'print',
    short: ['p'],
    arguments: '[/FORMAT] EXPRESSION',
    summary:
      'the value in each lane: sum, point.x, *next, $r12.0<f>, $r12.0<f>[3], out[get_global_id(0)], $f0.0; in parentheses where the lane does not run',
    run: ({ session, print }, rest) => {
      const [, format = '', text = ''] = /^(?:\/([a-z])\s+)?(.*)$/.exec(rest) ?? [];
      print(lanesText(session, session.expression(text), format));
    },
  },
  {
    name: 'x',
    arguments: '/COUNT FORMAT SIZE ADDRESS',
    summary: 'memory: x/8f out, x/4xw 0x100000000, x/16xb part, x/5i $pc; sizes are b, h, w and g',
    run: examine,
  },
  {
    name: 'set',
    arguments: 'PLACE = VALUE',
    summary: 'change a register, a variable or memory, in the lanes that run; the run goes on with it, also after going back',
    run: assign,
  },
  {
    name: 'info',
    short: ['i'],
    arguments: 'WHAT',
    summary: 'breakpoints, threads, registers, lanes, locals, arguments, files, position',
    run: info,
  },
  { name: 'thread', short: ['t'], arguments: '[N]', summary: 'select a thread of the group', run: selectThread },
  { name: 'backtrace', short: ['bt'], summary: 'the calls, also those that are inlined', run: backtrace },
  { name: 'where', summary: 'the same', run: backtrace },
  {
    name: 'frame',
    short: ['f'],
    summary: 'where the thread is',
    run: (context) => selectThread(context, ''),
  },
  {
    name: 'disassemble',
    short: ['disas'],
    arguments: '[LOCATION]',
    summary: 'instructions around the next one, or from a location on',
    run: (context, rest) => disassemble(context, rest),
  },
  { name: 'list', short: ['l'], arguments: '[LOCATION]', summary: 'the source around a line; needs --source', run: list },
];
