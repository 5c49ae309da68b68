/**
 * Files of our own making for the real decoders: zebins from the builder, and edited copies of real ones. scripts/oracle.mjs bundles
 * this module, so it imports sources of src and nothing of the test runner.
 */

import { stripZebin } from '../../src/change/strip.ts';
import { must } from '../../src/core/diag/index.ts';
import type { ElfParts } from '../../src/formats/elf/index.ts';
import {
  addFunction,
  appendArgument,
  encodeZebin,
  partsOfZebin,
  readZebin,
  renameKernel,
  setNote,
  type Zebin,
  zebinOfBuild,
} from '../../src/formats/zebin/index.ts';
import { BROKEN, brokenFile, CRASHED } from '../support/broken.ts';
import { BuildGenerator } from '../support/generate-build.ts';

/** Zebins for what a release reads, on devices with registers of 32 bytes. Throws when the builder refuses one. */
export function generated(driver: string, count: number, seed = 1): Uint8Array[] {
  const generator = new BuildGenerator(seed, driver);
  return Array.from({ length: count }, () => {
    const bytes = must(zebinOfBuild(generator.zebin()));
    if (!bytes) throw new Error('nothing was built');
    return bytes;
  });
}

type Edit = (parts: ElfParts, zebin: Zebin) => ElfParts | undefined;

const END_UNIT = 8;

/** Each gives undefined where there is nothing of the kind to edit. */
const EDITS: Readonly<Record<string, Edit>> = {
  'kernel renamed': (parts, { kernels: [kernel] }) => kernel && renameKernel(parts, kernel.name, 'quite_another_name'),
  'argument added': (parts, { kernels }) => {
    // A kernel that has arguments: those without may be functions.
    const kernel = kernels.find(({ zeInfo }) => zeInfo.payload_arguments?.some((one) => one.arg_index !== undefined)) ?? kernels[0];
    if (!kernel) return undefined;
    const args = kernel.zeInfo.payload_arguments ?? [];
    const end = args.reduce((most, { offset = 0, size = 0 }) => Math.max(most, offset + size), 0);
    const arg_index = args.reduce((most, one) => Math.max(most, one.arg_index ?? -1), -1) + 1;
    const offset = Math.ceil(end / END_UNIT) * END_UNIT;
    return appendArgument(parts, kernel.name, { arg_type: 'arg_byvalue', offset, size: END_UNIT, arg_index });
  },
  '.spv dropped': (parts) => {
    const { parts: stripped, dropped } = stripZebin(parts, { groups: ['spv'] });
    return dropped.length > 0 ? stripped : undefined;
  },
  'note changed': (parts, { notes }) => (notes.length > 0 ? setNote(parts, 'NT_INTELGT_TARGET_METADATA', 0x1f0000) : undefined),
  'function added': (parts, { kernels, elf }) => {
    if (kernels.length === 0 || !elf.sections.some(({ content }) => content.kind === 'symbols')) return undefined;
    return addFunction(parts, { name: 'quite_another_function', code: new Uint8Array(128) });
  },
};

export const EDIT_NAMES = Object.keys(EDITS);

/** The file after each edit that it takes, by the edit's name. */
export function edited(bytes: Uint8Array): [name: string, bytes: Uint8Array][] {
  const zebin = readZebin(bytes).value;
  const parts = partsOfZebin(zebin);
  return Object.entries(EDITS).flatMap(([name, edit]): [string, Uint8Array][] => {
    const changed = edit(parts, zebin);
    return changed ? [[name, must(encodeZebin(changed))]] : [];
  });
}

/** Files that break one rule each, and the exit code of a release for it; `crash` where a signal ends the decoder. */
export function broken(release: 0 | 1): { name: string; bytes: Uint8Array; exit: number | 'crash' }[] {
  return BROKEN.map((row, i) => {
    const exit = row.exits[release];
    return { name: `${row.rule} ${i}`, bytes: brokenFile(row), exit: exit === CRASHED ? 'crash' : exit };
  });
}
