/**
 * Every fact of the rows of ze_info, as generated cases: the right value is silent, a wrong one gets its code, at its bytes. Versions
 * are those of the two pages: 1.14, and the last one before flat images went; and the newest.
 */
import { describe, expect, test } from 'vitest';
import type { Code, Diagnostic } from '../../../src/core/diag/index.ts';
import {
  type Attribute,
  existsIn,
  kindName,
  neededWhen,
  type RecordRows,
  type Row,
  type Version,
  type When,
} from '../../../src/core/schema/index.ts';
import { PAYLOAD_KINDS } from '../../../src/formats/zebin/build/payload.ts';
import { readZebin, validateZebin } from '../../../src/formats/zebin/index.ts';
import { argumentType, CONTAINER, RECORDS, readZeInfo, validateZeInfo } from '../../../src/formats/zeinfo/index.ts';
import { buildZebin, latin1 } from '../../support/build-elf.ts';

const VERSIONS: readonly Version[] = ['1.14', '1.65', '1.73'];

/** A map in a text: values are raw text, maps, or lists of maps. */
type Node = { [key: string]: string | Node | Node[] };

interface Fact {
  readonly name: string;
  readonly version: Version;
  readonly record: RecordRows;
  /** Attributes of the record besides those that it needs anyhow; undefined takes one away. */
  readonly right: Partial<Record<string, string>>;
  readonly wrong: Partial<Record<string, string>>;
  /** What is said of the wrong one. */
  readonly code: Code;
  /** The key that the finding is at, or its value; the record when left out. */
  readonly at?: string;
  /** ItemFinding with the rest of the file, because a rule and no row says it. */
  readonly file?: true;
}

const has = (row: Row, version: Version) => row.specified !== false && existsIn(row, version);
const words = (attribute: Attribute, version: Version) =>
  attribute.type.kind === 'enum' ? attribute.type.rows.members.filter((row) => has(row, version)).map((row) => row.value) : [];

/** A value that fits. */
function sample(attribute: Attribute, version: Version): string | Node | Node[] {
  const { type } = attribute;
  switch (type.kind) {
    case 'int32':
      return String(attribute.values?.at(-1) ?? 8);
    case 'bool':
      return 'true';
    case 'float':
      return '0.5';
    case 'str':
      return 'some';
    case 'strs':
      return '[ some ]';
    case 'int32xN':
      return '[ 0, 1, 2 ]';
    case 'enum':
      return words(attribute, version)[0] ?? '';
    case 'record':
      return minimal(type.rows, version, {});
    case 'list':
      return [minimal(type.rows, version, {})];
  }
}

const meets = (when: When, node: Node) =>
  when.some((all) => Object.entries(all).every(([key, values]) => values.includes(String(node[key]))));

/** A record with what it requires, and with these attributes. */
function minimal(rows: RecordRows, version: Version, given: Partial<Record<string, string | Node | Node[]>>): Node {
  const node: Node = {};
  for (const [key, attribute] of Object.entries<Attribute>(rows.attributes)) {
    const value = given[key];
    if (value !== undefined) node[key] = value;
    if (key in given || !has(attribute, version)) continue;
    // Conditions are mostly about this word.
    if (key === 'arg_type' && rows.name === 'payload_arguments') {
      node[key] = 'arg_bypointer';
      continue;
    }
    const needed = neededWhen(attribute);
    const required = attribute.required || (attribute.requiredIn && existsIn(attribute.requiredIn, version));
    if (required || (needed && meets(needed, { ...node, ...(given as Node) }))) node[key] = sample(attribute, version);
  }
  return node;
}

/** The ways from the root to a record. */
function chain(record: RecordRows, from: RecordRows = CONTAINER): readonly string[] | undefined {
  if (from === record) return [];
  for (const [key, { type }] of Object.entries<Attribute>(from.attributes)) {
    if (type.kind !== 'record' && type.kind !== 'list') continue;
    const rest = chain(record, type.rows);
    if (rest) return [key, ...rest];
  }
  return undefined;
}

function print(node: Node, indent = ''): string {
  return Object.entries(node)
    .map(([key, value]) => {
      if (typeof value === 'string') return `${indent}${key}: ${value}\n`;
      if (!Array.isArray(value)) return `${indent}${key}:\n${print(value, `${indent}  `)}`;
      return `${indent}${key}:\n${value.map((item) => printItem(item, indent)).join('')}`;
    })
    .join('');
}

function printItem(item: Node, indent: string): string {
  return Object.keys(item).length === 0 ? `${indent}  - {}\n` : print(item, `${indent}    `).replace(/^( *) {2}/, '$1- ');
}

/** A whole text with one record of the kind. */
function textOf({ record, version }: Fact, given: Partial<Record<string, string>>): string {
  const build = (rows: RecordRows, steps: readonly string[]): Node => {
    const [key, ...rest] = steps;
    if (key === undefined) return minimal(rows, version, rows === CONTAINER ? { version: `'${version}'`, ...given } : given);
    const { type } = rows.attributes[key] as Attribute;
    if (type.kind !== 'record' && type.kind !== 'list') throw new Error(`${key} is not a record`);
    const inner = build(type.rows, rest);
    const own = rows === CONTAINER ? { version: `'${version}'` } : {};
    return minimal(rows, version, { ...own, [key]: type.kind === 'list' ? [inner] : inner });
  };
  return print(build(CONTAINER, chain(record) ?? []));
}

function findingsOf(text: string, fact: Fact): { readonly found: readonly Diagnostic[]; readonly said: (one: Diagnostic) => string } {
  if (!fact.file) {
    const { value, diagnostics } = readZeInfo(latin1(text));
    return { found: [...diagnostics, ...validateZeInfo(value, fact.version)], said: ({ span }) => text.slice(span.start, span.end) };
  }
  const { bytes } = buildZebin({ zeInfo: text, kernels: ['some'] });
  const found = validateZebin(readZebin(bytes).value, { version: fact.version });
  return { found, said: ({ span }) => Buffer.from(bytes.subarray(span.start, span.end)).toString('latin1') };
}

/** What a row forbids, and does not. */
function* factsOf(version: Version): Generator<Fact> {
  for (const record of RECORDS) {
    for (const [key, attribute] of Object.entries<Attribute>(record.attributes)) {
      const { type, when, required, requiredIn, values } = attribute;
      const name = `${record.name}/${key}`;
      const at = { version, record, at: key };
      if (!has(attribute, version)) {
        // An attribute that came later, where its record is there.
        const made =
          words(attribute, '1.73')[0] ?? (type.kind === 'record' || type.kind === 'list' ? undefined : sample(attribute, '1.73'));
        const there = chain(record)?.every((step, i, all) => step !== '' && stepExists(all.slice(0, i + 1), version));
        if (attribute.specified === false || typeof made !== 'string' || made === '' || !there) continue;
        yield { ...at, name: `${name} is not in ${version}`, right: {}, wrong: { [key]: made }, code: 'zeinfo/not-in-version' };
        continue;
      }
      if (!chain(record)?.every((_, i, all) => stepExists(all.slice(0, i + 1), version))) continue;
      const first = when?.find((all) =>
        Object.entries(all).every(([other, list]) => list.some((word) => known(record, other, word, version))),
      );
      const around = Object.fromEntries(
        Object.entries(first ?? {}).map(([other, list]) => [other, list.find((word) => known(record, other, word, version)) ?? '']),
      );
      const right = name === 'container/version' ? `'${version}'` : sample(attribute, version);
      if (required || (requiredIn && existsIn(requiredIn, version)))
        yield { version, record, name: `${name} is required`, right: {}, wrong: { [key]: undefined }, code: 'zeinfo/missing' };
      for (const [i, all] of (neededWhen(attribute) ?? []).entries()) {
        const condition = Object.fromEntries(Object.entries(all).map(([other, list]) => [other, list[0] ?? '']));
        if (!Object.entries(condition).every(([other, word]) => known(record, other, word, version))) continue;
        const fact = { version, record, name: `${name} is needed (${i + 1})`, code: 'zeinfo/missing' as const };
        yield { ...fact, right: condition, wrong: { ...condition, [key]: undefined } };
      }
      if (typeof right !== 'string') {
        yield { ...at, name: `${name} is of type ${kindName(type)}`, right: {}, wrong: { [key]: 'word' }, code: 'zeinfo/type' };
        continue;
      }
      const set = (value: string) => ({ ...around, [key]: value });
      if (type.kind !== 'str' && type.kind !== 'enum')
        yield { ...at, name: `${name} is of type ${kindName(type)}`, right: set(right), wrong: set('word'), code: 'zeinfo/type' };
      if (type.kind === 'str' || type.kind === 'enum')
        yield { ...at, name: `${name} is of type ${kindName(type)}`, right: set(right), wrong: set('[ 1 ]'), code: 'zeinfo/type' };
      if (type.kind === 'int32') {
        yield { ...at, name: `${name} is at most 2147483647`, right: set(right), wrong: set('2147483648'), code: 'zeinfo/range' };
        yield { ...at, name: `${name} is at least -2147483648`, right: set(right), wrong: set('-2147483649'), code: 'zeinfo/range' };
      }
      if (type.kind === 'int32xN')
        yield { ...at, name: `${name} has three numbers`, right: set(right), wrong: set('[ 0, 1 ]'), code: 'zeinfo/type' };
      if (values) {
        const code =
          record.name === 'experimental_properties'
            ? 'rule/experiment-values'
            : key === 'simd_size'
              ? 'rule/simd-size'
              : 'rule/slm-alloc-mode';
        for (const value of values)
          yield { ...at, name: `${name} is ${value}`, right: set(String(value)), wrong: set('7'), code, file: true };
      }
      if (type.kind === 'enum') {
        const code = required ? 'zeinfo/word' : 'zeinfo/unknown-value';
        for (const word of words(attribute, version))
          if (!when || first) yield { ...at, name: `${name} is ${word}`, right: set(word), wrong: set('frobnicate'), code };
        for (const member of type.rows.members)
          if (member.specified !== false && !existsIn(member, version))
            yield {
              ...at,
              name: `${name} is not ${member.value}`,
              right: set(right),
              wrong: set(member.value),
              code: 'zeinfo/not-in-version',
            };
      }
      if (when) {
        const [other = '', list = []] = Object.entries(when[0] ?? {})[0] ?? [];
        const elsewhere = words(record.attributes[other] as Attribute, version).find(
          (word) => !when.some((all) => (all[other] ?? []).includes(word)),
        );
        if (elsewhere !== undefined)
          yield {
            ...at,
            name: `${name} is not there where ${other} is ${elsewhere}, not ${list[0]}`,
            right: set(right),
            wrong: { [other]: elsewhere, [key]: right },
            code: 'zeinfo/condition',
          };
      }
    }
  }
  for (const text of ['100', "'12.'", "'.12'", "'.'", "''", 'abc', "'2.0'", "'0.9'"]) {
    const fact = { version, record: CONTAINER, name: `version is not ${text}`, code: 'zeinfo/version' as const, at: 'version' };
    yield { ...fact, right: { version: `'${version}'` }, wrong: { version: text } };
  }
  yield* sizesOf(version);
}

/** Sizes of arguments, by the data of their types. */
function* sizesOf(version: Version): Generator<Fact> {
  const record = RECORDS.find(({ name }) => name === 'payload_arguments') as RecordRows;
  for (const kind of PAYLOAD_KINDS) {
    const row: (Row & { readonly value: string; readonly size?: string }) | undefined = argumentType.members.find(
      ({ value }) => value === kind.arg_type,
    );
    // The specification has no size for what queries of images and samplers give.
    if (
      !row ||
      !has(row, version) ||
      kind.bytes === 'given' ||
      (row.size === undefined && kind.bytes === 4 && row.value !== 'buffer_offset' && !/_base$/.test(row.value))
    )
      continue;
    const around = {
      arg_type: kind.arg_type,
      ...(kind.addrmode === undefined ? {} : { addrmode: kind.addrmode }),
      ...(kind.addrspace === undefined ? {} : { addrspace: kind.addrspace }),
      ...(/^(arg_|buffer_)/.test(kind.arg_type) ? { arg_index: '0' } : {}),
    };
    const bytes = (kind.bytes === 'pointer' ? 8 : kind.bytes) * (kind.count ?? 1);
    const size = (value: number) => ({ ...around, offset: '0', size: String(value) });
    const code =
      kind.count || ['buffer_offset', 'work_dimensions', 'region_group_dimension', 'buffer_size'].includes(row.value)
        ? 'rule/argument-size'
        : 'rule/argument-data';
    yield {
      name: `${row.value} ${kind.addrmode ?? ''} ${kind.addrspace ?? ''} has ${bytes} bytes`,
      version,
      record,
      right: size(bytes),
      wrong: size(6),
      code,
      file: true,
    };
  }
  const perThread = RECORDS.find(({ name }) => name === 'per_thread_payload_arguments') as RecordRows;
  const local = (arg_type: string, size: number) => ({ arg_type, offset: '0', size: String(size) });
  yield {
    name: 'local_id has whole dimensions',
    version,
    record: perThread,
    right: local('local_id', 192),
    wrong: local('local_id', 100),
    code: 'rule/local-id-size',
    file: true,
  };
}

function stepExists(steps: readonly string[], version: Version): boolean {
  let rows: RecordRows = CONTAINER;
  for (const step of steps) {
    const attribute = rows.attributes[step] as Attribute;
    if (!has(attribute, version)) return false;
    if (attribute.type.kind === 'record' || attribute.type.kind === 'list') rows = attribute.type.rows;
  }
  return true;
}

function known(record: RecordRows, key: string, word: string, version: Version): boolean {
  const attribute = record.attributes[key];
  return attribute !== undefined && has(attribute, version) && words(attribute, version).includes(word);
}

describe.each(VERSIONS)('ze_info %s', (version) => {
  const facts = [...factsOf(version)];

  test('has a case for every attribute and every word that the version has', () => {
    const named = facts.map(({ name }) => name);
    for (const record of RECORDS) {
      for (const [key, attribute] of Object.entries<Attribute>(record.attributes)) {
        if (!has(attribute, version) || !chain(record)?.every((_, i, all) => stepExists(all.slice(0, i + 1), version))) continue;
        expect(named).toContain(`${record.name}/${key} is of type ${kindName(attribute.type)}`);
        if (attribute.required) expect(named).toContain(`${record.name}/${key} is required`);
        for (const word of words(attribute, version)) expect(named).toContain(`${record.name}/${key} is ${word}`);
      }
    }
    expect(new Set(named).size).toBe(named.length);
    expect(facts.length).toBeGreaterThan(200);
  });

  test.each(facts.map((fact) => [fact.name, fact] as const))('the right value of %s is silent, and a wrong one has its code', (_, fact) => {
    const right = findingsOf(textOf(fact, fact.right), fact);
    expect(
      right.found.filter(({ code }) => code === fact.code || (!fact.file && code.startsWith('zeinfo/'))).map(({ message }) => message),
    ).toEqual([]);
    const text = textOf(fact, fact.wrong);
    const { found, said } = findingsOf(text, fact);
    const [own] = found.filter(({ code }) => code === fact.code);
    expect(found.map(({ code }) => code)).toContain(fact.code);
    const value = fact.at === undefined ? undefined : fact.wrong[fact.at];
    const places = [fact.at, value].filter((one) => one !== undefined);
    if (own && places.length > 0) expect(places.some((place) => said(own).includes(place))).toBe(true);
  });
});
