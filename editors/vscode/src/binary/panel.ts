/** A panel with the page of `zebin view`: its files come from the editor, and the editor knows the place that it shows. */
import * as vscode from 'vscode';
import type { EditorMessage, PageMessage } from '../../../../viewer/host-messages.ts';

export class Panel {
  readonly panel: vscode.WebviewPanel;
  /** What has been sent, in its order. */
  private sent: Promise<unknown>;
  private shown = new URLSearchParams();

  /**
   * @param html the built page, whose policy allows its own script and no connection
   * @param visit is called when the page shows another place
   */
  constructor(panel: vscode.WebviewPanel, html: string, visit: (place: URLSearchParams) => void = () => undefined) {
    this.panel = panel;
    const { webview } = panel;
    webview.options = { enableScripts: true };
    this.sent = new Promise<void>((resolve) => {
      const listener = webview.onDidReceiveMessage((message: PageMessage) => {
        if (message.kind === 'ready') resolve();
        else {
          this.shown = new URLSearchParams(message.place.replace(/^#/, ''));
          visit(this.shown);
        }
      });
      panel.onDidDispose(() => listener.dispose());
    });
    webview.html = html;
  }

  /** The place that the page shows: `view`, `file`, `at`, `kernel`, `instruction`. */
  get place(): URLSearchParams {
    return this.shown;
  }

  /** Opens files, or reads them again. What cannot be read is said. @returns their names in the page */
  show(uris: readonly vscode.Uri[]): string[] {
    const names = uris.map(nameOf).map((name, i, all) => (all.indexOf(name) === i ? name : `${name} (${i + 1})`));
    const read = async (): Promise<EditorMessage> => {
      const files = uris.map(async (uri, i) => ({
        name: names[i] ?? '',
        address: uri.toString(),
        bytes: new Uint8Array(await vscode.workspace.fs.readFile(uri)),
      }));
      return { kind: 'open', files: await Promise.all(files) };
    };
    this.send(read);
    return names;
  }

  /** @param place as the page has it in its address @param isFollowed whether it is that of a cursor */
  go(place: Readonly<Record<string, string>>, isFollowed = false): void {
    this.send(async () => ({ kind: 'go', place: new URLSearchParams(place).toString(), isFollowed }));
  }

  /** Each message after those before it, so that the last state of a file is the one that is shown. */
  private send(message: () => Promise<EditorMessage>): void {
    this.sent = this.sent.then(async () => {
      try {
        await this.panel.webview.postMessage(await message());
      } catch (error) {
        if (error instanceof vscode.FileSystemError) void vscode.window.showErrorMessage(`zebin: ${error.message}`);
        // A panel that was closed meanwhile.
        else console.debug(`zebin: not shown: ${error}`);
      }
    });
  }
}

export const nameOf = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1);
