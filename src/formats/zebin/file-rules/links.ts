import type { Diagnostic, Span } from '../../../core/diag/index.ts';
import { existsIn, structSize } from '../../../core/schema/index.ts';
import { findRow, REL, RELA, type Section, sectionPath } from '../../elf/index.ts';
import { findSection, RELOCATION_TYPES, type RelocationType } from '../table.ts';
import { ELF_PAGE, type FileContext, type FileRule, LINKER, VERSION_PAGE } from './rule.ts';

const TYPES: readonly RelocationType[] = RELOCATION_TYPES;
const SOURCE = `${ELF_PAGE}, Gen Relocation Type`;
const isKnown = ({ data }: Diagnostic) => TYPES.some(({ value }) => value === data?.type);

/** A rule for a finding of the linker, which keeps its code. */
const asLinked = (code: FileRule['code'], says: string): FileRule => ({
  code,
  says,
  source: LINKER,
  check(context, report) {
    for (const one of context.links) if (one.code === code) report(one.span, one.path, one.message, one.data);
  },
});

/** The last relocation of each type that exists. */
function lastOfType({ zebin }: FileContext): ReadonlyMap<number, { section: Section; index: number }> {
  const types = new Map<number, { section: Section; index: number }>();
  for (const section of zebin.elf.sections) {
    if (section.content.kind !== 'relocations') continue;
    for (const { r_type, index } of section.content.relocations) {
      if (!findRow(TYPES, r_type)) continue;
      const last = types.get(r_type);
      if (last) {
        last.section = section;
        last.index = index;
      } else types.set(r_type, { section, index });
    }
  }
  return types;
}

export const LINK_RULES: readonly FileRule[] = [
  asLinked('link/range', 'The bytes that a relocation changes are within their section.'),
  asLinked('link/kernel', 'Relocated code, and functions that others refer to, belong to a kernel.'),
  asLinked('link/symbol-range', 'A variable or function is within its section.'),
  asLinked('link/exports', 'Global functions are in one section.'),
  {
    code: 'rule/relocation-type',
    says: 'The type of a relocation exists.',
    source: SOURCE,
    check({ zebin: { elf } }, report) {
      for (const section of elf.sections) {
        const { content } = section;
        if (content.kind !== 'relocations') continue;
        const size = structSize(content.addends ? RELA : REL, elf.is64);
        for (const { index, r_type } of content.relocations) {
          if (findRow(TYPES, r_type)) continue;
          const span = section.bytes.span(index * size, (index + 1) * size);
          report(span, `${sectionPath(section)}[${index}]`, `there is no relocation type ${r_type}`, { type: r_type });
        }
      }
    },
  },
  {
    code: 'rule/unread-relocation',
    says: 'Drivers apply the type of a relocation in the section. This is a warning, since the specification has the type.',
    source: LINKER,
    check(context, report) {
      for (const one of context.links) if (one.code === 'link/type' && isKnown(one)) report(one.span, one.path, one.message, one.data);
    },
  },
  {
    code: 'rule/section-version',
    name: 'relocations',
    says: 'The types of relocations exist in the version.',
    source: VERSION_PAGE,
    check(context, report) {
      const { version } = context;
      for (const [type, { section, index }] of lastOfType(context)) {
        const row = findRow(TYPES, type);
        if (!row || existsIn(row, version)) continue;
        const path = `${sectionPath(section)}[${index}]`;
        report(section.bytes.span(), path, `${version} does not have ${row.name}`, { name: row.name, version });
      }
    },
  },
  {
    code: 'rule/undefined-symbol',
    says: 'No symbol has to be defined by another module. This is a remark only.',
    source: LINKER,
    check(context, report) {
      if (context.links.length === 0) return;
      const names = new Map<string, Span>();
      for (const { code, span, data } of context.links) {
        if (code === 'link/unresolved' && typeof data?.symbol === 'string' && !names.has(data.symbol)) names.set(data.symbol, span);
      }
      for (const [symbol, span] of names)
        report(span, '.symtab', `another module has to define ${symbol || 'a symbol without a name'}`, { symbol });
    },
  },
  {
    code: 'rule/addend-in-place',
    says: 'The bytes at relocations without addends in code are 0, since the driver overwrites them. This is a remark only, once for each table.',
    source: LINKER,
    check({ zebin: { elf } }, report) {
      for (const section of elf.sections) {
        const addend = addendIn(elf.sections, section);
        if (!addend) continue;
        const { target, index, at, bytes } = addend;
        const message = `the bytes at ${at} of ${target.name} are not 0, and the driver overwrites them`;
        report(target.bytes.span(at, at + bytes), `${sectionPath(section)}[${index}]`, message);
      }
    },
  },
];

/** The first relocation of a table without addends whose bytes in code are not 0. */
function addendIn(sections: readonly Section[], { content, sh_info }: Section) {
  const target = sections[sh_info];
  if (content.kind !== 'relocations' || content.addends || !target || findSection(target.name)?.segment !== 'code') return undefined;
  for (const { index, r_offset, r_type } of content.relocations) {
    const bytes = findRow(TYPES, r_type)?.sizeBytes ?? 0;
    const at = Number(r_offset);
    if (bytes === 0 || !target.bytes.has(at, bytes)) continue;
    for (let i = 0; i < bytes; i++) if (target.bytes.u8(at + i) !== 0) return { target, index, at, bytes };
  }
  return undefined;
}
