/** The binaries in the folder of a file of cases. */
import * as vscode from 'vscode';

/** A larger file is not looked into. */
const MOST_BYTES = 1 << 28;
/** Names of what is in such folders besides. */
const OTHERS = /\.(?:json|cl|c|cpp|h|md|txt)$/i;

export interface Binary {
  readonly name: string;
  readonly uri: vscode.Uri;
  readonly bytes: Uint8Array;
}

export async function* binariesBeside(cases: vscode.Uri): AsyncGenerator<Binary> {
  const folder = vscode.Uri.joinPath(cases, '..');
  for (const [name, type] of await vscode.workspace.fs.readDirectory(folder)) {
    if ((type & vscode.FileType.File) === 0 || OTHERS.test(name)) continue;
    const uri = vscode.Uri.joinPath(folder, name);
    if ((await vscode.workspace.fs.stat(uri)).size <= MOST_BYTES) yield { name, uri, bytes: await vscode.workspace.fs.readFile(uri) };
  }
}
