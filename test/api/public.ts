/** The public surface of the package, read from its sources: entries, names, signatures and examples. */
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
  /** The types that the signature of a function names. */
  readonly types: readonly { readonly name: string; readonly place: string }[];
  /** Where it is declared: two names of one place are one thing. */
  readonly place: string;
}

const pkg = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The modules of the package with their sources: `./dist/api/elf.js` comes from `src/api/elf.ts`. */
export const ENTRIES: readonly { readonly entry: string; readonly path: string }[] = Object.entries<string | { default: string }>(
  pkg.exports,
).flatMap(([key, target]) =>
  typeof target === 'string'
    ? []
    : [{ entry: pkg.name + key.slice(1), path: join(ROOT, target.default.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts')) }],
);

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  lib: ['lib.es2022.d.ts'],
  types: [],
};

let known: readonly PublicName[] | undefined;

/** Every public name, in the order of the entries, and within one in that of the alphabet. The sources are read once. */
export function publicNames(): readonly PublicName[] {
  known ??= readNames();
  return known;
}

function readNames(): readonly PublicName[] {
  const program = ts.createProgram(
    ENTRIES.map(({ path }) => path),
    OPTIONS,
  );
  const checker = program.getTypeChecker();
  return ENTRIES.flatMap(({ entry, path }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(path) as ts.SourceFile) as ts.Symbol;
    return checker
      .getExportsOfModule(module)
      .map((symbol) => nameOf(entry, symbol, checker))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  });
}

function nameOf(entry: string, symbol: ts.Symbol, checker: ts.TypeChecker): PublicName {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
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
    types: typesOf(declaration, checker),
    place: placeOf(declaration),
  };
}

const oneLine = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const placeOf = (declaration: ts.Declaration) => `${declaration.getSourceFile().fileName}:${declaration.pos}`;

/** The types of this package that a function names, with the places where they are declared. */
function typesOf(declaration: ts.Declaration, checker: ts.TypeChecker): PublicName['types'] {
  if (!ts.isFunctionDeclaration(declaration)) return [];
  const found: { name: string; place: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node)) {
      const symbol = checker.getSymbolAtLocation(node.typeName);
      const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const [from] = target?.declarations ?? [];
      if (from && !ts.isTypeParameterDeclaration(from) && !from.getSourceFile().isDeclarationFile)
        found.push({ name: node.typeName.getText(), place: placeOf(from) });
    }
    ts.forEachChild(node, visit);
  };
  for (const node of [...declaration.parameters, declaration.type]) if (node) visit(node);
  return found;
}

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
  return { kind: 'type', text: isObject ? `${name} { ${members.map((one) => one.name).join(', ')} }` : name };
}
