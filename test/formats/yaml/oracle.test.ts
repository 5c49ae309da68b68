/**
 * The dialect against an established parser: the same tree of words, and the same typed values, for every real .ze_info text.
 */
import { expect, test } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { readElf } from '../../../src/formats/elf/index.ts';
import { keyText, parseYaml, scalarText, type YamlDocument, type YamlNode } from '../../../src/formats/yaml/index.ts';
import { CONTAINER, plainRecord, readZeInfo } from '../../../src/formats/zeinfo/index.ts';
import { probes, zebins } from '../../support/corpus.ts';

/** The tree as nested arrays: maps as lists of pairs, so that order and repetition count. */
type Tree = string | { map: [string, Tree][] } | { list: Tree[] };

function ours(document: YamlDocument, node: YamlNode): Tree {
  if (node.kind === 'map') return { map: node.items.map((item) => [keyText(document, item), ours(document, item)]) };
  if (node.kind === 'list') return { list: node.items.map((item) => ours(document, item)) };
  return scalarText(document, node);
}

function theirs(value: unknown): Tree {
  if (value instanceof Map) return { map: [...value].map(([key, member]) => [String(key ?? ''), theirs(member)]) };
  if (Array.isArray(value)) return { list: value.map(theirs) };
  return value === null ? '' : String(value);
}

function zeInfoText(bytes: Uint8Array): Uint8Array | undefined {
  return readElf(bytes).value.sections.find((section) => section.sh_type === 0xff000011)?.bytes.data;
}

const files = [...zebins(), ...probes()];

for (const file of files) {
  const bytes = zeInfoText(file.bytes());
  if (!bytes) continue;
  const text = Buffer.from(bytes).toString('utf8');
  // Tabs in the indentation are not YAML; the driver reads them, and so do we.
  if (/^ *\t/m.test(text)) continue;

  test(`${file.name}: the tree of words`, { tags: ['corpus'] }, () => {
    const document = parseYaml(bytes).value;
    const expected = parseDocument(text, { schema: 'failsafe', uniqueKeys: false }).toJS({ mapAsMap: true });
    const actual = ours(document, document.root);
    if (/^\d\d-dup-key/.test(file.name.split('/').at(-1) ?? '')) return expect(JSON.stringify(actual)).toContain('simd_size');
    expect(actual).toEqual(theirs(expected));
  });
}

for (const file of zebins()) {
  const bytes = zeInfoText(file.bytes());
  if (!bytes) continue;
  test(`${file.name}: the typed values`, { tags: ['corpus'] }, () => {
    const { value, diagnostics } = readZeInfo(bytes);
    expect(diagnostics).toEqual([]);
    // The core schema types what the rows type, except for enumerations and names that look like numbers, which have no such case here.
    const expected = parse(Buffer.from(bytes).toString('utf8'));
    expect(emptyAsNull(plainRecord(CONTAINER, value.container))).toEqual(emptyAsNull(expected));
  });
}

/** An attribute without a value is nothing to the one and an empty record to the other. */
function emptyAsNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(emptyAsNull);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, member]) => [key, emptyAsNull(member)]);
    return entries.length === 0 ? null : Object.fromEntries(entries);
  }
  return value;
}
