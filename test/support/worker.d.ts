/** The one name of workers that the page's worker uses: the library of workers and that of pages exclude each other. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}
