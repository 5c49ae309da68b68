// @ts-check
/**
 * The first bytes of files that `file` calls "data" or an ELF file of an unknown machine, from the rows of the formats: as magic(5), and
 * for Python.
 */

import { ELF_TYPES, EM_INTELGT } from '../../dist/formats/zebin/table/header.js';
import { FORMATS } from '../../dist/walk/formats.js';
import { NOTICE } from './notice.mjs';

/** @type {readonly import('../../src/walk/formats.ts').FormatRow[]} */
const ROWS = FORMATS;
const UNKNOWN = ROWS.filter(({ libmagic }) => libmagic === false);

const ZEBIN_TYPES = ELF_TYPES.filter(({ name }) => name.startsWith('ET_ZEBIN')).map(({ value }) => value);

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
    ...ZEBIN_TYPES.flatMap((value) => [`>>16 uleshort ${value} ${ZEBIN}`, ...CLASSES.map((line) => `>${line}`)]),
    ...UNKNOWN.flatMap(({ title, magic = [] }) => magic.map((bytes) => `0 string ${escaped(bytes)} ${withoutArticle(title)}`)),
  ];
  return `${lines.join('\n')}\n`;
}

/** The first bytes of formats, as constants of a Python module. */
export function pythonMagic() {
  const starts = UNKNOWN.flatMap(({ magic = [] }) => magic.map((bytes) => `b"${escaped(bytes)}"`));
  return `# ${NOTICE}
"""How files with Intel GPU code begin: e_machine and e_type of zebins, and the first bytes of the other kinds."""

EM_INTELGT = ${EM_INTELGT}
ZEBIN_TYPES = (${ZEBIN_TYPES.map((value) => `0x${value.toString(16)}`).join(', ')})
MAGIC = (
${starts.map((start) => `    ${start},\n`).join('')})
`;
}

/** @param {string} text */
const withoutArticle = (text) => text.replace(/^an? /, '').replace(/,.*/, '');

/** @param {string} bytes one character for each */
const escaped = (bytes) => bytes.replace(/[^\w]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
