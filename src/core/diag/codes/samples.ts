import type { CodeRow } from './row.ts';

/** Codes of reading what profilers write, and of placing stall samples on code. */
export const SAMPLES_CODES = {
  'samples/format': {
    severity: 'error',
    what: 'A file that has no stall samples.',
    help: 'Give the metrics file of `unitrace --stall-sampling`, the text of iaprof, or CSV with a column `address`; docs/analysis.md shows them.',
  },
  'samples/row': {
    severity: 'warning',
    what: 'A row of samples that cannot be read; it is left out.',
    help: 'The message says which cell is wrong.',
  },
  'samples/kernel': {
    severity: 'warning',
    what: 'Samples of a kernel that the file does not have, or without the name of a kernel.',
    help: 'Give the file that was profiled. For a file of samples without names, name the kernel: `zebin disasm FILE KERNEL --samples …`.',
  },
  'samples/ambiguous': {
    severity: 'warning',
    what: 'Samples of a kernel that is in the file several times, for example once for each device.',
    help: 'Give the address of the image that ran: `zebin ls` lists them.',
  },
  'samples/address': {
    severity: 'warning',
    what: 'Samples at an address where no instruction of the kernel starts, or where the profiler saw a different one.',
    help: 'The samples are probably of another build. Give the file that was profiled.',
  },
  'times/format': {
    severity: 'error',
    what: 'A file that has no times of kernels.',
    help: 'Give what `unitrace --device-timing` prints, or the CSV of `vtune -report hotspots -group-by computing-task`; docs/scale.md shows them.',
  },
  'times/row': {
    severity: 'warning',
    what: 'A row of times that cannot be read; it is left out.',
    help: 'The message says which cell is wrong.',
  },
} as const satisfies Record<string, CodeRow>;
