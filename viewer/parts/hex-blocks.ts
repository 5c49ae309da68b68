/** The bytes of a source in the page: blocks are loaded when they are viewed, and the most recent ones are kept. */
import { signal } from '@preact/signals';
import { ask } from '../client.ts';
import type { Block, BlockSpan } from '../worker/bytes.ts';

const KEPT = 64;
/** Maximum number of pending blocks: after fast scrolling, old requests are not needed. */
const ASKED = 4;

export class Blocks {
  /** Read this where blocks are drawn, so that they are drawn again when a block arrives. */
  readonly version = signal(0);
  private readonly kept = new Map<number, Block>();
  private readonly requests = new Map<number, Promise<void>>();
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

  /** The block with a byte, if it is loaded; otherwise it is requested. */
  around(offset: number): Block | undefined {
    const index = Math.floor((offset - this.start) / this.block);
    const block = this.kept.get(index);
    if (!block && this.requests.size < ASKED) void this.load(offset);
    return block;
  }

  /** Resolves when the block with a byte is loaded. */
  load(offset: number): Promise<void> {
    const index = Math.floor((offset - this.start) / this.block);
    if (this.kept.has(index) || index < 0 || index * this.block >= this.size) return Promise.resolve();
    const coming = this.requests.get(index);
    if (coming) return coming;
    const answer = ask('bytesBlock', { file: this.file, at: this.at, block: index }).then(
      (block) => this.keep(index, block),
      // The file was closed; the page is gone or reports it.
      () => void this.requests.delete(index),
    );
    this.requests.set(index, answer);
    return answer;
  }

  /** The range with one owner that a byte is in. */
  ownerAt(offset: number): BlockSpan | undefined {
    const spans = this.around(offset)?.spans;
    return spans?.[indexAt(spans, offset)];
  }

  private keep(index: number, block: Block): void {
    this.requests.delete(index);
    this.kept.set(index, block);
    for (const [oldest] of this.kept) {
      if (this.kept.size <= KEPT) break;
      this.kept.delete(oldest);
    }
    this.version.value++;
  }
}

/** The index of the range with a byte, among ranges in order. */
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
