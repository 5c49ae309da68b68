/** Binaries in the page of `zebin view`. */
import * as vscode from 'vscode';
import type { KeptPage } from '../../../../viewer/host-messages.ts';
import type { Extension } from '../shared.ts';
import type { CodePlace, CodeTexts } from './code.ts';
import { nameOf, Panel } from './panel.ts';
import { watchFile } from './watch.ts';

/** Types of editors: of files that only this extension opens, and of all others on request. */
const TYPES = ['zebin.binary', 'zebin.any'] as const;

/** The type of panels with two files. */
const COMPARISON = 'zebin.compare';

/** A kernel that a page shows, and the offset of the instruction that is selected in it. */
interface ShownCode {
  readonly code: CodePlace;
  readonly instruction?: number;
}

export class BinaryEditors implements vscode.CustomReadonlyEditorProvider<vscode.CustomDocument> {
  private readonly extension: Extension;
  private readonly codes: CodeTexts;
  /** Panels of each file, those opened last at the end. */
  private readonly panels = new Map<string, readonly Panel[]>();

  constructor(extension: Extension, codes: CodeTexts) {
    this.extension = extension;
    this.codes = codes;
  }

  register(): vscode.Disposable[] {
    const options = { webviewOptions: { retainContextWhenHidden: true }, supportsMultipleEditorsPerDocument: true };
    return [
      ...TYPES.map((type) => vscode.window.registerCustomEditorProvider(type, this, options)),
      vscode.window.registerWebviewPanelSerializer(COMPARISON, {
        // The page has kept its place itself.
        deserializeWebviewPanel: async (webview, kept: KeptPage | undefined) => {
          const uris = kept?.addresses.map((address) => vscode.Uri.parse(address)) ?? [];
          if (uris.length === 0) webview.dispose();
          else keepShown(new Panel(webview, await this.html()), uris);
        },
      }),
      ...this.codes.register((place, offset) => this.follow(place, offset)),
    ];
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor({ uri }: vscode.CustomDocument, webview: vscode.WebviewPanel): Promise<void> {
    const key = uri.toString();
    let last = '';
    const panel = new Panel(webview, await this.html(), (place) => {
      const { code, instruction } = shownCode(uri, place) ?? {};
      const next = JSON.stringify([code?.at, code?.kernel, instruction]);
      // Other things of the page change too: its theme, the order of a table.
      if (code && instruction !== undefined && next !== last) this.codes.follow(code, instruction);
      last = next;
    });
    this.panels.set(key, [...(this.panels.get(key) ?? []), panel]);
    webview.onDidDispose(() => {
      const others = (this.panels.get(key) ?? []).filter((one) => one !== panel);
      if (others.length > 0) this.panels.set(key, others);
      else this.panels.delete(key);
    });
    // The page is not in the window until this function returns.
    keepShown(panel, [uri]);
  }

  /** Shows two files next to each other, in a panel of its own. */
  async compare(base: vscode.Uri, next: vscode.Uri): Promise<void> {
    const title = `${nameOf(base)} ↔ ${nameOf(next)}`;
    const options = { retainContextWhenHidden: true };
    const panel = new Panel(vscode.window.createWebviewPanel(COMPARISON, title, vscode.ViewColumn.Active, options), await this.html());
    const [file = '', other = ''] = keepShown(panel, [base, next]);
    panel.go({ view: 'compare', file, other });
  }

  /** Opens a file at a place. */
  async openAt(uri: vscode.Uri, place: Readonly<Record<string, string>>): Promise<void> {
    const last = () => this.panels.get(uri.toString())?.at(-1);
    // The one that is open comes to the front.
    await vscode.commands.executeCommand('vscode.openWith', uri, last()?.panel.viewType ?? TYPES[1]);
    last()?.go({ ...place, file: nameOf(uri) });
  }

  /** The kernel that the page of a file shows, if it is the editor that is active. */
  shown(uri: vscode.Uri): ShownCode | undefined {
    const active = this.panels.get(uri.toString())?.find(({ panel }) => panel.active);
    return active && shownCode(uri, active.place);
  }

  /** The page shows the instruction at the cursor, if it is in view. */
  private follow({ file, at, kernel }: CodePlace, offset: number): void {
    const place = { view: 'kernel', at, kernel, file: nameOf(file), instruction: `0x${offset.toString(16)}` };
    for (const one of this.panels.get(file.toString()) ?? []) if (one.panel.visible) one.go(place, true);
  }

  private async html(): Promise<string> {
    const uri = vscode.Uri.joinPath(this.extension.context.extensionUri, 'page.html');
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  }
}

/** Shows files, and again when a build writes them. @returns their names in the page */
function keepShown(panel: Panel, uris: readonly vscode.Uri[]): string[] {
  const watchers = uris.map((uri) => watchFile(uri, { written: () => panel.show(uris) }));
  panel.panel.onDidDispose(() => vscode.Disposable.from(...watchers).dispose());
  return panel.show(uris);
}

function shownCode(file: vscode.Uri, place: URLSearchParams): ShownCode | undefined {
  const kernel = place.get('kernel');
  if (place.get('view') !== 'kernel' || kernel === null) return undefined;
  const instruction = place.get('instruction');
  return { code: { file, at: place.get('at') ?? '', kernel }, ...(instruction === null ? {} : { instruction: Number(instruction) }) };
}
