// @ts-check
/** The documents of `--json` as types of Python, from their JSON Schemas. */
import { NOTICE } from './notice.mjs';

/** @typedef {import('./schemas.mjs').Schema} Schema */

/** The documents that examples/python/zebin has a function for. */
const DOCUMENTS = ['check', 'compare', 'coverage', 'disasm', 'info', 'kernel', 'ls', 'size', 'validate'];

/** Words that cannot be names of members in a class. */
const KEYWORDS =
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  );

/** The text of a module for Python 3.8 and newer. @param {readonly { readonly path: string, readonly text: string }[]} schemas */
export function pythonDocuments(schemas) {
  /** @type {Map<string, string>} */
  const types = new Map();
  for (const name of DOCUMENTS) {
    /** @type {Schema} */
    const schema = JSON.parse(schemas.find(({ path }) => path === `schemas/${name}.json`)?.text ?? '{}');
    const all = Object.entries({ ...schema.definitions, [`${name}_document`]: schema });
    /** @type {Map<string, string>} */
    const names = new Map(all.map(([key]) => [key, className(key)]));
    // Two documents may call different types alike.
    const renamed = () => all.filter(([key, one]) => differs(names.get(key) ?? '', define(names.get(key) ?? '', one, names)));
    for (let renames = renamed(); renames.length > 0; renames = renamed())
      for (const [key] of renames) names.set(key, className(name) + names.get(key));
    for (const [key, one] of all) types.set(names.get(key) ?? '', define(names.get(key) ?? '', one, names));
  }
  /** @param {string} name @param {string} text */
  function differs(name, text) {
    const known = types.get(name);
    return known !== undefined && known !== text;
  }
  return `# ${NOTICE}
"""The documents that \`zebin VERB --json\` prints, as types. The JSON Schemas in schemas/ describe their members."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

${[...types.values()].join('\n')}`;
}

/** A type with its name. @param {string} name @param {Schema} schema @param {ReadonlyMap<string, string>} names */
function define(name, schema, names) {
  if (schema.type !== 'object' || !schema.properties) return `${name} = ${typeOf(schema, names, name)}\n`;
  const { required = [] } = schema;
  /** @type {[string, Schema][]} */
  const members = Object.entries(schema.properties);
  const parts = [members.filter(([key]) => required.includes(key)), members.filter(([key]) => !required.includes(key))];
  const both = parts.every((part) => part.length > 0);
  return parts
    .flatMap((part, i) => {
      if (part.length === 0 && (i === 1 || members.length > 0)) return [];
      const base = both && i === 1 ? `_${name}` : 'TypedDict';
      return [group(both && i === 0 ? `_${name}` : name, base, i === 1, part, names)];
    })
    .join('\n');
}

/** Members that are all required, or all optional. @param {string} name @param {string} base @param {boolean} optional @param {[string, Schema][]} members @param {ReadonlyMap<string, string>} names */
function group(name, base, optional, members, names) {
  const total = optional ? ', total=False' : '';
  const lines = members.map(([key, schema]) => [key, typeOf(schema, names)]);
  const isPlain = members.every(([key]) => /^[A-Za-z_]\w*$/.test(key) && !KEYWORDS.includes(key));
  if (isPlain) return `\nclass ${name}(${base}${total}):\n${lines.map(([key, type]) => `    ${key}: ${type}\n`).join('') || '    pass\n'}`;
  const text = `TypedDict("${base === 'TypedDict' ? name : `_${name}Optional`}", {${lines.map(([key, type]) => `"${key}": ${JSON.stringify(type)}`).join(', ')}}${total})`;
  return base === 'TypedDict'
    ? `${name} = ${text}\n`
    : `_${name}Optional = ${text}\n\n\nclass ${name}(${base}, _${name}Optional):\n    pass\n`;
}

/**
 * @param {Schema} schema
 * @param {ReadonlyMap<string, string>} names
 * @param {string} [self] the name that is being defined: a type cannot be an alias that contains itself
 * @returns {string}
 */
function typeOf(schema, names, self) {
  if (schema.$ref) {
    const name = names.get(schema.$ref.replace('#/definitions/', '')) ?? 'Any';
    return name === self ? 'Any' : self === undefined ? name : `"${name}"`;
  }
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  const choices = schema.anyOf ?? (Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : undefined);
  if (choices) return `Union[${choices.map((/** @type {Schema} */ one) => typeOf(one, names, self)).join(', ')}]`;
  switch (schema.type) {
    case 'string':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array':
      return `List[${schema.items && !Array.isArray(schema.items) ? typeOf(schema.items, names, self) : 'Any'}]`;
    case 'object':
      return typeof schema.additionalProperties === 'object'
        ? `Dict[str, ${typeOf(schema.additionalProperties, names, self)}]`
        : 'Dict[str, Any]';
    default:
      return 'Any';
  }
}

/** @param {unknown} value */
const literal = (value) => (value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value));

/** @param {string} name */
const className = (name) => name.replace(/(?:^|_|\W)+(\w)/g, (_, letter) => letter.toUpperCase()).replace(/\W/g, '');
