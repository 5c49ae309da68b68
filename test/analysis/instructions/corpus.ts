/** Code sections of the larger corpus, and what `iga64` 2.40.14 says of each. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readElf } from '../../../src/formats/elf/index.ts';
import { type Code, type Platform, readCode } from '../../../src/formats/eu/index.ts';

const { ZEBIN_CORPUS, ZEBIN_CORPUS_GEN } = process.env;
const folder = ZEBIN_CORPUS && (ZEBIN_CORPUS_GEN ?? join(dirname(ZEBIN_CORPUS), 'corpus-gen'));
const manifest = folder && join(folder, 'manifest.jsonl');

export const HAS_CORPUS = manifest !== undefined && manifest !== '' && existsSync(manifest);

export interface Section {
  readonly zebin: string;
  readonly section: string;
  readonly index: number;
  readonly platform: Platform;
  /** How iga64 ended: not with 0 where it cannot decode a word. */
  readonly rc: number;
}

export const sectionsOfCorpus = (): Section[] =>
  HAS_CORPUS
    ? readFileSync(manifest as string, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Section)
    : [];

export function codeOf({ zebin, index, platform }: Section): Code {
  const elf = readElf(new Uint8Array(readFileSync(join(ZEBIN_CORPUS as string, 'zebin', `${zebin}.zebin`)))).value;
  const bytes = elf.sections[index]?.bytes;
  if (bytes === undefined) throw new Error(`${zebin} has no section ${index}`);
  return readCode(bytes, platform).value;
}

export interface IgaInstruction {
  readonly kind: 'I';
  readonly liveTotals: Readonly<Record<'r' | 'acc' | 's' | 'f' | 'a', number>>;
}

export interface IgaBlock {
  readonly kind: 'L';
  readonly succs?: readonly number[];
}

/** Labels and instructions of the JSON of iga64, if there is one. It forgets the braces of the immediate of `sendg`. */
export function igaElements({ zebin, index }: Section): (IgaInstruction | IgaBlock)[] | undefined {
  const path = join(folder as string, zebin, `${index}.json`);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'latin1').replace(/([,[]\s*)"kind":"IM", "value":"([^"]*)"(\}?)/g, '$1{"kind":"IM", "value":"$2"}');
  return (JSON.parse(text) as { elems: (IgaInstruction | IgaBlock)[] }).elems;
}

export const igaInstructions = (section: Section): IgaInstruction[] | undefined =>
  igaElements(section)?.filter((one): one is IgaInstruction => one.kind === 'I');

export const textOf = ({ zebin, index }: Section): string => readFileSync(join(folder as string, zebin, `${index}.asm`), 'latin1');
