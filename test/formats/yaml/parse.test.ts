/** The dialect case by case, and random documents against the `yaml` package. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { type Code, LIMITS } from '../../../src/core/diag/index.ts';
import {
  isEmpty,
  isFlow,
  isQuoted,
  keyText,
  parseYaml,
  scalarText,
  type YamlDocument,
  type YamlNode,
} from '../../../src/formats/yaml/index.ts';

/** Maps as lists of pairs, because order and repetition count. */
type Tree = string | readonly Tree[] | { readonly map: readonly (readonly [string, Tree])[] };

const map = (...pairs: readonly (readonly [string, Tree])[]): Tree => ({ map: pairs });

const bytesOf = (text: string) => new TextEncoder().encode(text);

function treeOf(document: YamlDocument, node: YamlNode = document.root): Tree {
  if (node.kind === 'map') return { map: node.items.map((item) => [keyText(document, item), treeOf(document, item)]) };
  if (node.kind === 'list') return node.items.map((item) => treeOf(document, item));
  return scalarText(document, node);
}

function theirTree(text: string): Tree {
  const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: false, strict: false });
  // In the failsafe schema a tab or an odd escape is an error there too; a case that means to differ says so.
  if (document.errors.length > 0) throw document.errors[0];
  const convert = (value: unknown): Tree => {
    if (value instanceof Map) return { map: [...value].map(([key, member]) => [String(key ?? ''), convert(member)]) };
    if (Array.isArray(value)) return value.map(convert);
    return value === null || value === undefined ? '' : String(value);
  };
  return convert(document.toJS({ mapAsMap: true }));
}

/** Keys and values as they are, in the order of the text; blocks are left out, because they are their entries. */
function pieces(document: YamlDocument, node: YamlNode = document.root): string[] {
  const key = node.keyStart < 0 ? [] : [document.text.slice(node.keyStart, node.keyEnd)];
  const value = node.kind === 'scalar' || isFlow(document, node) ? [document.text.slice(node.start, node.end)] : [];
  return [...key, ...value, ...(isFlow(document, node) ? [] : node.items.flatMap((item) => pieces(document, item)))];
}

/** Entries are inside their block, one after the other, and a key comes before its value. */
function expectOrdered(document: YamlDocument): void {
  expect([...disorder(document.root)]).toEqual([]);
}

/** What is not so; `expect` for each of a million nodes would take most of the time. */
function* disorder(node: YamlNode): Generator<string> {
  let end = node.start;
  if (node.end < node.start) yield `${node.start} ends at ${node.end}`;
  for (const item of node.items) {
    const keyed = item.keyStart >= 0;
    if (keyed !== (node.kind === 'map')) yield `${item.start} in a ${node.kind} has ${keyed ? 'a' : 'no'} key`;
    if ((keyed ? item.keyStart : item.start) < end) yield `${item.start} begins before ${end}`;
    if (keyed && item.start < item.keyEnd) yield `${item.start} begins in its key`;
    if (item.end > node.end) yield `${item.start} ends after its block`;
    yield* disorder(item);
    end = item.end;
  }
}

interface Case {
  readonly text: string;
  readonly tree: Tree;
  /** As they are in the text: see {@link pieces}. */
  readonly pieces?: readonly string[];
  /** Why YAML reads it otherwise; without this the `yaml` package has to give the same tree. */
  readonly unlike?: string;
}

const GOOD: Record<string, Case> = {
  'a map': { text: 'a: 1\nb: 2\n', tree: map(['a', '1'], ['b', '2']), pieces: ['a', '1', 'b', '2'] },
  'a map in a map': { text: 'a:\n  b: 1\n  c: 2\nd: 3\n', tree: map(['a', map(['b', '1'], ['c', '2'])], ['d', '3']) },
  'a list': { text: '- a\n- b\n', tree: ['a', 'b'], pieces: ['a', 'b'] },
  'a list below its key': { text: 'k:\n  - a\n  - b\n', tree: map(['k', ['a', 'b']]) },
  'a list at the column of its key': {
    text: 'k:\n- a\n- b\nl: 1\n',
    tree: map(['k', ['a', 'b']], ['l', '1']),
    pieces: ['k', 'a', 'b', 'l', '1'],
  },
  'a list of maps': { text: '- a: 1\n  b: 2\n- a: 3\n', tree: [map(['a', '1'], ['b', '2']), map(['a', '3'])] },
  'a list of maps with wide gaps': { text: '-   a: 1\n    b: 2\n', tree: [map(['a', '1'], ['b', '2'])] },
  'a list item on the lines below': { text: '-\n  a: 1\n  b: 2\n-\n  - c\n', tree: [map(['a', '1'], ['b', '2']), ['c']] },
  'lists in one another': { text: '- - a\n  - b\n- - - c\n', tree: [['a', 'b'], [['c']]] },
  'a list at the column of its key in a list item': { text: '- k:\n  - a\n  l: 1\n', tree: [map(['k', ['a']], ['l', '1'])] },
  'an indented document': { text: '   a: 1\n   b: 2\n', tree: map(['a', '1'], ['b', '2']) },
  'a plain word on the line below its key': {
    text: 'a:\n  word\nb: 1\n',
    tree: map(['a', 'word'], ['b', '1']),
    pieces: ['a', 'word', 'b', '1'],
  },

  'an inline list': { text: 'a: [1, 2, 3]\n', tree: map(['a', ['1', '2', '3']]), pieces: ['a', '[1, 2, 3]'] },
  'an inline map': { text: 'a: {b: 1, c: 2}\n', tree: map(['a', map(['b', '1'], ['c', '2'])]) },
  'inline in one another': { text: 'a: [{b: [1, []]}, {}]\n', tree: map(['a', [map(['b', ['1', []]]), map()]]) },
  'an inline list over lines': {
    text: 'a: [1,\n    2, # two\n\n    3\n   ]\nb: 4\n',
    tree: map(['a', ['1', '2', '3']], ['b', '4']),
    pieces: ['a', '[1,\n    2, # two\n\n    3\n   ]', 'b', '4'],
  },
  'an inline map over lines': { text: 'a: {b: 1,\n  c:\n   2}\n', tree: map(['a', map(['b', '1'], ['c', '2'])]) },
  'an inline list on the line below': { text: 'a:\n  [1, 2]\n', tree: map(['a', ['1', '2']]) },
  'an inline list as document': { text: '[a, b]\n', tree: ['a', 'b'] },
  'an inline map as document': { text: '{a: 1}\n', tree: map(['a', '1']) },
  'an inline list as item': { text: '- [1, 2]\n- {a: 1}\n', tree: [['1', '2'], map(['a', '1'])] },
  'a comma before the bracket': { text: 'a: [1, 2, ]\n', tree: map(['a', ['1', '2']]) },
  'words of several in an inline list': { text: 'a: [one two, three  four ]\n', tree: map(['a', ['one two', 'three  four']]) },
  'quotes in an inline list': { text: `a: ['x, y', "]"]\n`, tree: map(['a', ['x, y', ']']]) },
  'quoted keys in an inline map': { text: `a: {"b c": 1, 'd': 2}\n`, tree: map(['a', map(['b c', '1'], ['d', '2'])]) },
  'an inline list with a comment after': { text: 'a: [1] # one\n', tree: map(['a', ['1']]), pieces: ['a', '[1]'] },

  'single quotes': { text: `a: 'it''s'\n`, tree: map(['a', "it's"]), pieces: ['a', "'it''s'"] },
  'double quotes': { text: `a: "x \\"y\\" \\\\ \\t \\x41 \\u00e9 \\U0001F600"\n`, tree: map(['a', 'x "y" \\ \t A é 😀']) },
  'nothing in quotes': { text: `a: ''\nb: ""\n`, tree: map(['a', ''], ['b', '']), pieces: ['a', "''", 'b', '""'] },
  'backslash in single quotes': { text: `a: 'x\\n'\n`, tree: map(['a', 'x\\n']) },
  'colon and hash in quotes': { text: `a: "b: c # d"\n`, tree: map(['a', 'b: c # d']) },
  'quotes and a comment': { text: `a: "b" # c\n`, tree: map(['a', 'b']), pieces: ['a', '"b"'] },
  'quoted keys': { text: `"a b": 1\n'c: d': 2\n`, tree: map(['a b', '1'], ['c: d', '2']), pieces: ['"a b"', '1', "'c: d'", '2'] },
  'a quoted key with a gap': { text: `"a" : 1\n`, tree: map(['a', '1']) },
  'quotes inside a plain word': { text: `a: it's "so"\n`, tree: map(['a', `it's "so"`]) },

  'words of several': { text: 'a: one two  three\n', tree: map(['a', 'one two  three']), pieces: ['a', 'one two  three'] },
  'colons inside words': { text: 'a: b:c\nd:e: f\n', tree: map(['a', 'b:c'], ['d:e', 'f']), pieces: ['a', 'b:c', 'd:e', 'f'] },
  'hashes inside words': { text: 'a: b#c\nd#e: 1\n', tree: map(['a', 'b#c'], ['d#e', '1']) },
  'commas and brackets inside words': { text: 'a: x[1], {y}\n', tree: map(['a', 'x[1], {y}']) },
  'what would have a type elsewhere': {
    text: 'a: 0x10\nb: true\nc: 1.10\nd: ~\ne: 1_000\n',
    tree: map(['a', '0x10'], ['b', 'true'], ['c', '1.10'], ['d', '~'], ['e', '1_000']),
  },
  'a dash that begins no item': { text: 'a: -1\n-b: 2\n', tree: map(['a', '-1'], ['-b', '2']) },
  'a dot and a dash as values': {
    text: 'a: .\nb: -\n',
    tree: map(['a', '.'], ['b', '-']),
    unlike: 'there a lone dash is a list inside a line',
  },
  'letters beyond ASCII': { text: 'ключ: 日本語\nb: é\n', tree: map(['ключ', '日本語'], ['b', 'é']) },

  'empty values': { text: 'a:\nb:\n  c:\n', tree: map(['a', ''], ['b', map(['c', ''])]), pieces: ['a', '', 'b', 'c', ''] },
  'an empty value with a comment': { text: 'a: # none\nb: 1\n', tree: map(['a', ''], ['b', '1']) },
  'empty items': { text: '-\n- a\n-\n', tree: ['', 'a', ''], pieces: ['', 'a', ''] },
  'an empty item with a comment': { text: '- # none\n- a\n', tree: ['', 'a'] },
  'a repeated key': { text: 'a: 1\na: 2\n', tree: map(['a', '1'], ['a', '2']), unlike: 'there the second replaces the first' },

  comments: { text: '# first\na: 1 # one\n  # deep\nb: 2\n#last', tree: map(['a', '1'], ['b', '2']), pieces: ['a', '1', 'b', '2'] },
  'a comment between a key and its block': { text: 'a:\n# about b\n  b: 1\n', tree: map(['a', map(['b', '1'])]) },
  'carriage returns': {
    text: 'a: 1\r\nb:\r\n- "c"\r\n- [d,\r\n  e]\r\n',
    tree: map(['a', '1'], ['b', ['c', ['d', 'e']]]),
    pieces: ['a', '1', 'b', '"c"', '[d,\r\n  e]'],
  },
  'no line feed at the end': { text: 'a: 1\nb: 2', tree: map(['a', '1'], ['b', '2']), pieces: ['a', '1', 'b', '2'] },
  'no line feed after a key': { text: 'a: 1\nb:', tree: map(['a', '1'], ['b', '']) },
  'document markers': { text: '---\na: 1\n...\n', tree: map(['a', '1']) },
  'a marker with a comment': { text: '--- # begin\na: 1\n', tree: map(['a', '1']) },
  'a byte-order mark': { text: '\ufeffa: 1\n', tree: map(['a', '1']), pieces: ['a', '1'] },
  'blanks after values': {
    text: 'a: 1   \nb:   2\t\nc:  \n',
    tree: map(['a', '1'], ['b', '2'], ['c', '']),
    pieces: ['a', '1', 'b', '2', 'c', ''],
  },
  'blanks before the colon': { text: 'a : 1\nb  : 2\n', tree: map(['a', '1'], ['b', '2']), pieces: ['a', '1', 'b', '2'] },
  'aligned values, as nGEN writes them': {
    text: 'version : 1.8\nkernels: \n  - name           : "k"\n    execution_env  : \n      grf_count    : 128\n    \n    payload_arguments:\n      - arg_type        : arg_bypointer\n',
    tree: map(
      ['version', '1.8'],
      [
        'kernels',
        [map(['name', 'k'], ['execution_env', map(['grf_count', '128'])], ['payload_arguments', [map(['arg_type', 'arg_bypointer'])]])],
      ],
    ),
  },
  'blank lines with blanks': { text: 'a: 1\n   \n\nb:\n      \n  c: 2\n \n', tree: map(['a', '1'], ['b', map(['c', '2'])]) },
  'a tab between words': { text: 'a:\t1\nb: x\ty\n', tree: map(['a', '1'], ['b', 'x\ty']) },
};

describe.each(Object.entries(GOOD))('%s', (_, { text, tree, pieces: expected, unlike }) => {
  const bytes = bytesOf(text);
  const { value: document, diagnostics } = parseYaml(bytes);

  test('is read as this tree, without findings', () => {
    expect(diagnostics).toEqual([]);
    expect(treeOf(document)).toEqual(tree);
    expectOrdered(document);
    if (expected) expect(pieces(document)).toEqual(expected);
  });

  if (unlike === undefined) {
    test('is the same to the yaml package', () => {
      expect(theirTree(text)).toEqual(tree);
    });
  }
});

interface BadCase {
  /** What is reported comes between ‹ and ›; several places are in the order of the text. */
  readonly text: string;
  readonly codes: readonly Code[];
  readonly tree: Tree;
}

const BAD: Record<string, BadCase> = {
  'a line without a colon': { text: 'a: 1\n‹word›\nb: 2\n', codes: ['yaml/no-colon'], tree: map(['a', '1'], ['b', '2']) },
  'a line without a colon and what is below it': {
    text: 'a: 1\n‹word›\n  b: 2\nc: 3\n',
    codes: ['yaml/no-colon'],
    tree: map(['a', '1'], ['c', '3']),
  },
  'a colon without a blank': { text: '‹a:1›\nb: 2\n', codes: ['yaml/no-colon'], tree: map(['b', '2']) },
  'a word as document': { text: '‹word›\n', codes: ['yaml/no-colon'], tree: map() },
  'a colon that a comment hides': { text: '‹a # b: c›\n', codes: ['yaml/no-colon'], tree: map() },
  'a deeper line below a value': { text: 'a: 1\n  ‹b: 2›\nc: 3\n', codes: ['yaml/indentation'], tree: map(['a', '1'], ['c', '3']) },
  'a scalar over two lines': { text: 'a: one\n  ‹two›\nb: 1\n', codes: ['yaml/indentation'], tree: map(['a', 'one'], ['b', '1']) },
  'an item that is indented less than its list': {
    text: 'k:\n    - a\n  ‹- b›\nl: 1\n',
    codes: ['yaml/indentation'],
    tree: map(['k', ['a']], ['l', '1']),
  },
  'a line before the column of the document': {
    text: '  a: 1\n‹b: 2›\n‹c: 3›\n',
    codes: ['yaml/indentation', 'yaml/indentation'],
    tree: map(['a', '1']),
  },
  'an item among keys': { text: 'a: 1\n‹- b›\n', codes: ['yaml/indentation'], tree: map(['a', '1']) },
  'a key among items': { text: '- a\n‹b: 1›\n', codes: ['yaml/indentation'], tree: ['a'] },
  'an unclosed quote': { text: `a: ‹"b›\nc: 1\n`, codes: ['yaml/quote'], tree: map(['a', '"b'], ['c', '1']) },
  'an unclosed quote before a comment': { text: `a: ‹'b› # c\n`, codes: ['yaml/quote'], tree: map(['a', "'b"]) },
  'a quote that a backslash keeps open': { text: `a: ‹"b\\"›\n`, codes: ['yaml/quote'], tree: map(['a', 'b\\']) },
  'text after a quote': { text: `a: "b"‹ c›\nd: 1\n`, codes: ['yaml/quote'], tree: map(['a', '"b" c'], ['d', '1']) },
  'an unclosed key': { text: `‹"a: 1›\nb: 2\n`, codes: ['yaml/no-colon'], tree: map(['b', '2']) },
  'an escape that is none': { text: `a: "b‹\\q›c"\n`, codes: ['yaml/escape'], tree: map(['a', 'b\\qc']) },
  'an escape with too few digits': { text: `a: "‹\\x›4"\n`, codes: ['yaml/escape'], tree: map(['a', '\\x4']) },
  'an escape beyond Unicode': { text: `a: "‹\\U›00110000"\n`, codes: ['yaml/escape'], tree: map(['a', '\\U00110000']) },
  'an escape that is none in an inline list': { text: `a: ["‹\\q›"]\n`, codes: ['yaml/escape'], tree: map(['a', ['\\q']]) },
  'an unclosed inline list': { text: 'a: ‹[1, 2›\nb: 3\n', codes: ['yaml/flow'], tree: map(['a', '[1, 2'], ['b', '3']) },
  'an unclosed inline map': { text: 'a: ‹{b: 1›\n', codes: ['yaml/flow'], tree: map(['a', '{b: 1']) },
  'the wrong bracket': { text: 'a: ‹[1, 2}›\nb: 3\n', codes: ['yaml/flow'], tree: map(['a', '[1, 2}'], ['b', '3']) },
  'an inline map without colons': { text: 'a: ‹{b, c}›\n', codes: ['yaml/flow'], tree: map(['a', '{b, c}']) },
  'an unclosed quote in an inline list': { text: `a: ‹["b, c]›\nd: 1\n`, codes: ['yaml/flow'], tree: map(['a', '["b, c]'], ['d', '1']) },
  'text after an inline list': { text: 'a: [1]‹ 2›\nb: 3\n', codes: ['yaml/flow'], tree: map(['a', ['1']], ['b', '3']) },
  'text after an inline list over lines': {
    text: 'a: [1,\n  2]‹ 3›\nb: 3\n',
    codes: ['yaml/flow'],
    tree: map(['a', ['1', '2']], ['b', '3']),
  },
  'a tab as indentation, which counts four columns': {
    text: 'a:\n‹\t›b: 1\n    c: 2\n',
    codes: ['yaml/tab'],
    tree: map(['a', map(['b', '1'], ['c', '2'])]),
  },
  'an anchor': { text: 'a: ‹&x 1›\nb: 2\n', codes: ['yaml/unsupported'], tree: map(['a', '&x 1'], ['b', '2']) },
  'an alias': { text: 'a: ‹*x›\n', codes: ['yaml/unsupported'], tree: map(['a', '*x']) },
  'a tag': { text: 'a: ‹!!str x›\n', codes: ['yaml/unsupported'], tree: map(['a', '!!str x']) },
  'a literal block': {
    text: 'a: ‹|\n  one: 1\n    two›\nb: 2\n',
    codes: ['yaml/unsupported'],
    tree: map(['a', '|\n  one: 1\n    two'], ['b', '2']),
  },
  'a folded block': { text: '- a: ‹>\n    one›\n- b: 2\n', codes: ['yaml/unsupported'], tree: [map(['a', '>\n    one']), map(['b', '2'])] },
};

describe.each(Object.entries(BAD))('%s', (_, { text, codes, tree }) => {
  test('is reported in its place, and its neighbours are read', () => {
    const spans: [number, number][] = [];
    for (let at = text.indexOf('‹'), marks = 0; at >= 0; at = text.indexOf('‹', at + 1), marks += 2) {
      spans.push([at - marks, text.indexOf('›', at) - marks - 1]);
    }
    const { value: document, diagnostics } = parseYaml(bytesOf(text.replace(/[‹›]/g, '')));
    expect(diagnostics.map((d) => d.code)).toEqual(codes);
    expect(diagnostics.map((d) => [d.span.start, d.span.end])).toEqual(spans);
    expect(treeOf(document)).toEqual(tree);
    expectOrdered(document);
  });
});

describe('depth stops at its limit', () => {
  const deep: Record<string, (levels: number) => string> = {
    maps: (levels) => Array.from({ length: levels }, (_, i) => `${' '.repeat(i)}a:\n`).join(''),
    'lists on one line': (levels) => `${'- '.repeat(levels)}a\n`,
    'lists on lines': (levels) => Array.from({ length: levels }, (_, i) => `${' '.repeat(i)}-\n`).join(''),
    'inline lists': (levels) => `a: ${'['.repeat(levels)}${']'.repeat(levels)}\n`,
    'inline maps': (levels) => `a: ${'{b: '.repeat(levels)}1${'}'.repeat(levels)}\n`,
  };

  test.each(Object.entries(deep))('%s', (_, make) => {
    expect(parseYaml(bytesOf(make(LIMITS.yamlDepth))).diagnostics).toEqual([]);
    for (const levels of [LIMITS.yamlDepth + 3, 5_000]) {
      const { value: document, diagnostics } = parseYaml(bytesOf(make(levels)));
      expect(diagnostics.map((d) => d.code)).toContain('limit/depth');
      expectOrdered(document);
    }
  });

  test('what is after a block that is too deep is read', () => {
    const text = `${deep.maps?.(200)}z: 1\n`;
    const { value: document } = parseYaml(bytesOf(text));
    expect(document.root.items.map((item) => keyText(document, item))).toEqual(['a', 'z']);
  });
});

describe('nodes', () => {
  test('say whether they are inline, quoted or empty', () => {
    const document = parseYaml(bytesOf(`a: [1]\nb: 'x'\nc:\nd: x\ne: ''\n`)).value;
    const nodes = document.root.items;
    expect(nodes.map((node) => isFlow(document, node))).toEqual([true, false, false, false, false]);
    expect(nodes.map((node) => isQuoted(document, node))).toEqual([false, true, false, false, true]);
    expect(nodes.map(isEmpty)).toEqual([false, false, true, false, false]);
  });

  test('count in bytes', () => {
    const text = 'ключ: 日本\nb: 1\n';
    const { value: document } = parseYaml(bytesOf(text));
    const [, second] = document.root.items;
    expect(second?.keyStart).toBe(bytesOf('ключ: 日本\n').length);
  });

  test('nothing is an empty scalar', () => {
    for (const text of ['', '\n\n', '# only\n', '---\n', '\ufeff']) {
      const { value: document, diagnostics } = parseYaml(bytesOf(text));
      expect(diagnostics).toEqual([]);
      expect(document.root.kind).toBe('scalar');
      expect(isEmpty(document.root)).toBe(true);
    }
  });

  test('bytes that are not UTF-8 keep their place', () => {
    const bytes = Uint8Array.from([0x61, 0x3a, 0x20, 0xff, 0xfe, 0x0a, 0x62, 0x3a, 0x20, 0x31]);
    const { value: document, diagnostics } = parseYaml(bytes);
    expect(diagnostics).toEqual([]);
    expect(treeOf(document)).toEqual(map(['a', '\udcff\udcfe'], ['b', '1']));
  });
});

/** A scalar as it is written, and what it stands for. */
interface Written {
  readonly text: string;
  readonly value: string;
}

/** A tree with the choices that its text depends on. */
type Plan =
  | { readonly kind: 'scalar'; readonly written: Written }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Written, Plan])[]; readonly look: Look }
  | { readonly kind: 'list'; readonly items: readonly Plan[]; readonly look: Look };

interface Look {
  readonly inline: boolean;
  readonly indent: number;
  /** A list at the column of its key; an item on the line of its dash. */
  readonly tight: boolean;
  readonly gap: string;
  readonly tail: string;
}

const WORD = [...'abcXYZ019_-./+é日'];
const INSIDE = [...WORD, ' ', "'", '"', '#', ':', ',', '['];
const plain = fc
  .tuple(fc.constantFrom(...'abcXYZ019_é日'), fc.array(fc.constantFrom(...INSIDE), { maxLength: 8 }))
  .map(([first, rest]) => first + rest.join(''))
  // Blanks at the end are not part of a plain scalar; a hash after a blank and a colon before one end it.
  .map((text) =>
    text
      .replace(/[ :]+$/, '')
      .replace(/ #/g, ' x')
      .replace(/: /g, ':y'),
  )
  .map((text) => ({ text, value: text }));
/** Plain scalars that can also stand inside brackets. */
const word = fc.array(fc.constantFrom(...WORD), { minLength: 1, maxLength: 6 }).map((chars) => {
  const text = `w${chars.join('')}`;
  return { text, value: text };
});
const printable = fc.string({ unit: fc.constantFrom(...' abcé日#:,[]{}&*!|>%@`\'"\\-?'), maxLength: 8 });
const single = printable.map((value) => ({ text: `'${value.replaceAll("'", "''")}'`, value }));
const double = fc.string({ unit: fc.constantFrom(...' ab#:\'"\\\n\t\0é日'), maxLength: 8 }).map((value) => {
  const escapes: Record<string, string> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\0': '\\0', é: '\\u00e9' };
  return { text: `"${[...value].map((c) => escapes[c] ?? c).join('')}"`, value };
});
const flowScalar = fc.oneof(word, single, double);
const blockScalar = fc.oneof(plain, single, double, fc.constant({ text: '', value: '' }));
const look: fc.Arbitrary<Look> = fc.record({
  inline: fc.boolean(),
  indent: fc.integer({ min: 1, max: 4 }),
  tight: fc.boolean(),
  gap: fc.constantFrom(' ', '  ', '     '),
  tail: fc.constantFrom('', '', '', '  ', ' # note', '\n', '\n     ', '\n  # note: x'),
});

const { document: plans } = fc.letrec<{ flow: Plan; block: Plan; document: Plan }>((tie) => {
  const scalar = (of: fc.Arbitrary<Written>) => of.map((written): Plan => ({ kind: 'scalar', written }));
  const list = (of: fc.Arbitrary<Plan>, minLength: number, looks: fc.Arbitrary<Look>) =>
    fc.tuple(fc.array(of, { minLength, maxLength: 4 }), looks).map(([items, look]): Plan => ({ kind: 'list', items, look }));
  const record = (key: fc.Arbitrary<Written>, of: fc.Arbitrary<Plan>, minLength: number, looks: fc.Arbitrary<Look>) =>
    fc
      .tuple(fc.uniqueArray(fc.tuple(key, of), { minLength, maxLength: 4, selector: ([name]) => name.value }), looks)
      .map(([entries, look]): Plan => ({ kind: 'map', entries, look }));
  const inline = look.map((l) => ({ ...l, inline: true }));
  const outline = look.map((l) => ({ ...l, inline: false }));
  const key = fc.oneof(plain, single, double);
  const flow = fc.oneof({ maxDepth: 3 }, scalar(flowScalar), list(tie('flow'), 0, inline), record(flowScalar, tie('flow'), 0, inline));
  const block = fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar(blockScalar),
    list(tie('block'), 1, outline),
    record(key, tie('block'), 1, outline),
    tie('flow').filter((plan) => plan.kind !== 'scalar'),
  );
  return { flow, block, document: fc.oneof(list(tie('block'), 1, outline), record(key, tie('block'), 1, outline)) };
});

function planTree(plan: Plan): Tree {
  if (plan.kind === 'scalar') return plan.written.value;
  if (plan.kind === 'list') return plan.items.map(planTree);
  return { map: plan.entries.map(([key, value]) => [key.value, planTree(value)]) };
}

function flowText(plan: Plan): string {
  if (plan.kind === 'scalar') return plan.written.text;
  const gap = plan.look.gap;
  if (plan.kind === 'list') return `[${plan.items.map(flowText).join(`,${gap}`)}]`;
  return `{${plan.entries.map(([key, value]) => `${key.text}:${gap}${flowText(value)}`).join(`,${gap}`)}}`;
}

/** What comes after a colon or dash, from there to the end of its last line. */
function valueText(plan: Plan, column: number, inMap: boolean): string {
  if (plan.kind === 'scalar') return plan.written.text === '' ? '' : ` ${plan.written.text}`;
  const { look } = plan;
  if (look.inline) return `${look.gap}${flowText(plan)}`;
  if (inMap) {
    const inner = plan.kind === 'list' && look.tight ? column : column + look.indent;
    return `${look.tail}\n${blockText(plan, inner)}`;
  }
  // On the line of the dash, at the column that the gap gives, or below.
  if (look.tight) return `${look.gap}${blockText(plan, column + 1 + look.gap.length).trimStart()}`;
  return `\n${blockText(plan, column + look.indent)}`;
}

function blockText(plan: Plan, column: number): string {
  const margin = ' '.repeat(column);
  if (plan.kind === 'map') {
    return plan.entries
      .map(([key, value]) => `${margin}${key.text}${plan.look.tight ? ' ' : ''}:${valueText(value, column, true)}${plan.look.tail}`)
      .join('\n');
  }
  if (plan.kind === 'list') return plan.items.map((item) => `${margin}-${valueText(item, column, false)}${plan.look.tail}`).join('\n');
  return plan.written.text;
}

describe('random documents', () => {
  const ends = fc.constantFrom('', '\n', '\n\n', '\n---\n', '\n# end');
  const begins = fc.constantFrom('', '---\n', '# begin\n', '\n', '\ufeff');

  test('read as the tree that they were made from, and as the yaml package reads them', { tags: ['corpus'] }, () => {
    fc.assert(
      fc.property(plans, begins, ends, fc.boolean(), (plan, begin, end, crlf) => {
        const lines = `${begin}${blockText(plan, 0)}${end}`;
        const text = crlf ? lines.replaceAll('\n', '\r\n') : lines;
        const { value: document, diagnostics } = parseYaml(bytesOf(text));
        expect(diagnostics).toEqual([]);
        expectOrdered(document);
        const tree = planTree(plan);
        expect(treeOf(document)).toEqual(tree);
        // The package counts the mark as a column, and takes a marker at the end for a second document.
        expect(theirTree(text.replace(/^\ufeff/, '').replace(/\n---\r?\n$/, '\n'))).toEqual(tree);
      }),
      { numRuns: 1_500, seed: 20_240_501 },
    );
  });

  test('of any bytes, nothing is thrown and spans are in order', { tags: ['corpus'] }, () => {
    const unit = fc.constantFrom(...'ab:-#\'"[]{},\n\n \t\\&|>\r\0é');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const bytes = bytesOf(text);
        const { value: document, diagnostics } = parseYaml(bytes);
        expectOrdered(document);
        const outside = diagnostics.filter(({ span }) => span.start < 0 || span.start > span.end || span.end > bytes.length);
        expect(outside).toEqual([]);
      }),
      { numRuns: 20_000, seed: 7 },
    );
  });
});
