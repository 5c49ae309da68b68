/** Arguments and options that verbs of several groups have, and the default verb has not. */
import type { ArgumentSpec, OptionSpec } from '../command.ts';
import { JSON_OPTION } from './info-rows.ts';

export const KERNEL: ArgumentSpec = {
  name: '[kernel]',
  summary: 'name of the kernel, demangled or not; * matches any characters (default: all kernels)',
};

export const INSTRUCTION_SET: OptionSpec = {
  flags: '-d, --device <name>',
  summary: 'instruction set of this device: bmg, 0xe20b, Arc B580',
};

export const WOULD_WRITE: OptionSpec = { ...JSON_OPTION, summary: 'print a JSON document of what would be written, instead of writing it' };

export const RAW_CSV: OptionSpec = {
  flags: '--raw-csv',
  summary: "in CSV, omit the ' before text that a spreadsheet would treat as a formula",
};

export const DAMAGED: OptionSpec = {
  flags: '--damaged',
  summary: 'accept content that is truncated or fails its checksum',
};
