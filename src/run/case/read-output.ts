/** What cases expect, and how it is compared. */
import { LIMITS } from '../../core/diag/index.ts';
import { type ElementType, isFloat } from './elements.ts';
import type { CaseArgument, CaseOutput, Expected, FloatRule } from './model.ts';
import { readPacked } from './read-argument.ts';
import type { Node } from './shape.ts';

const RULE_KEYS = ['ulp', 'abs', 'rel', 'ftz', 'overflow', 'zero', 'any'] as const;
const FLOAT_KEYS = [...RULE_KEYS, 'every', 'or'];
const CLASSES = ['exact', 'float', 'sorted', 'stdout', 'any'] as const;
/** The keys that an output of a class may have besides those of all. */
const OF_CLASS: Readonly<Record<CaseOutput['class'], readonly string[]>> = {
  exact: ['skip', 'skip_every'],
  float: ['skip', 'skip_every', ...FLOAT_KEYS],
  sorted: ['run'],
  stdout: ['order'],
  any: [],
};
const KEYS = ['arg', 'class', 'expect', 'type'];

/** Ranges that are skipped, and rules in turn. */
const MOST_PARTS = 1 << 20;
const MOST_BYTES = LIMITS.inflatedBytes;
const NO_RULE: FloatRule = { ulp: 0, abs: 0, rel: 0, ftz: false, overflow: false, anyZero: false, any: false };

export function readOutput(node: Node, args: readonly CaseArgument[]): CaseOutput {
  node.object([...KEYS, ...Object.values(OF_CLASS).flat()]);
  const name = node.optional('class', (one) => one.word(CLASSES)) ?? 'exact';
  node.object([...KEYS, ...OF_CLASS[name]]);
  const arg = node.optional('arg', (one) => one.count(args.length - 1));
  const type = node.optional('type', (one) => one.elementType()) ?? ownType(node, arg, args);
  if (name === 'float' && !isFloat(type)) node.member('class').fail(`the elements are of type ${type}, which is not a float`);
  const expect = node.optional('expect', readExpected);
  const skipEvery = node.optional('skip_every', readSkipEvery);
  const run = node.optional('run', (one) => one.count(MOST_BYTES, 1));
  return {
    ...(arg === undefined ? {} : { arg }),
    class: name,
    type,
    ...(expect === undefined ? {} : { expect }),
    or: node.optional('or', (one) => one.list(MOST_PARTS).map(readExpected)) ?? [],
    rules: name === 'float' ? readRules(node) : [],
    skip: node.optional('skip', (one) => one.list(MOST_PARTS).map(readRange)) ?? [],
    ...(skipEvery === undefined ? {} : { skipEvery }),
    ...(run === undefined ? {} : { run }),
    ordered: node.optional('order', (one) => one.word(['exact'])) === 'exact',
    path: node.path,
  };
}

/** The type of the elements that the argument has. */
function ownType(node: Node, arg: number | undefined, args: readonly CaseArgument[]): ElementType {
  const argument = arg === undefined ? undefined : args[arg];
  if (argument === undefined) return 'uchar';
  if (argument.kind === 'buffer' || argument.kind === 'image') return argument.type;
  return node.member('arg').fail(`argument ${arg} is neither a buffer nor an image`);
}

function readExpected(node: Node): Expected {
  node.object(['size', 'sha256', 'base64', 'deflate']);
  const size = node.optional('size', (one) => one.count(MOST_BYTES));
  const sha256 = node.optional('sha256', (one) => {
    return /^[0-9a-f]{64}$/.test(one.text()) ? one.text() : one.fail('it has to have 64 hexadecimal digits in lower case');
  });
  return {
    ...readPacked(node, 'base64'),
    ...(size === undefined ? {} : { size }),
    ...(sha256 === undefined ? {} : { sha256 }),
  };
}

function readRange(node: Node): readonly [number, number] {
  const [from = 0, to = 0] = node.list(2, 2).map((one) => one.count(MOST_BYTES));
  return [from, to];
}

function readSkipEvery(node: Node): NonNullable<CaseOutput['skipEvery']> {
  const [every = 1, ...elements] = node.list(MOST_PARTS, 1).map((one, i) => one.count(MOST_BYTES, i === 0 ? 1 : 0));
  return { every, elements };
}

function readRules(node: Node): FloatRule[] {
  const own = readRule(node, NO_RULE);
  const every = node.optional('every', (one) => one.object(['n', 'rules']));
  if (!every) return [own];
  const count = every.member('n').count(MOST_PARTS, 1);
  return every
    .member('rules')
    .list(count, count)
    .map((one) => readRule(one.object(RULE_KEYS), own));
}

/** The keys of a rule, on top of those of another. */
function readRule(node: Node, { ulp, abs, rel, ftz, overflow, anyZero, any }: FloatRule): FloatRule {
  const isZeroAny = (one: Node): boolean => one.word(['any']) === 'any';
  return {
    ulp: node.optional('ulp', (one) => one.bound()) ?? ulp,
    abs: node.optional('abs', (one) => one.bound()) ?? abs,
    rel: node.optional('rel', (one) => one.bound()) ?? rel,
    ftz: node.optional('ftz', (one) => one.flag()) ?? ftz,
    overflow: node.optional('overflow', (one) => one.flag()) ?? overflow,
    anyZero: node.optional('zero', isZeroAny) ?? anyZero,
    any: node.optional('any', (one) => one.flag()) ?? any,
  };
}
