/** Options that verbs of several groups have, and the default verb has not. */
import type { OptionSpec } from '../command.ts';

export const RAW_CSV: OptionSpec = {
  flags: '--raw-csv',
  summary: "in CSV, omit the ' before text that a spreadsheet would treat as a formula",
};

export const DAMAGED: OptionSpec = {
  flags: '--damaged',
  summary: 'accept content that is truncated or fails its checksum',
};
