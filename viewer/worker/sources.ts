/** Random access to what the page was given. Workers may read synchronously, as the library does. */
import type { Source } from '../../src/index.ts';

/** A file that was dropped or picked: only the pages that a reader asks for are read. */
export class BlobSource implements Source {
  private readonly blob: Blob;
  private readonly reader = new FileReaderSync();

  constructor(blob: Blob) {
    this.blob = blob;
  }

  get size(): number {
    return this.blob.size;
  }

  read(start: number, length: number): Uint8Array {
    return new Uint8Array(this.reader.readAsArrayBuffer(this.blob.slice(start, start + length)));
  }
}
