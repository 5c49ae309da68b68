/** What kernels compute: run, debug, test. */
import type { VerbRow } from '../../command.ts';
import { AS, FILE, JSON_OPTION, OUTPUT } from '../info-rows.ts';

/** What every run of kernels may be given. */
const LIMITS = [
  { flags: '--max-instructions <count>', summary: 'stop after so many (default: 1e9)' },
  { flags: '--max-memory <bytes>', summary: 'bytes of device memory (default: 1e9)' },
  { flags: '--schedule <seed>', summary: 'let threads take turns in another order' },
] as const;

/** What is looked for while kernels run. */
const CHECKS = [
  { flags: '--checks [kinds]', summary: 'find what is wrong while it runs: all, or --checks=race,uninitialized (docs/run.md)' },
  { flags: '--known <file>', summary: 'leave out the reports of this file: what --checks --json printed before' },
] as const;

/** How one kernel is launched by hand. */
const SIZES = [
  { flags: '--global <sizes>', summary: 'work-items in x, y, z: 1024 or 64,64 (default: one group)' },
  { flags: '--local <sizes>', summary: 'work-items of a group' },
  { flags: '--offset <sizes>', summary: 'global offset' },
  {
    flags: '--arg <argument=value>',
    summary: 'an argument by index or name: 42, in.bin, f32[1024]:0, f32:iota, random:7, … (docs/run.md); repeatable',
    many: true,
  },
] as const;

/** Which image has the kernel. */
const IMAGE = [
  { flags: '-d, --device <device>', summary: 'the image for this device; the device of code that names none' },
  { flags: '--raw', summary: 'read bare code; needs --device' },
  AS,
] as const;

export const RESULTS = [
  {
    name: 'run',
    summary: 'run a kernel without a GPU: what it computes, or where that is not what was expected',
    arguments: [
      { name: '[file]', summary: FILE.summary },
      { name: '[kernel]', summary: 'its name, demangled or not, or a part of it' },
    ],
    options: [
      ...SIZES,
      { flags: '--out <argument=file>', summary: 'write the bytes of an argument; repeatable', many: true },
      { flags: '--print <argument>', summary: 'print an argument: 1, y:f32, y:f32:16; repeatable', many: true },
      { flags: '--case <file>', summary: 'run the cases of a file' },
      { flags: '--only <name>', summary: 'only cases of this name' },
      { flags: '--manifest <file>', summary: 'run a list of cases: lines of JSON with zebin, kernel, file and case' },
      { flags: '--against <file>', summary: 'run another build too: where what they leave begins to differ' },
      { flags: '--profile <file>', summary: 'write how often each instruction ran, as samples for disasm --samples' },
      {
        flags: '--trace <file>',
        summary: 'write the instructions with their values: text, or lines of JSON to FILE.jsonl; - for standard output',
      },
      {
        flags: '--trace-only <what=value>',
        summary:
          'of the trace: item=513,0,0, lane=3, address=0x40:0x80, register=r12, memory=0x…:0x… or memory=argument 2,0:64; repeatable',
        many: true,
      },
      { flags: '--trace-limit <lines>', summary: 'of the trace: stop after so many (default: 100000)' },
      { flags: '--dir <folder>', summary: 'write argN.bin for each buffer and image, and stdout' },
      ...CHECKS,
      { flags: '--sarif', summary: 'print what checks find as a SARIF 2.1.0 log' },
      ...LIMITS,
      ...IMAGE,
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin run app.zebin saxpy', 'its arguments, and a command line that runs it'],
      ['zebin run app.zebin saxpy --global 64 --arg x=f32:iota --print y', 'what it computes'],
      ['zebin run app.zebin saxpy --case cases.json --checks', 'why it is wrong: accesses out of bounds, races, …'],
      ['zebin run app.zebin saxpy --case cases.json', 'the first element that is not what is expected'],
      ['zebin run old.zebin saxpy --case cases.json --against new.zebin', 'the instruction where two builds begin to differ'],
    ],
  },
  {
    name: 'debug',
    summary: 'run a kernel step by step, forwards and backwards, with the commands of gdb; or for an editor, with --dap',
    arguments: [
      { name: '[file]', summary: FILE.summary },
      { name: '[kernel]', summary: 'its name, demangled or not, or a part of it' },
    ],
    options: [
      ...SIZES,
      { flags: '--case <file>', summary: 'the launch of a case of this file' },
      { flags: '--only <name>', summary: 'the case of this name' },
      { flags: '--source <folder>', summary: 'show the lines of source files below this folder' },
      { flags: '-x, --commands <file>', summary: 'read commands from a file first; repeatable', many: true },
      { flags: '--execute <command>', summary: 'execute a command first; repeatable', many: true },
      { flags: '--batch', summary: 'end after these commands' },
      { flags: '--dap', summary: 'speak the Debug Adapter Protocol on standard input and output' },
      ...LIMITS,
      ...IMAGE,
    ],
    examples: [
      ['zebin debug app.zebin sum --case cases.json --source src/', 'a session: help lists the commands'],
      ["zebin debug app.zebin sum --batch --execute 'break 21' --execute run", 'where the kernel comes to line 21 first'],
      ['zebin debug app.zebin sum < commands', 'the answers to commands, without a prompt'],
    ],
  },
  {
    name: 'test',
    summary: 'run the cases of a folder without a GPU, for CI: a line for each, JUnit, Markdown',
    arguments: [{ name: '[path...]', summary: 'folders with files of cases, or such files (default: this folder)' }],
    options: [
      {
        flags: '--compile <command>',
        summary: 'shell command that compiles $ZEBIN_SOURCE into the folder $ZEBIN_OUTPUT, for cases that name a source',
      },
      {
        flags: '-d, --device <devices>',
        summary: 'only images for these devices, comma-separated, and each needs one; compile for each; repeatable',
        many: true,
      },
      { flags: '--only <name>', summary: 'only cases of this name' },
      ...LIMITS,
      ...CHECKS,
      { flags: '--junit <file>', summary: 'write JUnit XML' },
      { flags: '--markdown <file>', summary: 'append a table for a pull request to a file' },
      { flags: '--bless', summary: 'write what the kernels computed into the files of cases, as what is expected' },
      JSON_OPTION,
      OUTPUT,
    ],
    examples: [
      ['zebin test tests/ --junit results.xml', 'the cases of a folder, with the binaries beside them'],
      ['zebin test tests/ --device dg2,bmg --compile ./compile.sh', 'compile the sources of the cases for each device first'],
    ],
  },
] as const satisfies readonly VerbRow[];
