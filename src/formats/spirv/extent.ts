import type { Bytes } from '../../core/bytes/index.ts';

/** The first word of a module in either byte order, as it is read here. */
const MAGICS = [0x0723_0203, 0x0302_2307];
const HEADER = 20;
/** The first instruction of every module. */
const CAPABILITY = 17;
/** Opcodes of the registry are far below this: the magics of other formats, read as an instruction, are above it. */
const OPCODES = 0x2000;

/**
 * Length of the SPIR-V module that begins here: as far as instructions follow each other, which is at the end, at zeros, at the next module
 * or where another format begins. The header does not have it. Undefined if no module begins here.
 *
 * Source: Khronos SPIR-V specification, 2.3 (physical layout: magic, version, generator, bound, 0) and 2.4 (capabilities come first).
 */
export function spirvExtent(bytes: Bytes): number | undefined {
  const big = moduleAt(bytes, 0);
  if (big === undefined) return undefined;
  let at = HEADER;
  while (bytes.has(at, 4)) {
    const word = bytes.u32(at);
    const [size, op] = big ? [swapped(word), swapped(word >>> 16)] : [word >>> 16, word & 0xffff];
    if (size === 0 || op >= OPCODES || moduleAt(bytes, at) !== undefined) break;
    at += size * 4;
  }
  return at;
}

/** Whether the module that begins here is big-endian; undefined if none begins here. */
function moduleAt(bytes: Bytes, at: number): boolean | undefined {
  if (!bytes.has(at, HEADER + 4) || !MAGICS.includes(bytes.u32(at))) return undefined;
  const big = bytes.u32(at) === MAGICS[1];
  const words = [4, 12, 16, HEADER].map((place) => wordAt(bytes, at + place, big));
  const [version = 0, bound = 0, schema, first = 0] = words;
  const sane = version >>> 16 === 1 && (version & 0xff) === 0 && (version >>> 8) - 0x100 <= 0xff && bound > 0 && schema === 0;
  return sane && (first & 0xffff) === CAPABILITY && first >>> 16 === 2 ? big : undefined;
}

function wordAt(bytes: Bytes, at: number, big: boolean): number {
  const word = bytes.u32(at);
  return big ? ((swapped(word) << 16) | swapped(word >>> 16)) >>> 0 : word;
}

/** The low sixteen bits in the other byte order. */
const swapped = (half: number): number => ((half & 0xff) << 8) | ((half >>> 8) & 0xff);
