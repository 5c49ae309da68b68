/** What kernels compute: run. */
import type { VerbRow } from '../../command.ts';
import { AS, JSON_OPTION, OUTPUT } from '../info-rows.ts';

export const RESULTS = [
  {
    name: 'run',
    summary: 'run a kernel without a GPU, and say what it computes, or where that is not what was expected',
    arguments: [
      { name: '[file]', summary: 'a file, `-` for standard input, or an address as `ls` prints it (FILE!64.20.1.0)' },
      { name: '[kernel]', summary: 'name of the kernel, demangled or not, or a part of it' },
    ],
    options: [
      { flags: '--global <sizes>', summary: 'work-items in x, y, z: 1024 or 64,64 (default: one group)' },
      { flags: '--local <sizes>', summary: 'work-items of a group (default: what the kernel requires, or up to 256 in x)' },
      { flags: '--offset <sizes>', summary: 'offset of the global ids (default: 0)' },
      {
        flags: '--arg <argument=value>',
        summary:
          'an argument by index or name: 42, in.bin, f32[1024]:0, f32:iota, random:7, null, image2d:64x64:UNORM_INT8:RGBA, sampler; bytes of local memory; repeatable',
        many: true,
      },
      { flags: '--out <argument=file>', summary: 'write the bytes of an argument after the run; repeatable', many: true },
      { flags: '--print <argument>', summary: 'print an argument after the run: 1, y:f32, y:f32:16; repeatable', many: true },
      { flags: '--case <file>', summary: 'run the cases of a file with the kernel, or with all kernels of its image' },
      { flags: '--only <name>', summary: 'with --case or --manifest, only cases of this name' },
      { flags: '--manifest <file>', summary: 'run many cases: a JSON object with zebin, kernel, file and case in each line' },
      { flags: '--dir <folder>', summary: 'write argN.bin for each buffer and image, and stdout, into a folder' },
      { flags: '--max-instructions <count>', summary: 'stop after so many instructions of all threads (default: 1e9)' },
      { flags: '--max-memory <bytes>', summary: 'allow so many bytes of device memory (default: 1e9)' },
      { flags: '--schedule <seed>', summary: 'let threads take turns in another order, which the number determines' },
      { flags: '-d, --device <device>', summary: 'the image for this device; the device of code that names none' },
      { flags: '--raw', summary: 'read bare code, outside any container; needs --device' },
      AS,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin run app.zebin saxpy', 'the arguments of the kernel, and a command line that runs it'],
      ['zebin run app.zebin saxpy --global 64 --arg a=2 --arg x=f32:iota --print y', 'what it computes of these arguments'],
      ['zebin run app.zebin saxpy --case cases.json', 'whether it computes what is expected; the first element that differs'],
    ],
  },
] as const satisfies readonly VerbRow[];
