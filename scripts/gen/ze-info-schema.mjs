// @ts-check
/** ze_info in the schema of `zebin kernel`: what the rows say, in place of loose types. */
import { whenText } from '../../dist/core/schema/index.js';
import { argInfo, executionEnv, kernel, payloadArgument } from '../../dist/formats/zeinfo/index.js';
import { capital } from './markdown.mjs';
import { versions } from './rows.mjs';

/** @import { Attribute, Kind, RecordRows } from '../../dist/core/schema/index.js' */
/** @typedef {{ [keyword: string]: any }} Schema */

/**
 * Puts what the rows of ze_info say in place of the loose types of `zebin kernel`.
 * @param {Schema} schema
 */
export function describeZeInfo(schema) {
  const { definitions } = schema;
  const detail = definitions.KernelDetail.properties;
  const attributes = Object.entries(executionEnv.attributes).filter(([, row]) => row.default !== undefined);
  detail.ze_info = { ...reference(kernel.name), description: detail.ze_info.description };
  detail.defaults = {
    ...detail.defaults,
    properties: Object.fromEntries(attributes.map(([key, row]) => [key, attributeSchema(row, [])])),
    additionalProperties: false,
  };
  // What kernels_misc_info says of an argument is shown with it; see argumentsOf in src/documents/kernel/kernel.ts.
  const { name, type_name, address_qualifier } = argInfo.attributes;
  definitions.ArgumentDetail = {
    ...recordSchema({ ...payloadArgument, attributes: { ...payloadArgument.attributes, name, type_name, address_qualifier } }, []),
    description: definitions.ArgumentDetail.description,
  };
  delete definitions.ArgumentDetail.properties.extra;
  /** @type {RecordRows[]} */
  const records = [kernel];
  for (const record of records) definitions[record.name] = recordSchema(record, records);
  definitions.ExtraEntry = {
    type: 'object',
    properties: {
      key: { type: 'string' },
      text: { type: 'string', description: 'The value as it is in the text, without quotes.' },
      reason: {
        type: 'string',
        enum: ['unknown', 'type', 'duplicate'],
        description: 'No version has the attribute; its value has another type; or it is there a second time.',
      },
    },
    required: ['key', 'text', 'reason'],
    additionalProperties: false,
  };
}

/**
 * No attribute is required, because reading a file is not checking it.
 * @param {RecordRows} rows
 * @param {RecordRows[]} records gets the records that this one needs
 * @returns {Schema}
 */
function recordSchema(rows, records) {
  const properties = Object.fromEntries(Object.entries(rows.attributes).map(([key, row]) => [key, attributeSchema(row, records)]));
  const extra = {
    type: 'array',
    items: { $ref: '#/definitions/ExtraEntry' },
    description: 'What the file has here and the tables do not, or not so.',
  };
  return { type: 'object', properties: { ...properties, extra }, additionalProperties: false, description: rows.doc };
}

/**
 * @param {Attribute} row
 * @param {RecordRows[]} records
 * @returns {Schema}
 */
function attributeSchema(row, records) {
  const facts = [
    row.doc,
    row.type.kind === 'enum' ? 'Words of later versions can occur.' : '',
    row.unit === undefined ? '' : `Unit: ${row.unit}.`,
    row.required ? 'Required.' : '',
    row.default === undefined ? '' : `Default ${JSON.stringify(row.default)}.`,
    row.when === undefined ? '' : `Present when ${whenText(row.when)}.`,
    row.since === undefined && row.until === undefined && row.specified === undefined ? '' : `${capital(versions(row))}.`,
  ];
  return { ...kindSchema(row.type, records), description: facts.filter((text) => text !== '').join(' ') };
}

/**
 * @param {Kind} type
 * @param {RecordRows[]} records
 * @returns {Schema}
 */
function kindSchema(type, records) {
  switch (type.kind) {
    case 'int32':
      return { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
    case 'bool':
      return { type: 'boolean' };
    case 'float':
      return { type: 'number' };
    case 'str':
      return { type: 'string' };
    case 'strs':
      return { type: 'array', items: { type: 'string' } };
    case 'enum':
      return { type: 'string', examples: type.rows.members.map((member) => member.value) };
    case 'int32xN': {
      const length = type.length === undefined ? {} : { minItems: type.length, maxItems: type.length };
      return { type: 'array', items: kindSchema({ kind: 'int32' }, records), ...length };
    }
    case 'record':
    case 'list': {
      const { rows } = type;
      if (!records.includes(rows)) records.push(rows);
      return type.kind === 'record' ? reference(rows.name) : { type: 'array', items: reference(rows.name) };
    }
  }
}

/**
 * Next to a $ref itself draft-07 ignores other keywords, such as a description.
 * @param {string} name
 */
const reference = (name) => ({ allOf: [{ $ref: `#/definitions/${name}` }] });
