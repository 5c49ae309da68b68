import { hex } from '../../../core/bytes/index.ts';
import { existsIn, type Version } from '../../../core/schema/index.ts';
import { headerField } from '../../elf/index.ts';
import { ABI_VERSIONS, ELF_TYPES, EM_INTELGT, type NumberedRow } from '../table.ts';
import { ELF_PAGE, type FileContext, type FileReport, type FileRule, perVersion } from './rule.ts';

const SOURCE = `${ELF_PAGE}, ELF Header Values`;
/** Bit of e_flags that says that e_machine is a core family. */
const CORE_FAMILY = 0x8000;

/** The values of a field that the rows of a version have. */
function valuesOf(rows: readonly NumberedRow[]): (version: Version) => readonly number[] {
  const specified = rows.filter((row) => row.driver.since !== undefined || row.specified !== false);
  return perVersion((version) => specified.flatMap((row) => (existsIn(row, version) ? row.value : [])));
}

const typesIn = valuesOf(ELF_TYPES);
const abisIn = valuesOf(ABI_VERSIONS);

/** Whether the file has no notes, so that e_machine is a family and e_flags is the target metadata. */
function namesFamily({ zebin, devices }: FileContext): boolean {
  const { e_machine, e_flags } = zebin.elf.header;
  if (zebin.notes.length > 0 || e_machine === 0) return false;
  return ((e_flags & CORE_FAMILY) === 0 ? devices.family(e_machine) : devices.core(e_machine)) !== undefined;
}

/** Reports a field whose value is not one of the version's values. */
function reportOther(
  name: Parameters<typeof headerField>[1],
  actual: number,
  expected: readonly number[],
  { zebin, version }: FileContext,
  report: FileReport,
): void {
  const message = `${name} is ${actual}, and in ${version} it is ${expected.join(' or ')}`;
  report(headerField(zebin.elf, name), `header/${name}`, message, { found: actual, expected: expected.map(String) });
}

export const HEADER_RULES: readonly FileRule[] = [
  {
    code: 'rule/zebin-header',
    name: 'machine',
    says: 'e_machine is 205. In files without notes it may be a product or core family.',
    source: SOURCE,
    check(context, report) {
      const { elf } = context.zebin;
      const { e_machine } = elf.header;
      if (e_machine === EM_INTELGT || namesFamily(context)) return;
      const message = `e_machine is ${e_machine} instead of ${EM_INTELGT}`;
      report(headerField(elf, 'e_machine'), 'header/e_machine', message, { found: e_machine, expected: EM_INTELGT });
    },
  },
  {
    code: 'rule/zebin-header',
    name: 'type',
    says: 'e_type is 1 (relocatable); 0xff12 in files before zebin 1.5.',
    source: SOURCE,
    check(context, report) {
      const { e_type } = context.zebin.elf.header;
      const expected = typesIn(context.version);
      if (!expected.includes(e_type)) reportOther('e_type', e_type, expected, context, report);
    },
  },
  {
    code: 'rule/zebin-header',
    name: 'abi-version',
    says: 'EI_ABIVERSION is 1, or 2 in files for Xe3P and later.',
    source: SOURCE,
    check(context, report) {
      const { EI_ABIVERSION } = context.zebin.elf.ident;
      const expected = abisIn(context.version);
      if (EI_ABIVERSION !== 0 && !expected.includes(EI_ABIVERSION)) reportOther('EI_ABIVERSION', EI_ABIVERSION, expected, context, report);
    },
  },
  {
    code: 'rule/abi-version',
    says: 'EI_ABIVERSION is 0 only in files before zebin 1.36.',
    source: SOURCE,
    check(context, report) {
      const { EI_ABIVERSION } = context.zebin.elf.ident;
      const expected = abisIn(context.version);
      if (EI_ABIVERSION === 0 && !expected.includes(0)) reportOther('EI_ABIVERSION', EI_ABIVERSION, expected, context, report);
    },
  },
  {
    code: 'rule/zebin-header',
    name: 'flags',
    says: 'e_flags is 0 when e_machine is 205.',
    source: SOURCE,
    check({ zebin: { elf } }, report) {
      const { e_machine, e_flags } = elf.header;
      if (e_machine !== EM_INTELGT || e_flags === 0) return;
      report(headerField(elf, 'e_flags'), 'header/e_flags', `e_flags is ${hex(e_flags)} instead of 0`, {
        found: e_flags,
        expected: 0,
      });
    },
  },
];
