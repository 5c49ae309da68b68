/** `info`: what there is. */
import { DebugError, type LaneRow, laneRows, rangesText, registersIn } from '../../src/internal.ts';
import { count, visible } from '../text.ts';
import type { DebugContext } from './context.ts';
import { pointsText } from './pointing.ts';
import { addressText, lanesText, numberText } from './text.ts';

const SUBJECTS: Readonly<Record<string, (context: DebugContext, rest: string) => string>> = {
  breakpoints: pointsText,
  threads,
  registers,
  lanes,
  locals: (context) => variables(context, false),
  arguments: (context) => variables(context, true),
  files: ({ session }) => session.listing.files.map((file) => `${visible(file)}\n`).join(''),
  position,
};

export function info(context: DebugContext, rest: string): void {
  const [, word = '', more = ''] = /^(\S*)\s*(.*)$/.exec(rest) ?? [];
  const names = Object.keys(SUBJECTS).filter((name) => name.startsWith(word === 'args' ? 'arguments' : word));
  const [name, second] = names;
  if (word === '' || name === undefined || second !== undefined)
    throw new DebugError(`info needs one of ${Object.keys(SUBJECTS).join(', ')}${word === '' ? '' : `, not ${word}`}`);
  context.print((SUBJECTS[name] as (context: DebugContext, rest: string) => string)(context, more));
}

function threads({ session }: DebugContext): string {
  const { current } = session.machine;
  const group = `group ${session.group.join(',')}, ${count(current.length, 'thread')}\n`;
  const rows = current.map((t) => {
    const at = session.at(t);
    const [frame] = session.frames(t);
    const place = frame?.place === undefined ? '' : `, ${visible(frame.place.file)}:${frame.place.line}`;
    const where = at === undefined ? 'ended' : `${visible(frame?.name ?? '')} at ${addressText(at)}${place}`;
    const waits = t.state === 'waiting' ? ', waits' : '';
    return `${t === session.thread ? '*' : ' '} ${t.index}  ${where}${waits}  lanes ${rangesText(t.mask)}\n`;
  });
  return `${group}${rows.join('')}`;
}

/** The registers that are named, or those of the next instruction. */
function registers({ session }: DebugContext, rest: string): string {
  const at = session.at();
  if (rest === '' && at === undefined) throw new DebugError('no thread runs: name the registers');
  const names = rest === '' && at ? registersIn(session.listing.textOf(at)) : rest.split(/\s+/);
  const texts = names.map((name) => lanesText(session, session.expression(`$${name.replace(/^\$/, '')}`), ''));
  const { thread } = session;
  const mask = thread === undefined ? '' : `lanes that run: ${rangesText(thread.mask)} of ${rangesText(thread.lanes)}\n`;
  return `${rest === '' ? mask : ''}${texts.join('')}`;
}

/** What each lane is: its work-item, whether it runs, and its bits of the flags. */
function lanes({ session }: DebugContext): string {
  const { thread } = session;
  if (thread === undefined) throw new DebugError('no thread runs');
  const rows = laneRows(session, thread).map((row) => {
    const bits = row.flags.map((bit, number) => `f${number}=${bit}`).join(' ');
    return `  ${`${row.lane}`.padStart(2)}  (${row.item.join(',')})  ${bits}  ${stateOf(row)}\n`;
  });
  return `lane (global id), flags\n${rows.join('')}`;
}

const stateOf = ({ runs, until }: LaneRow): string => (runs ? 'runs' : until === undefined ? 'off' : `off until ${addressText(until)}`);

function variables({ session }: DebugContext, isOfParameters: boolean): string {
  const all = session.variablesAt().filter(({ isParameter }) => isParameter === isOfParameters);
  if (all.length === 0) return isOfParameters ? 'no arguments are known here\n' : 'no variables are known here\n';
  return all
    .map(({ name }) => {
      try {
        return lanesText(session, session.expression(name), '');
      } catch (error) {
        if (error instanceof DebugError) return `${error.message.startsWith(`${name} `) ? '' : `${name}: `}${error.message}\n`;
        throw error;
      }
    })
    .join('');
}

function position({ session }: DebugContext): string {
  const rest = `${numberText(session.work)} executed with those that were repeated, ${count(session.copies, 'copy', 'copies')} of the state`;
  return `moment ${session.moment}; ${rest}\n`;
}
