/** Variables of the source, where debug information says where they are. */
import { FormatError, Reporter } from '../../core/diag/index.ts';
import { decodeDwarf, type Located, locate, type TypeMember, type Variable, type VariableType } from '../../formats/dwarf/index.ts';
import type { Zebin } from '../../formats/zebin/index.ts';
import { ELEMENT_TYPES, ELEMENTS, type ElementType } from '../case/elements.ts';
import type { Thread } from '../thread.ts';
import type { Names } from './expression.ts';
import type { Listing } from './listing.ts';
import type { Variables } from './names.ts';
import { DebugError } from './registers.ts';
import { isAggregate, type StructureType, sizeOfType, type Value, type ValueType, valueAt } from './values.ts';

/** A variable that is visible at an instruction. */
export interface SourceVariable {
  readonly name: string;
  readonly type: string;
  readonly isParameter: boolean;
}

interface Placed extends Variable {
  readonly sections: readonly (number | undefined)[];
  /** Undefined for a type without values. */
  readonly shown: ValueType | undefined;
}

export class SourceVariables implements Variables {
  private readonly listing: Listing;
  private readonly zebin: Zebin;
  private readonly all: readonly Placed[];

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
    const at = this.listing.at(address);
    if (at === undefined) return [];
    const section = this.zebin.elf.sections.find((one) => one.name === at.section)?.index;
    const offset = BigInt(at.offset);
    return this.all.filter(({ ranges, sections }) =>
      ranges.some(({ start, end }, i) => sections[i] === section && offset >= start && offset < end),
    );
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
        const bytes = new Uint8Array(Math.max(sizeOfType(type), 8));
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
  const members = once(() => (type.members?.() ?? []).flatMap(memberOf));
  return {
    ...{ kind, name, size },
    get members() {
      return members();
    },
  };
}

/** A member; of one without a name, those that are in it. */
function memberOf({ name, offset, type }: TypeMember): StructureType['members'] {
  const own = valueType(type);
  if (own === undefined) return [];
  if (name !== '' || typeof own === 'string' || !isAggregate(own) || own.kind === 'array') return [{ name, offset, type: own }];
  return own.members.map((one) => ({ ...one, offset: offset + one.offset }));
}

const elementType = ({ kind, size }: VariableType): ElementType | undefined =>
  ELEMENT_TYPES.find((name) => ELEMENTS[name].kind === kind && ELEMENTS[name].size === size);

function variablesOf({ elf, bytes }: Zebin): readonly Placed[] {
  const out = new Reporter(bytes.length);
  try {
    return decodeDwarf(elf, out, true).units.flatMap(({ variables = [], section }) =>
      variables.map((one) => ({
        ...one,
        sections: one.ranges.map((range) => range.section ?? section),
        shown: valueType(one.type),
      })),
    );
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}
