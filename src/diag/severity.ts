import { CODES, type Code, type Severity } from './codes/index.ts';

/**
 * The severity of each code that is not an error. The build replaces this module by its value, so that code that only reports codes is
 * bundled and loaded without their texts.
 */
export const MILD: Readonly<Partial<Record<Code, Severity>>> = Object.fromEntries(
  Object.entries(CODES).flatMap(([code, { severity }]) => (severity === 'error' ? [] : [[code, severity]])),
);
