/** Files of cases, from JSON. docs/run.md has the format. */
import { type Bytes, decodeText, type Input, parseJson, reading } from '../../core/bytes/index.ts';
import { type Budgeted, caughtFinding, type Outcome, type Reporter } from '../../core/diag/index.ts';
import type { Case, CaseFile } from './model.ts';
import { readArgument } from './read-argument.ts';
import { readOutput } from './read-output.ts';
import { caseError, Node } from './shape.ts';

const OF_FILE = ['source', 'options', 'oclgrind_options', 'cases'];
const OF_CASE = [
  ...['name', 'kernel', 'global', 'local', 'offset', 'nonuniform', 'args', 'outputs', 'launches', 'fresh', 'needs'],
  ...['source', 'options', 'oclgrind_options', 'origin', 'known', 'note'],
];
/** Keys that are for readers, and for what compiles the kernels. */
const TEXTS = ['source', 'options', 'oclgrind_options', 'origin', 'note'];

/** Arguments and outputs of a case, and items of its other lists. */
const MOST_PARTS = 4_096;
/** Work-items of a dimension. */
const MOST_ITEMS = 0xffff_ffff;
const MOST_LAUNCHES = 1_000_000;

/**
 * The cases of a file. All keys of the format are read, and any other is an error. A case that is wrong is reported (`run/case`, with its
 * place, such as `cases[3].args[0].fill`) and left out.
 *
 * Throws `FormatError` (`run/case`) for any other file, and that of a limit.
 *
 * @example
 * const file = '{"cases": [{"name": "a", "kernel": "k", "global": [8], "local": [8], "args": [{"kind": "null"}]}]}';
 * readCases(new TextEncoder().encode(file)).value.cases[0].kernel; // 'k'
 */
export function readCases(input: Input, options: Budgeted = {}): Outcome<CaseFile> {
  return reading(input, decodeCases, options);
}

function decodeCases(bytes: Bytes, out: Reporter): CaseFile {
  const file = new Node(caseDocument(decodeText(bytes.data))).object(OF_FILE);
  for (const key of TEXTS) file.optional(key, (one) => one.text());
  const ofAll = compiledOf(file);
  const names = new Set<string>();
  const cases = file
    .member('cases')
    .list(Number.POSITIVE_INFINITY)
    .flatMap((node): Case[] => {
      out.tick();
      if (out.full) {
        out.report('run/case', bytes.span(), '', 'it is not read, because too many cases before it are wrong');
        return [];
      }
      try {
        const one = { ...ofAll, ...readCase(node) };
        if (names.has(one.name)) node.member('name').fail('a case before it has the same name');
        names.add(one.name);
        return [one];
      } catch (error) {
        const { code, path, message } = caughtFinding(error);
        out.report(code, bytes.span(), path, message);
        return [];
      }
    });
  return { cases };
}

/** What begins or ends a string, what does not end one, and numbers. */
const TOKENS = /"|\\["\\]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Integers that a JSON reader may round. */
const LARGE = /^-?\d{16,}$/;

/** The JSON of a file of cases. Integers that a double cannot hold are texts, which readers of cases take too. Throws `FormatError`. */
export function caseDocument(text: string): unknown {
  // As texts they are exact.
  const exact = /\d{16}/.test(text) ? withTexts(text) : text;
  return parseJson(exact, (why) => caseError('', `the file is not JSON: ${why}`));
}

/** A string that does not end is looked at once, and not again from each mark in it. */
function withTexts(text: string): string {
  let isString = false;
  return text.replace(TOKENS, (token) => {
    if (token === '"') isString = !isString;
    return !isString && LARGE.test(token) ? `"${token}"` : token;
  });
}

function readCase(node: Node): Case {
  node.object(OF_CASE);
  for (const key of TEXTS) node.optional(key, (one) => one.text());
  node.optional('known', checkKnown);
  node.optional('fresh', (one) => one.flag());
  const global = node
    .member('global')
    .list(3, 1)
    .map((one) => one.count(MOST_ITEMS, 1));
  const local = node
    .member('local')
    .list(3, 1)
    .map((one) => one.count(MOST_ITEMS, 1));
  const offset = node.optional('offset', (one) => one.list(3, 1).map((item) => item.count(Number.MAX_SAFE_INTEGER))) ?? global.map(() => 0);
  for (const [key, sizes] of Object.entries({ local, offset }))
    if (sizes.length !== global.length) node.member(key).fail(`it has ${sizes.length} dimensions, and global has ${global.length}`);
  const nonuniform = node.optional('nonuniform', (one) => one.flag()) ?? false;
  const partial = global.findIndex((size, i) => size % (local[i] ?? 1) !== 0);
  if (partial >= 0 && !nonuniform)
    node.member('global').fail(`${global[partial]} is not a multiple of the local size ${local[partial]}, which nonuniform has to allow`);
  const given = node.member('args').list(MOST_PARTS);
  const args = given.map((one) => readArgument(one, given.length));
  for (const [i, argument] of args.entries()) checkReferences(argument, args, given[i] as Node);
  const devices = node.optional('needs', devicesOf);
  return {
    name: node.member('name').text(),
    kernel: node.member('kernel').text(),
    ...{ global, local, offset, args },
    outputs: (node.optional('outputs', (one) => one.list(MOST_PARTS)) ?? []).map((one) => readOutput(one, args)),
    launches: node.optional('launches', (one) => one.count(MOST_LAUNCHES, 1)) ?? 1,
    ...(devices === undefined ? {} : { devices }),
    ...compiledOf(node),
    path: node.path,
  };
}

/** The source, and how it is compiled: those of a case, or of all cases of a file. */
function compiledOf(node: Node): Pick<Case, 'source' | 'options'> {
  const source = node.optional('source', (one) => one.text());
  const options = node.optional('options', (one) => one.text());
  return { ...(source === undefined ? {} : { source }), ...(options === undefined ? {} : { options }) };
}

/** What is known of sources with other results: a text for each. */
function checkKnown(node: Node): void {
  for (const key of node.keys()) node.member(key).text();
}

function devicesOf(node: Node): string[] | undefined {
  node.object(['devices', 'variants']);
  node.optional('variants', (one) => one.list(MOST_PARTS).map((item) => item.text()));
  return node.optional('devices', (one) => one.list(MOST_PARTS).map((item) => item.text()));
}

/** Addresses are those of buffers. */
function checkReferences(argument: Case['args'][number], args: Case['args'], node: Node): void {
  const isBuffer = (index: number): boolean => args[index]?.kind === 'buffer';
  if (argument.kind === 'address' && !isBuffer(argument.arg)) node.member('arg').fail(`argument ${argument.arg} is not a buffer`);
  if (argument.kind !== 'buffer') return;
  const wrong = argument.pointers?.find(({ arg }) => !isBuffer(arg));
  if (wrong) node.member('pointers').fail(`argument ${wrong.arg} is not a buffer`);
}
