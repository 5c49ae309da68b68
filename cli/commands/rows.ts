import { NEWEST, OLDEST, STRIP_GROUPS } from '../../src/internal.ts';
import type { Context as ContextOf, VerbRow } from '../command.ts';
import type { OptionsOf as OptionsOfRows } from '../options.ts';
import { ALLOW_DAMAGED, AS, COLUMNS, FILE, FILES, INFO_ROW, JSON_OPTION, OUTPUT, SIBLINGS, TABLES_OPTION } from './info-rows.ts';

const RAW_CSV = { flags: '--raw-csv', summary: "in CSV, omit the ' before text that a spreadsheet would treat as a formula" } as const;
const DAMAGED = { flags: '--damaged', summary: 'accept content that is truncated or fails its checksum' } as const;

/** Every verb, in the order of the help. */
export const ROWS = [
  INFO_ROW,
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
    name: 'kernel',
    summary: 'show everything about a kernel: resources, the place of each argument, buffers, symbols, relocations',
    arguments: [
      FILE,
      { name: '[kernel]', summary: 'name of the kernel, demangled or not; * matches any characters (default: all kernels)' },
    ],
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
    name: 'cost',
    summary: "evaluate the compiler's estimate of the cost of kernels, for given arguments",
    arguments: [
      FILE,
      { name: '[kernel]', summary: 'name of the kernel, demangled or not; * matches any characters (default: all kernels)' },
    ],
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
    name: 'disasm',
    summary: 'print the code of kernels as instructions, with addresses, symbols, relocations and source positions',
    arguments: [FILE, { name: '[kernel]', summary: 'name of the kernel, demangled or not; * matches any characters (default: all code)' }],
    options: [
      { flags: '--raw', summary: 'read bare code, outside any container; needs --platform or --device' },
      {
        flags: '-p, --platform <name>',
        summary: 'instruction set, named as for `iga64 -p`, instead of that of the file: 9, 12p71, xe2, …',
      },
      { flags: '-d, --device <name>', summary: 'instruction set of this device: bmg, 0xe20b, Arc B580' },
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
      ['zebin disasm --raw dump.bin --device bmg --plain', 'the assembly of code that was taken out of its container'],
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
    name: 'asm',
    summary: 'assemble instructions, as `disasm` and `iga64 -d` print them, into machine code',
    arguments: [{ name: '<file>', summary: 'assembly, `-` for standard input' }],
    options: [
      { flags: '-p, --platform <name>', summary: 'instruction set, named as for `iga64 -p`: 9, 12p71, xe2, …' },
      { flags: '-d, --device <name>', summary: 'instruction set of this device: bmg, 0xe20b, Arc B580' },
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
  {
    name: 'check',
    summary: 'replay the decision of a driver on a device, step by step, and show which releases accept the file',
    arguments: [FILES],
    eachFile: true,
    options: [
      { flags: '-d, --device <device>', summary: 'the device: bmg, 20.1.0, 0xe20b, Arc B580 (default: the one that the file names)' },
      {
        flags: '--driver <release>',
        summary: 'the release of compute-runtime, a prefix such as 26.27, or next for its main branch (default: the newest known)',
      },
      { flags: '--profile <profile>', summary: 'whose decision to replay: driver or ocloc-validate (default: driver)' },
      ALLOW_DAMAGED,
      AS,
      TABLES_OPTION,
      JSON_OPTION,
      { flags: '--markdown', summary: 'print Markdown for a bug report, without code or folder names' },
      OUTPUT,
    ],
    examples: [
      ['zebin check app.zebin', 'every step, the verdict, and the first release that accepts the file'],
      ['zebin check libapp.so -d bmg --driver 25.18', 'the images that this driver would accept for a Battlemage'],
      ['zebin check app.zebin --driver 22.43 --profile ocloc-validate', 'the answer of `ocloc validate`'],
    ],
  },
  {
    name: 'validate',
    summary: 'report violations of the specifications, and what drivers would reject',
    arguments: [FILES],
    eachFile: true,
    options: [
      { flags: '--spec <version>', summary: `check against this version, ${OLDEST} to ${NEWEST} (default: that of the file)` },
      { flags: '-a, --all', summary: 'show every finding, including remarks' },
      AS,
      TABLES_OPTION,
      JSON_OPTION,
      { flags: '--markdown', summary: 'print Markdown for a bug report, without code or folder names' },
      { flags: '--sarif', summary: 'print a SARIF 2.1.0 log' },
      OUTPUT,
    ],
    examples: [
      ['zebin validate app.zebin', 'errors and warnings, with place and rule'],
      ['zebin validate app.zebin --spec 1.39', 'whether the file conforms to version 1.39'],
    ],
  },
  {
    name: 'diff',
    summary: 'show what differs between two builds, kernel by kernel: attributes, metrics, code; exit with 1 on a difference',
    arguments: [
      { name: '<base>', summary: 'a file, an address in it, or a folder of files' },
      { name: '<new>', summary: 'the file, address or folder to compare it with' },
    ],
    options: [
      { flags: '-k, --kernel <pattern>', summary: 'only kernels with this name; * matches any characters' },
      { flags: '-f, --full', summary: 'show all instructions that differ, not only the first' },
      AS,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin diff old.zebin new.zebin', 'what a new compiler does differently'],
      ["zebin diff old/ new/ -k '*gemm*'", 'two folders of builds, only these kernels'],
    ],
  },
  {
    name: 'compare',
    summary: 'show what got better and what got worse between two builds, across all kernels; with --baseline or --gate, a gate for CI',
    arguments: [
      { name: '<base>', summary: 'a file, an address in it, or a folder of files; with --baseline the build to check' },
      { name: '[new]', summary: 'the build to compare with the base; omitted with --baseline' },
    ],
    options: [
      { flags: '-k, --kernel <pattern>', summary: 'only kernels with this name; * matches any characters' },
      { flags: '-n, --top <count>', summary: 'number of changed kernels to list, the worst first (default: 10)' },
      {
        flags: '--title <title>',
        summary: 'the name of a side in the output; given twice, for the base and then for the new build',
        many: true,
      },
      { flags: '--code', summary: 'compare the code too: instructions, messages, spills, live registers, waits (decodes all of it)' },
      { flags: '--markdown', summary: 'print Markdown for a pull request' },
      {
        flags: '--baseline <file>',
        summary: 'compare with the metrics in this file; exit with 1 if a kernel got worse or better, or was added or removed',
      },
      { flags: '--update', summary: 'write the baseline instead of checking it' },
      { flags: '--gate', summary: 'apply the same gate to two builds, without a baseline' },
      {
        flags: '--threshold <change>',
        summary: 'change that the gate allows: 64, 2% or code_bytes=2%; stored in a baseline with --update',
        many: true,
      },
      { flags: '--certain', summary: 'the gate ignores kernels whose code cannot be analysed' },
      ALLOW_DAMAGED,
      AS,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin compare old/ new/', 'what got better and what got worse: the worst kernels, then the totals'],
      ['zebin compare build/ --baseline kernels.json --update', 'record the metrics of a build'],
      ['zebin compare build/ --baseline kernels.json --markdown', 'in CI: exit code 1 if a metric changed, in either direction'],
    ],
  },
  {
    name: 'scan',
    summary: 'write a table of all kernels in directory trees, caches, archives and executables: Parquet, CSV or NDJSON',
    arguments: [{ name: '<path...>', summary: 'files and folders; in a folder, all files with device code' }],
    streams: true,
    options: [
      { flags: '--format <table-format>', summary: 'ndjson, csv or parquet (default: by the extension of the output)' },
      { flags: '-s, --shard <i/n>', summary: 'scan only the i-th of n parts of the files; the concatenated parts are the whole table' },
      { flags: '-w, --workers <count>', summary: 'number of threads (default: one per core; for one small file, none)' },
      COLUMNS,
      RAW_CSV,
      { flags: '--since <table>', summary: 'reuse rows of unchanged files from this Parquet file' },
      ALLOW_DAMAGED,
      { ...JSON_OPTION, summary: 'print only counts, as one JSON document' },
      { flags: '-o, --output <path>', summary: 'write the table to a file; resumes an interrupted scan' },
    ],
    examples: [
      ['zebin scan build/ -o kernels.parquet', 'one row for each kernel below a folder'],
      ['zebin scan build/ --shard 3/16 -o part-03.parquet', 'the third of sixteen parts, on one of sixteen machines'],
      ['zebin scan build/ --since old.parquet -o new.parquet', 'reads only files that are new or changed'],
      ['zebin scan ~/.cache/neo_compiler_cache | head', 'rows as NDJSON'],
    ],
  },
  {
    name: 'query',
    summary: 'run SQL on tables that `zebin scan` wrote; needs the package @duckdb/node-api',
    arguments: [
      { name: '[sql]', summary: 'an SQL statement; the table `kernels` has the rows of all files' },
      { name: '[table...]', summary: 'files that `zebin scan` wrote; the column `scan` names the file of each row' },
    ],
    options: [
      { flags: '--columns', summary: 'list the columns of the table and their meaning' },
      { flags: '--csv', summary: 'print comma-separated values' },
      RAW_CSV,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin query "SELECT device, count(*) FROM kernels GROUP BY 1" k.parquet', 'how many kernels there are for each device'],
      ['zebin query "FROM kernels WHERE spill_size > 0" k.parquet --csv', 'all columns of kernels that spill'],
      ['zebin query --columns', 'the columns of the table'],
    ],
  },
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
    name: 'replace',
    summary: 'replace images in any container: archives, OffloadBinaries, bundles, linked programs, …',
    arguments: [
      { name: '<address>', summary: 'a file and the address in it, as `ls` prints it (FILE!64.20.1.0)' },
      {
        name: '<by>',
        summary: 'the new content: a file, `-` for standard input, or a folder from `extract --all`, from which all images are put back',
      },
    ],
    options: [DAMAGED, AS, { ...JSON_OPTION, summary: 'print a JSON document of what would be written, instead of writing it' }, OUTPUT],
    examples: [
      [
        "zebin replace 'multi.ar!64.20.1.0' edited.zebin -o multi.ar",
        'puts an edited image back into the archive that it was extracted from',
      ],
      ['zebin replace libapp.so images/ -o libapp.so', 'puts all images of the folder back; none may be longer than before'],
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
    name: 'view',
    summary: 'view files in the browser: kernels, payload, code, bytes, comparison; nothing leaves the machine',
    arguments: [
      {
        name: '<file...>',
        summary: 'files, `-` for standard input, or addresses as `ls` prints them; two are compared; stall samples are shown on the code',
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
      { ...JSON_OPTION, summary: 'print a JSON document of what would be written, instead of writing it' },
      OUTPUT,
    ],
    examples: [
      ['zebin pack app/ -o app.zebin', 'offsets, indices and string tables are recomputed'],
      ['zebin pack dump/ --original app.zebin -o new.zebin', 'packs a folder from `ocloc disasm`'],
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
    name: 'reduce',
    summary: 'find the smallest zebin or container that still has a verdict, a finding, or what a command looks for',
    arguments: [FILE],
    options: [
      {
        flags: '--keep <property>',
        summary:
          'check:VERDICT or check:VERDICT:CODE of `check`, or finding:CODE of `validate`; the cause stays the same, no other reason or error is added, and releases that accept the file still do',
      },
      { flags: '--loose', summary: 'with --keep, keep only the cause: the file may get other reasons and errors, and may be smaller' },
      { flags: '--keep-command <command>', summary: 'run with the path of a candidate; exit code 0 means that it is kept' },
      {
        flags: '-d, --device <device>',
        summary: 'for check: the device: bmg, 20.1.0, 0xe20b, Arc B580 (default: the one that the file names)',
      },
      { flags: '--driver <release>', summary: 'for check: the release of compute-runtime (default: the newest known)' },
      { flags: '--seconds <number>', summary: 'stop after this time with the smallest file so far (default: 60)' },
      AS,
      { ...JSON_OPTION, summary: 'print a JSON document of what was saved, instead of the file' },
      OUTPUT,
    ],
    examples: [
      [
        'zebin reduce app.zebin --keep check:refused -o small.zebin',
        'for a bug report: a few hundred bytes that are refused for the same reason',
      ],
      ['zebin reduce app.zebin --keep finding:rule/symbol-extent -o small.zebin', 'the same for a finding of `zebin validate`'],
      [
        "zebin reduce multi.ar --keep-command './crashes.sh' -o small.ar",
        'any other property, by a script that gets the path of a candidate',
      ],
    ],
  },
  {
    name: 'convert',
    summary: 'convert a zebin to another version of the format, and list what that version cannot express',
    arguments: [FILE],
    options: [
      { flags: '--to <version>', summary: `the version, ${OLDEST} to ${NEWEST}` },
      AS,
      { ...JSON_OPTION, summary: 'print a JSON document of what is lost or added, instead of the file' },
      OUTPUT,
    ],
    examples: [
      ['zebin convert app.zebin --to 1.14 -o old.zebin', 'for old readers; exit code 1 if something is lost'],
      ['zebin convert app.zebin --to 1.49 --json', 'what would be lost, with place, value and reason'],
    ],
  },
] as const satisfies readonly VerbRow[];

export type Verb = (typeof ROWS)[number]['name'];

/** The options of a verb, as its row says. */
export type OptionsOf<V extends Verb> = OptionsOfRows<Extract<(typeof ROWS)[number], { readonly name: V }>['options']>;

/** The arguments of a verb's `run`. */
export type Context<V extends Verb> = ContextOf<OptionsOf<V>>;
