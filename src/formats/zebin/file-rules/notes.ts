import { compareVersions, existsIn } from '../../../core/schema/index.ts';
import { writeBits } from '../notes.ts';
import { EM_INTELGT, GENERATORS, NOTE_SECTION, NOTE_TYPES, PRODUCT_CONFIG } from '../table.ts';
import { DECODER, ELF_PAGE, type FileContext, type FileReport, type FileRule, perVersion, VERSION_PAGE } from './rule.ts';

const METADATA = `${ELF_PAGE}, The description of NT_INTELGT_TARGET_METADATA note`;

const RESERVED_PRODUCT_BITS = writeBits(PRODUCT_CONFIG, { Reserved: 0xff });

type IntelNote = FileContext['zebin']['notes'][number];

const pathOf = ({ note }: IntelNote) => `${NOTE_SECTION}/notes[${note.index}]`;

/** Checks the target metadata of each note 3. */
function eachMetadata({ zebin: { notes } }: FileContext, report: FileReport, check: (fields: Fields) => string | undefined): void {
  for (const one of notes) {
    const message = one.value.kind === 'targetMetadata' ? check(one.value.fields) : undefined;
    if (message !== undefined) report(one.note.desc.span(), pathOf(one), message);
  }
}

/** The types of notes that a version does not have. */
const lackingIn = perVersion((version) => NOTE_TYPES.filter((row) => !existsIn(row, version)));

type Fields = NonNullable<FileContext['zebin']['target']['target_metadata']>;

export const NOTE_RULES: readonly FileRule[] = [
  {
    code: 'rule/note-twice',
    says: 'A file has at most one note of each type.',
    source: `${ELF_PAGE}, ELF note type for INTELGT`,
    check({ zebin: { notes } }, report) {
      const types = new Set<string>();
      for (const one of notes) {
        if (types.has(`${one.type}`)) report(one.note.span, pathOf(one), `there is a second ${one.name}`);
        types.add(`${one.type}`);
      }
    },
  },
  {
    code: 'rule/section-version',
    name: 'notes',
    says: 'The types of notes exist in the version.',
    source: VERSION_PAGE,
    check({ zebin: { notes }, version }, report) {
      const lacking = lackingIn(version);
      if (lacking.length === 0) return;
      for (const one of notes) {
        const { type, name, note } = one;
        const row = lacking.find(({ value }) => value === type);
        if (row) report(note.span, pathOf(one), `${version} does not have ${name}, which exists from ${row.since} on`, { name, version });
      }
    },
  },
  {
    code: 'rule/note-reserved',
    name: 'metadata',
    says: 'Reserved bits of the target metadata are 0.',
    source: METADATA,
    check(context, report) {
      eachMetadata(context, report, ({ reserved, reservedBit }) =>
        reserved !== 0 || reservedBit !== 0 ? 'reserved bits of the target metadata are set' : undefined,
      );
    },
  },
  {
    code: 'rule/note-reserved',
    name: 'product',
    says: 'Reserved bits of the product configuration are 0.',
    source: `${ELF_PAGE}, The description of NT_INTELGT_PRODUCT_CONFIG note`,
    check({ zebin: { notes } }, report) {
      for (const one of notes) {
        if (one.value.kind === 'productConfig' && (one.value.value & RESERVED_PRODUCT_BITS) !== 0)
          report(one.note.desc.span(), pathOf(one), 'reserved bits of the product configuration are set');
      }
    },
  },
  {
    code: 'rule/note-generator',
    says: 'generatorId is a registered number.',
    source: METADATA,
    check(context, report) {
      eachMetadata(context, report, ({ generatorId }) =>
        GENERATORS.some(({ value }) => value === generatorId) ? undefined : `generatorId ${generatorId} is not registered`,
      );
    },
  },
  {
    code: 'rule/note-steppings',
    says: 'minHwRevisionId is not above maxHwRevisionId when validateRevisionId is set.',
    source: METADATA,
    check(context, report) {
      eachMetadata(context, report, ({ minHwRevisionId: min, maxHwRevisionId: max, validateRevisionId }) =>
        validateRevisionId === 1 && min > max ? `no stepping is from ${min} to ${max}` : undefined,
      );
    },
  },
  {
    code: 'rule/stepping-unchecked',
    says: 'validateRevisionId is set in a file with steppings; otherwise no driver compares them. This is a remark only.',
    source: METADATA,
    check(context, report) {
      if (context.zebin.target.product_config) return;
      eachMetadata(context, report, ({ minHwRevisionId: min, maxHwRevisionId: max, validateRevisionId }) =>
        validateRevisionId === 0 && min + max > 0
          ? `the file is for steppings ${min} to ${max}, but validateRevisionId is not set`
          : undefined,
      );
    },
  },
  {
    code: 'rule/no-target',
    says: 'One of the notes 1, 2 and 6 names a device.',
    source: `${DECODER}/zebin_decoder.cpp, validateTargetDevice`,
    check(context, report) {
      const { elf, target } = context.zebin;
      const { product_config: config, product_family: family, gfxcore_family: core } = target;
      if (elf.sections.length > 0 && elf.header.e_machine === EM_INTELGT && !config && !family && !core)
        report(noteSpan(context), NOTE_SECTION, 'none of the notes 1, 2 and 6 names a device');
    },
  },
  {
    code: 'rule/note-conflict',
    name: 'device',
    says: 'All notes name the same device.',
    source: `${ELF_PAGE}, ELF note type for INTELGT`,
    check(context, report) {
      const { devices, zebin } = context;
      const { product_config: config, product_family: family, gfxcore_family: core } = zebin.target;
      const conflict = (message: string) => report(noteSpan(context), NOTE_SECTION, message);
      const device = devices.config(config?.value ?? -1);
      const product = devices.family(device?.family ?? family?.value ?? -1);
      if (device && family && device.family !== family.value) conflict(`note 6 says ${device.name}, and note 1 says ${family.name}`);
      if (product?.core !== undefined && core && product.core !== core.value)
        conflict(`the device has the core ${devices.core(product.core)?.name ?? product.core}, and note 2 says ${core.name}`);
    },
  },
  {
    code: 'rule/note-conflict',
    name: 'version',
    says: 'Note 4 and .ze_info have the same version.',
    source: `${ELF_PAGE}, ELF note type for INTELGT`,
    check(context, report) {
      const written = context.zebin.zeInfo?.container.version;
      const noted = context.zebin.target.zebin_version;
      if (written !== undefined && noted !== undefined && compareVersions(written, noted) !== 0)
        report(noteSpan(context), NOTE_SECTION, `note 4 says version ${noted}, and .ze_info says ${written}`);
    },
  },
];

function noteSpan({ zebin: { elf } }: FileContext) {
  return elf.sections.find(({ name }) => name === NOTE_SECTION)?.bytes.span() ?? elf.bytes.span(0, 0);
}
