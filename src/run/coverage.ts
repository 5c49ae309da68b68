/** What of some code has no semantics: a run that comes there stops. */
import type { Input } from '../core/bytes/index.ts';
import { type Instruction, type Platform, readCode } from '../formats/eu/index.ts';
import { Unsupported } from './alu/elements.ts';
import { translateInstruction } from './code.ts';
import { Memory } from './memory.ts';
import type { Surroundings } from './message/target.ts';
import { RegisterLayout } from './registers.ts';
import { Surfaces } from './surfaces.ts';

/** An instruction at which a run stops, and what it stops for. */
export interface Missing {
  readonly instruction: Instruction;
  readonly reason: string;
}

/** The surroundings of code that is translated, but does not run. */
function noSurroundings(platform: Platform): Surroundings {
  return {
    layout: new RegisterLayout(platform),
    memory: new Memory(0, true),
    surfaces: new Surfaces(),
    local: () => {
      throw new TypeError('code that is only translated has no local memory');
    },
    signal: () => undefined,
    partner: () => undefined,
    counts: { messages: 0, bytesRead: 0, bytesWritten: 0 },
  };
}

/**
 * The instructions of a section of code that have no semantics. Messages whose descriptor is in a register are not looked at: what they are
 * is only known when they are sent.
 *
 * @example
 * missingIn(section.bytes, '2').map(({ reason }) => reason); // []
 */
export function missingIn(bytes: Input, platform: Platform): readonly Missing[] {
  const around = noSurroundings(platform);
  return readCode(bytes, platform).value.instructions.flatMap((instruction) => {
    try {
      translateInstruction(around, instruction, 0, (address) => address);
      return [];
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      return [{ instruction, reason: error.message }];
    }
  });
}
