/** Every rule of the vISA page that is not a row of a table by itself. */
import type { RuleRow } from '../../../core/schema/index.ts';
import { ATTRIBUTE_RULES } from './attributes.ts';
import { ENTRY_RULES, HEADER_RULES } from './entries.ts';
import { INPUT_RULES } from './inputs.ts';
import { LABEL_RULES } from './labels.ts';
import { NAME_RULES } from './names.ts';
import { OPERAND_RULES } from './operands.ts';
import type { RoutineRule } from './row.ts';
import { VARIABLE_RULES } from './variables.ts';

export { HEADER_RULES } from './entries.ts';
export { OPERAND_RULES, type Operand, type OperandContext, referenceOf, thingsOf } from './operands.ts';
export type { RoutineContext, RoutineRule } from './row.ts';

/** Rules of a routine, in the order in which they are checked. */
export const ROUTINE_RULES: readonly RoutineRule[] = [
  ...ENTRY_RULES,
  ...NAME_RULES,
  ...VARIABLE_RULES,
  ...ATTRIBUTE_RULES,
  ...INPUT_RULES,
  ...LABEL_RULES,
];

/** All of them, for lists: what each says, its code, and where compilers differ. */
export const RULES: readonly RuleRow[] = [...HEADER_RULES, ...ROUTINE_RULES, ...OPERAND_RULES];
