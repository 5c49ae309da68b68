/** The parts of a text, as outline and to be folded. */
import * as vscode from 'vscode';
import type { OutlineEntry, OutlineKind } from '../../../../src/internal.ts';
import { range } from '../places.ts';
import type { Extension } from '../shared.ts';

const KINDS: Readonly<Record<OutlineKind, vscode.SymbolKind>> = {
  function: vscode.SymbolKind.Function,
  label: vscode.SymbolKind.Key,
  variable: vscode.SymbolKind.Variable,
  object: vscode.SymbolKind.Object,
  value: vscode.SymbolKind.Property,
};

export function registerOutline({ answers, languages }: Extension): vscode.Disposable[] {
  const selector = [...languages];
  return [
    vscode.languages.registerDocumentSymbolProvider(selector, {
      async provideDocumentSymbols(document, token) {
        return symbols(await answers.askText('outline', document, {}, token));
      },
    }),
    vscode.languages.registerFoldingRangeProvider(selector, {
      async provideFoldingRanges(document, _context, token) {
        const blocks = await answers.askText('blocks', document, {}, token);
        return blocks.map(({ first, last }) => new vscode.FoldingRange(first, last));
      },
    }),
  ];
}

function symbols(entries: readonly OutlineEntry[]): vscode.DocumentSymbol[] {
  return entries.map(({ name, detail, kind, range: whole, at, children }) => {
    const symbol = new vscode.DocumentSymbol(name, detail, KINDS[kind], range(whole), range(at));
    return Object.assign(symbol, { children: symbols(children) });
  });
}
