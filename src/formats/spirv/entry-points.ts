import { Bytes, displayText, type Input } from '../../core/bytes/index.ts';
import { LIMITS } from '../../core/diag/index.ts';

/** Words of the header, and the places of its fields in bytes. */
const HEADER = 20;
const OP = { EntryPoint: 15, Function: 54 } as const;
/** The execution model of OpenCL kernels. */
const KERNEL = 6;
/** First word of a little-endian module. */
const MAGIC = 0x07230203;

/**
 * The names of the kernels of a SPIR-V module, in its order. The list is empty for a big-endian module, a module that is truncated before
 * them, and other data.
 *
 * Source: Khronos SPIR-V specification, 2.3 (physical layout), 2.4 (entry points come before functions) and OpEntryPoint.
 *
 * @example
 * entryPoints(new Uint8Array(20)); // []
 */
export function entryPoints(input: Input): readonly string[] {
  const bytes = Bytes.from(input);
  const names: string[] = [];
  if (!bytes.has(0, HEADER) || bytes.u32(0) !== MAGIC) return names;
  let remaining: number = LIMITS.workFloor + bytes.length;
  for (let at = HEADER; bytes.has(at, 4); ) {
    const word = bytes.u32(at);
    const size = (word >>> 16) * 4;
    const op = word & 0xffff;
    if (size === 0 || !bytes.has(at, size) || op === OP.Function) break;
    if (op === OP.EntryPoint && size > 12 && bytes.u32(at + 4) === KERNEL) {
      const text = bytes.sub(at + 12, at + size).text();
      const end = text.indexOf('\0');
      const name = displayText(end < 0 ? text : text.slice(0, end));
      remaining -= name.length;
      if (remaining < 0) break;
      names.push(name);
    }
    at += size;
  }
  return names;
}
