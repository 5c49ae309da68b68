/** Commands for binaries, given by the explorer, by the editor that is open, or by a dialog. */
import * as vscode from 'vscode';
import { debugKernel } from '../debug/debug.ts';
import type { KernelPlace } from '../protocol.ts';
import type { CaseFiles } from '../run/tests.ts';
import type { Extension } from '../shared.ts';
import { type CodeTexts, codePlaceOf } from './code.ts';
import type { BinaryEditors } from './editor.ts';
import { nameOf } from './panel.ts';
import { ValidatedFiles } from './validated.ts';

export function registerBinaryCommands(
  { answers }: Extension,
  editors: BinaryEditors,
  codes: CodeTexts,
  cases: CaseFiles,
): vscode.Disposable[] {
  const validated = new ValidatedFiles(answers);
  const command = (name: string, run: (uri: vscode.Uri, all: readonly vscode.Uri[]) => Promise<void>) =>
    vscode.commands.registerCommand(`zebin.${name}`, async (given?: unknown, all?: unknown) => {
      // Menus of the page give something else.
      const uri = given instanceof vscode.Uri ? given : (openFile() ?? (await chosenFile('Open')));
      if (uri === undefined) return;
      try {
        await run(uri, Array.isArray(all) ? all : [uri]);
      } catch (error) {
        void vscode.window.showErrorMessage(`${nameOf(uri)}: ${error instanceof Error ? error.message : error}`);
      }
    });
  const kernelIn = async (uri: vscode.Uri): Promise<KernelPlace | undefined> => {
    const kernels = await answers.ask('kernels', { bytes: await vscode.workspace.fs.readFile(uri) });
    if (kernels.length === 0) throw new Error('there is no kernel in it');
    if (kernels.length === 1) return kernels[0];
    return vscode.window.showQuickPick([...kernels], { placeHolder: 'Kernel' });
  };
  /** The kernel that the page shows, or one of the file. */
  const shownOrIn = (uri: vscode.Uri) => editors.shown(uri)?.code ?? kernelIn(uri);
  return [
    validated,
    command('disassemble', async (uri) => {
      const kernel = await shownOrIn(uri);
      if (kernel !== undefined) await codes.open({ ...kernel, file: uri }, editors.shown(uri)?.instruction);
    }),
    command('openKernel', async (uri) => {
      const place = await kernelIn(uri);
      if (place !== undefined) await editors.openAt(uri, { view: 'kernel', at: place.at, kernel: place.kernel });
    }),
    command('run', async (uri) => {
      if (isCases(uri)) return cases.run(uri);
      const place = await shownOrIn(uri);
      if (place !== undefined) await editors.openAt(uri, { view: 'kernel', at: place.at, kernel: place.kernel, tab: 'run' });
    }),
    command('debug', async (uri) => {
      if (isCases(uri)) return cases.debug(uri);
      const place = await shownOrIn(uri);
      if (place !== undefined) await debugKernel(uri, place.kernel, { kernel: place.kernel, image: place.at });
    }),
    command('validate', async (uri) => {
      if ((await validated.show(uri)) === 0) void vscode.window.showInformationMessage(`${nameOf(uri)}: no finding`);
      else await vscode.commands.executeCommand('workbench.panel.markers.view.focus');
    }),
    command('compare', async (uri, all) => {
      const other = all.length === 2 ? all.find((one) => one.toString() !== uri.toString()) : await chosenFile('Compare with');
      const [base = uri, next = other] = all.length === 2 ? all : [];
      if (next !== undefined) await editors.compare(base, next);
    }),
  ];
}

const isCases = ({ path }: vscode.Uri): boolean => path.endsWith('.json');

/** The file of the editor that is shown; of code as a text, the binary. */
function openFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText)) return undefined;
  return codePlaceOf(input.uri)?.file ?? input.uri;
}

async function chosenFile(openLabel: string): Promise<vscode.Uri | undefined> {
  const [uri] = (await vscode.window.showOpenDialog({ openLabel })) ?? [];
  return uri;
}
