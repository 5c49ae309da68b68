/** The code of two builds of a kernel as one text: equal instructions once, changed ones in their old and new form. */
import { visible } from '../../cli/visible.ts';
import type { AlignedCode, AlignedLine } from '../../src/internal.ts';

export interface CompareCodeView {
  readonly text: string;
  /** How lines differ: a word for each kind. */
  readonly words: ReadonlyMap<number, 'was' | 'now' | 'new' | 'gone'>;
  /** Why a line counts as changed. */
  readonly notes: ReadonlyMap<number, string>;
  /** Offsets in each build; -1 for lines that it does not have. */
  readonly base: Int32Array;
  readonly next: Int32Array;
  /** The first line of each run of changes. */
  readonly changes: readonly number[];
  readonly blocks: { readonly paired: number; readonly new: number; readonly gone: number };
  /** Instructions that are left out at the end. */
  readonly left: number;
}

const REASONS = { operation: '', value: 'other values', target: 'branches elsewhere' } as const;

const MAX_LINES = 100_000;

export function compareCodeView({ rows, blocks }: AlignedCode): CompareCodeView {
  const counterpart = new Map(blocks.flatMap((block) => (block.new === null ? [] : [[block.new, block.base] as const])));
  const goneBlocks = new Set(blocks.flatMap((block) => (block.new === null ? [block.base] : [])));
  const lines: string[] = [];
  const [base, next]: [number[], number[]] = [[], []];
  const words = new Map<number, 'was' | 'now' | 'new' | 'gone'>();
  const notes = new Map<number, string>();
  const changes: number[] = [];
  const put = (text: string, from = -1, to = -1): number => {
    base.push(from);
    next.push(to);
    return lines.push(visible(text)) - 1;
  };
  let heading = '';
  let isRun = false;
  let done = 0;
  for (const row of rows) {
    if (lines.length >= MAX_LINES) break;
    const rowHeading = headingOf(row, counterpart, goneBlocks);
    if (rowHeading !== undefined && rowHeading !== heading) put(rowHeading);
    heading = rowHeading ?? heading;
    if (row.kind !== 'same' && !isRun) changes.push(lines.length);
    isRun = row.kind !== 'same';
    done++;
    if (row.kind === 'same') put(`  ${row.new?.text}`, row.base?.offset, row.new?.offset);
    else if (row.kind === 'changed') {
      words.set(put(`- ${row.base?.text}`, row.base?.offset), 'was');
      const line = put(`+ ${row.new?.text}`, -1, row.new?.offset);
      words.set(line, 'now');
      const note = REASONS[row.reason ?? 'operation'];
      if (note !== '') notes.set(line, note);
    } else if (row.kind === 'new') words.set(put(`+ ${row.new?.text}`, -1, row.new?.offset), 'new');
    else words.set(put(`- ${row.base?.text}`, row.base?.offset), 'gone');
  }
  const only = (side: 'base' | 'new') => blocks.filter((block) => block[side] === null).length;
  return {
    text: lines.join('\n'),
    words,
    notes,
    base: Int32Array.from(base),
    next: Int32Array.from(next),
    changes,
    blocks: { paired: blocks.length - only('base') - only('new'), new: only('base'), gone: only('new') },
    left: rows.length - done,
  };
}

/** The block that a row is in, as a line before it; undefined where it is in the one before. */
function headingOf(
  { base, new: next }: AlignedLine,
  counterpart: ReadonlyMap<number, number | null>,
  gone: ReadonlySet<number | null>,
): string | undefined {
  if (next) {
    const other = counterpart.get(next.block) ?? null;
    return `// block ${next.block}${other === null ? ', new' : other === next.block ? '' : `, in the base ${other}`}`;
  }
  return base && gone.has(base.block) ? `// block ${base.block} of the base, gone` : undefined;
}
