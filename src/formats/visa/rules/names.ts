/** Names: their length and their characters. */
import { textSize } from '../../../core/bytes/index.ts';
import type { Attribute, Routine } from '../model.ts';
import type { Finding, Place, RoutineContext, Rule } from './row.ts';

/** Most bytes of a name, by the table that uses it (page, each table). */
const NAME_BYTES = { variables: 64, addresses: 64, predicates: 64, labels: 1024 } as const;
const ATTRIBUTE_BYTES = 64;
const ROUTINE_BYTES = 1023;
const PRINTABLE = /^[\x20-\x7e]*$/;

/** Tables whose entries have attributes. */
const WITH_ATTRIBUTES = ['variables', 'addresses', 'predicates', 'labels', 'samplers', 'surfaces'] as const;

/** An attribute of a routine or of what it declares, and where it is. */
export interface Owned {
  readonly attribute: Attribute;
  readonly name: string;
  readonly of: 'routine' | 'variable';
  at(field: 'name' | 'value'): Place;
}

/** Every attribute of a routine and of what it declares. */
export function* attributesOf(routine: Routine): Iterable<Owned> {
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
function onceForEach<T>(judge: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    if (!known.has(name)) known.set(name, judge(name));
    return known.get(name) as T;
  };
}

const longer = (bytes: number, most: number) => `the name has ${bytes} bytes, and may have at most ${most}`;

export const NAME_RULES: readonly Rule[] = [
  {
    id: 'name-length',
    code: 'visa/name-length',
    section: 'General Variables, Labels',
    says: 'Names of general, address and predicate variables have at most 64 bytes, names of labels at most 1024.',
    *judge({ routine }) {
      for (const table of Object.keys(NAME_BYTES) as (keyof typeof NAME_BYTES)[]) {
        const most = NAME_BYTES[table];
        const excess = onceForEach((name) => tooLong(name, most));
        for (const [index, { name_index }] of routine[table].entries()) {
          const bytes = excess(routine.strings[name_index] ?? '');
          if (bytes !== undefined) yield { table, index, field: 'name_index', message: longer(bytes, most) };
        }
      }
    },
  },
  {
    id: 'routine-name-length',
    code: 'visa/name-length',
    section: 'Kernel',
    says: 'The name of a kernel or function has at most 1023 bytes.',
    *judge({ routine }) {
      const bytes = tooLong(routine.strings[routine.name_index] ?? '', ROUTINE_BYTES);
      if (bytes !== undefined) yield { field: 'name_index', message: longer(bytes, ROUTINE_BYTES) };
    },
  },
  {
    id: 'attribute-name-length',
    code: 'visa/name-length',
    section: 'Attributes',
    says: 'The name of an attribute has at most 64 bytes.',
    judge: ({ routine }) =>
      ofAttributes(routine, (name) => {
        const bytes = tooLong(name, ATTRIBUTE_BYTES);
        return bytes === undefined ? undefined : longer(bytes, ATTRIBUTE_BYTES);
      }),
  },
  {
    id: 'attribute-name-characters',
    code: 'visa/name-characters',
    section: 'Attributes',
    says: 'The name of an attribute consists of printable ASCII characters.',
    judge: ({ routine }) =>
      ofAttributes(routine, (name) => (PRINTABLE.test(name) ? undefined : 'its name has characters that are not printable ASCII')),
  },
  {
    id: 'first-string',
    code: 'visa/range',
    section: 'String Pool',
    says: 'The first string is empty.',
    differs: 'Compilers have the name of the routine there.',
  },
];

function* ofAttributes(routine: RoutineContext['routine'], judge: (name: string) => string | undefined): Iterable<Finding> {
  const messageOf = onceForEach(judge);
  for (const { name, at } of attributesOf(routine)) {
    const message = messageOf(name);
    if (message !== undefined) yield { ...at('name'), message };
  }
}
