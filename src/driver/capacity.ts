/**
 * The capacity that the driver reserves for the nodes of a text. It estimates the number from the part that it has read, and crashes if
 * the nodes exceed the capacity between two estimates. Source: intel/compute-runtime
 * shared/source/device_binary_format/yaml/yaml_parser.cpp.
 */

/** The initial capacity, in nodes. */
export const CAPACITY = 512;

export class Capacity {
  /** The current capacity, in nodes. */
  nodes: number = CAPACITY;
  private readonly lines: number;

  /** @param lines number of lines of the whole text */
  constructor(lines: number) {
    this.lines = lines;
  }

  /** Reserves as many nodes as the whole text needs if it continues as it did up to `line`, computed in single precision. */
  grow(used: number, line: number): void {
    if (used < this.nodes || line === 0) return;
    const ratio = Math.fround(Math.fround(this.lines) / Math.fround(line));
    this.nodes = Math.max(this.nodes, Math.trunc(Math.fround(Math.fround(used) * ratio)));
  }
}
