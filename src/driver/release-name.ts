import { NEXT_RELEASE } from '../core/schema/index.ts';
import { TABLES } from './tables.ts';

/**
 * The release that a text stands for: a tag, or the beginning of one, which stands for its newest (`26.27`), or `next`. A complete number
 * that is not a known tag is returned as it is, because decisions follow from its place in the order. Undefined for anything else.
 *
 * @example
 * releaseNamed('22.43'); // '22.43.24595.41'
 */
export function releaseNamed(text: string, { releases } = TABLES): string | undefined {
  if (text === NEXT_RELEASE) return text;
  if (!/^[0-9]{1,4}(\.[0-9]{1,9})*$/.test(text)) return undefined;
  const numbers = text.split('.').map(Number);
  const known = releases
    .filter((release) => {
      const parts = release.split('.').map(Number);
      return numbers.every((part, i) => part === parts[i]);
    })
    .at(-1);
  return known ?? (numbers.length >= 3 ? text : undefined);
}
