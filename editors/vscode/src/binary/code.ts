/** The code of a kernel as a text that is made when it is opened. Its cursor and the instruction that the page shows follow each other. */
import * as vscode from 'vscode';
import type { CodeText, KernelPlace } from '../protocol.ts';
import type { Extension } from '../shared.ts';
import { codeAddress, SCHEME } from './code-address.ts';

/** The code of a kernel of a file. */
export interface CodePlace extends KernelPlace {
  readonly file: vscode.Uri;
}

export const codeUri = ({ file, at, kernel }: CodePlace): vscode.Uri => vscode.Uri.parse(codeAddress(file.toString(), at, kernel));

/** What a text is the code of; `undefined` for other texts. */
export function codePlaceOf({ scheme, query }: vscode.Uri): CodePlace | undefined {
  if (scheme !== SCHEME) return undefined;
  const { file, at, kernel }: KernelPlace & { file: string } = JSON.parse(query);
  return { file: vscode.Uri.parse(file), at, kernel };
}

export class CodeTexts implements vscode.TextDocumentContentProvider {
  private readonly answers: Extension['answers'];
  /** Of the texts that are open. */
  private readonly offsets = new Map<string, CodeText['offsets']>();

  constructor({ answers }: Extension) {
    this.answers = answers;
  }

  /** @param visit is called when the cursor is moved to an instruction: with its offset in the code */
  register(visit: (place: CodePlace, offset: number) => void): vscode.Disposable[] {
    return [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.offsets.delete(uri.toString())),
      vscode.window.onDidChangeTextEditorSelection(({ kind, selections: [selection], textEditor: { document } }) => {
        const place = codePlaceOf(document.uri);
        const offset = this.offsets.get(document.uri.toString())?.[selection?.active.line ?? -1];
        // Moves that are not a person's are those of `show`.
        if (kind !== undefined && place && offset !== undefined) visit(place, offset);
      }),
    ];
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const place = codePlaceOf(uri);
    if (!place) return '';
    const { file, at, kernel } = place;
    const { text, offsets } = await this.answers.ask('disassembly', { bytes: await vscode.workspace.fs.readFile(file), at, kernel }, token);
    this.offsets.set(uri.toString(), offsets);
    return text;
  }

  /** Opens the code; at an instruction of the page, next to it. */
  async open(place: CodePlace, offset?: number): Promise<void> {
    const viewColumn = offset === undefined ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
    this.show(await vscode.window.showTextDocument(codeUri(place), { preview: false, viewColumn }), offset);
  }

  /** Moves the cursor to an instruction, where the code is in view. */
  follow(place: CodePlace, offset: number): void {
    const key = codeUri(place).toString();
    for (const editor of vscode.window.visibleTextEditors) if (editor.document.uri.toString() === key) this.show(editor, offset);
  }

  private show(editor: vscode.TextEditor, offset: number | undefined): void {
    const line = offset === undefined ? -1 : (this.offsets.get(editor.document.uri.toString())?.indexOf(offset) ?? -1);
    if (line < 0 || editor.selection.active.line === line) return;
    const at = new vscode.Position(line, 0);
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
