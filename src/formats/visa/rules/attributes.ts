/** Attributes with known names and values. */
import { ATTRIBUTES, type AttributeRow, attributeRow } from '../table/attributes.ts';
import { attributesOf } from './names.ts';
import { type RoutineContext, type RoutineRule, VISA_PAGE } from './row.ts';

/** The value as an unsigned integer; undefined without one. */
export function unsigned(value: Uint8Array): number | undefined {
  return value.length === 0 || value.length > 4 ? undefined : value.reduceRight((sum, byte) => sum * 256 + byte, 0);
}

/** What is wrong with the value of an attribute that is known; undefined when nothing is. */
function fault(row: AttributeRow, value: Uint8Array, { registers }: RoutineContext): string | undefined {
  if (row.type === 'text') return value.length === 0 ? `${row.name} has no text` : undefined;
  if (value.length > 4) return `${row.name} is a number of 4 bytes at most, not of ${value.length}`;
  const number = unsigned(value);
  if (row.type === 'flag') return number !== undefined && number > 1 ? `${row.name} is 0 or 1, not ${number}` : undefined;
  // A number without value is a flag that is set.
  const actual = number ?? 1;
  if (row.values && !row.values.includes(actual)) return `${row.name} is one of ${row.values.join(', ')}, not ${actual}`;
  const most = (registers === 64 ? row.mostWide : undefined) ?? row.range?.[1];
  if (row.range && most !== undefined && (actual < row.range[0] || actual > most))
    return `${row.name} is from ${row.range[0]} to ${most}, not ${actual}`;
  if (row.ofRegisters && actual % 32 !== 0) return `${row.name} must be a multiple of the register size, and is ${actual}`;
  return undefined;
}

const REQUIRED: readonly AttributeRow[] = ATTRIBUTES.filter((row: AttributeRow) => row.required);
const ONCE: readonly AttributeRow[] = ATTRIBUTES.filter((row: AttributeRow) => row.once);

export const ATTRIBUTE_RULES: readonly RoutineRule[] = [
  {
    name: 'attribute-value',
    code: 'visa/attribute',
    source: `${VISA_PAGE}, Attributes; Pre-defined Attributes`,
    says: 'A known attribute has a value of its type that is allowed.',
    check(context, report) {
      for (const { attribute, name, of, at } of attributesOf(context.routine)) {
        const row = attributeRow(name);
        const message = row?.of === of ? fault(row, attribute.value, context) : undefined;
        if (message !== undefined) report(at('value'), message);
      }
    },
  },
  {
    name: 'attribute-required',
    code: 'visa/attribute',
    source: `${VISA_PAGE}, Kernel, Pre-defined Attributes`,
    says: 'A function has ArgSize and RetValSize.',
    check({ routine }, report) {
      if (routine.kind !== 'function') return;
      const names = new Set(routine.attributes.map(({ name }) => routine.strings[name]));
      for (const { name } of REQUIRED) if (!names.has(name)) report({ field: 'attributes' }, `the function has no attribute ${name}`);
    },
  },
  {
    name: 'attribute-once',
    code: 'visa/attribute',
    source: 'intel/intel-graphics-compiler visa/IsaVerification.cpp, verifyKernelAttributes',
    says: 'SLMSize and NBarrierCnt occur at most once.',
    check({ routine }, report) {
      for (const { name } of ONCE) {
        const places = [...routine.attributes.keys()].filter((i) => routine.strings[routine.attributes[i]?.name ?? -1] === name);
        for (const index of places.slice(1)) report({ table: 'attributes', index, field: 'name' }, `${name} occurs a second time`);
      }
    },
  },
];
