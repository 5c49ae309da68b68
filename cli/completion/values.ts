/**
 * What can be typed in place of a placeholder of the help: one row for each. A placeholder without a row is a number or a name that
 * only the user knows.
 */
import { statSync } from 'node:fs';
import {
  allNames,
  CHECKS,
  eachFile,
  FORMATS,
  type FormatRow,
  kernelLabel,
  NEWEST,
  NEXT_RELEASE,
  releaseText,
  SIZE_DOMAINS,
  TABLES,
  targetGroups,
} from '../../src/internal.ts';
import { Budgets } from '../budget.ts';
import type { ArgumentSpec } from '../command.ts';
import { open } from '../input/input.ts';
import type { Standard } from '../input/standard.ts';
import type { OptionSpec } from '../options.ts';
import { visible } from '../visible.ts';
import { Inputs } from '../write/inputs.ts';

export interface Values {
  /** What else the shell offers; nothing if omitted. */
  readonly also?: 'files' | 'folders';
  /** Several may follow each other with commas. */
  readonly list?: true;
  /**
   * The words, with their meaning where it is not obvious.
   *
   * @param typed the beginning of the word.
   * @param file the file that the verb will read, if it is typed.
   */
  words?(typed: string, file: string | undefined): Iterable<Word> | Promise<Iterable<Word>>;
}

export type Word = readonly [word: string, summary?: string | undefined];

const FILES: Values = { also: 'files' };
const FOLDERS: Values = { also: 'folders' };
const KERNELS: Values = { words: (_, file) => (file === undefined ? [] : kernelsOf(file)) };
const DEVICES: Values = { words: deviceNames };
const VERSIONS: Values = { words: versionTexts };
const choices = (...all: string[]): Values => ({ words: () => all.map((word): Word => [word]) });

export const VALUES: Readonly<Record<string, Values>> = {
  file: FILES,
  path: FILES,
  table: FILES,
  base: FILES,
  new: FILES,
  address: FILES,
  by: FILES,
  folder: FOLDERS,
  kernel: KERNELS,
  pattern: KERNELS,
  device: DEVICES,
  devices: { ...DEVICES, list: true },
  release: { words: releaseTexts },
  version: VERSIONS,
  format: { words: () => formats().map(({ kind, title }): Word => [kind, title]) },
  kind: { words: () => [...formats().map(({ kind, title }): Word => [kind, title]), ['section', 'a section of an ELF file'], ['data']] },
  domains: { ...choices(...SIZE_DOMAINS), list: true },
  kinds: { words: () => CHECKS.map(({ name, doc }): Word => [name, doc]), list: true },
  profile: choices('driver', 'ocloc-validate'),
  tool: { ...choices('iga64', 'ocloc', 'none'), also: 'files' },
  'table-format': choices('ndjson', 'csv', 'parquet'),
  action: choices('dis', 'asm', 'info'),
  when: choices('auto', 'always', 'never'),
  name: { words: () => allNames().map((word): Word => [word]) },
};

/** The word between the brackets of an option's flags or an argument's name: `devices` of `-d, --device <devices>`. */
export function placeholder(text: OptionSpec['flags'] | ArgumentSpec['name']): string | undefined {
  return /[<[]([^>\].]+)/.exec(text)?.[1];
}

function formats(): readonly FormatRow[] {
  const rows: readonly FormatRow[] = FORMATS;
  return rows.filter((row) => row.advice === undefined);
}

function* deviceNames(): Iterable<Word> {
  for (const { name } of targetGroups(TABLES.devices)) yield [name];
  for (const { acronyms, name: device } of TABLES.devices.rows.configs) for (const name of acronyms) yield [name, device];
}

/** There are many releases: prefixes are offered first, and whole tags once a prefix is typed. */
function* releaseTexts(typed: string): Iterable<Word> {
  const beginnings = new Set<string>();
  for (const release of TABLES.releases) {
    const beginning = release.split('.').slice(0, 2).join('.');
    if (typed.startsWith(beginning)) yield [release];
    else beginnings.add(beginning);
  }
  for (const beginning of beginnings) yield [beginning];
  yield [NEXT_RELEASE, releaseText(NEXT_RELEASE)];
}

function* versionTexts(): Iterable<Word> {
  const [major, minor] = NEWEST.split('.').map(Number);
  for (let i = minor ?? 0; i >= 0; i--) yield [`${major}.${i}`];
}

/** Nothing is said while a shell completes a word. */
const SILENT: Standard = { print: () => true, warn: () => {} };

/** Names of the kernels in a file; none if it cannot be read. Names that a terminal cannot show as they are cannot be typed either. */
async function kernelsOf(file: string): Promise<Iterable<Word>> {
  const names = new Set<string>();
  try {
    // Only a file can be read without consuming something.
    if (!statSync(file.split('!')[0] ?? '', { throwIfNoEntry: false })?.isFile()) return [];
    const { item } = await open(file, {}, { standard: SILENT, budgets: new Budgets({}), inputs: new Inputs() });
    for (const { kernels, content } of eachFile(item)) {
      for (const name of kernels) names.add(name);
      if (content.kind === 'zebin') for (const { name } of content.zebin.kernels) names.add(name);
    }
  } catch {
    return [];
  }
  return [...names]
    .filter((name) => name !== '' && visible(name) === name)
    .map((name): Word => {
      const label = kernelLabel(name);
      return label === name ? [name] : [name, visible(label)];
    });
}
