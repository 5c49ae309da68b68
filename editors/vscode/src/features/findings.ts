/** Findings in texts, under the text and in the list of problems. */
import * as vscode from 'vscode';
import { range } from '../places.ts';
import type { Extension } from '../shared.ts';
import { quietFor } from '../worker-client.ts';

/** Milliseconds without a change after which a text is checked. */
const QUIET = 300;

export const SEVERITIES = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
} as const;

export function registerFindings({ checks, languages }: Extension): vscode.Disposable {
  const shown = vscode.languages.createDiagnosticCollection('zebin');
  const timers = new Map<vscode.TextDocument, ReturnType<typeof setTimeout>>();
  const check = async (document: vscode.TextDocument): Promise<void> => {
    const findings = await checks.askText('findings', document, {});
    if (document.isClosed) return;
    shown.set(
      document.uri,
      findings.map(({ code, severity, message, range: at }) => {
        const diagnostic = new vscode.Diagnostic(range(at), message, SEVERITIES[severity]);
        return Object.assign(diagnostic, { code, source: 'zebin' });
      }),
    );
  };
  const soon = (document: vscode.TextDocument, wait: number): void => {
    if (!languages.includes(document.languageId)) return;
    clearTimeout(timers.get(document));
    const begin = () => void check(document).catch((error: unknown) => console.debug(`zebin: not checked: ${error}`));
    timers.set(document, setTimeout(begin, wait));
  };
  for (const document of vscode.workspace.textDocuments) soon(document, 0);
  return vscode.Disposable.from(
    shown,
    vscode.workspace.onDidOpenTextDocument((document) => soon(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => soon(document, Math.max(QUIET, quietFor(document)))),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('zebin')) for (const document of vscode.workspace.textDocuments) soon(document, 0);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      clearTimeout(timers.get(document));
      timers.delete(document);
      shown.delete(document.uri);
    }),
  );
}
