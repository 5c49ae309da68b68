// @ts-check
import { ENUMS, RECORDS } from '../../dist/formats/zeinfo/index.js';
import { NOTICE } from './notice.mjs';
import { comment, WIDTH } from './typescript.mjs';

/** @import { Attribute, Kind } from '../../dist/core/schema/index.js' */

/** The type of each record: one of a list has the name of one. @type {Record<string, string>} */
const RECORD_TYPES = {
  container: 'Container',
  kernels: 'Kernel',
  user_attributes: 'UserAttributes',
  execution_env: 'ExecutionEnv',
  payload_arguments: 'PayloadArgument',
  per_thread_payload_arguments: 'PerThreadPayloadArgument',
  binding_table_indices: 'BindingTableIndex',
  per_thread_memory_buffers: 'PerThreadMemoryBuffer',
  inline_samplers: 'InlineSampler',
  experimental_properties: 'ExperimentalProperties',
  debug_env: 'DebugEnv',
  functions: 'ZeFunction',
  global_host_access_table: 'GlobalHostAccess',
  kernels_misc_info: 'KernelMiscInfo',
  args_info: 'ArgumentInfo',
  kernels_cost_info: 'KernelCostInfo',
  kcm_args_sym: 'KernelCostArgument',
  kcm_loop_count_exps: 'KernelCostCount',
  Kcm_loop_costs: 'KernelCostLoop',
};

/** @param {string} name */
function recordType(name) {
  const type = RECORD_TYPES[name];
  if (type === undefined) throw new Error(`scripts/gen/ze-info-types.mjs: RECORD_TYPES has no name for ${name}`);
  return type;
}

const wordType = (/** @type {string} */ name) =>
  name.replace(/(?:^|_)([a-z0-9])/g, (_, /** @type {string} */ letter) => letter.toUpperCase());

/** @param {Kind} kind @returns {string} */
function typeOf(kind) {
  switch (kind.kind) {
    case 'int32':
    case 'float':
      return 'number';
    case 'bool':
      return 'boolean';
    case 'str':
      return 'string';
    case 'int32xN':
      return 'readonly number[]';
    case 'strs':
      return 'readonly string[]';
    case 'enum':
      return wordType(kind.rows.name);
    case 'record':
      return recordType(kind.rows.name);
    case 'list':
      return `readonly ${recordType(kind.rows.name)}[]`;
  }
}

/** What the row says of an attribute: its meaning, unit, default and versions. @param {Attribute} row */
function docOf({ doc, unit, required, default: value, since, until, specified }) {
  return [
    doc,
    unit === undefined ? '' : `Unit: ${unit}.`,
    required ? 'Required.' : value === undefined ? '' : `Default: ${JSON.stringify(value)}.`,
    since === undefined ? '' : `Since ${since}.`,
    until === undefined ? '' : `Before ${until}.`,
    specified === false ? 'Not in the specification.' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** The interfaces of the records of ze_info, with what their rows say: `src/formats/zeinfo/records.ts`. */
export function zeInfoTypes() {
  const records = RECORDS.flatMap(({ name, doc, attributes }) => [
    '',
    ...comment(`${doc} \`${name}\` of ze_info.`),
    `export interface ${recordType(name)} extends AnyRecord {`,
    ...Object.entries(attributes).flatMap(([key, row]) => [...comment(docOf(row), '  '), `  readonly ${key}?: ${typeOf(row.type)};`]),
    '}',
  ]);
  const words = ENUMS.flatMap(({ name, doc, members }) => {
    const all = [...members.map(({ value }) => `'${value}'`), '(string & {})'];
    const line = `export type ${wordType(name)} = ${all.join(' | ')};`;
    const lines =
      line.length <= WIDTH
        ? [line]
        : [`export type ${wordType(name)} =`, ...all.map((one, i) => `  | ${one}${i === all.length - 1 ? ';' : ''}`)];
    return ['', ...comment(`${doc} Unknown words are kept.`), ...lines];
  });
  const text = [
    '/**',
    ' * The records of ze_info as they are read: each attribute may be missing, and is then absent.',
    ' *',
    ` * ${NOTICE}`,
    ' */',
    "import type { AnyRecord } from './record.ts';",
    ...records,
    ...words,
  ];
  return `${text.join('\n')}\n`;
}
