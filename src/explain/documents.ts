/** Entries for the members of the `--json` documents, from their JSON Schemas (`schemas/` of the package). */
import type { Entry } from './entry.ts';
import { pageOf } from './pages.ts';

interface Schema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/**
 * An entry for each member of each object that a JSON Schema of this package describes.
 *
 * @param document the parsed JSON of a file of `schemas/`
 * @example
 * const schema = JSON.parse(readFileSync('node_modules/zebin/schemas/info.json', 'utf8'));
 * documentEntries(schema).find((entry) => entry.name === 'spill_size')?.doc;
 */
export function documentEntries(document: unknown): Entry[] {
  const whole = document as Schema;
  const id = whole.$id ?? '';
  const entriesOf = (object: string, { properties = {}, items, anyOf = [] }: Schema): Entry[] => [
    ...Object.entries(properties).flatMap(([name, member]) => {
      const path = [id, object, name].filter((part) => part !== '').join('/');
      const doc = member.description ?? `A member of ${object === '' ? 'the document' : `the object ${object}`}.`;
      const inner = object === '' ? name : `${object}/${name}`;
      const entry = { kind: 'document member', name, path, doc, type: typeText(member) };
      return [{ ...entry, page: pageOf(entry) }, ...entriesOf(inner, member)];
    }),
    ...[...(items ? [items] : []), ...anyOf].flatMap((inner) => entriesOf(object, inner)),
  ];
  return [['', whole] as const, ...Object.entries(whole.definitions ?? {})].flatMap(([object, schema]) => entriesOf(object, schema));
}

function typeText(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (schema.$ref !== undefined) return `object ${schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)}`;
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  if (schema.type === 'array') return schema.items ? `list of ${typeText(schema.items)}` : 'list';
  if (schema.type === undefined) return 'any value';
  return typeof schema.type === 'string' ? schema.type : schema.type.join(' or ');
}
