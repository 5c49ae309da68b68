/** The address of the code of a kernel as a text: its file, image and name are in the query. */
export const SCHEME = 'zebin-code';

export function codeAddress(file: string, at: string, kernel: string): string {
  const path = `/${kernel.replace(/[^\w.-]/g, '_').slice(0, 100)}.asm`;
  return `${SCHEME}:${path}?${encodeURIComponent(JSON.stringify({ file, at, kernel }))}`;
}
