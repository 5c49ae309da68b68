/** The extension: texts in the four languages, binaries in the page, and commands for both. */
import * as vscode from 'vscode';
import { CodeTexts } from './binary/code.ts';
import { registerBinaryCommands } from './binary/commands.ts';
import { BinaryEditors } from './binary/editor.ts';
import { registerDebugger } from './debug/debug.ts';
import { registerCompletion } from './features/completion.ts';
import { registerFindings } from './features/findings.ts';
import { registerFormatting } from './features/formatting.ts';
import { registerHints } from './features/hints.ts';
import { registerHover } from './features/hover.ts';
import { registerNavigation } from './features/navigation.ts';
import { registerOutline } from './features/outline.ts';
import { CaseFiles } from './run/tests.ts';
import type { Extension } from './shared.ts';
import { WorkerClient } from './worker-client.ts';

export function activate(context: vscode.ExtensionContext): void {
  const { extensionUri, extension: self } = context;
  const contributed: { languages: readonly { id: string }[] } = self.packageJSON.contributes;
  const extension: Extension = {
    context,
    languages: contributed.languages.map(({ id }) => id),
    checks: new WorkerClient(extensionUri),
    answers: new WorkerClient(extensionUri),
    runs: new WorkerClient(extensionUri),
  };
  const workers = [extension.checks, extension.answers, extension.runs];
  context.subscriptions.push(
    ...workers,
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      for (const worker of workers) worker.changed(document);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      for (const worker of workers) worker.closed(document);
    }),
    registerFindings(extension),
    registerHover(extension),
    registerCompletion(extension),
    ...registerNavigation(extension),
    ...registerOutline(extension),
    registerFormatting(extension),
    ...registerHints(extension),
  );
  const codes = new CodeTexts(extension);
  const editors = new BinaryEditors(extension, codes);
  const cases = new CaseFiles(extension);
  context.subscriptions.push(
    ...editors.register(),
    ...cases.register(),
    ...registerBinaryCommands(extension, editors, codes, cases),
    ...registerDebugger(extension),
  );
}
