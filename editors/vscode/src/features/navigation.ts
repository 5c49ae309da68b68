/** Where labels and registers get what they mean, and where they are used. */
import * as vscode from 'vscode';
import { place, range } from '../places.ts';
import type { Extension } from '../shared.ts';

export function registerNavigation({ answers, languages }: Extension): vscode.Disposable[] {
  const selector = [...languages];
  const uses = (document: vscode.TextDocument, at: vscode.Position, token: vscode.CancellationToken) =>
    answers.askText('uses', document, { at: place(at) }, token);
  return [
    vscode.languages.registerDefinitionProvider(selector, {
      async provideDefinition(document, at, token) {
        const found = await answers.askText('definitions', document, { at: place(at) }, token);
        return found.map((one) => new vscode.Location(document.uri, range(one)));
      },
    }),
    vscode.languages.registerReferenceProvider(selector, {
      async provideReferences(document, at, { includeDeclaration }, token) {
        const found = await uses(document, at, token);
        return found
          .filter(({ role }) => includeDeclaration || role === 'read')
          .map((one) => new vscode.Location(document.uri, range(one.range)));
      },
    }),
    vscode.languages.registerDocumentHighlightProvider(selector, {
      async provideDocumentHighlights(document, at, token) {
        const { Read, Write } = vscode.DocumentHighlightKind;
        const found = await uses(document, at, token);
        return found.map((one) => new vscode.DocumentHighlight(range(one.range), one.role === 'write' ? Write : Read));
      },
    }),
  ];
}
