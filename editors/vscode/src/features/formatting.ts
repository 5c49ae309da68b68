import * as vscode from 'vscode';
import type { Extension } from '../shared.ts';

/** The layout of the compiler. */
export function registerFormatting({ answers, languages }: Extension): vscode.Disposable {
  return vscode.languages.registerDocumentFormattingEditProvider([...languages], {
    async provideDocumentFormattingEdits(document, _options, token) {
      const text = await answers.askText('formatted', document, {}, token);
      if (text === undefined) {
        void vscode.window.showInformationMessage('zebin: this text has comments or errors that its layout would lose');
        return [];
      }
      const all = new vscode.Range(0, 0, document.lineCount, 0);
      return document.getText() === text ? [] : [vscode.TextEdit.replace(document.validateRange(all), text)];
    },
  });
}
