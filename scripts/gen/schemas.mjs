// @ts-check
/** JSON Schemas of the documents of `--json`, from the interfaces of src/documents and src/change, and the rows of ze_info. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';
import { KERNEL_RESOURCES } from '../../dist/formats/zebin/index.js';
import { ROOT } from '../stamp.mjs';
import { NOTICE } from './notice.mjs';
import { describeZeInfo } from './ze-info-schema.mjs';

/** @typedef {{ [keyword: string]: any }} Schema */

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));

/** A schema for each document: each type that src/documents and src/change export under a name that ends so. */
export function schemas() {
  const config = {
    path: at('src/{documents,change}/index.ts'),
    tsconfig: at('src/tsconfig.json'),
    // src is compiled by the build already.
    skipTypeCheck: true,
    additionalProperties: false,
    topRef: false,
  };
  const generator = createGenerator({ ...config, type: '*' });
  return documents().map((type) => {
    const { $schema, ...schema } = /** @type {Schema} */ (finish(generator.createSchema(type)));
    const $id = constant(schema);
    if (type === 'KernelDocument') describeZeInfo(schema);
    describeResources(schema);
    return {
      path: `schemas/${$id.split('/')[1]}.json`,
      text: `${JSON.stringify({ $comment: NOTICE, $schema, $id, ...schema }, null, 2)}\n`,
    };
  });
}

/** The names of the types, from the text of the sources: the generator cannot list the types of a file. */
function documents() {
  const files = ['src/documents/', 'src/change/'].flatMap((folder) =>
    readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).flatMap((name) => (name.endsWith('.ts') ? [at(folder) + name] : [])),
  );
  return files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^export (?:interface |type |type \{ )(\w+Document)\b/gm)].map(([, type = '']) => type),
  );
}

/**
 * The type of a kernel's resources has no docstrings: their rows describe them.
 * @param {Schema} schema
 */
function describeResources({ definitions }) {
  const members = definitions?.KernelInfo?.properties;
  if (!members) return;
  for (const [name, { doc, unit }] of Object.entries(KERNEL_RESOURCES)) {
    members[name].description = unit === undefined ? doc : `${doc} Unit: ${unit}.`;
  }
}

/**
 * What the types cannot say: every number of a document counts, sizes or identifies something, so it is an integer, unless its type
 * is `Real`. `Json` is what any JSON can hold. The member `schema` comes first, as in the documents.
 * @param {any} value
 * @returns {any}
 */
function finish(value) {
  if (Array.isArray(value)) return value.map(finish);
  if (typeof value !== 'object' || value === null) return value;
  /** @type {Schema} */
  const copy = {};
  for (const [key, member] of Object.entries(value)) copy[key] = ['Json', 'Real'].includes(key) ? member : finish(member);
  if (copy.type === 'number') copy.type = 'integer';
  if (Array.isArray(copy.type)) copy.type = copy.type.map((type) => (type === 'number' ? 'integer' : type));
  if (copy.type === 'object' && copy.properties?.schema) {
    const { schema, ...rest } = copy.properties;
    copy.properties = { schema, ...rest };
  }
  return copy;
}

/**
 * The value of the document's member `schema`, which is also the name of its schema.
 * @param {Schema} schema
 * @returns {string}
 */
function constant(schema) {
  const value = schema.properties?.schema?.const;
  if (value !== undefined) return value;
  const names = schema.anyOf.map((/** @type {Schema} */ part) => constant(schema.definitions[part.$ref.split('/').at(-1)]));
  if (new Set(names).size !== 1) throw new Error(`the alternatives of a document have different names: ${names.join(', ')}`);
  return names[0];
}
