/** Opens files that are not a single zebin: the readers of all formats, and advice for what they refuse. */
export { CODES, inspect, platformsOfCode } from '../src/internal.ts';
