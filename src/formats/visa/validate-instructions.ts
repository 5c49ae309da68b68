/** Checks the operands of the instructions of a routine against the rules of rules/operands.ts. */
import { ByteWriter } from '../../core/bytes/index.ts';
import type { Code, Facts } from '../../core/diag/index.ts';
import { applied } from '../../core/schema/index.ts';
import { instructionSet, rowOf } from './compile.ts';
import type { Value } from './instruction.ts';
import type { Routine, VisaObject } from './model.ts';
import { OPERAND_RULES, type OperandContext, type RoutineContext, referenceOf, thingsOf } from './rules/index.ts';
import { writeInstructions } from './write-instructions.ts';

/**
 * Checks each operand of a routine; for an operand that violates several rules, only the first is reported.
 *
 * @param report called with the index of the instruction
 */
export function checkOperands(
  routineContext: RoutineContext,
  report: (code: Code, index: number, message: string, data?: Facts | (() => Facts)) => void,
): void {
  const { routine, version } = routineContext;
  const set = instructionSet(version);
  const context: OperandContext = { ...routineContext, things: thingsOf(routine), noSharedMemory: hasNoSharedMemory(routine) };
  const checkOperand = applied(
    OPERAND_RULES,
    ({ code }, { instruction, at, compiled: { names, row } }, message, data) =>
      report(code, instruction, `${names[at] ?? `field ${at}`} of ${row.mnemonic} ${message}`, data),
    'first',
  );
  routine.instructions.instructions.forEach(({ opcode, values }, instruction) => {
    const compiled = rowOf(set, opcode, values);
    if (!compiled) return;
    const checkValue = (at: number, value: Value): void => {
      const field = compiled.fields[at];
      if (!field || value === undefined) return;
      if (Array.isArray(value)) {
        for (const one of value) checkValue(at, one);
        return;
      }
      const reference = referenceOf(field, value);
      // A plain number that refers to nothing violates no rule.
      if (typeof value === 'number' && !reference) return;
      checkOperand({ instruction, at, field, value, compiled, values, reference, context });
    };
    for (const [at, value] of values.entries()) checkValue(at, value);
  });
}

/** Whether an attribute says that the routine has no memory that its group shares. */
function hasNoSharedMemory(routine: Routine): boolean {
  const sizes = routine.attributes.filter(({ name }) => routine.strings[name] === 'SLMSize');
  return sizes.length > 0 && sizes.every(({ value }) => value.length > 0 && value.every((byte) => byte === 0));
}

/** Where each instruction begins when the first is at `start`, and after them where the last one ends. */
export function instructionPlaces(object: VisaObject, { instructions: stream }: Routine, start: number): number[] {
  const out = new ByteWriter();
  const places = stream.instructions.map((instruction) => {
    const at = start + out.length;
    writeInstructions({ instructions: [instruction] }, object, out);
    return at;
  });
  return [...places, start + out.length];
}
