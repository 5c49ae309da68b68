/** A panel with the page of `zebin view`: its files come from the editor, and the editor knows the place that it shows. */
import * as vscode from 'vscode';
import type { EditorMessage, PageMessage } from '../../../../viewer/host-messages.ts';

export class Panel {
  readonly panel: vscode.WebviewPanel;
  private readonly ready: Promise<void>;

  /** @param html the built page, whose policy allows its own script and no connection */
  constructor(panel: vscode.WebviewPanel, html: string) {
    this.panel = panel;
    const { webview } = panel;
    webview.options = { enableScripts: true };
    this.ready = new Promise((resolve) => {
      const listener = webview.onDidReceiveMessage(({ kind }: PageMessage) => kind === 'ready' && resolve());
      panel.onDidDispose(() => listener.dispose());
    });
    webview.html = html;
  }

  /** Opens files, or reads them again. @returns their names in the page */
  async show(uris: readonly vscode.Uri[]): Promise<string[]> {
    const names = uris.map(nameOf).map((name, i, all) => (all.indexOf(name) === i ? name : `${name} (${i + 1})`));
    const read = uris.map(async (uri, i) => ({ name: names[i] ?? '', bytes: new Uint8Array(await vscode.workspace.fs.readFile(uri)) }));
    await this.send({ kind: 'open', files: await Promise.all(read) });
    return names;
  }

  /** @param place as the page has it in its address: `view`, `file`, `at`, `kernel` */
  async go(place: Readonly<Record<string, string>>): Promise<void> {
    await this.send({ kind: 'go', place: new URLSearchParams(place).toString() });
  }

  private async send(message: EditorMessage): Promise<void> {
    await this.ready;
    await this.panel.webview.postMessage(message);
  }
}

export const nameOf = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1);
