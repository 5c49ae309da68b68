/** Cases of `zebin test` in the view of tests: the cases of a file are run with every binary beside it that has their kernel. */
import * as vscode from 'vscode';
import { nameOf } from '../binary/panel.ts';
import type { Extension } from '../shared.ts';

/** A larger file is not one of cases. */
const MOST_BYTES = 1 << 24;
const CASES = '**/*.json';
/** Folders that hold what others made, or that are hidden: those that `zebin test` does not look into. */
const SKIPPED = /^(?:\..+|node_modules)$/;

export function registerTests({ answers, runs }: Extension): vscode.Disposable[] {
  const controller = vscode.tests.createTestController('zebin', 'Kernels');
  const read = async (uri: vscode.Uri): Promise<void> => {
    controller.items.delete(uri.toString());
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > MOST_BYTES) return;
    const { cases, problems } = await answers.ask('cases', { bytes: await vscode.workspace.fs.readFile(uri) });
    if (cases.length + problems.length === 0) return;
    const file = controller.createTestItem(uri.toString(), nameOf(uri), uri);
    if (problems.length > 0) file.error = problems.join('\n');
    for (const { name, kernel, line } of cases) {
      const item = controller.createTestItem(name, name, uri);
      item.description = kernel;
      item.range = new vscode.Range(line, 0, line, 0);
      file.children.add(item);
    }
    controller.items.add(file);
  };
  const below = async (folder: vscode.Uri): Promise<void> => {
    for (const [name, type] of await vscode.workspace.fs.readDirectory(folder)) {
      const uri = vscode.Uri.joinPath(folder, name);
      if (type === vscode.FileType.Directory && !SKIPPED.test(name)) await below(uri);
      else if (type === vscode.FileType.File && name.endsWith('.json')) await read(uri);
    }
  };
  // Not by a search, which folders on the web do not have.
  const all = async (): Promise<void> => {
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) await below(uri);
  };
  controller.resolveHandler = async (item) => (item === undefined ? all() : undefined);
  controller.refreshHandler = all;
  controller.createRunProfile(
    'Run',
    vscode.TestRunProfileKind.Run,
    async (request, token) => {
      const run = controller.createTestRun(request);
      try {
        for (const item of casesOf(request, controller)) {
          if (token.isCancellationRequested) break;
          await runCase(item, run);
        }
      } finally {
        run.end();
      }
    },
    true,
  );
  const runCase = async (item: vscode.TestItem, run: vscode.TestRun): Promise<void> => {
    const { uri } = item;
    if (uri === undefined) return;
    run.started(item);
    const folder = vscode.Uri.joinPath(uri, '..');
    const file = await vscode.workspace.fs.readFile(uri);
    const beside = (await vscode.workspace.fs.readDirectory(folder)).filter(
      ([name, type]) => type === vscode.FileType.File && !/\.(?:json|cl|c|cpp|md|txt)$/i.test(name),
    );
    let ran = 0;
    const wrong: string[] = [];
    for (const [name] of beside) {
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, name));
      for (const { address, result, text } of await runs.ask('runCase', { bytes, file, name: item.id })) {
        ran++;
        run.appendOutput(`${name}${address} ${item.id}: ${result}${text}\r\n`, undefined, item);
        if (result !== 'equal' && result !== 'completed') wrong.push(`${name}${address}: ${result}${text}`);
      }
    }
    if (ran === 0) run.errored(item, new vscode.TestMessage('no binary beside the file has its kernel'));
    else if (wrong.length > 0)
      run.failed(
        item,
        wrong.map((text) => new vscode.TestMessage(text)),
      );
    else run.passed(item);
  };
  const watcher = vscode.workspace.createFileSystemWatcher(CASES);
  watcher.onDidChange((uri) => void read(uri));
  watcher.onDidCreate((uri) => void read(uri));
  watcher.onDidDelete((uri) => controller.items.delete(uri.toString()));
  return [controller, watcher];
}

/** The cases that are asked for: all of them, if none is named. */
function casesOf({ include, exclude }: vscode.TestRunRequest, { items }: vscode.TestController): vscode.TestItem[] {
  const wanted: vscode.TestItem[] = [];
  const add = (item: vscode.TestItem): void => {
    if (exclude?.includes(item)) return;
    if (item.children.size === 0) wanted.push(item);
    else item.children.forEach(add);
  };
  if (include === undefined) items.forEach(add);
  else include.forEach(add);
  return wanted;
}
