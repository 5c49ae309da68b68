/**
 * A plain second reading of loads and stores: which byte of memory goes to which byte of the registers, or comes from it. It shares nothing
 * with the engine.
 */

/** Each moved byte, in order: its place in the registers, and in memory. A load gives 0 where there is no memory. */
export type Moves = readonly (readonly [register: number, memory: number | undefined])[];

/** A message with an address for each lane. Places and sizes are in bytes. */
export interface LaneMessage {
  readonly lanes: number;
  readonly mask: number;
  /** Of each lane, in memory. */
  readonly addresses: readonly number[];
  /** An element in memory and in a register, and where it is there. */
  readonly memory: number;
  readonly register: number;
  readonly shift: number;
  /** Which elements after each address are moved. */
  readonly elements: readonly number[];
  /** Where the data begins, and the bytes of a register: each element of all lanes begins at one. */
  readonly at: number;
  readonly grf: number;
}

export function movesOfLanes({ lanes, mask, addresses, memory, register, shift, elements, at, grf }: LaneMessage): Moves {
  const moves: (readonly [number, number | undefined])[] = [];
  const each = Math.ceil((lanes * register) / grf) * grf;
  for (let lane = 0; lane < lanes; lane++) {
    if (Math.floor(mask / 2 ** lane) % 2 === 0) continue;
    for (const [index, element] of elements.entries())
      for (let k = 0; k < register; k++) {
        const isMemory = k >= shift && k < shift + memory;
        const from = (addresses[lane] as number) + element * memory + k - shift;
        moves.push([at + index * each + lane * register + k, isMemory ? from : undefined]);
      }
  }
  return moves;
}

/** A rectangle of a surface. Width, height and pitch of the surface, and the place, are as a host has them. */
export interface Rectangle {
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
  readonly blocks: number;
  readonly layout: 'rows' | 'columns' | 'packed';
  /** In bytes, rows, and bytes. */
  readonly surface: { readonly width: number; readonly height: number; readonly pitch: number };
  readonly x: number;
  readonly y: number;
  readonly at: number;
  readonly grf: number;
}

/** Bytes of a block in registers: rows are filled up to a power of two, blocks to whole registers. */
export function blockBytes({ size, columns, rows, layout, grf }: Rectangle): number {
  const [length, lines] = layout === 'columns' ? [rows, columns] : [columns, rows];
  let full = 1;
  while (full < length) full *= 2;
  return Math.ceil((full * lines * size) / grf) * grf;
}

export function movesOfRectangle(one: Rectangle): Moves {
  const { size, columns, rows, blocks, layout, surface, x, y, at } = one;
  const moves: (readonly [number, number | undefined])[] = [];
  let length = 1;
  while (length < (layout === 'columns' ? rows : columns)) length *= 2;
  const together = layout === 'packed' ? 4 / size : 1;
  const bytes = blockBytes(one);
  for (let block = 0; block < blocks; block++)
    for (let element = 0; element < bytes / size; element++) {
      const line = Math.floor(element / length);
      const [column, row] =
        layout === 'columns'
          ? [line, element % length]
          : layout === 'rows'
            ? [element % length, line]
            : [
                Math.floor((element % (length * together)) / together),
                Math.floor(element / (length * together)) * together + (element % together),
              ];
      const [left, top] = [(x + block * columns + column) * size, y + row];
      const isThere = column < columns && row < rows && left >= 0 && left + size <= surface.width && top >= 0 && top < surface.height;
      for (let k = 0; k < size; k++)
        moves.push([at + block * bytes + element * size + k, isThere ? top * surface.pitch + left + k : undefined]);
    }
  return moves;
}

/** What the moves do to registers and memory, which are lists of bytes. */
export function moved(moves: Moves, isLoad: boolean, registers: readonly number[], memory: readonly number[]) {
  const [r, m] = [[...registers], [...memory]];
  for (const [register, place] of moves) {
    if (isLoad) r[register] = place === undefined ? 0 : (m[place] as number);
    else if (place !== undefined) m[place] = r[register] as number;
  }
  return { registers: r, memory: m };
}
