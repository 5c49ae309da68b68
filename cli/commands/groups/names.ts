/** Where kernels are, and which devices get them: ls, coverage. */
import type { VerbRow } from '../../command.ts';
import { ALLOW_DAMAGED, AS, FILES, JSON_OPTION, OUTPUT, SIBLINGS, TABLES_OPTION } from '../info-rows.ts';

export const NAMES = [
  {
    name: 'ls',
    summary: 'list containers, images and sections as a tree, with the address of each',
    arguments: [FILES],
    eachFile: true,
    options: [{ flags: '-a, --all', summary: 'also list the sections of images in containers' }, AS, SIBLINGS, JSON_OPTION, OUTPUT],
    examples: [
      ['zebin ls multi.ar', 'the devices of an archive'],
      ["zebin ls 'multi.ar!64.20.1.0'", 'the sections of one of them'],
    ],
  },
  {
    name: 'coverage',
    summary: 'show which devices get which kernels: native code, code of a compatible device, or intermediate code',
    arguments: [FILES],
    eachFile: true,
    options: [
      {
        flags: '-d, --device <devices>',
        summary: 'check these devices, comma-separated (bmg,0xe20b,Arc B580); exit with 1 if one lacks a kernel',
      },
      ALLOW_DAMAGED,
      AS,
      TABLES_OPTION,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin coverage libapp.so', 'every device with native code, and what the others get'],
      ['zebin coverage multi.ar -d bmg,lnl', 'whether these two devices get every kernel'],
    ],
  },
] as const satisfies readonly VerbRow[];
