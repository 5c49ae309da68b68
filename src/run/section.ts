/** Sections of code, as a run has them. */
import type { Instruction } from '../formats/eu/index.ts';
import type { RegisterLayout } from './registers.ts';

/** A section of code in the code window. */
export interface CodeSection {
  readonly name: string;
  /** Offset in the window, in bytes. */
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** Code that is loaded, as it is translated. */
export interface LoadedCode {
  readonly layout: RegisterLayout;
  /** The section at an offset in the window. Throws `Halt` if there is none. */
  sectionAt(offset: number): CodeSection;
  instructionsOf(section: CodeSection): readonly Instruction[];
}
