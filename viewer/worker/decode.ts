/** What a decoder of instructions is given: those run outside of the page. */
import { type CodeToDecode, disasmDocument } from '../../src/index.ts';
import { itemAt } from './files.ts';

export const DECODE_HANDLERS = {
  /** The code of a kernel; undefined when there is none. */
  codeToDecode: ({ file, at, name }: { file: number; at: string; name: string }) => {
    let found: CodeToDecode | undefined;
    disasmDocument(itemAt(file, at), name, (code) => {
      found ??= code;
      return { reason: '' };
    });
    return found && { code: found.code.slice(), platform: found.platform, target: found.target.slice(0, 4) };
  },
};
