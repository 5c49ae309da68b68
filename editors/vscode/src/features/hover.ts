/** What the word under the pointer means: `zebin explain`. */
import * as vscode from 'vscode';
import type { Extension } from '../shared.ts';

export function registerHover({ answers, languages }: Extension): vscode.Disposable {
  return vscode.languages.registerHoverProvider([...languages], {
    async provideHover(document, at, token) {
      const line = document.lineAt(at.line).text;
      const found = await answers.ask('word', { language: document.languageId, line, column: at.character }, token);
      if (found === undefined) return undefined;
      const { texts, start, end } = found;
      return new vscode.Hover(
        texts.map((text) => new vscode.MarkdownString(text)),
        new vscode.Range(at.line, start, at.line, end),
      );
    },
  });
}
