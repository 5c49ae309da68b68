/** The code of a kernel as a text that is made when it is opened. */
import * as vscode from 'vscode';
import type { Extension } from '../shared.ts';

const SCHEME = 'zebin-code';

/** The address of the code of a kernel of a file. */
export function codeUri(uri: vscode.Uri, kernel: string): vscode.Uri {
  const path = `/${kernel.replace(/[^\w.-]/g, '_').slice(0, 100)}.asm`;
  return vscode.Uri.from({ scheme: SCHEME, path, query: JSON.stringify({ file: uri.toString(), kernel }) });
}

export function registerCode({ answers }: Extension): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    async provideTextDocumentContent({ query }, token) {
      const { file, kernel }: { file: string; kernel: string } = JSON.parse(query);
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.parse(file));
      return answers.ask('disassembly', { bytes, kernel }, token);
    },
  });
}
