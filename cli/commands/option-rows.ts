/** Arguments and options that verbs of several groups have, and the default verb has not. */
import { JSON_OPTION } from './info-rows.ts';

export const KERNEL = {
  name: '[kernel]',
  summary: 'name of the kernel, demangled or not; * matches any characters (default: all kernels)',
} as const;

export const INSTRUCTION_SET = {
  flags: '-d, --device <name>',
  summary: 'instruction set of this device: bmg, 0xe20b, Arc B580',
} as const;

export const WOULD_WRITE = { ...JSON_OPTION, summary: 'print a JSON document of what would be written, instead of writing it' } as const;

export const RAW_CSV = {
  flags: '--raw-csv',
  summary: "in CSV, omit the ' before text that a spreadsheet would treat as a formula",
} as const;

export const DAMAGED = {
  flags: '--damaged',
  summary: 'accept content that is truncated or fails its checksum',
} as const;
