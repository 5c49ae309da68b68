/** Dumps of containers: every byte in one span, and none that two structures claim. */
import { describe, expect, test } from 'vitest';
import { dumpDocument, eachItem, inspect } from '../src/internal.ts';
import { syclFiles } from './support/sycl.ts';

const FOLDERS = ['property-sets', 'syclbin', 'offload-binary', 'bundles', 'host'];
const files = FOLDERS.flatMap(syclFiles).filter((file) => file.expect.verdict !== 'error' && !file.name.endsWith('.bc'));

describe('a dump', () => {
  test.each(files)('of $name has every byte in one span', { tags: ['corpus'] }, (file) => {
    const root = inspect(file.bytes(), file.name.endsWith('.prop') ? { as: 'property-sets' } : {}).value;
    // What is inflated has a dump of its own.
    for (const item of [...eachItem(root)].filter((one) => one === root || one.compression !== undefined)) {
      const document = dumpDocument(item);
      expect(document.diagnostics.filter((d) => d.code === 'inspect/overlap')).toEqual([]);
      let at = item.bytes.base;
      for (const span of document.spans) {
        expect(span.offset).toBe(at);
        at = span.end;
      }
      expect(at).toBe(item.bytes.base + item.bytes.length);
      expect(document.gap_bytes).toBe(0);
    }
  });
});
