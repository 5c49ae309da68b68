/** Titles of tests, as they are in the source: with those of the groups that they are in. */
import { type ESTree, parseSync } from 'rolldown/utils';

const GROUP = 'describe';
const TESTS = ['test', 'it', 'needs', 'extra', 'itMakes', 'siteTest', 'whole', 'shell'];

/** @param name of the file, by whose end it is known as TypeScript */
export function titlesIn(name: string, source: string): string[] {
  const titles: string[] = [];
  const visit = (node: unknown, above: string): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, above);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const called = (node as ESTree.Node).type === 'CallExpression' ? (node as ESTree.CallExpression) : undefined;
    const own = called && titleOf(called, source);
    const callee = called && calleeOf(called);
    const title = own === undefined ? above : `${above} ${own}`;
    if (own !== undefined && TESTS.includes(callee ?? '')) titles.push(title.trim());
    for (const child of Object.values(node)) visit(child, callee === GROUP ? title : above);
  };
  visit(parseSync(name, source).program.body, '');
  return titles;
}

/** The first argument of a call that has another after it, when it is a text. */
function titleOf({ arguments: [first, second] }: ESTree.CallExpression, source: string): string | undefined {
  const isText = first?.type === 'TemplateLiteral' || (first?.type === 'Literal' && typeof first.value === 'string');
  // `needs('a', 'b')(title, …)` and `findTool('a', 'b')` have names of tools.
  return isText && second !== undefined && second.type !== 'Literal' ? source.slice(first.start + 1, first.end - 1) : undefined;
}

/** `test` of `test`, `test.skipIf(…)` and `test.each(…)`. */
function calleeOf({ callee }: ESTree.CallExpression): string | undefined {
  for (let one: ESTree.Expression | ESTree.Super = callee; ; ) {
    if (one.type === 'Identifier') return one.name;
    if (one.type === 'CallExpression') one = one.callee;
    else if (one.type === 'MemberExpression') one = one.object;
    else if (one.type === 'TSInstantiationExpression') one = one.expression;
    else return undefined;
  }
}
