/** The code of a kernel as a text in the language of the extension. */
import { disasmStream, type Item, platformComment } from '../../../../src/internal.ts';
import type { CodeText, KernelPlace } from '../protocol.ts';

export function disassembly(root: Item, { at, kernel }: KernelPlace): CodeText {
  const parts: string[] = [];
  const offsets: (number | undefined)[] = [];
  const { code } = disasmStream(root, { kernel, bytes: false, instructions: false, sources: false });
  for (const { address, name, target, platform, lines } of code) {
    if (address !== at) continue;
    parts.push(`// ${name}${target.length === 0 ? '' : ` for ${target.join(', ')}`}`);
    if (platform !== null) parts.push(platformComment(platform));
    for (const { kind, offset, text } of lines) {
      if (kind === 'instruction') offsets[parts.length] = offset;
      parts.push(text);
    }
  }
  return { text: `${parts.join('\n')}\n`, offsets };
}
