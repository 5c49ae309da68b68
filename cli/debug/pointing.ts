/** Commands about breakpoints, watched values and who wrote them. */
import { DebugError, type Point } from '../../src/internal.ts';
import { count } from '../text.ts';
import { type DebugContext, type DebugVerb, travel } from './context.ts';
import { addressText, writeText } from './text.ts';

/** A location, and perhaps a condition. */
function breakAt({ session, print }: DebugContext, rest: string, isTemporary: boolean): void {
  const [, where = '', thread, condition] = /^(\S*)(?:\s+thread\s+(\d+))?(?:\s*\bif\b\s*(.+))?$/.exec(rest) ?? [];
  const here = session.at();
  if (where === '' && here === undefined) throw new DebugError('break needs a location: a line, a function, or *OFFSET');
  const location = session.location(where === '' && here ? `*${here.section}+0x${here.offset.toString(16)}` : where);
  const text = [thread === undefined ? '' : `$thread == ${thread}`, condition === undefined ? '' : `(${condition})`].filter(
    (one) => one !== '',
  );
  const wanted = text.length === 0 ? undefined : session.expression(text.join(' && '));
  const { id } = session.points.add({ kind: 'breakpoint', location, isTemporary, ...(wanted ? { condition: wanted } : {}) });
  const other = location.line === undefined ? '' : `, the next line with code is ${location.line}`;
  print(`Breakpoint ${id} at ${location.at.map(addressText).join(', ')}${other}\n`);
}

/** All points that are named by their numbers; all there are without one. */
function chosen({ session }: DebugContext, rest: string): readonly Point[] {
  if (rest === '') return session.points.all;
  return rest.split(/\s+/).map((word) => {
    if (!/^\d{1,9}$/.test(word)) throw new DebugError(`${word} is not the number of a breakpoint`);
    return session.points.get(Number(word));
  });
}

const enabling = (name: string, isEnabled: boolean, summary: string): DebugVerb => ({
  name,
  arguments: '[NUMBER…]',
  summary,
  run: (context, rest) => {
    for (const point of chosen(context, rest)) context.session.points.replace({ ...point, isEnabled });
  },
});

export const POINTING: readonly DebugVerb[] = [
  {
    name: 'break',
    short: ['b'],
    arguments: '[LOCATION] [thread N] [if CONDITION]',
    summary: 'stop at a line (11, sum.cl:11), a function, or an instruction (*0x1d0); if a condition holds in any lane',
    run: (context, rest) => breakAt(context, rest, false),
  },
  { name: 'tbreak', short: ['tb'], arguments: '…', summary: 'the same, but once', run: (context, rest) => breakAt(context, rest, true) },
  {
    name: 'watch',
    arguments: 'EXPRESSION',
    summary: 'stop after something writes to a register, a variable or memory: out[3], $r10.0<d>[2]',
    run: ({ session, print }, rest) => {
      const expression = session.expression(rest);
      const { id } = session.points.add({ kind: 'watchpoint', expression, ranges: session.bytesOf(expression) });
      print(`Watchpoint ${id}: ${expression.text}\n`);
    },
  },
  {
    name: 'who',
    arguments: 'EXPRESSION',
    summary: 'say who wrote to a register, a variable or memory last: goto MOMENT goes there',
    run: async ({ session, print, interruption }, rest) => {
      const expression = session.expression(rest.replace(/^wrote\s+/, ''));
      const found = await travel(session.whoWrote(session.bytesOf(expression)), interruption);
      print(found === undefined ? `nothing wrote to ${expression.text} before\n` : `${expression.text}: ${writeText(session, found)}\n`);
    },
  },
  {
    name: 'delete',
    short: ['d'],
    arguments: '[NUMBER…]',
    summary: 'delete breakpoints; without numbers, all',
    run: (context, rest) => {
      for (const { id } of chosen(context, rest)) context.session.points.remove(id);
    },
  },
  enabling('disable', false, 'ignore breakpoints until they are enabled'),
  enabling('enable', true, 'enable breakpoints'),
];

/** `info breakpoints`. */
export function pointsText({ session }: DebugContext): string {
  const { all } = session.points;
  if (all.length === 0) return 'no breakpoints\n';
  return all
    .map((one) => {
      const off = one.isEnabled ? '' : ', disabled';
      const hits = one.hits === 0 ? '' : `, reached ${count(one.hits, 'time')}`;
      if (one.kind === 'watchpoint') return `${one.id}  watch ${one.expression.text}${off}${hits}\n`;
      const condition = one.condition === undefined ? '' : ` if ${one.condition.text}`;
      const places = one.location.at.map(
        (at) => `\n     ${addressText(at)}${at.places[0] ? `, ${at.places[0].file}:${at.places[0].line}` : ''}`,
      );
      return `${one.id}  ${one.isTemporary ? 'tbreak' : 'break'} ${one.location.text}${condition}${off}${hits}${places.join('')}\n`;
    })
    .join('');
}
