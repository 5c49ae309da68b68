/** Places and ranges of the library as those of the editor. */
import * as vscode from 'vscode';
import type { TextPlace, TextRange } from '../../../src/internal.ts';

export const position = ({ line, character }: TextPlace): vscode.Position => new vscode.Position(line, character);
export const range = ({ start, end }: TextRange): vscode.Range => new vscode.Range(position(start), position(end));
export const place = ({ line, character }: vscode.Position): TextPlace => ({ line, character });
