/** Why a driver refuses a file: check, validate, reduce. */
import { NEWEST, OLDEST } from '../../../src/internal.ts';
import type { VerbRow } from '../../command.ts';
import { ALLOW_DAMAGED, AS, FILE, FILES, JSON_OPTION, MARKDOWN, OUTPUT, TABLES_OPTION } from '../info-rows.ts';

export const LOADING = [
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
      MARKDOWN,
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
      {
        flags: '--spec <version>',
        // Made when it is printed: the newest version follows from all tables of ze_info, which most verbs do not need.
        get summary() {
          return `check against this version, ${OLDEST} to ${NEWEST} (default: that of the file)`;
        },
      },
      { flags: '-a, --all', summary: 'show every finding, including remarks' },
      AS,
      TABLES_OPTION,
      JSON_OPTION,
      MARKDOWN,
      { flags: '--sarif', summary: 'print a SARIF 2.1.0 log' },
      OUTPUT,
    ],
    examples: [
      ['zebin validate app.zebin', 'errors and warnings, with place and rule'],
      ['zebin validate app.zebin --spec 1.39', 'whether the file conforms to version 1.39'],
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
        flags: '--keep-run <case>',
        summary:
          'a file of cases, as for `run --case`: find the smallest launch instead (fewest groups, shortest buffers) that still gives the first finding of --checks, or leaves something else than --against, or is still not as expected; it is printed as a case',
      },
      { flags: '--only <name>', summary: 'for --keep-run: the case of this exact name' },
      { flags: '--against <file>', summary: 'for --keep-run: another build of the kernel' },
      { flags: '--checks <kinds>', summary: 'for --keep-run: kinds of findings, as for `run --checks=KINDS`; all is all of them' },
      { flags: '--max-instructions <count>', summary: 'for --keep-run: stop the first run after so many (default: 1e9)' },
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
      [
        'zebin reduce app.zebin --keep-run cases.json --checks all -o small.json',
        'the smallest launch that still gives the first finding of the checks',
      ],
    ],
  },
] as const satisfies readonly VerbRow[];
