/**
 * The bit fields of native (16-byte) instructions: their places by layout and platform.
 *
 * The pieces of a place are listed from the lowest bit of the value upwards: `63:56 96` is a value of nine bits, whose highest is bit 96 of
 * the instruction; `z3` stands for three zero bits that are not stored.
 *
 * Overlapping fields are distinguished by the kind of the instruction's operands (a register or an immediate, direct or indirect); see
 * `fieldsOf`.
 *
 * Source: the decoding tables of GED, visa/iga/GEDLibrary/GED_external/build/autogen-intel64/ged_decoding_tables.cpp of
 * intel/intel-graphics-compiler, and visa/iga/IGALibrary/Backend/Native; Mesa's src/intel/compiler/gen describes the same bits.
 */

import { BRANCH, CONTROL, SEND } from './control-fields.ts';
import type { PlacesRow } from './layouts.ts';
import { DESTINATION, SCALES, SOURCE0, SOURCE1, SOURCE2 } from './operand-fields.ts';

export const FIELDS: readonly PlacesRow[] = [...CONTROL, ...DESTINATION, ...SOURCE0, ...SOURCE1, ...SOURCE2, ...SCALES, ...BRANCH, ...SEND];
