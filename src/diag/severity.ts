import { CODES, type Code, type Severity } from './codes/index.ts';

/**
 * How bad each code is. The build puts its value in place of this module, so that what only reports codes is bundled and loaded
 * without their texts.
 */
export const SEVERITIES: Readonly<Record<Code, Severity>> = severities();

function severities(): Record<Code, Severity> {
  const pairs = Object.entries(CODES).map(([code, { severity }]) => [code, severity]);
  return Object.fromEntries(pairs);
}
