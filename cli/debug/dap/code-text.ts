/** Code as a text that the client shows: where the source of an instruction is not known, frames and breakpoints are in its lines. */
import { Source } from '@vscode/debugadapter';
import type { Listed } from '../../../src/internal.ts';
import { hexText } from '../text.ts';

export class CodeText {
  private readonly name: string;
  private readonly path: string;
  private readonly section: string;
  private readonly offsets: () => readonly (number | undefined)[];

  /** @param offsets for lines with an instruction, its offset in the section, in bytes; asked for when it is needed */
  constructor(name: string, path: string, section: string, offsets: CodeText['offsets']) {
    [this.name, this.path, this.section, this.offsets] = [name, path, section, offsets];
  }

  /** Whether a path of the client is that of the text. Editors print addresses in more than one way. */
  isAt(path: string): boolean {
    return decoded(path) === decoded(this.path);
  }

  /** The instruction of the first line with one, from a line on, as breakpoints name it. */
  instructionFrom(line: number): string {
    const offset = this.offsets().find((one, i) => one !== undefined && i + 1 >= line);
    return `*${this.section}+${hexText(offset ?? 0)}`;
  }

  lineOf({ section, offset }: Listed): number | undefined {
    const line = section === this.section ? this.offsets().indexOf(offset) + 1 : 0;
    return line === 0 ? undefined : line;
  }

  get source(): Source {
    return new Source(this.name, this.path);
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
