/** A file that is one zebin is walked without the readers of other formats, and comes to the same. */
import { expect, test } from 'vitest';
import { eachItem, FormatError, type Item, inspect, inspectZebin } from '../src/internal.ts';
import { archives, patchTokens, probes, visaObjects, zebins } from './support/corpus.ts';

/** All that an item says, without what it would read again from its bytes. */
function said({ children, content, bytes, stored, slot, open, ...item }: Item) {
  const kernels = content.kind === 'zebin' ? content.zebin.kernels.map(({ name }) => name) : [];
  return { ...item, content: content.kind, in: kernels, bytes: bytes.span(), stored: stored.span(), slot: slot !== undefined };
}

/** What the walk through any format makes of it, when that is a zebin. */
function walked(bytes: Uint8Array) {
  try {
    const { value, diagnostics } = inspect(bytes);
    return value.kind === 'zebin' ? { items: [...eachItem(value)].map(said), diagnostics } : undefined;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

test.each([...zebins(), ...probes()])('$name, and beginnings of it', { tags: ['corpus'] }, (file) => {
  const whole = file.bytes();
  for (const end of [whole.length, whole.length - 1, 64, 63]) {
    const bytes = whole.subarray(0, end);
    const found = inspectZebin(bytes);
    expect(found && { items: [...eachItem(found.value)].map(said), diagnostics: found.diagnostics }).toEqual(walked(bytes));
  }
  expect(inspectZebin(whole)?.value.kind).toBe('zebin');
});

test('of anything else there is nothing', () => {
  const others = [...archives(), ...patchTokens(), ...visaObjects()];
  expect(others.length).toBeGreaterThan(10);
  expect(others.filter((file) => inspectZebin(file.bytes()) !== undefined).map((file) => file.name)).toEqual([]);
});
