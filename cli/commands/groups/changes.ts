/** What writes a file, or a part of one: extract, replace, edit, patch, asm, unpack, pack, convert, link. */
import { NEWEST, OLDEST } from '../../../src/internal.ts';
import type { VerbRow } from '../../command.ts';
import { AS, FILE, JSON_OPTION, OUTPUT, SIBLINGS } from '../info-rows.ts';
import { DAMAGED, INSTRUCTION_SET, WOULD_WRITE } from '../option-rows.ts';

export const CHANGES = [
  {
    name: 'extract',
    summary: 'extract images from their containers, decompressed',
    arguments: [FILE],
    options: [
      { flags: '--all <folder>', summary: 'write every selected image to a folder' },
      { flags: '--kind <kind>', summary: 'only items of this kind, as `ls` prints it: zebin, spirv, property-sets, section, …' },
      { flags: '-d, --device <devices>', summary: 'only images that run on one of these devices (bmg,lnl)' },
      { flags: '-k, --kernel <pattern>', summary: 'only images with a kernel of this name; * matches any characters' },
      { flags: '--raw', summary: 'write the content as it is stored, not decompressed' },
      DAMAGED,
      AS,
      SIBLINGS,
      { flags: '--json', summary: 'print a JSON document of what is extracted; nothing is written unless an output is given' },
      OUTPUT,
    ],
    examples: [
      ["zebin extract 'libapp.so!tgtimg[3]' -o app.zebin", 'one image, by its address'],
      ['zebin extract libapp.so -d bmg --all images/', 'every image that runs on a Battlemage'],
    ],
  },
  {
    name: 'replace',
    summary: 'replace images in any container: archives, OffloadBinaries, bundles, linked programs, …',
    arguments: [
      { name: '<address>', summary: 'a file and the address in it, as `ls` prints it (FILE!64.20.1.0)' },
      {
        name: '<by>',
        summary: 'the new content: a file, `-` for standard input, or a folder from `extract --all`, from which all images are put back',
      },
    ],
    options: [DAMAGED, AS, WOULD_WRITE, OUTPUT],
    examples: [
      [
        "zebin replace 'multi.ar!64.20.1.0' edited.zebin -o multi.ar",
        'puts an edited image back into the archive that it was extracted from',
      ],
      ['zebin replace libapp.so images/ -o libapp.so', 'puts all images of the folder back; none may be longer than before'],
    ],
  },
  {
    name: 'edit',
    summary: 'rename kernels, add arguments and set notes in a zebin, or in every affected zebin of a container',
    arguments: [FILE],
    options: [
      { flags: '--rename <old=new>', summary: 'rename a kernel, including its sections and symbols', many: true },
      {
        flags: '--add-argument <kernel:name=value>',
        summary: 'append an argument to the payload of a kernel; names are those of payload_arguments (`zebin explain payload_arguments`)',
        many: true,
      },
      {
        flags: '--set-note <name=value>',
        summary: 'set or add a target note (product_family, product_config, zebin_version, …)',
        many: true,
      },
      { flags: '-d, --device <device>', summary: 'refuse a result that is not accepted on this device: bmg, 0xe20b, Arc B580' },
      {
        flags: '--driver <release>',
        summary: 'refuse a result that this release of compute-runtime (or a prefix such as 26.27) does not accept',
      },
      AS,
      { ...JSON_OPTION, summary: 'print a JSON document of what would be changed, instead of the file' },
      OUTPUT,
    ],
    examples: [
      [
        'zebin edit a.zebin --rename k=saxpy --set-note product_family=1270 -o b.zebin',
        'renames are applied first, then arguments, then notes',
      ],
      [
        'zebin edit a.zebin --add-argument k:arg_type=arg_byvalue,size=4 -o b.zebin',
        'adds an argument, placed by the rules of the payload',
      ],
      ['zebin edit a.zebin --rename k=saxpy -d bmg --driver 26.27 -o b.zebin', 'writes nothing if that driver would refuse the result'],
      ["zebin edit 'multi.ar!64.bmg' --rename k=saxpy -o bmg.zebin", 'one image of an archive'],
      ['zebin edit multi.ar --rename k=saxpy -o new.ar', 'every image of the archive that has the kernel'],
    ],
  },
  {
    name: 'patch',
    summary: 'insert, delete and replace instructions of a kernel; branches, symbols, relocations and offsets follow',
    arguments: [FILE, { name: '<kernel>', summary: 'name of the kernel or function, demangled or not' }],
    options: [
      {
        flags: '--at <place>',
        summary: 'place of the edits that follow: a hexadecimal address as `disasm` prints it, a label (L816) or a symbol (_entry)',
        many: true,
        ordered: true,
      },
      {
        flags: '--insert <assembly>',
        summary: 'insert these instructions before the one at the place; branches to it lead to them (@FILE: from a file)',
        many: true,
        ordered: true,
      },
      {
        flags: '--insert-after <assembly>',
        summary: 'insert these instructions after the one at the place (@FILE: from a file)',
        many: true,
        ordered: true,
      },
      {
        flags: '--replace <assembly>',
        summary: 'replace the instruction at the place by these (@FILE: from a file)',
        many: true,
        ordered: true,
      },
      { flags: '--delete', summary: 'remove the instruction at the place', ordered: true },
      AS,
      { ...JSON_OPTION, summary: 'print a JSON document of what would be changed, with the findings, instead of the file' },
      OUTPUT,
    ],
    examples: [
      ["zebin patch a.zebin k --at 1b0 --replace 'sync.nop null {$3.dst}' -o b.zebin", 'one instruction for another'],
      ['zebin patch a.zebin k --at _entry --insert @p.asm --at 40 --delete -o b.zebin', 'two edits; addresses are those of the input'],
      ["zebin patch 'multi.ar!64.bmg' k --at L816 --delete -o bmg.zebin", 'the kernel of one device of an archive'],
    ],
  },
  {
    name: 'asm',
    summary: 'assemble instructions, as `disasm` and `iga64 -d` print them, into machine code',
    arguments: [{ name: '<file>', summary: 'assembly, `-` for standard input' }],
    options: [
      { flags: '-p, --platform <name>', summary: 'instruction set, named as for `iga64 -p`: 9, 12p71, xe2, …' },
      INSTRUCTION_SET,
      { flags: '--compact', summary: 'compact instructions where that is possible, as `iga64 -Xautocompact` does' },
      {
        flags: '--auto-deps',
        summary: 'set what instructions wait for (SWSB), as `iga64 -Xauto-deps` does; waits in the text are ignored',
      },
      { ...JSON_OPTION, summary: `${JSON_OPTION.summary} with the findings, instead of the code` },
      OUTPUT,
    ],
    examples: [
      ['zebin asm kernel.asm --device bmg -o kernel.bin', 'the code of a text'],
      ['zebin disasm --raw old.bin -p xe2 --plain | zebin asm - -p xe2 -o new.bin', 'code to text and back'],
    ],
  },
  {
    name: 'unpack',
    summary: 'unpack a zebin or container to a folder of editable files',
    arguments: [FILE, { name: '<folder>', summary: 'the folder to create' }],
    options: [
      { flags: '--force', summary: 'replace the folder, if `unpack` wrote everything in it' },
      DAMAGED,
      AS,
      { ...JSON_OPTION, summary: 'print the files as one JSON document' },
    ],
    examples: [
      ['zebin unpack app.zebin app/', 'attributes, symbols, notes and code as text; data and SPIR-V as bytes'],
      ["zebin unpack 'multi.ar!64.20.1.0' bmg/", 'one image of an archive'],
    ],
  },
  {
    name: 'pack',
    summary: 'pack a folder from `zebin unpack` or `ocloc disasm` into a file',
    arguments: [{ name: '<folder>', summary: 'the folder, edited or not' }],
    options: [
      {
        flags: '--original <file>',
        summary: 'for a folder from ocloc: the original file, for code that the folder has only as assembly',
      },
      WOULD_WRITE,
      OUTPUT,
    ],
    examples: [
      ['zebin pack app/ -o app.zebin', 'offsets, indices and string tables are recomputed'],
      ['zebin pack dump/ --original app.zebin -o new.zebin', 'packs a folder from `ocloc disasm`'],
    ],
  },
  {
    name: 'convert',
    summary: 'convert a zebin to another version of the format, and list what that version cannot express',
    arguments: [FILE],
    options: [
      {
        flags: '--to <version>',
        // Made when it is printed, as in loading.ts.
        get summary() {
          return `the version, ${OLDEST} to ${NEWEST}`;
        },
      },
      AS,
      { ...JSON_OPTION, summary: 'print a JSON document of what is lost or added, instead of the file' },
      OUTPUT,
    ],
    examples: [
      ['zebin convert app.zebin --to 1.14 -o old.zebin', 'for old readers; exit code 1 if something is lost'],
      ['zebin convert app.zebin --to 1.49 --json', 'what would be lost, with place, value and reason'],
    ],
  },
  {
    name: 'link',
    summary: 'apply the relocations of a zebin for given addresses, as the driver does',
    arguments: [FILE],
    options: [
      { flags: '--at <section=address>', summary: 'address of a section in memory; repeatable', many: true },
      { flags: '--symbol <name=address>', summary: 'address or value of a symbol that the file does not define; repeatable', many: true },
      { ...JSON_OPTION, summary: 'print a JSON document with the result of every relocation, instead of the file' },
      OUTPUT,
    ],
    examples: [
      [
        'zebin link app.zebin --at .text.k=0x10000 --at .data.global=0x800000 -o out',
        'the file as it is in memory; exit code 1 if a relocation is unresolved',
      ],
      ['zebin link app.zebin --symbol helper=0x20000 --json', 'what would be written, and where'],
    ],
  },
] as const satisfies readonly VerbRow[];
