/** Findings that follow from how a run stopped. */
import { targetOf } from '../../formats/eu/index.ts';
import { checkKindOf } from '../halt.ts';
import type { Launch, Stop } from '../model.ts';
import { rangesOf } from '../thread.ts';
import type { CodePlace, Findings } from './findings.ts';

/** Adds what the cause of a stop means. */
export function endChecks(findings: Findings, { cause, message, section, offset, thread }: Stop, launch: Launch): void {
  if (cause === undefined) return;
  // A pointer that is null has no surface.
  const kind = cause === 'no-surface' && launch.arguments.some((one) => one.kind === 'null') ? 'null' : checkKindOf(cause);
  if (kind === undefined || (kind !== 'out-of-bounds' && findings.has(kind))) return;
  const place: CodePlace = { section: section ?? '', offset: offset ?? 0 };
  const detail = kind === 'hang' ? `${message}${stateText(findings, place, thread)}` : message;
  findings.add(kind, place, thread === undefined ? undefined : findings.itemAt(thread, firstOf(findings, thread)), { message: detail });
}

const firstOf = ({ threads }: Findings, thread: number): number => {
  const mask = threads[thread]?.mask ?? 0;
  return mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
};

/** `; thread 1 runs lanes 0 to 31 in the loop from 0x1a0 to 0x1b0`. */
function stateText(findings: Findings, { section, offset }: CodePlace, thread: number | undefined): string {
  const mask = findings.threads[thread ?? -1]?.mask ?? 0;
  const lanes = Array.from({ length: 32 }, (_, lane) => lane).filter((lane) => (mask >>> lane) & 1);
  const loop = findings
    .instructionsOf(section)
    .flatMap((one) => one.sources.filter(({ kind }) => kind === 'label').map((label) => ({ from: targetOf(one, label), to: one.offset })))
    .filter(({ from, to }) => from <= to && from <= offset && offset <= to)
    .sort((a, b) => a.to - a.from - (b.to - b.from))[0];
  const where = loop === undefined ? '' : ` in the loop from 0x${loop.from.toString(16)} to 0x${loop.to.toString(16)}`;
  return thread === undefined ? '' : `; thread ${thread} runs lanes ${rangesText(lanes)}${where}`;
}

/** `0 to 3, 5`. */
const rangesText = (lanes: readonly number[]): string =>
  rangesOf(lanes)
    .map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`))
    .join(', ');
