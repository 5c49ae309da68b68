/** The public surface of the package, read from the declarations that it is published with: entries, names, signatures and examples. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// The newest compiler has no programming interface of this kind.
import ts from 'typescript-oldest';
import { ROOT } from '../support/run.ts';

export interface PublicName {
  /** `zebin` or `zebin/unstable/elf`. */
  readonly entry: string;
  readonly name: string;
  readonly kind: 'function' | 'class' | 'value' | 'type';
  /** The declaration in one line: of a function without its body, of a type the names of its members. */
  readonly text: string;
  /** The code of each `@example`. */
  readonly examples: readonly string[];
  /** Where it is declared: two names of one place are one thing. */
  readonly place: string;
}

const pkg = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

export interface Entry {
  /** `zebin` or `zebin/unstable/elf`. */
  readonly entry: string;
  /** The source: `./dist/api/unstable/elf.js` comes from `src/api/unstable/elf.ts`. */
  readonly path: string;
  /** The declarations. */
  readonly types: string;
  /** Whether 1.0 promises it. */
  readonly promised: boolean;
}

/** The modules of the package. */
export const ENTRIES: readonly Entry[] = Object.entries<string | { default: string; types: string }>(pkg.exports).flatMap(
  ([key, target]) =>
    typeof target === 'string'
      ? []
      : [
          {
            entry: pkg.name + key.slice(1),
            path: join(ROOT, target.default.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts')),
            types: join(ROOT, target.types),
            promised: !key.startsWith('./unstable/'),
          },
        ],
);

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  noEmit: true,
  strict: true,
  lib: ['lib.es2022.d.ts'],
  types: [],
};

interface Surface {
  readonly checker: ts.TypeChecker;
  /** What each entry exports, in the order of the alphabet. */
  readonly exports: readonly { readonly entry: Entry; readonly symbols: readonly ts.Symbol[] }[];
}

/** The declarations are read once. */
const surface = lazily((): Surface => {
  const program = ts.createProgram(
    ENTRIES.map(({ types }) => types),
    OPTIONS,
  );
  const checker = program.getTypeChecker();
  const exports = ENTRIES.map((entry) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(entry.types) as ts.SourceFile) as ts.Symbol;
    return { entry, symbols: checker.getExportsOfModule(module).sort((a, b) => (a.name < b.name ? -1 : 1)) };
  });
  return { checker, exports };
});

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Every public name, in the order of the entries, and within one in that of the alphabet. */
export const publicNames = lazily((): readonly PublicName[] => {
  const { checker, exports } = surface();
  return exports.flatMap(({ entry, symbols }) => symbols.map((symbol) => nameOf(entry.entry, symbol, checker)));
});

/**
 * The types that cannot be imported from an entry although something that it exports names them, in a signature, a member, or at any depth
 * in such a type. The type of a value (`typeof ROWS`) is not a name, and what is marked `@internal` is not for users.
 */
export function missingTypes(chosen: Entry): readonly string[] {
  const { checker, exports } = surface();
  const { symbols = [] } = exports.find(({ entry }) => entry === chosen) ?? {};
  const seen = new Set(symbols.map((symbol) => targetOf(symbol, checker)));
  const missing: string[] = [];
  const follow = (symbol: ts.Symbol, trail: string): void => {
    for (const declaration of symbol.declarations ?? []) ts.forEachChild(declaration, (node) => visit(node, trail));
  };
  const visit = (node: ts.Node, trail: string): void => {
    if (ts.isTypeQueryNode(node) || ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal')) return;
    const name = ts.isTypeReferenceNode(node) ? node.typeName : ts.isExpressionWithTypeArguments(node) ? node.expression : undefined;
    const named = name && checker.getSymbolAtLocation(name);
    const target = named && targetOf(named, checker);
    const [from] = target?.declarations ?? [];
    if (target && from && !seen.has(target) && !ts.isTypeParameterDeclaration(from) && isOurs(from)) {
      seen.add(target);
      missing.push(`${target.name} (named by ${trail})`);
      follow(target, `${trail} > ${target.name}`);
    }
    ts.forEachChild(node, (child) => visit(child, trail));
  };
  for (const symbol of symbols) follow(targetOf(symbol, checker), symbol.name);
  return missing;
}

const targetOf = (symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

const isOurs = (declaration: ts.Declaration): boolean => declaration.getSourceFile().fileName.includes('/dist/');

function nameOf(entry: string, symbol: ts.Symbol, checker: ts.TypeChecker): PublicName {
  const target = targetOf(symbol, checker);
  const [declaration] = target.declarations ?? [];
  if (!declaration) throw new Error(`${entry}: ${symbol.name} has no declaration`);
  const examples = ts
    .getJSDocTags(declaration)
    .filter(({ tagName }) => tagName.text === 'example')
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '');
  const found = described(symbol.name, declaration, target, checker);
  return {
    entry,
    name: symbol.name,
    ...found,
    kind: isTypeOnly(symbol) ? 'type' : found.kind,
    examples,
    place: placeOf(declaration),
  };
}

const oneLine = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const placeOf = (declaration: ts.Declaration) => `${declaration.getSourceFile().fileName}:${declaration.pos}`;

/** Whether only the type of a class is public. */
function isTypeOnly({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((one) => ts.isExportSpecifier(one) && (one.isTypeOnly || one.parent.parent.isTypeOnly));
}

function described(
  name: string,
  declaration: ts.Declaration,
  symbol: ts.Symbol,
  checker: ts.TypeChecker,
): Pick<PublicName, 'kind' | 'text'> {
  if (ts.isFunctionDeclaration(declaration)) {
    const parameters = declaration.parameters.map((one) => oneLine(one.getText())).join(', ');
    return { kind: 'function', text: `${name}(${parameters}): ${oneLine(declaration.type?.getText() ?? 'unstated')}` };
  }
  if (ts.isClassDeclaration(declaration)) return { kind: 'class', text: name };
  if (ts.isVariableDeclaration(declaration)) return { kind: 'value', text: name };
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
  const isObject = ts.isInterfaceDeclaration(declaration);
  return {
    kind: 'type',
    text: isObject ? `${name} { ${members.flatMap((one) => (one.name.startsWith('__@') ? [] : [one.name])).join(', ')} }` : name,
  };
}
