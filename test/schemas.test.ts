/** The documents of `--json` are what the shipped schemas say, for every real file, every probe and every name. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../cli/commands/index.ts';
import {
  allEntries,
  type Case,
  checkDocument,
  compareDocument,
  completenessOf,
  convertDocument,
  convertZebin,
  coverageDocument,
  diffDocument,
  disasmDocument,
  disasmStream,
  driverVerdict,
  dumpDocument,
  eachItem,
  explainDocument,
  extractDocument,
  extractItems,
  FormatError,
  findingsOf,
  type GraphDocument,
  graphStream,
  type Item,
  infoDocument,
  inspect,
  kernelDocument,
  linkDocument,
  linkZebin,
  lsDocument,
  measuredOf,
  packDocument,
  packZebin,
  printedOf,
  propsDocument,
  RELEASES,
  readCases,
  readZebin,
  runCase,
  runDocument,
  runTargets,
  signatureDocument,
  sizeDocument,
  stripItem,
  TABLES,
  unpackDocument,
  unpackZebin,
  validateDocument,
  withVerdicts,
} from '../src/internal.ts';
import { archives, type CorpusFile, fixture, probes, zebins } from './support/corpus.ts';
import { ROOT } from './support/run.ts';
import { syclFiles } from './support/sycl.ts';

const FOLDER = join(ROOT, 'schemas');
const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true });
const validators = new Map<string, ValidateFunction>();
for (const name of readdirSync(FOLDER)) {
  validators.set(name.replace(/\.json$/, ''), ajv.compile(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))));
}

/** What the schema has against a document as it is printed; nothing when it fits. */
function faults(verb: string, document: { readonly schema: string }): string[] {
  const validate = validators.get(verb);
  if (!validate) return [`there is no schemas/${verb}.json`];
  const { $id } = validate.schema as { readonly $id: string };
  const wrongName = document.schema === $id && /^zebin\/(.+)\/[0-9]+$/.exec($id)?.[1] === verb ? [] : [`${document.schema} is not ${$id}`];
  if (validate(JSON.parse(JSON.stringify(document)))) return wrongName;
  return [...wrongName, ...(validate.errors ?? []).map((e) => `${verb}${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`)];
}

const NEWEST_RELEASE = RELEASES.at(-1) ?? '';

function checkFaults(root: Item): string[] {
  const profiles = ['driver', 'ocloc-validate'] as const;
  const documents = profiles.flatMap((profile) => checkDocument(root, { release: NEWEST_RELEASE, profile }) ?? []);
  return documents.flatMap((document) => faults('check', document));
}

function faultsOf(root: Item): string[] {
  return [
    ...faults('info', infoDocument(root)),
    ...faults(
      'info',
      withVerdicts(infoDocument(root), root, (item) => driverVerdict(item, { tables: TABLES })),
    ),
    ...faults('ls', lsDocument(root)),
    ...faults('kernel', kernelDocument(root)),
    ...faults('dump', dumpDocument(root)),
    ...faults('size', sizeDocument(root)),
    ...faults('coverage', coverageDocument(root)),
    ...faults('extract', extractDocument(extractItems(root))),
    ...checkFaults(root),
    ...faults('validate', validateDocument(findingsOf(root), completenessOf(root))),
  ];
}

test('there is a schema for each verb that has --json, for --graph, --tables, failures and several files', () => {
  const verbs = COMMANDS.filter((spec) => spec.options.some((option) => option.flags === '--json')).map((spec) => spec.name);
  // Of the verb with actions, one has a document; and there is that of a file that is read.
  expect([...validators.keys()].sort()).toEqual(
    [...verbs.map((verb) => (verb === 'visa' ? 'visa-info' : verb)), 'graph', 'tables', 'error', 'files'].sort(),
  );
});

describe('what reading verbs say', () => {
  const groups: [string, CorpusFile[]][] = [
    ['zebins', zebins()],
    ['archives', archives()],
    ['probes', probes()],
  ];
  test.each(groups)('of all %s', { tags: ['corpus'] }, (_, files) => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap((file) => faultsOf(inspect(file.bytes()).value).map((text) => `${file.name}: ${text}`))).toEqual([]);
  });

  test.each(['dwarf/inline.elf', 'zebin/igc2/dg2/calls-debug.zebin', 'zebin/igc2/cri/basic.zebin'])('of the code in %s', (name) => {
    const { value } = inspect(fixture(name).bytes());
    for (const analysis of [false, true]) expect(faults('disasm', disasmDocument(value, { analysis }))).toEqual([]);
    const { graphs, ...rest } = graphStream(disasmStream(value, { analysis: true }));
    expect(
      faults('graph', {
        ...rest,
        graphs: Array.from(graphs, ({ blocks, ...graph }) => ({ ...graph, blocks: [...blocks] })),
      } as GraphDocument),
    ).toEqual([]);
  });

  test('of every part of an archive, by its address', { tags: ['corpus'] }, () => {
    const [file] = archives();
    const root = inspect(file?.bytes() ?? new Uint8Array()).value;
    expect([...eachItem(root)].flatMap((item) => [...faults('ls', lsDocument(item)), ...faults('dump', dumpDocument(item))])).toEqual([]);
  });
});

test('of a run: what a kernel is given, results, differences and stops', () => {
  const root = inspect(fixture('zebin/igc2/bmg/basic.zebin').bytes()).value;
  const [target] = runTargets(root, { kernel: 'saxpy' });
  if (!target) throw new Error('there is no saxpy');
  const { cases } = readCases(fixture('run/cases/corpus-basic.json').bytes()).value;
  const one = cases.find(({ kernel }) => kernel === 'saxpy');
  if (!one) throw new Error('there is no case of saxpy');
  const [output] = one.outputs;
  const damaged = { ...one, outputs: [{ ...output, expect: { encoding: 'hex', text: '00', deflate: false, path: '' } as const }] } as Case;
  const printed = [printedOf(0, 'float', new Uint8Array(64), 8)];
  const done = [runCase(target, one), { ...runCase(target, damaged), printed }, runCase(target, one, { maxInstructions: 1 })];
  expect(done.map(({ result }) => result)).toEqual(['equal', 'different', 'limit']);
  expect([...faults('run', signatureDocument(target)), ...faults('run', runDocument(done))]).toEqual([]);
});

describe('props', () => {
  const files = ['property-sets', 'syclbin', 'offload-binary', 'host'].flatMap(syclFiles);
  test('of every file that may have property sets', { tags: ['corpus'] }, () => {
    const found = files.flatMap(({ name, bytes }) => {
      const as = name.endsWith('.prop') ? ({ as: 'property-sets' } as const) : {};
      try {
        return faults('props', propsDocument(inspect(bytes(), as).value)).map((text) => `${name}: ${text}`);
      } catch (error) {
        // What is not a file of its kind has no document.
        if (error instanceof FormatError) return [];
        throw error;
      }
    });
    expect(found).toEqual([]);
  });
});

describe('explain', () => {
  test('of every entry', () => {
    const entries = allEntries();
    expect(entries.length).toBeGreaterThan(300);
    expect(entries.flatMap((entry) => faults('explain', explainDocument(entry.path)))).toEqual([]);
  });

  test('of nothing and of everything', () => {
    expect(faults('explain', explainDocument('no such name'))).toEqual([]);
    expect(faults('explain', { schema: 'zebin/explain/1', query: null, entries: allEntries() } as { schema: string })).toEqual([]);
  });
});

describe('the schemas are not rubber stamp', () => {
  const [file] = zebins();
  const root = inspect(file?.bytes() ?? new Uint8Array()).value;

  test('a member too many, one too few, a wrong type', () => {
    const document = infoDocument(root) as { schema: string };
    expect(faults('info', { ...document, more: 1 } as { schema: string })).not.toEqual([]);
    expect(faults('info', { ...document, images: undefined } as { schema: string })).not.toEqual([]);
    expect(faults('info', { ...document, size: 1.5 } as { schema: string })).not.toEqual([]);
    expect(faults('info', { ...document, schema: 'zebin/info/1' } as { schema: string })).not.toEqual([]);
  });

  test('an image of info has the same members whether it is a file or in one', () => {
    const [alone] = infoDocument(root).images;
    const images = archives().flatMap((archive) => infoDocument(inspect(archive.bytes()).value).images);
    expect(alone?.address).toBe('');
    for (const image of images) expect(Object.keys(image)).toEqual(Object.keys(alone ?? {}));
  });

  test('an attribute of ze_info that no row has, or that has another type', () => {
    const document = kernelDocument(root);
    const [kernel] = document.kernels;
    const env = { ...(kernel?.ze_info.execution_env as object) };
    const withEnv = (more: object) => ({
      ...document,
      kernels: [{ ...kernel, ze_info: { ...kernel?.ze_info, execution_env: { ...env, ...more } } }],
    });
    expect(faults('kernel', withEnv({}))).toEqual([]);
    expect(faults('kernel', withEnv({ no_such_attribute: 1 }))).not.toEqual([]);
    expect(faults('kernel', withEnv({ grf_count: '128' }))).not.toEqual([]);
  });
});

test('unpacked, packed and stripped zebins', { tags: ['corpus'] }, () => {
  for (const file of zebins().slice(0, 40)) {
    const { value } = readZebin(file.bytes());
    const files = unpackZebin(value);
    const { document } = stripItem(inspect(file.bytes()).value);
    expect([
      ...faults('unpack', unpackDocument(files)),
      ...faults('pack', packDocument(packZebin(files))),
      ...faults('strip', document),
    ]).toEqual([]);
  }
});

test('linked zebins, with and without an address', { tags: ['corpus'] }, () => {
  for (const file of zebins().slice(0, 40)) {
    const { value } = readZebin(file.bytes());
    const sections = new Map(value.elf.sections.map((section) => [section.name, 4096n]));
    expect(faults('link', linkDocument(value, linkZebin(value)))).toEqual([]);
    expect(faults('link', linkDocument(value, linkZebin(value, { sections })))).toEqual([]);
  }
});

test('documents of converted zebins are as their schema says', { tags: ['corpus'] }, () => {
  for (const file of zebins().slice(0, 20)) {
    const { value } = readZebin(file.bytes());
    for (const to of ['1.5', '1.14', '1.73'] as const)
      expect(faults('convert', convertDocument(value, to, convertZebin(value, to)))).toEqual([]);
  }
});

test('two builds compared', { tags: ['corpus'] }, () => {
  const sides = ['igc1', 'igc2'].map((compiler) => ({
    path: compiler,
    files: zebins()
      .filter(({ name }) => name.includes(`zebin/${compiler}/dg2/`))
      .map((file) => ({ path: file.name.slice(file.name.lastIndexOf('/') + 1), root: inspect(file.bytes()).value })),
  }));
  const [base, next] = sides;
  if (!base || !next) throw new Error('there are two');
  const [before, after] = [base, next].map((side) => ({ path: side.path, kernels: measuredOf(side) }));
  if (!before || !after) throw new Error('there are two');
  for (const [a, b] of [
    [before, after],
    [after, before],
    [before, before],
  ] as const)
    expect(faults('compare', compareDocument(a, b, { thresholds: [] }))).toEqual([]);
  for (const [a, b] of [
    [base, next],
    [next, base],
    [base, base],
  ] as const)
    expect(faults('diff', diffDocument(a, b))).toEqual([]);
});
