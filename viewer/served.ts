/**
 * What the page was given when it was made: by `zebin view`, which serves files and decodes instructions, or by
 * `zebin view -o`, which wrote files into the page. Opened as it is, the page has nothing.
 */
import type { Decoded } from '../src/index.ts';
import { ask } from './client.ts';

/** The JSON in the element `zebin`: the same type is made by cli/view. */
interface Given {
  /** Whether `zebin view` answers, and has a decoder of instructions. */
  readonly served: boolean;
  readonly decoder: boolean;
  readonly files: readonly GivenFile[];
  /** Instructions that were decoded when the page was written. */
  readonly code?: readonly { readonly file: number; readonly at: string; readonly name: string; readonly decoded: Decoded }[];
}

export interface GivenFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Where it is served, below the address of the page; absent when it is in the page. */
  readonly url?: string;
}

const NOTHING: Given = { served: false, decoder: false, files: [] };

export const given: Given = JSON.parse(document.getElementById('zebin')?.textContent || 'null') ?? NOTHING;

/** What the page can do that the page alone cannot. */
export const capabilities = { served: given.served, disasm: given.decoder };

/** The pieces of a file that is in the page, in base64, in order; each is taken out of the page when it was read. */
export function* piecesOf(file: number): Generator<string> {
  for (const element of document.querySelectorAll(`script[data-piece="${file}"]`)) {
    yield element.textContent ?? '';
    element.remove();
  }
}

/** The instructions of a kernel as text, by the decoder of the machine that serves the page; or why there is none. */
export async function disasm(kernel: { file: number; at: string; name: string }): Promise<Decoded> {
  const written = given.code?.find(({ file, at, name }) => file === kernel.file && at === kernel.at && name === kernel.name);
  if (written) return written.decoded;
  if (!capabilities.disasm || !capabilities.served) {
    return {
      reason: capabilities.served
        ? 'iga64 is not installed on the machine of `zebin view`; it comes with the Intel graphics compiler (Debian: libigc-tools)'
        : 'a page cannot decode instructions: open the file with `zebin view FILE` where iga64 is installed',
    };
  }
  const code = await ask('codeToDecode', kernel);
  if (!code) return { reason: 'the file has no code of this kernel' };
  const query = new URLSearchParams({ ...(code.platform === undefined ? {} : { platform: code.platform }), target: code.target[0] ?? '' });
  try {
    const response = await fetch(new URL(`disasm?${query}`, location.href), { method: 'POST', body: code.code as BlobPart });
    return (await response.json()) as Decoded;
  } catch {
    return { reason: '`zebin view` does not answer any more' };
  }
}
