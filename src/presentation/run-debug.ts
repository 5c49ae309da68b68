/** What a debugger says: where a thread is, why it stopped, who wrote something. */
import { counted } from '../core/diag/index.ts';
import { type Halt, type Listed, lanesOf, rangesOf, type Session, type Write } from '../run/debug/index.ts';

/** Makes a text from a file safe to be shown. */
type Safe = (text: string) => string;

/** `.text.sum+0x1d0`. */
export const addressText = ({ section, offset }: Pick<Listed, 'section' | 'offset'>, safe: Safe): string =>
  `${safe(section)}+0x${offset.toString(16)}`;

/** `thread 1 of group 0,0,0`. */
export const threadText = ({ thread, group }: Session): string => `thread ${thread?.index ?? 0} of group ${group.join(',')}`;

/** `sum at sum.cl:11`. */
export function threadPlace(session: Session, safe: Safe): string {
  const [frame] = session.frames();
  if (frame === undefined) return 'no instruction';
  const { name, place, at } = frame;
  return `${safe(name)} at ${place === undefined ? addressText(at, safe) : `${safe(place.file)}:${place.line}`}`;
}

/** `0-3,8`. */
export function rangesText(mask: number): string {
  const parts = rangesOf(lanesOf(mask, 32)).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  return parts.length === 0 ? 'none' : parts.join(',');
}

/** Why the run stopped; empty where a step has arrived. `undefined` is a run that was interrupted. */
export function haltReason(session: Session, halt: Halt | undefined, safe: Safe): string {
  if (halt === undefined) return 'interrupted';
  const { reason, message = '', point, write } = halt;
  const moment = counted(session.moment, 'instruction');
  switch (reason) {
    case 'step':
      return '';
    case 'breakpoint':
      return `Breakpoint ${point?.id ?? 0}${message === '' ? '' : `, whose condition has no value (${message})`}`;
    case 'watchpoint':
      return `Watchpoint ${point?.id ?? 0}, ${point?.kind === 'watchpoint' ? point.expression.text : ''}: ${write ? writeText(session, write, safe) : ''}`;
    case 'barrier':
      return 'all threads of the group have reached the barrier';
    case 'ended':
      return message;
    case 'beginning':
      return message === '' ? 'the beginning of the run' : message;
    case 'done':
      return `the kernel has ended after ${moment}`;
    default:
      return `${reason} after ${moment}: ${safe(message)}`;
  }
}

/** `lane 3 of thread 0 of group 0,0,0`. */
export const writerText = ({ thread, lane, group }: Write): string =>
  `${lane < 0 ? '' : `lane ${lane} of `}thread ${thread} of group ${group.join(',')}`;

/** Who writes, and where. */
export function writeText(session: Session, write: Write, safe: Safe): string {
  const { at, moment } = write;
  const line = at?.places[0];
  const place = line === undefined || line.line === 0 ? '' : `, ${safe(line.file)}:${line.line}`;
  const text = at === undefined ? '' : ` by ${session.listing.textOf(at)}\n  at ${addressText(at, safe)}${place}`;
  return `written${text}, ${writerText(write)}, moment ${moment}`;
}
