/** The columns next to the instructions: addresses, lines of the source, branches and loops, live registers, waits. */
import { shortPaths } from '../../../cli/view/short-paths.ts';
import type { RunCount, SampleCounts } from '../../../src/internal.ts';
import type { CodeGutter } from '../../parts/code/gutter.ts';
import { count, hexDigits, number, shown } from '../../parts/shown.ts';
import type { CodeCosts, CodeView } from '../../worker/code-view.ts';
import { runsColumn } from '../run/runs-column.ts';
import { drawFlow, flowText, flowWidest } from './flow-drawing.ts';

/**
 * The columns that have content for this code, in their order.
 *
 * @param runs counts of the last run of the kernel, or of the run until now
 */
export function columnsOf(code: CodeView, runs?: { readonly current: readonly RunCount[] }): CodeGutter[] {
  const { costs } = code;
  return [
    addresses(code),
    ...(code.sources.length > 0 ? [places(code)] : []),
    ...(costs && (costs.flow.lanes > 0 || costs.flow.loops.length > 0) ? [flow(costs)] : []),
    ...(costs ? [live(costs)] : []),
    ...(runs ? [runsColumn(code, runs)] : []),
    ...(costs?.sampled ? [samples(costs)] : []),
    ...(costs && costs.waits.size > 0 ? [waits(costs)] : []),
  ];
}

/** An offset as the column of addresses has it. */
export function address({ digits }: CodeView, offset: number): string {
  return hexDigits(offset, digits);
}

function addresses(code: CodeView): CodeGutter {
  const text = (line: number): string => {
    const offset = code.offsets[line] ?? -1;
    return offset < 0 ? '' : address(code, offset);
  };
  return {
    name: 'address',
    heading: 'Address',
    about: 'Offset in the code, in hexadecimal',
    isOptional: true,
    text,
    widest: address(code, 0),
  };
}

/** A place is shown where it begins; calls that were inlined there are in the title. */
function places(code: CodeView): CodeGutter {
  const begins = new Map<number, number>();
  let last = -1;
  code.chain.forEach((chain, line) => {
    if (chain >= 0 && chain !== last) begins.set(line, chain);
    if (chain >= 0 || (code.offsets[line] ?? -1) >= 0) last = chain;
  });
  const files = fileNames(code);
  const names = new Map([...new Set(begins.values())].map((chain) => [chain, placeName(code, files, chain)]));
  return {
    name: 'place',
    heading: 'Source',
    about: 'Line of the source; ↥2 where two calls were inlined',
    isOptional: true,
    text: (line) => names.get(begins.get(line) ?? -1) ?? '',
    widest: [...names.values()].reduce((a, b) => (b.length > a.length ? b : a), ''),
    title: (line) => chainText(code, files, code.chain[line] ?? -1),
  };
}

const PLACE = 22;

/** Names of the source files, each with as much of its path as distinguishes it. */
export const fileNames = ({ sources }: CodeView): ReadonlyMap<string, string> => shortPaths(sources.map(({ file }) => file));

/** The line, and before it the name of the file where there are several; after it how many calls were inlined. */
function placeName({ sources, chains }: CodeView, files: ReadonlyMap<string, string>, chain: number): string {
  const source = sources[chains[chain]?.[0] ?? -1];
  if (!source) return '';
  const calls = (chains[chain]?.length ?? 1) - 1;
  const line = `${source.line === 0 ? '?' : source.line}${calls > 0 ? `↥${calls}` : ''}`;
  if (files.size === 1) return line;
  const name = shown(files.get(source.file) ?? '', 80);
  const where = `:${line}`;
  return (name.length + where.length > PLACE ? `…${name.slice(where.length + 1 - PLACE)}` : name) + where;
}

/** The line of the source, and where calls of it were inlined: `a.cl:3, inlined at a.cl:10`. */
export function chainText({ sources, chains }: CodeView, files: ReadonlyMap<string, string>, chain: number): string {
  return (chains[chain] ?? [])
    .slice(0, 8)
    .map((index) => {
      const { file = '', line = 0, functions = [] } = sources[index] ?? {};
      const [name] = functions;
      return `${shown(files.get(file) ?? '', 80)}:${line === 0 ? '?' : line}${name === undefined ? '' : ` in ${shown(name, 80)}`}`;
    })
    .join(', inlined at ');
}

function flow({ flow: picture }: CodeCosts): CodeGutter {
  return {
    name: 'flow',
    heading: 'Flow',
    about: 'A bar for each loop, with its depth where it begins; a line from each branch to its target',
    text: (line) => flowText(picture, line),
    widest: flowWidest(picture),
    draw: (text) => drawFlow(picture, text),
    title: (line) => {
      const depth = picture.depths[line] ?? 0;
      return depth === 0 ? '' : `in ${count(depth, 'loop')}`;
    },
  };
}

/** Bars as long as their part of the registers that a thread has; a line in them is where the next smaller GRF mode ends. */
function live({ live: registers, peak, peakLine, grf_count, next }: CodeCosts): CodeGutter {
  const all = grf_count ?? Math.max(peak?.registers ?? 0, 1);
  const mode = next?.mode?.grf_count;
  const digits = String(all).length;
  return {
    name: 'live',
    heading: `Live${peak ? ` ${peak.registers}${grf_count === null ? '' : `/${grf_count}`}` : ''}`,
    about: `Live registers before the instruction${peak ? `; most, ${peak.registers}, before 0x${peak.offset.toString(16)}` : ''}`,
    text: (line) => {
      const count = registers[line] ?? -1;
      return count < 0 ? '' : `${count}${line === peakLine ? PEAK : ''}`;
    },
    widest: `${'0'.repeat(digits)}${PEAK}`,
    draw: (text) => {
      const count = Number.parseInt(text, 10);
      const name = count > all ? 'live bad' : mode !== undefined && count > mode ? 'live tight' : 'live';
      const box = part(name, String(count).padStart(digits) + (text.endsWith(PEAK) ? PEAK : ' '));
      box.style.setProperty('--part', String(Math.min(1, count / all)));
      if (mode !== undefined) box.style.setProperty('--next', String(mode / all));
      return box;
    },
    title: (line) => {
      const count = registers[line] ?? -1;
      if (count < 0) return '';
      const of = grf_count === null ? '' : ` of ${number(grf_count)}`;
      const over = mode !== undefined && count > mode ? `; ${count - mode} more than GRF mode ${mode} has` : '';
      return `${count}${of} registers are live here${line === peakLine ? ', the most in this code' : ''}${over}`;
    },
  };
}

const PEAK = '▲';

function part(name: string, text: string): HTMLElement {
  const span = document.createElement('span');
  span.className = name;
  span.textContent = text;
  return span;
}

/** The part of the samples at each instruction, and a bar that is longest at the hottest. */
function samples({ samples: all, sampled }: CodeCosts): CodeGutter {
  const hottest = sampled?.hottest[0]?.total ?? 1;
  return {
    name: 'samples',
    heading: 'Samples',
    about: 'Part of the stall samples',
    text: (line) => {
      const count = all.get(line)?.total;
      return count === undefined ? '' : `${percent(count, sampled?.total ?? 0)} ${count}`;
    },
    widest: '100.0 %',
    draw: (text) => {
      const count = Number(text.slice(text.lastIndexOf(' ')));
      const box = part('samples', text.slice(0, text.lastIndexOf(' ')));
      box.style.setProperty('--part', String(Math.min(1, count / hottest)));
      return box;
    },
    title: (line) => {
      const counts = all.get(line);
      return counts ? `${count(counts.total, 'sample')}: ${reasonsText(counts)}` : '';
    },
  };
}

export const percent = (count: number, all: number): string => `${((100 * count) / Math.max(1, all)).toFixed(1)} %`;

/** Why the instruction did not issue, most often first. */
export function reasonsText({ reasons, total }: SampleCounts): string {
  const sorted = Object.entries(reasons).sort(([, a], [, b]) => b - a);
  return sorted.map(([name, count]) => `${name} ${percent(count, total)}`).join(', ');
}

/** Tokens that are waited for, and how many instructions back the one that sets them is. Distances are in the text of the instruction. */
function waits({ waits: all }: CodeCosts): CodeGutter {
  const texts = new Map<number, string>();
  for (const [line, lineWaits] of all) {
    const [first, ...more] = lineWaits.filter(({ token }) => token !== undefined);
    if (!first) continue;
    const nearest = first.on.at(-1)?.distance;
    const way = nearest === undefined ? ' –' : nearest > 0 ? ` ↑${nearest}` : ` ↻`;
    texts.set(line, `$${first.token}${way}${more.length > 0 ? ` +${more.length}` : ''}`);
  }
  return {
    name: 'waits',
    heading: 'Waits',
    about: 'Token that is waited for, and how many instructions back it is set',
    isOptional: true,
    text: (line) => texts.get(line) ?? '',
    widest: [...texts.values()].reduce((a, b) => (b.length > a.length ? b : a), ''),
    title: (line) => (all.get(line) ?? []).map(({ text }) => text).join('\n'),
  };
}
