import type { CommandSpec, OptionSpec } from '../command.ts';

const FILE = {
  name: '<file>',
  summary: 'a file, `-` for standard input, or an address as `ls` prints it (FILE!64.20.1.0!.text.k)',
} as const;
const TABLES_OPTION: OptionSpec = {
  flags: '--tables <file>',
  summary: 'newer devices and driver releases, beside those built in; docs/judging.md shows such a file',
};
const JSON_OPTION: OptionSpec = { flags: '--json', summary: 'print one JSON document (schemas/ in the package)' };
const AS: OptionSpec = {
  flags: '--as <format>',
  summary: 'the format of the file, where its beginning does not tell (props, ar, zebin, …)',
};
const SIBLINGS: OptionSpec = { flags: '--siblings', summary: 'open the files that a thin archive names' };
const RAW_CSV: OptionSpec = {
  flags: '--raw-csv',
  summary: "in CSV, leave out the ' before text that a spreadsheet takes for a formula",
};
const DAMAGED: OptionSpec = {
  flags: '--damaged',
  summary: 'take content all the same that its container has cut short or that fails its checksum',
};
const OUTPUT: OptionSpec = { flags: '-o, --output <path>', summary: 'write to a file, all of it or nothing' };

/** Every verb, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'info',
    summary: 'what a file is, for which devices, and what its kernels need (the default verb)',
    arguments: [FILE],
    options: [
      { flags: '-k, --kernel <pattern>', summary: 'only kernels of this name; * stands for any characters' },
      {
        flags: '-m, --max <column=number>',
        summary: 'exit code 1 when a kernel has more, such as spill_size=0; may be given more than once',
        many: true,
      },
      { flags: '--certain', summary: 'with --max, leave out what a kernel only may spill' },
      AS,
      SIBLINGS,
      TABLES_OPTION,
      JSON_OPTION,
      { flags: '--markdown', summary: 'print Markdown for a bug report, without code and without folder names' },
      OUTPUT,
    ],
    examples: [
      ['zebin saxpy.zebin', 'target, versions, verdict and the resources of every kernel'],
      ['zebin info multi.ar --json', 'the same for every device of an archive, for programs'],
      ['zebin info app.zebin --max spill_size=0 --max slm_size=65536', 'exit code 1, and the kernels that have more'],
    ],
    load: () => import('./info.ts'),
  },
  {
    name: 'ls',
    summary: 'the tree of containers, images and sections, each with its address',
    arguments: [FILE],
    options: [{ flags: '-a, --all', summary: 'show the sections of images inside containers too' }, AS, SIBLINGS, JSON_OPTION, OUTPUT],
    examples: [
      ['zebin ls multi.ar', 'the devices of an archive'],
      ["zebin ls 'multi.ar!64.20.1.0'", 'the sections of one of them'],
    ],
    load: () => import('./ls.ts'),
  },
  {
    name: 'kernel',
    summary: 'one kernel in full: its resources, where each argument lands, buffers, symbols, relocations',
    arguments: [FILE, { name: '[kernel]', summary: 'name of the kernel; * stands for any characters; all kernels when left out' }],
    options: [
      { flags: '-g, --group <size>', summary: 'work-items of a work-group (256, 16x16), for the estimate of occupancy' },
      AS,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin kernel app.zebin saxpy', 'everything that the file says of saxpy, and where each argument lands'],
      ['zebin kernel app.zebin saxpy --group 256', 'how many threads run at once in groups of this size'],
      ["zebin kernel app.zebin '*gemm*' --json", 'all kernels with gemm in the name'],
    ],
    load: () => import('./kernel.ts'),
  },
  {
    name: 'cost',
    summary: 'what the compiler estimates that kernels cost, with values for arguments that loops depend on',
    arguments: [FILE, { name: '[kernel]', summary: 'name of the kernel; * stands for any characters; all kernels when left out' }],
    options: [
      {
        flags: '-a, --arg <name=value>',
        summary: 'value of an argument that counts of loops depend on; may be given more than once',
        many: true,
      },
      { flags: '-l, --loop <number=count>', summary: 'how often a loop runs; may be given more than once', many: true },
      { flags: '--assume <count>', summary: 'how often each loop runs of which the compiler could not tell' },
      { flags: '-s, --sweep <name=values>', summary: 'totals for several values of one argument: n=1,10,100, n=0..100 or n=0..100:25' },
      AS,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin cost app.zebin', 'what each kernel costs, and on what its loops depend'],
      ['zebin cost app.zebin gemm --arg m=64 --arg k=128 --assume 16', 'cycles and bytes for these arguments'],
      ['zebin cost app.zebin gemm --assume 16 --arg m=64 --sweep k=0..1024', 'a table and a small plot over k'],
    ],
    load: () => import('./cost.ts'),
  },
  {
    name: 'dump',
    summary: 'every byte and what it belongs to',
    arguments: [FILE],
    options: [{ flags: '-f, --full', summary: 'show all bytes of long content, not its beginning only' }, AS, JSON_OPTION, OUTPUT],
    examples: [
      ['zebin dump app.zebin | less', 'the whole file, hex beside fields'],
      ["zebin dump 'app.zebin!.text.saxpy' --full", 'the code of one kernel'],
    ],
    load: () => import('./dump.ts'),
  },
  {
    name: 'disasm',
    summary: 'the code of kernels as instructions, with addresses, symbols, relocations and places in the source',
    arguments: [FILE, { name: '[kernel]', summary: 'name of the kernel; * stands for any characters; all code when left out' }],
    options: [
      { flags: '--decoder <tool>', summary: 'iga64 or ocloc of PATH, the path of one, or none for bytes; both are tried when left out' },
      { flags: '--hex', summary: 'show the bytes of each instruction' },
      { flags: '--source <folder>', summary: 'show the lines of source files below this folder' },
      AS,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin disasm app.zebin saxpy', 'the instructions of saxpy, each with its address'],
      ['zebin disasm app.zebin saxpy --source src/', 'with the lines of the source, for a file compiled with -g'],
      ['zebin disasm app.zebin --decoder none', 'the bytes, with symbols and relocations'],
    ],
    load: () => import('./disasm.ts'),
  },
  {
    name: 'size',
    summary: 'what takes the room, by image, device, kernel and section, and what is there more than once',
    arguments: [FILE],
    options: [
      { flags: '-d, --domains <domains>', summary: 'what to group by, outermost first: container, image, device, kernel, section, kind' },
      { flags: '-n, --top <count>', summary: 'lines of each group, the largest first (20)' },
      AS,
      { flags: '--csv', summary: 'print every part as a line of comma-separated values' },
      RAW_CSV,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin size app.zebin', 'kernels and their sections, the largest first'],
      ['zebin size libapp.so -d device,section', 'how much code, debug data and IR each device costs'],
    ],
    load: () => import('./size.ts'),
  },
  {
    name: 'coverage',
    summary: 'which devices get which kernels: native code, that of a compatible device, or intermediate code',
    arguments: [FILE],
    options: [
      {
        flags: '-d, --device <devices>',
        summary: 'devices to answer for, as `ocloc -device` names them, with commas; exit code 1 when one lacks a kernel',
      },
      AS,
      TABLES_OPTION,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin coverage libapp.so', 'every device with native code, and what the others get'],
      ['zebin coverage multi.ar -d bmg,lnl', 'whether these two have every kernel'],
    ],
    load: () => import('./coverage.ts'),
  },
  {
    name: 'check',
    summary: 'would a driver take it on a device: its decision step by step, and which releases accept',
    arguments: [FILE],
    options: [
      { flags: '-d, --device <device>', summary: 'the device, as `ocloc -device` names it; the one that the file names when left out' },
      { flags: '--driver <release>', summary: 'the release of compute-runtime, or its beginning (26.27); the newest known when left out' },
      { flags: '--profile <profile>', summary: 'driver, or ocloc-validate: what that tool of the release would answer' },
      AS,
      TABLES_OPTION,
      JSON_OPTION,
      { flags: '--markdown', summary: 'print Markdown for a bug report, without code and without folder names' },
      OUTPUT,
    ],
    examples: [
      ['zebin check app.zebin', 'every step, the verdict, the first release that accepts'],
      ['zebin check libapp.so -d bmg --driver 25.18', 'the images that this driver would take for a Battlemage'],
      ['zebin check app.zebin --driver 22.43 --profile ocloc-validate', 'the answer of `ocloc validate`'],
    ],
    load: () => import('./check.ts'),
  },
  {
    name: 'validate',
    summary: 'what in a file breaks a rule of the specifications, and what drivers would stumble over',
    arguments: [FILE],
    options: [
      { flags: '--spec <version>', summary: 'the version to judge by, 1.0 to 1.73; that of the file when left out' },
      { flags: '-a, --all', summary: 'show remarks too, and every finding' },
      AS,
      TABLES_OPTION,
      JSON_OPTION,
      { flags: '--markdown', summary: 'print Markdown for a bug report, without code and without folder names' },
      { flags: '--sarif', summary: 'print a SARIF 2.1.0 log, for tools that show findings' },
      OUTPUT,
    ],
    examples: [
      ['zebin validate app.zebin', 'errors and warnings, each with its place and its rule'],
      ['zebin validate app.zebin --spec 1.39', 'whether it is a file of version 1.39'],
    ],
    load: () => import('./validate.ts'),
  },
  {
    name: 'diff',
    summary: 'what differs between two builds, by kernel and by meaning: attributes, measures, code; exit code 1 when something does',
    arguments: [
      { name: '<base>', summary: 'a file, an address in it, or a folder of files' },
      { name: '<new>', summary: 'what to compare it with' },
    ],
    options: [
      { flags: '-k, --kernel <pattern>', summary: 'only kernels of this name; * stands for any characters' },
      AS,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin diff old.zebin new.zebin', 'what a new compiler does otherwise'],
      ["zebin diff old/ new/ -k '*gemm*'", 'two folders of builds, only these kernels'],
    ],
    load: () => import('./diff.ts'),
  },
  {
    name: 'compare',
    summary: 'what became better and what worse from one build to another, over all kernels; a gate for CI with --baseline or --gate',
    arguments: [
      { name: '<base>', summary: 'a file, an address in it, or a folder of files; with --baseline the build to check' },
      { name: '[new]', summary: 'the build to compare with the base; none with --baseline' },
    ],
    options: [
      { flags: '-k, --kernel <pattern>', summary: 'only kernels of this name; * stands for any characters' },
      { flags: '-n, --top <count>', summary: 'kernels listed for each metric and direction, the greatest change first (5)' },
      { flags: '--markdown', summary: 'print Markdown for a pull request' },
      {
        flags: '--baseline <file>',
        summary: 'compare with the measures in this file; exit code 1 when a kernel is worse, better, gone or new',
      },
      { flags: '--update', summary: 'write the baseline instead of checking it' },
      { flags: '--gate', summary: 'exit code 1 when a kernel is worse, better, gone or new, without a baseline too' },
      {
        flags: '--threshold <change>',
        summary: 'what a gate lets pass: 64, 2% or code_bytes=2%; a baseline keeps what it is written with',
        many: true,
      },
      AS,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin compare old/ new/', 'helped and HURT kernels for each metric, with statistics'],
      ['zebin compare build/ --baseline kernels.json --update', 'keep the measures of a build beside its sources'],
      ['zebin compare build/ --baseline kernels.json --markdown', 'in CI: exit code 1 when they moved, in either direction'],
    ],
    load: () => import('./compare.ts'),
  },
  {
    name: 'scan',
    summary: 'every kernel of whole trees, caches, archives and executables as one table: Parquet, CSV or NDJSON',
    arguments: [{ name: '<path...>', summary: 'folders and files; in a folder all files that have device code in them' }],
    streams: true,
    options: [
      { flags: '-f, --format <table-format>', summary: 'ndjson, csv or parquet; what the name of the output ends in when left out' },
      { flags: '-s, --shard <i/n>', summary: 'only the i-th of n parts of the files; one after the other they are the whole' },
      { flags: '-w, --workers <count>', summary: 'threads that read files; as many as the machine has cores when left out' },
      RAW_CSV,
      { flags: '--since <table>', summary: 'take the rows of files with unchanged content from this Parquet file' },
      { ...JSON_OPTION, summary: 'print counts as one JSON document, instead of the rows' },
      { flags: '-o, --output <path>', summary: 'write the table to a file; a run that was stopped is resumed' },
    ],
    examples: [
      ['zebin scan build/ -o kernels.parquet', 'one row for each kernel below a folder'],
      ['zebin scan build/ --shard 3/16 -o part-03.parquet', 'the third of sixteen parts, on one of sixteen machines'],
      ['zebin scan build/ --since old.parquet -o new.parquet', 'only what is new is read'],
      ['zebin scan ~/.cache/neo_compiler_cache | head', 'rows as NDJSON'],
    ],
    load: () => import('./scan.ts'),
  },
  {
    name: 'query',
    summary: 'questions in SQL to tables that `zebin scan` wrote; needs the package @duckdb/node-api',
    arguments: [
      { name: '[sql]', summary: 'a statement about the table `kernels`, which has the rows of all files' },
      { name: '[table...]', summary: 'files that `zebin scan` wrote; the column `scan` says which one a row is from' },
    ],
    options: [
      { flags: '--columns', summary: 'list the columns of the table, with what they mean' },
      { flags: '--csv', summary: 'print comma-separated values' },
      RAW_CSV,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin query "SELECT device, count(*) FROM kernels GROUP BY 1" k.parquet', 'how many kernels there are for each device'],
      ['zebin query "FROM kernels WHERE spill_size > 0" k.parquet --csv', 'all columns of kernels that spill'],
      ['zebin query --columns', 'what can be asked for'],
    ],
    load: () => import('./query.ts'),
  },
  {
    name: 'extract',
    summary: 'takes images out of what they are in, inflated',
    arguments: [FILE],
    options: [
      { flags: '--all <folder>', summary: 'write every image that fits into a folder' },
      { flags: '--kind <kind>', summary: 'only this kind, as `ls` prints it: zebin, spirv, property-sets, section, …' },
      { flags: '-d, --device <devices>', summary: 'only images that run on one of these devices (bmg,lnl)' },
      { flags: '-k, --kernel <pattern>', summary: 'only images with a kernel of this name; * stands for any characters' },
      { flags: '--raw', summary: 'as it is stored, not inflated' },
      DAMAGED,
      AS,
      SIBLINGS,
      { flags: '--json', summary: 'print a JSON document of what is taken out; without a place to write to, nothing is written' },
      OUTPUT,
    ],
    examples: [
      ["zebin extract 'libapp.so!tgtimg[3]' -o app.zebin", 'one image, by its address'],
      ['zebin extract libapp.so -d bmg --all images/', 'every image that a Battlemage runs'],
    ],
    load: () => import('./extract.ts'),
  },
  {
    name: 'props',
    summary: 'SYCL property sets: of property text, of SYCLBIN files, and of device images in other files',
    arguments: [FILE],
    options: [
      { flags: '--from-json', summary: 'read a document of --json, which may be edited, and write its property text' },
      AS,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin props app.prop', 'every property, and what its value says'],
      ['zebin props app.prop --json > app.json', 'the same for programs; unknown sets, line ends and order are kept'],
      ['zebin props --from-json app.json -o app.prop', 'and back, byte for byte'],
    ],
    load: () => import('./props.ts'),
  },
  {
    name: 'replace',
    summary: 'puts other content in the place of images, in whatever they are: archives, OffloadBinaries, bundles, linked programs, …',
    arguments: [
      { name: '<address>', summary: 'a file and the address in it, as `ls` prints it (FILE!64.20.1.0)' },
      {
        name: '<by>',
        summary:
          'the file whose content comes there, `-` for standard input, or a folder as `extract --all` makes it, of which all come back',
      },
    ],
    options: [DAMAGED, AS, { ...JSON_OPTION, summary: 'print what would be written as one JSON document, instead of the file' }, OUTPUT],
    examples: [
      ["zebin replace 'multi.ar!64.20.1.0' edited.zebin -o multi.ar", 'an edited image back into the archive it was extracted from'],
      ['zebin replace libapp.so images/ -o libapp.so', 'all images of the folder back, where none has become longer'],
    ],
    load: () => import('./replace.ts'),
  },
  {
    name: 'visa',
    summary: 'vISA, the assembly before register allocation: print an object as text (dis), assemble a text (asm), count (info)',
    arguments: [
      { name: '<action>', summary: 'dis, asm or info' },
      { ...FILE, summary: 'an object or text, `-` for standard input, or an address as `ls` prints it (FILE!.visaasm.k)' },
    ],
    options: [
      { flags: '--code', summary: 'print embedded machine code too, as bytes that asm takes back; of dis' },
      { ...JSON_OPTION, summary: `${JSON_OPTION.summary}; of info` },
      OUTPUT,
    ],
    examples: [
      ['zebin visa dis saxpy.isa', 'the text of an object'],
      ['zebin visa asm saxpy.visaasm -o saxpy.isa', 'the object of a text'],
      ["zebin visa info 'app.zebin!.visaasm.saxpy'", 'variables, instructions and resources of a text in a zebin'],
    ],
    load: () => import('./visa.ts'),
  },
  {
    name: 'view',
    summary: 'look at files in the browser: kernels, payload, code, bytes, comparison; nothing leaves the machine',
    arguments: [{ name: '<file...>', summary: 'files, `-` for standard input, or an address as `ls` prints it; two are compared' }],
    options: [
      { flags: '-o, --output <path>', summary: 'write one page that holds the files, instead of serving them' },
      { flags: '--no-open', summary: 'print the address, and open no browser' },
      { flags: '--decoder <tool>', summary: 'what decodes instructions: iga64, none, or the path of one (found in PATH)' },
      { flags: '--disasm', summary: 'put the instructions of all kernels into the page that is written' },
    ],
    examples: [
      ['zebin view app.zebin', 'serves the file on this machine only, until Ctrl-C'],
      ['zebin view old.zebin new.zebin -o report.html', 'one page with both files in it, which can be sent on'],
    ],
    load: () => import('./view.ts'),
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
  {
    name: 'link',
    summary: 'a zebin with its relocations applied for given addresses, as the driver does it',
    arguments: [FILE],
    options: [
      { flags: '--at <section=address>', summary: 'where a section is in memory; once for each section', many: true },
      { flags: '--symbol <name=address>', summary: 'where a symbol is that the file does not define, or its value', many: true },
      { ...JSON_OPTION, summary: 'print what became of every relocation as one JSON document, instead of the file' },
      OUTPUT,
    ],
    examples: [
      [
        'zebin link app.zebin --at .text.k=0x10000 --at .data.global=0x800000 -o out',
        'the file as the driver has it in memory; exit code 1 if some is open',
      ],
      ['zebin link app.zebin --symbol helper=0x20000 --json', 'what would be written where'],
    ],
    load: () => import('./link.ts'),
  },
  {
    name: 'unpack',
    summary: 'a zebin or container as a folder of files that can be edited',
    arguments: [FILE, { name: '<folder>', summary: 'the folder to make' }],
    options: [
      { flags: '--force', summary: 'replace the folder if `unpack` wrote all that is in it' },
      DAMAGED,
      AS,
      { ...JSON_OPTION, summary: 'print the files as one JSON document' },
    ],
    examples: [
      ['zebin unpack app.zebin app/', 'attributes, symbols and notes as text; code, data and SPIR-V as bytes'],
      ["zebin unpack 'multi.ar!64.20.1.0' bmg/", 'one image of an archive'],
    ],
    load: () => import('./unpack.ts'),
  },
  {
    name: 'pack',
    summary: 'the file of a folder that `zebin unpack` or `ocloc disasm` made',
    arguments: [{ name: '<folder>', summary: 'the folder, which may have been edited' }],
    options: [
      {
        flags: '--original <file>',
        summary: 'for a folder of ocloc: the file that it was made of, for code that is there as assembly only',
      },
      { ...JSON_OPTION, summary: 'print what would be written as one JSON document, instead of the file' },
      OUTPUT,
    ],
    examples: [
      ['zebin pack app/ -o app.zebin', 'offsets, indices and string tables are worked out again'],
      ['zebin pack dump/ --original app.zebin -o new.zebin', 'a folder of `ocloc disasm`'],
    ],
    load: () => import('./pack.ts'),
  },
  {
    name: 'strip',
    summary: 'zebins without what they run without (SPIR-V, debug information), in whatever they are; all of it unless options choose',
    arguments: [FILE],
    options: [
      { flags: '--spv', summary: 'leave out the SPIR-V or PISA module' },
      { flags: '--debug', summary: 'leave out debug information' },
      { flags: '--visaasm', summary: 'leave out vISA assembly text' },
      { flags: '--gtpin', summary: 'leave out data for GTPin' },
      { flags: '--misc', summary: 'leave out build options and specialization constants' },
      { flags: '--keep <section>', summary: 'keep sections of this name all the same; * stands for any characters', many: true },
      AS,
      { ...JSON_OPTION, summary: 'print what would be left out as one JSON document, instead of the file' },
      OUTPUT,
    ],
    examples: [
      ['zebin strip app.zebin -o small.zebin', 'code, data and attributes only'],
      ['zebin strip multi.ar -o small.ar', 'every image of an archive'],
      ['zebin strip app.zebin --debug --keep .debug_line -o app.zebin', 'in place, with line numbers left'],
    ],
    load: () => import('./strip.ts'),
  },
  {
    name: 'edit',
    summary: 'renames kernels, adds arguments, sets notes: in a zebin, or in every zebin of a container that it concerns',
    arguments: [FILE],
    options: [
      { flags: '--rename <old=new>', summary: 'give a kernel another name, in its sections and symbols too', many: true },
      {
        flags: '--add-argument <kernel:name=value>',
        summary: 'append an argument to the payload of a kernel, with the names of payload_arguments (`zebin explain payload_arguments`)',
        many: true,
      },
      {
        flags: '--set-note <name=value>',
        summary: 'set a note of the target (product_family, product_config, zebin_version, …), or add it',
        many: true,
      },
      AS,
      { ...JSON_OPTION, summary: 'print what would be changed as one JSON document, instead of the file' },
      OUTPUT,
    ],
    examples: [
      ['zebin edit a.zebin --rename k=saxpy --set-note product_family=1270 -o b.zebin', 'renames come first, then arguments, then notes'],
      [
        'zebin edit a.zebin --add-argument k:arg_type=arg_byvalue,size=4 -o b.zebin',
        'one more argument, placed by the rules of the payload',
      ],
      ["zebin edit 'multi.ar!64.bmg' --rename k=saxpy -o bmg.zebin", 'one image of an archive'],
      ['zebin edit multi.ar --rename k=saxpy -o new.ar', 'every image of it that has the kernel'],
    ],
    load: () => import('./edit.ts'),
  },
  {
    name: 'convert',
    summary: 'a zebin as another version of the format has it; what that version lacks is listed',
    arguments: [FILE],
    options: [
      { flags: '--to <version>', summary: 'the version, 1.0 to 1.73' },
      AS,
      { ...JSON_OPTION, summary: 'print what is lost or added as one JSON document, instead of the file' },
      OUTPUT,
    ],
    examples: [
      ['zebin convert app.zebin --to 1.14 -o old.zebin', 'for old readers; exit code 1 when something is lost'],
      ['zebin convert app.zebin --to 1.49 --json', 'what would be lost, each with its place, value and reason'],
    ],
    load: () => import('./convert.ts'),
  },
];
