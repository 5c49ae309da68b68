import { CODES, type Code, type CodeRow, type Severity } from './codes/index.ts';

/*
 * The build replaces this module by its values, so that code that only reports codes is bundled and loaded without their texts.
 */

/** The severity of each code that is not an error. */
export const MILD: Readonly<Partial<Record<Code, Severity>>> = Object.fromEntries(
  Object.entries(CODES).flatMap(([code, { severity }]) => (severity === 'error' ? [] : [[code, severity]])),
);

/** The codes whose rows say whether something was not read; of the others, errors do. */
export const UNREAD: Readonly<Partial<Record<Code, boolean>>> = Object.fromEntries(
  Object.entries<CodeRow>(CODES).flatMap(([code, { unread }]) => (unread === undefined ? [] : [[code, unread]])),
);
