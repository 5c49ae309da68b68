/** What the code of a kernel costs: disasm, cost. */
import type { VerbRow } from '../../command.ts';
import { AS, FILE, JSON_OPTION, OUTPUT } from '../info-rows.ts';
import { INSTRUCTION_SET, KERNEL } from '../option-rows.ts';

export const SPEED = [
  {
    name: 'disasm',
    summary: 'print the code of kernels as instructions, with addresses, symbols, relocations and source positions',
    arguments: [FILE, { name: '[kernel]', summary: 'name of the kernel, demangled or not; * matches any characters (default: all code)' }],
    options: [
      { flags: '--raw', summary: 'read bare code, outside any container; needs --platform or --device' },
      {
        flags: '-p, --platform <name>',
        summary: 'instruction set, named as for `iga64 -p`, instead of that of the file: 9, 12p71, xe2, …',
      },
      INSTRUCTION_SET,
      { flags: '--plain', summary: 'print the assembly alone, as `iga64 -d` does' },
      { flags: '--numeric-labels', summary: 'print distances in bytes instead of labels' },
      { flags: '--print-pc', summary: 'print the address of each instruction in a comment' },
      { flags: '--print-bits', summary: 'print the bits of each instruction in a comment' },
      { flags: '--print-ldst', summary: 'print messages as loads, stores and atomic operations (Xe-HPG to Xe2)' },
      { flags: '--hex', summary: 'show the bytes of each instruction' },
      {
        flags: '--live',
        summary: 'show how many registers are live before each instruction, the peak, and how many to free for more threads',
      },
      { flags: '--waits', summary: 'show what each instruction waits for, by address, and how far back that is (since Xe)' },
      { flags: '--flow', summary: 'draw blocks, loops and branches next to the instructions' },
      {
        flags: '--graph',
        summary:
          'print the control-flow graph in the DOT language of Graphviz (with --json as JSON): blocks with instructions, messages, live registers',
      },
      {
        flags: '--samples <samples>',
        summary: 'show stall samples of unitrace or iaprof: which instructions are hot, why, and what they wait for',
      },
      { flags: '--source <folder>', summary: 'show the lines of source files below this folder' },
      { flags: '--decoder <tool>', summary: 'use another decoder: iga64, ocloc, the path of either, or none to print bytes' },
      AS,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin disasm app.zebin saxpy', 'the instructions of saxpy, each with its address'],
      ['zebin disasm app.zebin saxpy --source src/', 'with the lines of the source, for a file compiled with -g'],
      ['zebin disasm app.zebin saxpy --live --waits --flow', 'what the code costs: registers, waits, loops'],
      ['zebin disasm app.zebin saxpy --graph | dot -Tsvg > saxpy.svg', 'a picture of blocks and branches'],
      ['zebin disasm --raw dump.bin --device bmg --plain', 'the assembly of code that was taken out of its container'],
    ],
  },
  {
    name: 'cost',
    summary: "evaluate the compiler's estimate of the cost of kernels, for given arguments",
    arguments: [FILE, KERNEL],
    options: [
      {
        flags: '--arg <name=value>',
        summary: 'value of an argument that trip counts depend on; repeatable',
        many: true,
      },
      { flags: '-l, --loop <number=count>', summary: 'trip count of a loop; repeatable', many: true },
      { flags: '--assume <count>', summary: 'trip count of every loop that the compiler could not analyse' },
      { flags: '--sweep <name=values>', summary: 'totals for several values of one argument: n=1,10,100, n=0..100 or n=0..100:25' },
      AS,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin cost app.zebin', 'the cost of each kernel, and what its loops depend on'],
      ['zebin cost app.zebin gemm --arg m=64 --arg k=128 --assume 16', 'cycles and bytes for these arguments'],
      ['zebin cost app.zebin gemm --assume 16 --arg m=64 --sweep k=0..1024', 'a table and a small plot over k'],
    ],
  },
] as const satisfies readonly VerbRow[];
