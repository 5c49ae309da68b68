/** Random access to the files that the page was given. Workers may read synchronously, as the library does. */
import type { Source } from '../../src/internal.ts';

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

/** A file of `zebin view`, read in ranges. */
export class ServedSource implements Source {
  private readonly url: string;
  readonly size: number;

  constructor(url: string, size: number) {
    this.url = url;
    this.size = size;
  }

  read(start: number, length: number): Uint8Array {
    if (length === 0) return new Uint8Array(0);
    const request = new XMLHttpRequest();
    request.open('GET', this.url, false);
    request.responseType = 'arraybuffer';
    request.setRequestHeader('Range', `bytes=${start}-${start + length - 1}`);
    request.send();
    if (request.status !== 206) throw new Error('the file cannot be read any more: was `zebin view` ended, or the file changed?');
    return new Uint8Array(request.response as ArrayBuffer);
  }
}
