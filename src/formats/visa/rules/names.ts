/** Names: their length and their characters. */
import { textSize } from '../../../core/bytes/index.ts';
import type { Attribute, Routine } from '../model.ts';
import { type Place, type RoutineCheck, type RoutineRule, VISA_PAGE } from './row.ts';

/** Most bytes of a name, by the table that uses it (page, each table). */
const NAME_BYTES = { variables: 64, addresses: 64, predicates: 64, labels: 1024 } as const;
const ATTRIBUTE_BYTES = 64;
const ROUTINE_BYTES = 1023;
const PRINTABLE = /^[\x20-\x7e]*$/;

/** Tables whose entries have attributes. */
const WITH_ATTRIBUTES = ['variables', 'addresses', 'predicates', 'labels', 'samplers', 'surfaces'] as const;

/** An attribute of a routine or of what it declares, and where it is. */
export interface PlacedAttribute {
  readonly attribute: Attribute;
  readonly name: string;
  readonly of: 'routine' | 'variable';
  at(field: 'name' | 'value'): Place;
}

/** Every attribute of a routine and of what it declares. */
export function* attributesOf(routine: Routine): Iterable<PlacedAttribute> {
  const nameOf = ({ name }: Attribute) => routine.strings[name] ?? '';
  for (const [index, attribute] of routine.attributes.entries()) {
    yield { attribute, name: nameOf(attribute), of: 'routine', at: (field) => ({ table: 'attributes', index, field }) };
  }
  for (const table of WITH_ATTRIBUTES) {
    for (const [index, { attributes }] of routine[table].entries()) {
      for (const [i, attribute] of attributes.entries()) {
        yield {
          attribute,
          name: nameOf(attribute),
          of: 'variable',
          at: (field) => ({ table, index, field: `attributes[${i}]/${field}` }),
        };
      }
    }
  }
}

/** Number of bytes of a name that has more than `most`; else undefined. */
function tooLong(name: string, most: number): number | undefined {
  if (name.length * 3 <= most) return undefined;
  const bytes = textSize(name);
  return bytes > most ? bytes : undefined;
}

/** Checks each name once: many items may share one long name. */
function onceForEach<T>(check: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    if (!known.has(name)) known.set(name, check(name));
    return known.get(name) as T;
  };
}

const longer = (bytes: number, most: number) => `the name has ${bytes} bytes, and may have at most ${most}`;

export const NAME_RULES: readonly RoutineRule[] = [
  {
    name: 'name-length',
    code: 'visa/name-length',
    source: `${VISA_PAGE}, General Variables, Labels`,
    says: 'Names of general, address and predicate variables have at most 64 bytes, names of labels at most 1024.',
    check({ routine }, report) {
      for (const table of Object.keys(NAME_BYTES) as (keyof typeof NAME_BYTES)[]) {
        const most = NAME_BYTES[table];
        const excess = onceForEach((name) => tooLong(name, most));
        for (const [index, { name_index }] of routine[table].entries()) {
          const bytes = excess(routine.strings[name_index] ?? '');
          if (bytes !== undefined) report({ table, index, field: 'name_index' }, longer(bytes, most));
        }
      }
    },
  },
  {
    name: 'routine-name-length',
    code: 'visa/name-length',
    source: `${VISA_PAGE}, Kernel`,
    says: 'The name of a kernel or function has at most 1023 bytes.',
    check({ routine }, report) {
      const bytes = tooLong(routine.strings[routine.name_index] ?? '', ROUTINE_BYTES);
      if (bytes !== undefined) report({ field: 'name_index' }, longer(bytes, ROUTINE_BYTES));
    },
  },
  {
    name: 'attribute-name-length',
    code: 'visa/name-length',
    source: `${VISA_PAGE}, Attributes`,
    says: 'The name of an attribute has at most 64 bytes.',
    check: eachAttributeName((name) => {
      const bytes = tooLong(name, ATTRIBUTE_BYTES);
      return bytes === undefined ? undefined : longer(bytes, ATTRIBUTE_BYTES);
    }),
  },
  {
    name: 'attribute-name-characters',
    code: 'visa/name-characters',
    source: `${VISA_PAGE}, Attributes`,
    says: 'The name of an attribute consists of printable ASCII characters.',
    check: eachAttributeName((name) => (PRINTABLE.test(name) ? undefined : 'its name has characters that are not printable ASCII')),
  },
  {
    name: 'first-string',
    code: 'visa/range',
    source: `${VISA_PAGE}, String Pool`,
    says: 'The first string is empty.',
    differs: 'Compilers have the name of the routine there.',
  },
];

/** Checks the name of each attribute; `check` returns what is wrong with it. */
function eachAttributeName(check: (name: string) => string | undefined): RoutineCheck {
  return ({ routine }, report) => {
    const messageOf = onceForEach(check);
    for (const { name, at } of attributesOf(routine)) {
      const message = messageOf(name);
      if (message !== undefined) report(at('name'), message);
    }
  };
}
