/** Opens files that are not a single zebin: the readers of all formats, and advice for what they refuse. */
export { CODES, inspection, platformsOfCode } from '../src/internal.ts';
