/** What the page was given when it was created: addresses of files, or embedded files. A page that is opened directly has none. */
import type { Refusal } from './worker/handlers.ts';

/** The JSON in the element `zebin`: the same type is made by cli/view. */
interface PageData {
  readonly files: readonly GivenFile[];
  /** Where the script is served that runs kernels. */
  readonly run?: string;
}

export interface GivenFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Where it is served, below the address of the page; absent when it is in the page. */
  readonly url?: string;
}

const NOTHING: PageData = { files: [] };

export const pageData: PageData = JSON.parse(document.getElementById('zebin')?.textContent || 'null') ?? NOTHING;

/** The bytes of a file that is in the page, which `zebin view -o` compressed. Its elements are removed while they are read. */
export async function embedded(file: number): Promise<Blob> {
  if (!('DecompressionStream' in globalThis)) {
    const refusal: Refusal = {
      message: 'This browser cannot decompress the files of a page. Chromium 80, Firefox 113, Safari 16.4 and all later ones can',
    };
    throw refusal;
  }
  const elements = document.querySelectorAll(`script[data-piece="${file}"]`).values();
  const compressed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      const { value: element } = elements.next();
      if (!element) return controller.close();
      controller.enqueue(bytesOf(element.textContent));
      element.remove();
    },
  });
  try {
    return await new Response(compressed.pipeThrough(new DecompressionStream('gzip'))).blob();
  } catch (error) {
    const refusal: Refusal = {
      message: `The bytes of the file in this page are damaged: ${error instanceof Error ? error.message : error}`,
    };
    throw refusal;
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
