import type { RecordRows } from '../core/schema/index.ts';
import { Shared } from './behaviour.ts';
import { DriverTree } from './tree.ts';
import { type Entry, entryOf } from './values.ts';

/** The tree of ze_info, with what is read of it once, and decided once for releases that answer alike. */
export class InfoTree extends DriverTree {
  private readonly records = new Map<number, readonly Entry[]>();
  private readonly kernels = new Map<number, Shared<number>[]>();

  /** The entries below a node, each with its row. A node always has the same rows. */
  entries(node: number, rows: RecordRows): readonly Entry[] {
    const known = this.records.get(node);
    if (known !== undefined) return known;
    const children = this.children(node);
    // Items without content may be millions.
    if (children.length === 0) return NONE;
    const entries = children.map((child) => entryOf(this, child, rows));
    this.records.set(node, entries);
    return entries;
  }

  /** What releases decide about a kernel: the node of its name. @param grfBytes size of a register of the device */
  kernel(index: number, grfBytes: number): Shared<number> {
    const kernels = this.kernels.get(grfBytes) ?? [];
    this.kernels.set(grfBytes, kernels);
    const known = kernels[index] ?? new Shared<number>();
    kernels[index] = known;
    return known;
  }
}

const NONE: readonly Entry[] = [];
