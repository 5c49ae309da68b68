import type { Row } from '../../../core/schema/index.ts';
import type { NumberRow } from '../../elf/index.ts';

/** A named number with its versions. */
export interface NumberedRow extends Row, NumberRow {}

/** A field of a 32-bit word. */
export interface BitRow extends Row {
  /** The specification's own spelling. */
  readonly name: string;
  /** Lowest bit. */
  readonly low: number;
  /** In bits. */
  readonly width: number;
}

/** The first driver that reads zebins. */
export const FIRST = '20.32.17625';
