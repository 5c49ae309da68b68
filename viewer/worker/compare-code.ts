/**
 * The code of two builds of a kernel: as one text, with equal instructions once and changed ones in their old and new form; or as two texts
 * of which the lines of the same number belong together.
 */
import { visible } from '../../cli/visible.ts';
import type { AlignedCode, AlignedLine } from '../../src/internal.ts';

type Word = 'was' | 'now' | 'new' | 'gone';

export interface CodeText {
  readonly text: string;
  /** How lines differ: a word for each kind. */
  readonly words: ReadonlyMap<number, Word>;
}

export interface CompareCodeView extends CodeText {
  /** The new build, where the text is the base alone. */
  readonly beside?: CodeText;
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

/** @param isBeside whether the builds are two texts */
export function compareCodeView({ rows, blocks }: AlignedCode, isBeside: boolean): CompareCodeView {
  const counterpart = new Map(blocks.flatMap((block) => (block.new === null ? [] : [[block.new, block.base] as const])));
  const goneBlocks = new Set(blocks.flatMap((block) => (block.new === null ? [block.base] : [])));
  const sides = [new Lines(), ...(isBeside ? [new Lines()] : [])];
  const [left, right] = sides as [Lines, Lines | undefined];
  const [base, next]: [number[], number[]] = [[], []];
  const notes = new Map<number, string>();
  const changes: number[] = [];
  const place = (from = -1, to = -1) => {
    base.push(from);
    next.push(to);
  };
  let heading = '';
  let isRun = false;
  let done = 0;
  for (const row of rows) {
    if (base.length >= MAX_LINES) break;
    const own = headingOf(row, counterpart, goneBlocks);
    if (own !== undefined && own !== heading) {
      for (const side of sides) side.put(own);
      place();
    }
    heading = own ?? heading;
    if (row.kind !== 'same' && !isRun) changes.push(base.length);
    isRun = row.kind !== 'same';
    done++;
    const [before, after] = [row.base?.text ?? '', row.new?.text ?? ''];
    const word =
      row.kind === 'changed'
        ? (['was', 'now'] as const)
        : row.kind === 'new'
          ? ([undefined, 'new'] as const)
          : (['gone', undefined] as const);
    const note = row.kind === 'changed' ? REASONS[row.reason ?? 'operation'] : '';
    if (right) {
      if (row.kind === 'same') for (const side of sides) side.put(after);
      else {
        left.put(row.base ? before : '', row.base ? word[0] : undefined);
        right.put(row.new ? after : '', row.new ? word[1] : undefined);
      }
      if (note !== '') notes.set(base.length, note);
      place(row.base?.offset, row.new?.offset);
    } else if (row.kind === 'same') {
      left.put(`  ${after}`);
      place(row.base?.offset, row.new?.offset);
    } else {
      if (row.base) {
        left.put(`- ${before}`, word[0]);
        place(row.base.offset);
      }
      if (row.new) {
        if (note !== '') notes.set(base.length, note);
        left.put(`+ ${after}`, word[1]);
        place(-1, row.new.offset);
      }
    }
  }
  const only = (side: 'base' | 'new') => blocks.filter((block) => block[side] === null).length;
  return {
    ...left.view(),
    ...(right ? { beside: right.view() } : {}),
    notes,
    base: Int32Array.from(base),
    next: Int32Array.from(next),
    changes,
    blocks: { paired: blocks.length - only('base') - only('new'), new: only('base'), gone: only('new') },
    left: rows.length - done,
  };
}

class Lines {
  private readonly lines: string[] = [];
  private readonly words = new Map<number, Word>();

  put(text: string, word?: Word): void {
    if (word !== undefined) this.words.set(this.lines.length, word);
    this.lines.push(visible(text));
  }

  view(): CodeText {
    return { text: this.lines.join('\n'), words: this.words };
  }
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
