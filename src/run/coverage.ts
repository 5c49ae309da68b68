/** What of some code has no semantics: a run that comes there stops. */
import type { Input } from '../core/bytes/index.ts';
import { type Instruction, type Platform, readCode } from '../formats/eu/index.ts';
import { Unsupported } from './alu/elements.ts';
import { translateInstruction } from './code.ts';
import { RegisterLayout } from './registers.ts';

/** An instruction at which a run stops, and what it stops for. */
export interface Missing {
  readonly instruction: Instruction;
  readonly reason: string;
}

/**
 * The instructions of a section of code that have no semantics. Messages whose descriptor is in a register are not looked at: what they are
 * is only known when they are sent.
 *
 * @example
 * missingIn(section.bytes, '2').map(({ reason }) => reason); // []
 */
export function missingIn(bytes: Input, platform: Platform): readonly Missing[] {
  const translation = { layout: new RegisterLayout(platform) };
  return readCode(bytes, platform).value.instructions.flatMap((instruction) => {
    try {
      translateInstruction(translation, instruction, 0, (address) => address);
      return [];
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      return [{ instruction, reason: error.message }];
    }
  });
}
