/** Commands for binaries, given by the explorer, by the editor that is open, or by a dialog. */
import * as vscode from 'vscode';
import { debugKernel } from '../debug/debug.ts';
import { SEVERITIES } from '../features/findings.ts';
import type { KernelName } from '../protocol.ts';
import type { Extension } from '../shared.ts';
import { codeUri, registerCode } from './code.ts';
import type { BinaryEditors } from './editor.ts';
import { nameOf } from './panel.ts';

export function registerBinaryCommands(extension: Extension, editors: BinaryEditors): vscode.Disposable[] {
  const { answers } = extension;
  const problems = vscode.languages.createDiagnosticCollection('zebin-files');
  const command = (name: string, run: (uri: vscode.Uri, all: readonly vscode.Uri[]) => Promise<void>) =>
    vscode.commands.registerCommand(`zebin.${name}`, async (given?: vscode.Uri, all?: readonly vscode.Uri[]) => {
      const uri = given ?? openFile() ?? (await chosenFile('Open'));
      if (uri === undefined) return;
      try {
        await run(uri, all ?? [uri]);
      } catch (error) {
        void vscode.window.showErrorMessage(`${nameOf(uri)}: ${error instanceof Error ? error.message : error}`);
      }
    });
  const kernelIn = async (bytes: Uint8Array): Promise<KernelName | undefined> => {
    const kernels = await answers.ask('kernels', { bytes });
    if (kernels.length === 0) throw new Error('there is no kernel in it');
    if (kernels.length === 1) return kernels[0];
    const items = kernels.map((kernel) => ({ label: kernel.label, kernel }));
    const picked = await vscode.window.showQuickPick(items, { placeHolder: 'Kernel' });
    return picked?.kernel;
  };
  return [
    problems,
    registerCode(extension),
    command('disassemble', async (uri) => {
      const kernel = await kernelIn(await vscode.workspace.fs.readFile(uri));
      if (kernel !== undefined) await vscode.window.showTextDocument(codeUri(uri, kernel.name), { preview: false });
    }),
    command('openKernel', async (uri) => {
      const kernel = await kernelIn(await vscode.workspace.fs.readFile(uri));
      if (kernel !== undefined) await editors.openAt(uri, { view: 'kernel', at: kernel.at, kernel: kernel.name });
    }),
    command('run', async (uri) => {
      const kernel = await kernelIn(await vscode.workspace.fs.readFile(uri));
      if (kernel !== undefined) await editors.openAt(uri, { view: 'kernel', at: kernel.at, kernel: kernel.name, tab: 'run' });
    }),
    command('debug', async (uri) => {
      const kernel = await kernelIn(await vscode.workspace.fs.readFile(uri));
      if (kernel !== undefined) await debugKernel(uri, kernel.name);
    }),
    command('validate', async (uri) => {
      const findings = await answers.ask('validation', { bytes: await vscode.workspace.fs.readFile(uri) });
      const start = new vscode.Range(0, 0, 0, 0);
      problems.set(
        uri,
        findings.map(({ code, severity, message, place }) =>
          Object.assign(new vscode.Diagnostic(start, `${message} (${place})`, SEVERITIES[severity]), { code, source: 'zebin' }),
        ),
      );
      if (findings.length === 0) void vscode.window.showInformationMessage(`${nameOf(uri)}: no finding`);
      else await vscode.commands.executeCommand('workbench.panel.markers.view.focus');
    }),
    command('compare', async (uri, all) => {
      const other = all.length === 2 ? all.find((one) => one.toString() !== uri.toString()) : await chosenFile('Compare with');
      const [base = uri, next = other] = all.length === 2 ? all : [];
      if (next !== undefined) await editors.compare(base, next);
    }),
  ];
}

/** The file of the editor that is shown. */
function openFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText ? input.uri : undefined;
}

async function chosenFile(openLabel: string): Promise<vscode.Uri | undefined> {
  const [uri] = (await vscode.window.showOpenDialog({ openLabel })) ?? [];
  return uri;
}
