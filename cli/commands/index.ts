import type { CommandSpec, OptionSpec } from '../command.ts';

const FILE = {
  name: '<file>',
  summary: 'a file, `-` for standard input, or an address as `ls` prints it (FILE!64.20.1.0!.text.k)',
} as const;
const JSON_OPTION: OptionSpec = { flags: '--json', summary: 'print one JSON document (schemas/ in the package)' };
const OUTPUT: OptionSpec = { flags: '-o, --output <path>', summary: 'write to a file, all of it or nothing' };

/** Every verb, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'info',
    summary: 'what a file is, for which devices, and what its kernels need (the default verb)',
    arguments: [FILE],
    options: [{ flags: '-k, --kernel <pattern>', summary: 'only kernels of this name; * stands for any characters' }, JSON_OPTION, OUTPUT],
    examples: [
      ['zebin saxpy.zebin', 'target, versions, verdict and the resources of every kernel'],
      ['zebin info multi.ar --json', 'the same for every device of an archive, for programs'],
    ],
    load: () => import('./info.ts'),
  },
  {
    name: 'ls',
    summary: 'the tree of containers, images and sections, each with its address',
    arguments: [FILE],
    options: [{ flags: '-a, --all', summary: 'show the sections of images inside containers too' }, JSON_OPTION, OUTPUT],
    examples: [
      ['zebin ls multi.ar', 'the devices of an archive'],
      ["zebin ls 'multi.ar!64.20.1.0'", 'the sections of one of them'],
    ],
    load: () => import('./ls.ts'),
  },
  {
    name: 'kernel',
    summary: 'one kernel in full: execution environment, arguments, buffers, symbols, relocations',
    arguments: [FILE, { name: '[name]', summary: 'name of the kernel; * stands for any characters; all kernels when left out' }],
    options: [JSON_OPTION, OUTPUT],
    examples: [
      ['zebin kernel app.zebin saxpy', 'everything that the file says of saxpy'],
      ["zebin kernel app.zebin '*gemm*' --json", 'all kernels with gemm in the name'],
    ],
    load: () => import('./kernel.ts'),
  },
  {
    name: 'dump',
    summary: 'every byte and what it belongs to',
    arguments: [FILE],
    options: [{ flags: '-f, --full', summary: 'show all bytes of long content, not its beginning only' }, JSON_OPTION, OUTPUT],
    examples: [
      ['zebin dump app.zebin | less', 'the whole file, hex beside fields'],
      ["zebin dump 'app.zebin!.text.saxpy' --full", 'the code of one kernel'],
    ],
    load: () => import('./dump.ts'),
  },
  {
    name: 'explain',
    summary: 'what a name means: attribute, value, section, note, relocation, field or diagnostic code',
    arguments: [{ name: '[name...]', summary: 'the name; a list of all names when left out' }],
    options: [JSON_OPTION, OUTPUT],
    examples: [
      ['zebin explain spill_size', 'an attribute: type, unit, default, versions, drivers that read it'],
      ['zebin explain R_SYM_ADDR_32_HI', 'a relocation type'],
      ['zebin explain zeinfo/unknown-attribute', 'a diagnostic code'],
    ],
    load: () => import('./explain.ts'),
  },
];
