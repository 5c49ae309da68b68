/**
 * A rule of the vISA page that one field cannot be checked against alone: those are rows of table/header.ts. The documentation's list of
 * rules and the test that has a case for each are made from these rows.
 */
import type { Facts } from '../../../core/diag/index.ts';
import type { Rule, RuleReport } from '../../../core/schema/index.ts';
import type { FunctionEntry, KernelEntry, Routine, VisaObject } from '../model.ts';

/** The page of the specification that has most of the rules. */
export const VISA_PAGE = 'intel/intel-graphics-compiler documentation/visa/4_visa_header.md';

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

/** A rule about a routine, what it declares, and its entry in the header. */
export type RoutineRule = Rule<RoutineContext, [place: Place]>;
export type RoutineCheck = NonNullable<RoutineRule['check']>;
export type RoutineReport = RuleReport<[place: Place]>;

/** What is wrong with an entry of a table, and the field that shows it. */
export interface Fault {
  readonly field: string;
  readonly message: string;
  readonly data?: Facts;
}

type Tables = 'variables' | 'addresses' | 'predicates' | 'labels' | 'samplers' | 'surfaces' | 'attributes';

/** Checks each entry of a table separately. */
export function each<T extends Tables>(
  table: T,
  check: (entry: Routine[T][number], context: RoutineContext, index: number) => Fault | undefined,
): RoutineCheck {
  return (context, report) => {
    for (const [index, entry] of (context.routine[table] as readonly Routine[T][number][]).entries()) {
      const fault = check(entry, context, index);
      if (fault) report({ table, index, field: fault.field }, fault.message, fault.data);
    }
  };
}
