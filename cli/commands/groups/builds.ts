/** Builds beside each other, and folders of them: compare, diff, scan, query. */
import type { VerbRow } from '../../command.ts';
import { ALLOW_DAMAGED, AS, COLUMNS, JSON_OPTION, OUTPUT, PATTERN } from '../info-rows.ts';
import { RAW_CSV } from '../option-rows.ts';

export const BUILDS = [
  {
    name: 'compare',
    summary: 'show what got better and what got worse between two builds, across all kernels; with --baseline or --gate, a gate for CI',
    arguments: [
      { name: '<base>', summary: 'a file, an address in it, or a folder of files; with --baseline the build to check' },
      { name: '[new]', summary: 'the build to compare with the base; omitted with --baseline' },
    ],
    options: [
      PATTERN,
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
    name: 'diff',
    summary: 'show what differs between two builds, kernel by kernel: attributes, metrics, code; exit with 1 on a difference',
    arguments: [
      { name: '<base>', summary: 'a file, an address in it, or a folder of files' },
      { name: '<new>', summary: 'the file, address or folder to compare it with' },
    ],
    options: [PATTERN, { flags: '-f, --full', summary: 'show all instructions that differ, not only the first' }, AS, JSON_OPTION, OUTPUT],
    examples: [
      ['zebin diff old.zebin new.zebin', 'what a new compiler does differently'],
      ["zebin diff old/ new/ -k '*gemm*'", 'two folders of builds, only these kernels'],
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
      {
        flags: '--times <file>',
        summary: 'add calls and times of kernels, from the output of unitrace or VTune; bmg=FILE for those of images for this device',
        many: true,
      },
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
      ['zebin scan app.so --times bmg=timing.csv -o app.csv', 'what kernels need, next to how long they take'],
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
] as const satisfies readonly VerbRow[];
