// @ts-check
/** Lines for `file` (magic(5)) from the rows of the formats: what it calls "data" or an ELF file of an unknown machine. */
import { FORMATS } from '../../dist/walk/formats.js';
import { ELF_TYPES, EM_INTELGT } from '../../dist/zebin/table/header.js';
import { NOTICE } from './notice.mjs';

/** Kinds that `file` does not know. */
const KINDS = ['patch-tokens', 'offload-binary', 'syclbin', 'clang-bundle', 'compressed-clang-bundle', 'visa-object'];

const ZEBIN = 'Intel GPU program binary (zebin)';
const CLASSES = ['>>4 byte 1 \\b, ELF32', '>>4 byte 2 \\b, ELF64'];

export function magic() {
  const lines = [
    `# ${NOTICE}`,
    '# Use: file -m zebin.magic FILE, or append it to /etc/magic.',
    '0 string \\x7fELF',
    `>18 uleshort ${EM_INTELGT} ${ZEBIN}`,
    ...CLASSES,
    `>18 uleshort !${EM_INTELGT}`,
    ...ELF_TYPES.filter(({ name }) => name.startsWith('ET_ZEBIN')).flatMap(({ value }) => [
      `>>16 uleshort ${value} ${ZEBIN}`,
      ...CLASSES.map((line) => `>${line}`),
    ]),
    ...FORMATS.filter(({ kind }) => KINDS.includes(kind)).flatMap((row) =>
      ('magic' in row ? row.magic : []).map((bytes) => `0 string ${escaped(bytes)} ${withoutArticle(row.title)}`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** @param {string} text */
const withoutArticle = (text) => text.replace(/^an? /, '').replace(/,.*/, '');

/** @param {string} bytes one character for each */
const escaped = (bytes) => bytes.replace(/[^\w]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
