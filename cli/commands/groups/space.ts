/** What takes up space, and what of it can go: size, strip. */
import { STRIP_GROUPS } from '../../../src/internal.ts';
import type { VerbRow } from '../../command.ts';
import { AS, FILE, FILES, JSON_OPTION, OUTPUT } from '../info-rows.ts';
import { RAW_CSV } from '../option-rows.ts';

export const SPACE = [
  {
    name: 'size',
    summary: 'show what takes up space, by image, device, kernel and section, and what is duplicated',
    arguments: [FILES],
    eachFile: true,
    options: [
      { flags: '--domains <domains>', summary: 'what to group by, outermost first: container, image, device, kernel, section, kind' },
      { flags: '-n, --top <count>', summary: 'number of lines per group, the largest first (default: 20)' },
      { flags: '--bytes', summary: 'print exact numbers of bytes, not KiB and MiB' },
      AS,
      { flags: '--csv', summary: 'print one line of comma-separated values per part' },
      RAW_CSV,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin size app.zebin', 'how much is code, IR and debug data; then kernels and sections'],
      ['zebin size libapp.so --domains device,kind', 'the same for each device'],
    ],
  },
  {
    name: 'strip',
    summary:
      'remove what kernels do not need to run (SPIR-V, debug information, …) from zebins, also in containers; without options, all of it',
    arguments: [{ name: '<file...>', summary: `${FILE.summary}; with --in-place also several, and folders` }],
    options: [
      ...STRIP_GROUPS.map(({ name, removes }) => ({ flags: `--${name}` as const, summary: `remove ${removes}` })),
      { flags: '--keep <section>', summary: 'keep sections with this name; * matches any characters', many: true },
      { flags: '-i, --in-place', summary: 'write over each file, and over all files with zebins in folders' },
      AS,
      { ...JSON_OPTION, summary: 'print a JSON document of what would be removed, instead of the file' },
      OUTPUT,
    ],
    examples: [
      ['zebin strip app.zebin -o small.zebin', 'code, data and attributes only'],
      ['zebin strip multi.ar -o small.ar', 'every image of an archive'],
      ['zebin strip build/ app.zebin --in-place --debug --keep .debug_line', 'many files, each over itself, keeping line numbers'],
    ],
  },
] as const satisfies readonly VerbRow[];
