import { CONTAINER, countedUses, kernelMiscInfo, spanAt, visitRecord } from '../../zeinfo/index.ts';
import { DECODER, type FileRule, INFO_PAGE } from './rule.ts';

const CUTS = kernelMiscInfo.name;
const CUT_KEYS = ['kernels', 'functions', 'global_host_access_table', 'version'];

/** Rules about .ze_info that need its text, or the rest of the file. */
export const TEXT_RULES: readonly FileRule[] = [
  {
    code: 'rule/quoted-word',
    says: 'Words of enumerations are not in quotes.',
    source: `${DECODER}/zeinfo_decoder.cpp, readEnumChecked`,
    check({ zebin: { zeInfo } }, report) {
      if (!zeInfo || countedUses(zeInfo)?.quoted === false) return;
      const { document } = zeInfo;
      visitRecord(CONTAINER, zeInfo.container, '', ({ path, attribute, value }) => {
        if (attribute.type.kind !== 'enum') return;
        const key = spanAt(zeInfo, path.slice(1));
        const from = key.end - document.bytes.base;
        const written = document.text.slice(from, from + String(value).length + 16);
        if (!/^\s*:\s*["']/.test(written)) return;
        report(key, `.ze_info${path}`, `${value} is in quotes, which drivers refuse`, { suggestion: String(value) });
      });
    },
  },
  {
    // Only the replay of a driver can say it: src/documents/validate/validate.ts asks src/driver.
    code: 'rule/driver-text',
    says: 'The newest driver reads the text, which has to be in its dialect of YAML.',
    source: `${DECODER}/../yaml/yaml_parser.cpp`,
  },
  {
    code: 'rule/cut',
    says: 'kernels_misc_info comes after kernels, functions, version and global_host_access_table.',
    source: `${DECODER}/zebin_decoder.cpp, decodeZebin`,
    check({ zebin: { zeInfo } }, report) {
      if (!zeInfo) return;
      const { document } = zeInfo;
      const keyOf = ({ keyStart, keyEnd }: { keyStart: number; keyEnd: number }) => document.parts.slice(keyStart, keyEnd);
      const entries = document.root.items.filter((entry) => CUT_KEYS.includes(keyOf(entry)));
      const last = entries.at(-1);
      if (!last) return;
      // Only text before the last entry can cut it off, which is usually a line or two.
      const cut = document.parts.slice(0, last.keyStart + CUTS.length).indexOf(CUTS);
      if (cut < 0) return;
      for (const entry of entries) {
        if (entry.keyStart <= cut) continue;
        const key = keyOf(entry);
        report(document.bytes.span(entry.keyStart, entry.keyEnd), `.ze_info/${key}`, `${key} comes after kernels_misc_info`);
      }
    },
  },
  {
    code: 'rule/no-kernels',
    says: '.ze_info has a kernel or a function.',
    source: `${INFO_PAGE}, Container`,
    check({ zebin: { zeInfo } }, report) {
      if (!zeInfo) return;
      const { kernels = [], functions = [] } = zeInfo.container;
      if (kernels.length === 0 && functions.length === 0) report(zeInfo.bytes.span(), '.ze_info', '.ze_info has no kernel and no function');
    },
  },
  {
    code: 'rule/kernel-reference',
    says: 'Variables that the host accesses by name have a symbol.',
    source: `${INFO_PAGE}, Host Access Attributes`,
    check({ zebin: { elf, zeInfo } }, report) {
      const { global_host_access_table: table = [] } = zeInfo?.container ?? {};
      if (!zeInfo || table.length === 0) return;
      const names = new Set<string>();
      for (const { content } of elf.sections) if (content.kind === 'symbols') for (const { name } of content.symbols) names.add(name);
      for (const [i, { device_name = '' }] of table.entries()) {
        const path = `global_host_access_table[${i}]/device_name`;
        if (!names.has(device_name)) report(spanAt(zeInfo, path), `.ze_info/${path}`, `there is no symbol ${device_name}`);
      }
    },
  },
];
