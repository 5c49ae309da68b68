/** What other programs, such as a build, do with a file. */
import * as vscode from 'vscode';
import { nameOf } from './panel.ts';

export function watchFile(uri: vscode.Uri, { written, deleted }: { written: () => void; deleted?: () => void }): vscode.Disposable {
  const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), nameOf(uri).replace(/[*?{}[\]]/g, '[$&]'));
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  for (const event of [watcher.onDidChange, watcher.onDidCreate]) event(written);
  if (deleted) watcher.onDidDelete(deleted);
  return watcher;
}
