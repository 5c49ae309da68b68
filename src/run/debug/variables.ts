/** Variables of the source, where debug information says where they are. */
import { FormatError, Reporter } from '../../core/diag/index.ts';
import { decodeDwarf, type Located, locate, type Variable, type VariableType } from '../../formats/dwarf/index.ts';
import type { Zebin } from '../../formats/zebin/index.ts';
import { ELEMENT_TYPES, ELEMENTS, type ElementType } from '../case/elements.ts';
import type { Thread } from '../thread.ts';
import type { Names } from './expression.ts';
import type { Listing } from './listing.ts';
import type { Variables } from './names.ts';
import { DebugError } from './registers.ts';
import { isAggregate, type StructureType, sizeOfType, type Value, type ValueType, valueAt } from './values.ts';

/** Bytes of a value that the debug information has itself. */
const MOST_BYTES = 65_536;
/** Members of a structure, with those of members without a name; and how deep these are in one another. */
const MOST_MEMBERS = 4_096;
const DEEPEST = 16;

/** A variable that is visible at an instruction. */
export interface SourceVariable {
  readonly name: string;
  readonly type: string;
  readonly isParameter: boolean;
}

interface Placed extends Variable {
  /** The section of its unit, for ranges that name none. */
  readonly section: number | undefined;
  /** Undefined for a type without values. */
  readonly shown: ValueType | undefined;
}

export class SourceVariables implements Variables {
  private readonly listing: Listing;
  private readonly zebin: Zebin;
  private readonly all: readonly Placed[];
  /** What was asked for last: lanes ask one after the other. */
  private latest: { readonly address: number; readonly found: readonly Placed[] } | undefined;

  constructor(zebin: Zebin, listing: Listing) {
    this.zebin = zebin;
    this.listing = listing;
    this.all = variablesOf(zebin);
  }

  /** The variables that are visible at an address, the innermost of each name. */
  at(address: number): readonly SourceVariable[] {
    const found = new Map(this.visible(address).map((one) => [one.name, one]));
    return [...found.values()].map(({ name, type, isParameter }) => ({ name, type: type?.name ?? '', isParameter }));
  }

  named(name: string, t: Thread, lane: number, memory: Names['memory']): Value | undefined {
    const found = this.visible(t.ip)
      .filter((one) => one.name === name)
      .at(-1);
    return found && this.valueOf(found, t, lane, memory);
  }

  private visible(address: number): readonly Placed[] {
    if (this.latest?.address !== address) this.latest = { address, found: this.visibleAt(address) };
    return this.latest.found;
  }

  private visibleAt(address: number): readonly Placed[] {
    const at = this.listing.at(address);
    if (at === undefined) return [];
    const own = this.zebin.elf.sections.find((one) => one.name === at.section)?.index;
    const offset = BigInt(at.offset);
    // Variables of a function have one list of ranges.
    const known = new Map<Placed['ranges'], boolean>();
    return this.all.filter(({ ranges, section: ofUnit }) => {
      const contains =
        known.get(ranges) ?? ranges.some(({ start, end, section = ofUnit }) => section === own && offset >= start && offset < end);
      known.set(ranges, contains);
      return contains;
    });
  }

  private valueOf(variable: Placed, t: Thread, lane: number, memory: Names['memory']): Value {
    const { name, locations, value: constant, shown: type } = variable;
    if (type === undefined)
      throw new DebugError(`${name} has a type that is not known here${variable.type?.name ? `: ${variable.type.name}` : ''}`);
    if (constant !== undefined) return valueOfBits(BigInt(constant), type);
    const offset = this.listing.at(t.ip)?.offset ?? 0;
    const location = locations.find(({ start = 0, end = Number.POSITIVE_INFINITY }) => offset >= start && offset < end);
    if (location === undefined)
      throw new DebugError(locations.length === 0 ? `the compiler left no place for ${name}` : `${name} has no place at this instruction`);
    const found = located(location.expression, name, t, lane, memory);
    switch (found.kind) {
      case 'memory':
        return valueAt(memory('global', Number(found.address), sizeOfType(type), t), type);
      case 'register': {
        if (isAggregate(type) && found.bits < type.size * 8)
          throw new DebugError(`${name} is in several registers, and the file does not say in which`);
        const at = found.number * t.layout.grfBytes + (found.bit >> 3);
        return valueAt({ bytes: t.bytes, at }, type);
      }
      case 'value':
        if (isAggregate(type)) throw new DebugError(`${name} has parts, but no place in memory`);
        return valueOfBits(found.value, type);
      case 'bytes': {
        const size = sizeOfType(type);
        if (size > MOST_BYTES) throw new DebugError(`the type of ${name} has ${size} bytes, and its value ${found.bytes.length}`);
        const bytes = new Uint8Array(Math.max(size, 8));
        bytes.set(found.bytes.subarray(0, bytes.length));
        const { place, ...value } = valueAt({ bytes, at: 0 }, type);
        return isAggregate(type) && place ? { ...value, place } : value;
      }
      case 'unknown':
        throw new DebugError(
          `the place of ${name} is described by an operation that is not known here (0x${found.operation.toString(16)})`,
        );
    }
  }
}

function located(expression: Uint8Array, name: string, t: Thread, lane: number, memory: Names['memory']): Located {
  try {
    return locate(expression, {
      lane,
      register: (number, bit, bits) => bitsOf(t, number, bit, bits),
      memory: (address) => valueAt(memory('global', Number(address), 8, t), 'ulong').value as bigint,
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DebugError(`the place of ${name} cannot be read: ${error.message}`);
  }
}

/** Bits of general registers. */
function bitsOf({ layout, bytes }: Thread, number: number, bit: number, bits: number): bigint {
  const at = number * layout.grfBytes + (bit >> 3);
  if (!(at >= 0 && at + bits / 8 <= layout.generalBytes) || bits > 64) throw new RangeError(`there is no register ${number}`);
  let value = 0n;
  for (let i = Math.ceil(bits / 8) - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[at + i] ?? 0);
  return BigInt.asUintN(bits, value >> BigInt(bit & 7));
}

/** A value that has no place. */
function valueOfBits(bits: bigint, type: ValueType): Value {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, bits), true);
  return { type, value: valueAt({ bytes, at: 0 }, type).value };
}

/** What a type consists of is read when it is asked for, and once: a structure may point to itself. Throws {@link DebugError}. */
function once<T>(read: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => {
    try {
      found ??= { value: read() };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      throw new DebugError(`the type cannot be read: ${error.message}`);
    }
    return found.value;
  };
}

function valueType(type: VariableType | undefined): ValueType | undefined {
  if (type === undefined || type.kind === 'other') return undefined;
  const { name, kind, size, count = 0 } = type;
  const inner = once(() => valueType(type.to?.()) ?? 'uchar');
  if (kind === 'pointer')
    return {
      space: type.isLocal === true ? 'local' : 'global',
      get to() {
        return inner();
      },
    };
  if (kind === 'array')
    return {
      ...{ kind, name, size, count },
      get of() {
        return inner();
      },
    };
  if (kind !== 'structure') return elementType(type);
  const members = once(() => membersOf(type));
  return {
    ...{ kind, name, size },
    get members() {
      return members().found;
    },
    get isCut() {
      return members().isCut;
    },
  };
}

/** The members; of one without a name, those that are in it. A structure may claim to be in itself. */
function membersOf(type: VariableType): { readonly found: StructureType['members']; readonly isCut: boolean } {
  const found: StructureType['members'][number][] = [];
  let isCut = false;
  const add = (of: VariableType, from: number, deepest: number): void => {
    for (const { name, offset, type: own } of of.members?.() ?? []) {
      if (found.length >= MOST_MEMBERS) {
        isCut = true;
        return;
      }
      if (name === '' && own?.kind === 'structure') {
        if (deepest > 0) add(own, from + offset, deepest - 1);
        else isCut = true;
        continue;
      }
      const shown = valueType(own);
      if (shown !== undefined) found.push({ name, offset: from + offset, type: shown });
    }
  };
  add(type, 0, DEEPEST);
  return { found, isCut };
}

const elementType = ({ kind, size }: VariableType): ElementType | undefined =>
  ELEMENT_TYPES.find((name) => ELEMENTS[name].kind === kind && ELEMENTS[name].size === size);

function variablesOf({ elf, bytes }: Zebin): readonly Placed[] {
  const out = new Reporter(bytes.length);
  try {
    return decodeDwarf(elf, out, true).units.flatMap(({ variables = [], section }) =>
      variables.map((one) => ({ ...one, section, shown: valueType(one.type) })),
    );
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}
