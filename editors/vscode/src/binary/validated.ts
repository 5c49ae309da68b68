/** Findings of binaries in the list of problems: those of a file as it is now. */
import * as vscode from 'vscode';
import { SEVERITIES } from '../features/findings.ts';
import type { Extension } from '../shared.ts';
import { watchFile } from './watch.ts';

export class ValidatedFiles implements vscode.Disposable {
  private readonly answers: Extension['answers'];
  private readonly problems = vscode.languages.createDiagnosticCollection('zebin-files');
  private readonly watchers = new Map<string, vscode.Disposable>();

  constructor(answers: Extension['answers']) {
    this.answers = answers;
  }

  /** Judges a file, and again when a build writes it. @returns how many findings it has */
  async show(uri: vscode.Uri): Promise<number> {
    const findings = await this.answers.ask('validation', { bytes: await vscode.workspace.fs.readFile(uri) });
    const start = new vscode.Range(0, 0, 0, 0);
    this.problems.set(
      uri,
      findings.map(({ code, severity, message, place }) =>
        Object.assign(new vscode.Diagnostic(start, `${message} (${place})`, SEVERITIES[severity]), { code, source: 'zebin' }),
      ),
    );
    this.watch(uri);
    return findings.length;
  }

  dispose(): void {
    this.problems.dispose();
    vscode.Disposable.from(...this.watchers.values()).dispose();
  }

  private watch(uri: vscode.Uri): void {
    const key = uri.toString();
    if (this.watchers.has(key)) return;
    const watcher = watchFile(uri, {
      // What cannot be read, or is no binary any more, has no findings.
      written: () => void this.show(uri).catch(() => this.problems.delete(uri)),
      deleted: () => this.problems.delete(uri),
    });
    this.watchers.set(key, watcher);
  }
}
