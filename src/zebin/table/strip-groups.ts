export interface StripGroupRow {
  readonly name: string;
  readonly doc: string;
  /** Whether the content says where instructions are, in a form that cannot be updated when they move. */
  readonly describesPlaces?: true;
}

/** Parts that a program does not need to run, by the options of `zebin strip`. The rows of sections name their group. */
export const STRIP_GROUPS = [
  { name: 'spv', doc: 'The intermediate code, which the driver can compile again for another device.' },
  { name: 'debug', doc: 'Debug information, and its relocations.', describesPlaces: true },
  { name: 'visaasm', doc: 'vISA assembly text.' },
  { name: 'gtpin', doc: 'Data for the instrumentation tool GTPin.', describesPlaces: true },
  { name: 'misc', doc: 'Build options and specialization constants, which are needed only to compile again.' },
] as const satisfies readonly StripGroupRow[];

export type StripGroup = (typeof STRIP_GROUPS)[number]['name'];
