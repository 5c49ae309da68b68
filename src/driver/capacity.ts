/**
 * The capacity that the driver reserves for the nodes of a text. It estimates the number from the part that it has read, and crashes if
 * the nodes exceed the capacity between two estimates. Source: intel/compute-runtime
 * shared/source/device_binary_format/yaml/yaml_parser.cpp.
 */

/** The initial capacity, in nodes. */
export const CAPACITY = 512;

const [LF, SPACE, COMMA, DASH, DOT, OPEN, CLOSE] = [10, 32, 44, 45, 46, 0x5b, 0x5d];

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

/**
 * Whether all nodes of a common text ({@link YamlDocument.isCommon}) fit, for a release that accepts such texts. It only counts the nodes
 * that `DriverTree` would make.
 */
export function fitsCapacity(text: Uint8Array): boolean {
  let lines = 0;
  for (let i = 0; i < text.length; i++) if (text[i] === LF) lines++;
  const capacity = new Capacity(lines);
  // For each open node, outermost first: its column, and whether it is an item whose first entry has not been read yet.
  const columns = [0];
  const owing = [false];
  let nodes = 1;
  let lastColumn = 0;
  let lastOwes = false;
  let isFull = false;
  const add = () => {
    if (nodes >= capacity.nodes) isFull = true;
    nodes++;
  };
  for (let line = 0, at = 0; line < lines && !isFull; line++) {
    let end = at;
    while (text[end] !== LF) end++;
    const start = at;
    while (text[at] === SPACE) at++;
    const first = text[at];
    const column = at - start;
    const isItem = first === DASH && text[at + 1] === SPACE;
    at = end + 1;
    // A document marker.
    if (first === DOT || (first === DASH && !isItem)) continue;
    if (column > lastColumn) {
      columns.push(lastColumn);
      owing.push(lastOwes);
      capacity.grow(nodes, line);
    } else {
      while (column < (columns.at(-1) ?? 0)) {
        capacity.grow(nodes, line);
        columns.pop();
        if (owing.pop()) add();
      }
      capacity.grow(nodes, line);
      if (lastOwes) add();
    }
    add();
    lastColumn = column;
    lastOwes = isItem;
    if (isItem || text[end - 1] !== CLOSE || text[end - 2] === OPEN) continue;
    // The numbers between brackets are nodes too.
    columns.push(column);
    owing.push(false);
    lastColumn = column + 1;
    let numbers = 1;
    for (let i = start; i < end; i++) if (text[i] === COMMA) numbers++;
    for (; numbers > 0; numbers--) {
      capacity.grow(nodes, line);
      add();
    }
  }
  return !isFull;
}
