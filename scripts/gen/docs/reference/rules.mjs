// @ts-check
import { CODES } from '../../../../dist/core/diag/index.js';
import * as elf from '../../../../dist/formats/elf/index.js';
import * as zebin from '../../../../dist/formats/zebin/index.js';
import { ENUMS, RECORDS } from '../../../../dist/formats/zeinfo/index.js';
import { code, page, prose, table } from '../../markdown.mjs';
import { versions } from '../../rows.mjs';

/** @import { Attribute } from '../../../../dist/core/schema/index.js' */
/** @import { Rule } from '../../../../dist/formats/zebin/index.js' */

export default function rulesPage() {
  /** @param {readonly { code: string, doc: string, source: string, since?: string, until?: string }[]} rules */
  const rules = (rules) =>
    table(
      ['Code', 'Severity', 'What has to hold', 'Versions', 'Source'],
      rules.map((row) => [
        code(row.code),
        CODES[/** @type {keyof typeof CODES} */ (row.code)].severity,
        prose(row.doc),
        versions(/** @type {any} */ (row)),
        prose(row.source),
      ]),
    );
  /** @param {readonly Rule[]} rows */
  const ofInfo = (rows) =>
    rows.filter(({ name }) => `rule/${name}` in CODES).map(({ name, doc, source }) => ({ code: `rule/${name}`, doc, source }));
  return page(
    'Rules',
    'What `zebin validate` checks in a zebin, in addition to what reading a damaged file reports. [Checking files](../judging.md) explains what the severities ' +
      'mean, and where real files differ from the specification. Versions are those of the specification that have the rule.',
    '## Every ELF file',
    rules(elf.ELF_RULES),
    '## The zebin as a file',
    'Header, sections, symbols, notes and relocations. [The tables](elf.md) have the names, types and versions that these rules are about.',
    rules(zebin.FILE_RULES),
    '## ze_info: attributes',
    'Each attribute and each word is checked against its row in [the tables of ze_info](ze-info.md).',
    table(
      ['Code', 'Severity', 'Column', 'Rows with it'],
      attributeRules().map(([name, column, count]) => [
        code(name),
        CODES[/** @type {keyof typeof CODES} */ (name)].severity,
        column,
        String(count),
      ]),
    ),
    '## ze_info: more than one attribute',
    rules(ofInfo(zebin.SPEC_RULES)),
    '## Limits of the device',
    'Of [these limits](devices.md#limits) drivers check only `slm-size` when they load a file. `buildZebin` respects all of them.',
    rules(ofInfo(zebin.DEVICE_RULES)),
    '## Drivers',
    'These rules must hold in `.ze_info`. Otherwise the driver refuses the file, aborts the process, or misreads the file. ' +
      '`buildZebin` writes no file that breaks one. If a release is ' +
      'given, the rule holds from that release on. Sources are files and functions of intel/compute-runtime, unless another repository is named.',
    table(
      ['Rule', 'What has to hold', 'Since', 'Source'],
      zebin.RULES.map((row) => [code(row.name), prose(row.doc), row.since ?? '', prose(row.source)]),
    ),
  );
}

/**
 * What the rows of attributes are checked by: the code, the column of the tables, and how many rows have it.
 * @returns {[code: string, column: string, count: number][]}
 */
function attributeRules() {
  /** @type {Attribute[]} */
  const attributes = RECORDS.flatMap((record) => Object.values(record.attributes));
  const members = ENUMS.flatMap((rows) => rows.members);
  /** @param {(row: Attribute) => unknown} has */
  const count = (has) => attributes.filter((row) => has(row) !== undefined && has(row) !== false).length;
  return [
    ['zeinfo/type', 'Type', attributes.length],
    [
      'zeinfo/range',
      'Type, where it is int32, a list of them, or float',
      count(({ type }) => ['int32', 'int32xN', 'float'].includes(type.kind)),
    ],
    ['zeinfo/missing', 'Default: required', count(({ required }) => required)],
    ['zeinfo/missing', 'Present when: always there', count(({ needed }) => needed)],
    ['zeinfo/condition', 'Present when', count(({ when }) => when)],
    ['zeinfo/unknown-value', 'Words of enumerations', count(({ type }) => type.kind === 'enum')],
    [
      'zeinfo/word',
      'Words of enumerations, where the attribute is required',
      count(({ type, required }) => type.kind === 'enum' && required),
    ],
    [
      'zeinfo/not-in-version',
      'Versions, of attributes and words',
      [...attributes, ...members].filter((row) => row.since !== undefined || row.until !== undefined).length,
    ],
    ['zeinfo/version', 'The format of versions: `major.minor`, and the major is 1', 1],
  ];
}
