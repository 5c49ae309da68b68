/** The bytes of a source as the page has them: blocks that come when they are looked at, of which the last ones are kept. */
import { signal } from '@preact/signals';
import { ask } from '../client.ts';
import type { Block, BlockSpan } from '../worker/bytes.ts';

const KEPT = 64;
/** Maximum number of pending blocks: after fast scrolling, old requests are not needed. */
const ASKED = 4;

export class Blocks {
  /** Read where something is drawn from blocks, so that it is drawn again when one comes. */
  readonly version = signal(0);
  private readonly kept = new Map<number, Block>();
  private readonly asked = new Map<number, Promise<void>>();
  private readonly file: number;
  private readonly at: string;
  readonly start: number;
  /** In bytes, as that of a block. */
  readonly size: number;
  private readonly block: number;

  constructor(file: number, at: string, { start, size, block }: { readonly start: number; readonly size: number; readonly block: number }) {
    this.file = file;
    this.at = at;
    this.start = start;
    this.size = size;
    this.block = block;
  }

  /** The block with a byte, when it is here; otherwise it is asked for. */
  around(offset: number): Block | undefined {
    const index = Math.floor((offset - this.start) / this.block);
    const block = this.kept.get(index);
    if (!block && this.asked.size < ASKED) void this.load(offset);
    return block;
  }

  /** Comes when the block with a byte is here. */
  load(offset: number): Promise<void> {
    const index = Math.floor((offset - this.start) / this.block);
    if (this.kept.has(index) || index < 0 || index * this.block >= this.size) return Promise.resolve();
    const coming = this.asked.get(index);
    if (coming) return coming;
    const asked = ask('bytesBlock', { file: this.file, at: this.at, block: index }).then(
      (block) => this.keep(index, block),
      // The file was closed; the page has gone or says so.
      () => void this.asked.delete(index),
    );
    this.asked.set(index, asked);
    return asked;
  }

  /** The stretch with one owner that a byte is in. */
  ownerAt(offset: number): BlockSpan | undefined {
    const spans = this.around(offset)?.spans;
    return spans?.[indexAt(spans, offset)];
  }

  private keep(index: number, block: Block): void {
    this.asked.delete(index);
    this.kept.set(index, block);
    for (const [oldest] of this.kept) {
      if (this.kept.size <= KEPT) break;
      this.kept.delete(oldest);
    }
    this.version.value++;
  }
}

/** Where among stretches in order the one with a byte is. */
export function indexAt(spans: readonly BlockSpan[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}
