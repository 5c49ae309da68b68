/** Cases of `zebin test` in the view of tests: the cases of a file are run with every binary beside it that has their kernel. */
import * as vscode from 'vscode';
import { nameOf } from '../binary/panel.ts';
import { debugKernel } from '../debug/debug.ts';
import type { Extension } from '../shared.ts';
import { binariesBeside } from './beside.ts';

/** A larger file is not one of cases. */
const MOST_BYTES = 1 << 24;
const CASES = '**/*.json';
/** Folders that hold what others made, or that are hidden: those that `zebin test` does not look into. */
const SKIPPED = /^(?:\..+|node_modules)$/;

export class CaseFiles {
  private readonly answers: Extension['answers'];
  private readonly runs: Extension['runs'];
  private readonly controller = vscode.tests.createTestController('zebin', 'Kernels');
  private readonly profile: vscode.TestRunProfile;
  /** The last read of each file: an earlier one that ends later is of no use. */
  private readonly reads = new Map<string, symbol>();

  constructor({ answers, runs }: Extension) {
    this.answers = answers;
    this.runs = runs;
    const { controller } = this;
    controller.resolveHandler = async (item) => (item === undefined ? this.readAll() : undefined);
    controller.refreshHandler = () => this.readAll();
    this.profile = controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, (request, token) => this.runAll(request, token), true);
    controller.createRunProfile('Debug', vscode.TestRunProfileKind.Debug, (request) => this.debugFirst(request), true);
  }

  register(): vscode.Disposable[] {
    const watcher = vscode.workspace.createFileSystemWatcher(CASES);
    const changed = (uri: vscode.Uri): void => {
      if (!isSkipped(uri)) void this.read(uri);
    };
    watcher.onDidChange(changed);
    watcher.onDidCreate(changed);
    watcher.onDidDelete((uri) => this.forget(uri));
    // The others are read when the view of tests is first shown.
    const opened = ({ uri }: vscode.TextDocument): void => {
      if (uri.path.endsWith('.json')) changed(uri);
    };
    vscode.workspace.textDocuments.forEach(opened);
    return [this.controller, watcher, vscode.workspace.onDidOpenTextDocument(opened)];
  }

  /** Runs the cases of a file. */
  async run(uri: vscode.Uri): Promise<void> {
    const file = await this.fileOf(uri);
    await vscode.commands.executeCommand('workbench.view.testing.focus');
    const { token } = new vscode.CancellationTokenSource();
    await this.runAll(new vscode.TestRunRequest([file], undefined, this.profile), token);
  }

  /** Debugs a case of a file. */
  async debug(uri: vscode.Uri): Promise<void> {
    const items = [...(await this.fileOf(uri)).children].map(([, one]) => one);
    const [only] = items;
    const rows = items.map((item) => ({ label: item.label, description: item.description ?? '', item }));
    const item = items.length === 1 ? only : (await vscode.window.showQuickPick(rows, { placeHolder: 'Case' }))?.item;
    if (item) await this.debugCase(item);
  }

  private async fileOf(uri: vscode.Uri): Promise<vscode.TestItem> {
    await this.read(uri);
    const file = this.controller.items.get(uri.toString());
    if (file === undefined) throw new Error('there are no cases in it');
    if (file.children.size === 0) throw new Error(String(file.error));
    return file;
  }

  /** Reads a file; what is not a file of cases is not in the view. */
  private async read(uri: vscode.Uri): Promise<void> {
    const { controller } = this;
    const key = uri.toString();
    const own = Symbol(key);
    this.reads.set(key, own);
    const found = await this.casesIn(uri).catch(() => undefined);
    if (this.reads.get(key) !== own) return;
    if (found === undefined || found.cases.length + found.problems.length === 0) {
      this.forget(uri);
      return;
    }
    // What the view knows of it stays: results, and whether it is open.
    const file = controller.items.get(key) ?? controller.createTestItem(key, nameOf(uri), uri);
    file.error = found.problems.length > 0 ? found.problems.join('\n') : undefined;
    const items = found.cases.map(({ name, kernel, line }) => {
      const item = file.children.get(name) ?? controller.createTestItem(name, name, uri);
      item.description = kernel;
      item.range = new vscode.Range(line, 0, line, 0);
      return item;
    });
    file.children.replace(items);
    controller.items.add(file);
    this.tellMenus();
  }

  private forget(uri: vscode.Uri): void {
    this.reads.delete(uri.toString());
    this.controller.items.delete(uri.toString());
    this.tellMenus();
  }

  /** Menus of these files have commands of cases. */
  private tellMenus(): void {
    const all = [...this.controller.items].map(([id]) => id);
    void vscode.commands.executeCommand('setContext', 'zebin.caseFiles', all);
  }

  private async casesIn(uri: vscode.Uri) {
    const { size } = await vscode.workspace.fs.stat(uri);
    return size > MOST_BYTES ? undefined : this.answers.ask('cases', { bytes: await vscode.workspace.fs.readFile(uri) });
  }

  /** Not by a search, which folders on the web do not have. */
  private async readAll(): Promise<void> {
    const below = async (folder: vscode.Uri): Promise<void> => {
      for (const [name, type] of await vscode.workspace.fs.readDirectory(folder).then(undefined, () => [])) {
        const uri = vscode.Uri.joinPath(folder, name);
        if (type === vscode.FileType.Directory && !SKIPPED.test(name)) await below(uri);
        else if (type === vscode.FileType.File && name.endsWith('.json')) await this.read(uri);
      }
    };
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) await below(uri);
  }

  private async runAll(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    try {
      for (const item of this.casesOf(request)) {
        if (token.isCancellationRequested) run.skipped(item);
        else await this.runCase(item, run, token);
      }
    } finally {
      run.end();
    }
  }

  private async runCase(item: vscode.TestItem, run: vscode.TestRun, token: vscode.CancellationToken): Promise<void> {
    const { uri } = item;
    if (uri === undefined) return;
    run.started(item);
    try {
      const file = await vscode.workspace.fs.readFile(uri);
      let ran = 0;
      const wrong: string[] = [];
      for await (const { name, bytes } of binariesBeside(uri)) {
        for (const { address, result, text } of await this.runs.ask('runCase', { bytes, file, name: item.id }, token)) {
          ran++;
          run.appendOutput(`${name}${address} ${item.id}: ${result}${text}\r\n`, undefined, item);
          if (result !== 'equal' && result !== 'completed') wrong.push(`${name}${address}: ${result}${text}`);
        }
      }
      const messages = wrong.map((text) => new vscode.TestMessage(text));
      if (ran === 0) run.errored(item, new vscode.TestMessage(NONE));
      else if (wrong.length > 0) run.failed(item, messages);
      else run.passed(item);
    } catch (error) {
      if (token.isCancellationRequested) run.skipped(item);
      else run.errored(item, new vscode.TestMessage(error instanceof Error ? error.message : String(error)));
    }
  }

  private async debugFirst(request: vscode.TestRunRequest): Promise<void> {
    const [item] = this.casesOf(request);
    if (item === undefined) return;
    try {
      await this.debugCase(item);
    } catch (error) {
      void vscode.window.showErrorMessage(`${item.label}: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Debugs a case with a binary beside its file, which is asked for if several are for it. */
  private async debugCase({ id: only, uri }: vscode.TestItem): Promise<void> {
    if (uri === undefined) return;
    const file = await vscode.workspace.fs.readFile(uri);
    const rows: { label: string; description: string; program: vscode.Uri; image: string }[] = [];
    for await (const { name, uri: program, bytes } of binariesBeside(uri))
      for (const { address: image, device } of await this.answers.ask('targets', { bytes, file, name: only }))
        rows.push({ label: `${name}${image}`, description: device, program, image });
    const [first] = rows;
    if (first === undefined) throw new Error(NONE);
    const row = rows.length === 1 ? first : await vscode.window.showQuickPick(rows, { placeHolder: 'Binary' });
    if (row) await debugKernel(row.program, only, { image: row.image, case: uri.toString(), only });
  }

  /** The cases that are asked for: all of them, if none is named. */
  private casesOf({ include, exclude }: vscode.TestRunRequest): vscode.TestItem[] {
    const { items } = this.controller;
    const wanted: vscode.TestItem[] = [];
    const add = (item: vscode.TestItem): void => {
      if (exclude?.includes(item)) return;
      // A file in which no case could be read has none.
      if (items.get(item.id) !== item) wanted.push(item);
      else item.children.forEach(add);
    };
    if (include === undefined) items.forEach(add);
    else include.forEach(add);
    return wanted;
  }
}

const NONE = 'no binary beside the file has its kernel';
const isSkipped = (uri: vscode.Uri): boolean =>
  vscode.workspace
    .asRelativePath(uri, false)
    .split('/')
    .some((part) => SKIPPED.test(part));
