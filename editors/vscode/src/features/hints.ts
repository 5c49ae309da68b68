/** Live registers and waits next to assembly, on request. */
import * as vscode from 'vscode';
import { position } from '../places.ts';
import type { Extension } from '../shared.ts';

const SETTING = 'hints';

export function registerHints({ answers }: Extension): vscode.Disposable[] {
  const changed = new vscode.EventEmitter<void>();
  const isOn = (): boolean => vscode.workspace.getConfiguration('zebin').get(SETTING, false);
  return [
    changed,
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`zebin.${SETTING}`)) changed.fire();
    }),
    vscode.commands.registerCommand('zebin.toggleHints', () =>
      vscode.workspace.getConfiguration('zebin').update(SETTING, !isOn(), vscode.ConfigurationTarget.Global),
    ),
    vscode.languages.registerInlayHintsProvider(['eu-assembly'], {
      onDidChangeInlayHints: changed.event,
      async provideInlayHints(document, shown, token) {
        if (!isOn()) return [];
        const hints = await answers.askText('hints', document, {}, token);
        return hints
          .filter(({ place: { line } }) => line >= shown.start.line && line <= shown.end.line)
          .map(({ place, text, tip }) => Object.assign(new vscode.InlayHint(position(place), text), { tooltip: tip, paddingLeft: true }));
      },
    }),
  ];
}
