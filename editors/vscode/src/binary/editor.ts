/** Binaries in the page of `zebin view`. */
import * as vscode from 'vscode';
import type { Extension } from '../shared.ts';
import { nameOf, Panel } from './panel.ts';

/** Types of editors: of files that only this extension opens, and of all others on request. */
const TYPES = ['zebin.binary', 'zebin.any'] as const;

export class BinaryEditors implements vscode.CustomReadonlyEditorProvider<vscode.CustomDocument> {
  private readonly extension: Extension;
  /** Panels of each file, those opened last at the end. */
  private readonly panels = new Map<string, readonly Panel[]>();

  constructor(extension: Extension) {
    this.extension = extension;
  }

  register(): vscode.Disposable[] {
    const options = { webviewOptions: { retainContextWhenHidden: true }, supportsMultipleEditorsPerDocument: true };
    return TYPES.map((type) => vscode.window.registerCustomEditorProvider(type, this, options));
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor({ uri }: vscode.CustomDocument, webview: vscode.WebviewPanel): Promise<void> {
    const key = uri.toString();
    const panel = new Panel(webview, await this.html());
    this.panels.set(key, [...(this.panels.get(key) ?? []), panel]);
    // A build writes the file again.
    const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), nameOf(uri));
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    watcher.onDidChange(() => void panel.show([uri]));
    webview.onDidDispose(() => {
      watcher.dispose();
      this.panels.set(
        key,
        (this.panels.get(key) ?? []).filter((one) => one !== panel),
      );
    });
    // The page is not in the window until this function returns.
    void panel.show([uri]);
  }

  /** Shows two files next to each other, in a panel of its own. */
  async compare(base: vscode.Uri, next: vscode.Uri): Promise<void> {
    const title = `${nameOf(base)} ↔ ${nameOf(next)}`;
    const options = { retainContextWhenHidden: true };
    const panel = new Panel(vscode.window.createWebviewPanel('zebin.compare', title, vscode.ViewColumn.Active, options), await this.html());
    const [file = '', other = ''] = await panel.show([base, next]);
    await panel.go({ view: 'compare', file, other });
  }

  /** Opens a file at a place. */
  async openAt(uri: vscode.Uri, place: Readonly<Record<string, string>>): Promise<void> {
    const last = () => this.panels.get(uri.toString())?.at(-1);
    // The one that is open comes to the front.
    await vscode.commands.executeCommand('vscode.openWith', uri, last()?.panel.viewType ?? TYPES[1]);
    await last()?.go({ ...place, file: nameOf(uri) });
  }

  private async html(): Promise<string> {
    const uri = vscode.Uri.joinPath(this.extension.context.extensionUri, 'page.html');
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  }
}
