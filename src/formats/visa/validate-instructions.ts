/** Checks the operands of the instructions of a routine against the rules of rules/operands.ts. */
import { ByteWriter } from '../../core/bytes/index.ts';
import type { Code, Facts } from '../../core/diag/index.ts';
import { instructionSet, rowOf } from './compile.ts';
import type { Value } from './instruction.ts';
import type { Routine, VisaObject } from './model.ts';
import { OPERAND_RULES, type Operand, type OperandContext, type RoutineContext, referenceOf, thingsOf } from './rules/index.ts';
import { writeInstructions } from './write-instructions.ts';

/** @param index of the instruction */
export type Report = (code: Code, index: number, message: string, data?: Facts) => void;

/** Checks each operand of a routine; for an operand that breaks several rules, only the first is reported. */
export function judgeOperands(routineContext: RoutineContext, report: Report): void {
  const { routine, version } = routineContext;
  const set = instructionSet(version);
  const context: OperandContext = { ...routineContext, things: thingsOf(routine), noSharedMemory: hasNoSharedMemory(routine) };
  routine.instructions.instructions.forEach(({ opcode, values }, i) => {
    const compiled = rowOf(set, opcode, values);
    if (!compiled) return;
    const judge = (at: number, value: Value): void => {
      const field = compiled.fields[at];
      if (!field || value === undefined) return;
      if (Array.isArray(value)) {
        for (const one of value) judge(at, one);
        return;
      }
      const operand: Operand = { field, value, compiled, values, reference: referenceOf(field, value), context };
      // A plain number that refers to nothing breaks no rule.
      if (typeof value === 'number' && !operand.reference) return;
      for (const { code, judge } of OPERAND_RULES) {
        const fault = judge?.(operand);
        if (!fault) continue;
        report(code, i, `${compiled.names[at] ?? `field ${at}`} of ${compiled.row.mnemonic} ${fault.message}`, fault.data);
        return;
      }
    };
    for (const [at, value] of values.entries()) judge(at, value);
  });
}

/** Whether an attribute says that the routine has no memory that its group shares. */
function hasNoSharedMemory(routine: Routine): boolean {
  const given = routine.attributes.filter(({ name }) => routine.strings[name] === 'SLMSize');
  return given.length > 0 && given.every(({ value }) => value.length > 0 && value.every((byte) => byte === 0));
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
