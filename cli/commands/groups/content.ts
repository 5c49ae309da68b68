/** What a file is, and what the bytes and names in it mean: info, kernel, dump, view, text, props, visa, explain. */
import type { VerbRow } from '../../command.ts';
import { AS, FILE, INFO_ROW, JSON_OPTION, OUTPUT, SIBLINGS } from '../info-rows.ts';
import { KERNEL } from '../option-rows.ts';

export const CONTENT = [
  INFO_ROW,
  {
    name: 'kernel',
    summary: 'show everything about a kernel: resources, the place of each argument, buffers, symbols, relocations',
    arguments: [FILE, KERNEL],
    options: [
      { flags: '-g, --group <size>', summary: 'size of a work-group in work-items (256, 16x16), to estimate occupancy' },
      AS,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin kernel app.zebin saxpy', 'everything that the file says about saxpy, and where each argument is'],
      ['zebin kernel app.zebin saxpy --group 256', 'how many threads run at once with groups of this size'],
      ["zebin kernel app.zebin '*gemm*' --json", 'all kernels with gemm in the name'],
    ],
  },
  {
    name: 'dump',
    summary: 'show every byte and what it belongs to',
    arguments: [FILE],
    options: [
      { flags: '-f, --full', summary: 'show all bytes of long content, not only the beginning' },
      { flags: '--fields', summary: 'show the bits of each instruction by name (the default for a code section)' },
      AS,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin dump app.zebin | less', 'the whole file, as hex and fields'],
      ["zebin dump 'app.zebin!.text.saxpy'", 'the code of one kernel, bit by bit'],
    ],
  },
  {
    name: 'view',
    summary: 'view files in the browser: kernels, payload, code, bytes, comparison; nothing leaves the machine',
    arguments: [
      {
        name: '<file...>',
        summary:
          'files, `-` for standard input, or addresses as `ls` prints them; two are compared; stall samples and source files are shown with the code',
      },
    ],
    options: [
      { flags: '-o, --output <path>', summary: 'write one page with the files in it, instead of serving them' },
      { flags: '--no-open', summary: 'print the address without opening a browser' },
    ],
    examples: [
      ['zebin view app.zebin', 'serves the file on this machine only, until Ctrl-C'],
      ['zebin view old.zebin new.zebin -o report.html', 'one page with both files, for sharing'],
      ['zebin view app.zebin stalls.csv', 'the code with the stall samples of a profiler'],
    ],
  },
  {
    name: 'text',
    summary: 'print any file as one text for diff: structure, attributes, symbols, code as assembly, and hashes of the rest',
    arguments: [FILE],
    options: [AS, SIBLINGS, JSON_OPTION, OUTPUT],
    examples: [
      ['zebin text app.zebin', 'the same text for the same file on every machine'],
      ["zebin text 'app.so!tgtimg[0]' -o image.txt", 'one image of a program; docs/integrations.md shows the use with git'],
    ],
  },
  {
    name: 'props',
    summary: 'show SYCL property sets of property files, SYCLBIN files and device images',
    arguments: [FILE],
    options: [
      { flags: '--from-json', summary: 'read a (possibly edited) document of --json, and write it as property text' },
      AS,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin props app.prop', 'every property and the meaning of its value'],
      ['zebin props app.prop --json > app.json', 'the same as JSON; unknown sets, line ends and order are kept'],
      ['zebin props --from-json app.json -o app.prop', 'and back, byte for byte'],
    ],
  },
  {
    name: 'visa',
    summary:
      'work with vISA, the assembly before register allocation: print an object as text (dis), assemble a text (asm), summarise either (info)',
    arguments: [
      { name: '<action>', summary: 'dis, asm or info' },
      { ...FILE, summary: 'an object or text, `-` for standard input, or an address as `ls` prints it (FILE!.visaasm.k)' },
    ],
    options: [
      { flags: '--code', summary: 'for dis: also print embedded machine code, as bytes that asm accepts' },
      { ...JSON_OPTION, summary: `for info: ${JSON_OPTION.summary}` },
      OUTPUT,
    ],
    examples: [
      ['zebin visa dis saxpy.isa', 'prints an object as text'],
      ['zebin visa asm saxpy.visaasm -o saxpy.isa', 'assembles a text'],
      ["zebin visa info 'app.zebin!.visaasm.saxpy'", 'variables, instructions and resources of a text in a zebin'],
    ],
  },
  {
    name: 'explain',
    summary: 'explain a name: attribute, value, section, note, relocation, field or diagnostic code',
    arguments: [{ name: '[name...]', summary: 'the name (default: list all names)' }],
    options: [JSON_OPTION, OUTPUT],
    examples: [
      ['zebin explain spill_size', 'an attribute: type, unit, default, versions, drivers that read it'],
      ['zebin explain R_SYM_ADDR_32_HI', 'a relocation type'],
      ['zebin explain zeinfo/unknown-attribute', 'a diagnostic code'],
    ],
  },
] as const satisfies readonly VerbRow[];
