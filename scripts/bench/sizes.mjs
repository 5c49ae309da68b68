// @ts-check
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { ROOT } from '../stamp.mjs';

/**
 * Bytes of a page that imports names from an entry of the library: minified, and compressed as a server sends it.
 * @param {string} entry `zebin/index.js` @param {readonly string[]} names all of them when there are none
 */
export async function bundleSize(entry, names) {
  const from = fileURLToPath(new URL(`dist/${entry}`, ROOT));
  const list = names.length > 0 ? `{ ${names.join(', ')} }` : '*';
  const bundle = await rolldown({
    input: 'entry',
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : undefined),
        load: (id) => (id === 'entry' ? `export ${list} from ${JSON.stringify(from)};` : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const code = output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
  return { bytes: Buffer.byteLength(code), compressed: gzipSync(code, { level: 9 }).length };
}
