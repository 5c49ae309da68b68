/**
 * A rule of the vISA page that one field cannot be checked against alone: those are rows of table/header.ts. The documentation's list of
 * rules and the test that has a case for each are made from these rows.
 */
import type { Code, Facts } from '../../../core/diag/index.ts';
import type { FunctionEntry, KernelEntry, Routine, VisaObject } from '../model.ts';

/** Where a finding is: a field of an entry of a table of the routine, of the routine itself, or of its entry in the header. */
export interface Place {
  /** A table of the routine; absent: the routine. */
  readonly table?: string;
  readonly index?: number;
  /** Name of the field; of an attribute of an entry `attributes[0]/value`. */
  readonly field: string;
  /** The field is one of the entry in the header. */
  readonly inHeader?: true;
}

export interface Finding extends Place {
  readonly message: string;
  readonly data?: Facts;
}

/** A routine and what checking needs to know of it. */
export interface RoutineContext {
  readonly object: VisaObject;
  readonly entry: KernelEntry | FunctionEntry;
  readonly routine: Routine;
  /** As `versionNumber` gives it. */
  readonly version: number;
  /** Bytes of a register, if the object says it; otherwise 32. */
  readonly registers: 32 | 64;
  /** Whether embedded machine code names its device. */
  readonly deviceKnown: boolean;
  /** The variable of file scope that an index of the routine stands for, by the relocation table of its entry. */
  readonly fileScope: readonly (number | undefined)[];
  /** Where the tables of the routine end and its count of inputs is, from its start; undefined when it was not laid out. */
  readonly layout: { readonly end: number; readonly inputs: number | undefined } | undefined;
}

export interface Rule {
  /** A unique name, for the documentation and the tests. */
  readonly id: string;
  readonly code: Code;
  /** Section of the page. */
  readonly section: string;
  /** The rule in one sentence. */
  readonly says: string;
  /** How compilers deviate, and so what is not reported. */
  readonly differs?: string;
  /** Yields everything that is wrong; absent if compilers break the rule so often that it is not reported. */
  readonly judge?: (context: RoutineContext) => Iterable<Finding>;
}

type Tables = 'variables' | 'addresses' | 'predicates' | 'labels' | 'samplers' | 'surfaces' | 'attributes';

/** A rule for each entry of a table separately. */
export function each<T extends Tables>(
  table: T,
  judge: (entry: Routine[T][number], context: RoutineContext, index: number) => Omit<Finding, 'table' | 'index'> | undefined,
): NonNullable<Rule['judge']> {
  return (context) =>
    (context.routine[table] as readonly Routine[T][number][]).flatMap((entry, index) => {
      const found = judge(entry, context, index);
      return found ? [{ ...found, table, index }] : [];
    });
}
