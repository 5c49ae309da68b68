export interface StripGroupRow {
  readonly name: string;
  readonly doc: string;
  /** What is removed, for the help of its option. */
  readonly removes: string;
  /** What it is, for a table of sizes. */
  readonly kind: string;
  /** Whether the content says where instructions are, in a form that cannot be updated when they move. */
  readonly describesPlaces?: true;
}

/** Parts that a program does not need to run, by the options of `zebin strip`. The rows of sections name their group. */
export const STRIP_GROUPS = [
  {
    name: 'spv',
    removes: 'the SPIR-V or PISA module',
    kind: 'IR',
    doc: 'The intermediate code, which the driver can compile again for another device.',
  },
  {
    name: 'debug',
    removes: 'debug information',
    kind: 'debug data',
    doc: 'Debug information, and its relocations.',
    describesPlaces: true,
  },
  { name: 'visaasm', removes: 'vISA assembly text', kind: 'vISA text', doc: 'vISA assembly text.' },
  {
    name: 'gtpin',
    removes: 'data for GTPin',
    kind: 'data for GTPin',
    doc: 'Data for the instrumentation tool GTPin.',
    describesPlaces: true,
  },
  {
    name: 'misc',
    removes: 'build options and specialization constants',
    kind: 'build options',
    doc: 'Build options and specialization constants, which are needed only to compile again.',
  },
] as const satisfies readonly StripGroupRow[];

export type StripGroup = (typeof STRIP_GROUPS)[number]['name'];
