/** The rows of the default verb, and those that others share with it: starting it loads no other rows of verbs. */
import type { VerbRow } from '../command.ts';

export const FILE = {
  name: '<file>',
  summary: 'a file, `-` for standard input, or an address as `ls` prints it (FILE!64.20.1.0!.text.k)',
} as const;
export const FILES = { name: '<file...>', summary: `files: ${FILE.summary}` } as const;
export const TABLES_OPTION = {
  flags: '--tables <file>',
  summary: 'add newer devices and driver releases from a file; docs/checking.md shows the format',
} as const;
export const JSON_OPTION = { flags: '--json', summary: 'print one JSON document (schemas/ in the package)' } as const;
export const AS = {
  flags: '--as <format>',
  summary: 'format of the file, if it cannot be detected (props, ar, zebin, …)',
} as const;
export const SIBLINGS = { flags: '--siblings', summary: 'open the files that a thin archive refers to' } as const;
export const COLUMNS = {
  flags: '--columns <columns>',
  summary: 'add columns that are computed from the code (slower), comma-separated: instructions, peak_registers, …; `code` adds all',
} as const;
export const ALLOW_DAMAGED = {
  flags: '--allow-damaged',
  summary: 'do not fail because of parts of the file that cannot be read; they are still named',
} as const;
export const PATTERN = { flags: '-k, --kernel <pattern>', summary: 'only kernels with this name; * matches any characters' } as const;
export const MARKDOWN = { flags: '--markdown', summary: 'print Markdown for a bug report, without code or folder names' } as const;
export const OUTPUT = { flags: '-o, --output <path>', summary: 'write to a file; nothing is written on failure' } as const;

export const INFO_ROW = {
  name: 'info',
  summary: 'show what a file is, for which devices, and what its kernels need (the default verb)',
  arguments: [FILES],
  eachFile: true,
  options: [
    PATTERN,
    { flags: '-d, --device <devices>', summary: 'only images that one of these devices uses, named as for `ocloc -device`' },
    { flags: '-a, --all', summary: 'print every image in full; without it, files with four images and more have a row for each' },
    { flags: '--sort <column>', summary: 'sort the rows by a column: verdict, spilling, code, …' },
    { flags: '--top <number>', summary: 'print this many rows and kernels' },
    {
      flags: '-m, --max <column=number>',
      summary: 'exit with 1 if a kernel exceeds this limit, such as spill_size=0; repeatable',
      many: true,
    },
    { flags: '--certain', summary: 'with --max, ignore kernels that only possibly spill, and code that cannot be analysed' },
    ALLOW_DAMAGED,
    COLUMNS,
    AS,
    SIBLINGS,
    TABLES_OPTION,
    JSON_OPTION,
    MARKDOWN,
    OUTPUT,
  ],
  examples: [
    ['zebin saxpy.zebin', 'target, versions, verdict, and the resources of every kernel'],
    ['zebin libapp.so --sort code --top 5', 'the five largest images of a library'],
    ['zebin info multi.ar --json', 'the same for every device of an archive, as JSON'],
    ['zebin info app.zebin --max spill_size=0 --max slm_size=65536', 'exit code 1 and a list of kernels if any exceeds a limit'],
  ],
} as const satisfies VerbRow;
