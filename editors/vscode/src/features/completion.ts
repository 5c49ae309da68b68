/** Words that can come, from the tables, and names of the text. */
import * as vscode from 'vscode';
import type { OutlineEntry } from '../../../../src/internal.ts';
import type { Extension } from '../shared.ts';

/** What the editor draws before a word, by the end of the kind of its entry. */
const ICONS: readonly (readonly [end: string, icon: vscode.CompletionItemKind])[] = [
  ['operation', vscode.CompletionItemKind.Keyword],
  ['instruction', vscode.CompletionItemKind.Keyword],
  ['directive', vscode.CompletionItemKind.Keyword],
  ['type', vscode.CompletionItemKind.TypeParameter],
  ['register', vscode.CompletionItemKind.Variable],
  ['variable', vscode.CompletionItemKind.Variable],
  ['function', vscode.CompletionItemKind.Function],
  ['unit', vscode.CompletionItemKind.Module],
  ['attribute', vscode.CompletionItemKind.Property],
  ['property', vscode.CompletionItemKind.Property],
  ['set', vscode.CompletionItemKind.Struct],
  ['block', vscode.CompletionItemKind.Struct],
];

export function registerCompletion({ answers, languages }: Extension): vscode.Disposable {
  const provider: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, at, token) {
      const before = document.lineAt(at.line).text.slice(0, at.character);
      const words = await answers.ask('words', { language: document.languageId, before }, token);
      // Names of property sets have blanks and slashes.
      const own = /\[[^\]]*$/.test(before) ? /[^[]*$/ : /\w*$/;
      const range = new vscode.Range(at.line, before.search(own), at.line, at.character);
      const items = words.map(({ word, kind, type, text }) => {
        const item = new vscode.CompletionItem({ label: word, description: kind }, iconOf(kind));
        return Object.assign(item, { range, documentation: new vscode.MarkdownString(text), ...(type === '' ? {} : { detail: type }) });
      });
      const names = await answers.askText('outline', document, {}, token).then(namesOf, () => []);
      return [...items, ...names];
    },
  };
  return vscode.languages.registerCompletionItemProvider([...languages], provider, '.', ':', '{', '[', '=');
}

const iconOf = (kind: string): vscode.CompletionItemKind =>
  ICONS.find(([end]) => kind.endsWith(end))?.[1] ?? vscode.CompletionItemKind.Value;

/** Labels and variables of the text. */
function namesOf(outline: readonly OutlineEntry[]): vscode.CompletionItem[] {
  return outline.flatMap(({ name, detail, kind, children }) => {
    const inner = namesOf(children);
    if (kind !== 'label' && kind !== 'variable') return inner;
    const icon = kind === 'label' ? vscode.CompletionItemKind.Reference : vscode.CompletionItemKind.Variable;
    return [Object.assign(new vscode.CompletionItem({ label: name, description: kind }, icon), { detail }), ...inner];
  });
}
