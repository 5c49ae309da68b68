// @ts-check
import * as elf from '../../../../dist/formats/elf/index.js';
import * as offload from '../../../../dist/formats/offload/index.js';
import * as props from '../../../../dist/formats/props/index.js';
import * as syclbin from '../../../../dist/formats/syclbin/index.js';
import * as visa from '../../../../dist/formats/visa/index.js';
import * as zebin from '../../../../dist/formats/zebin/index.js';
import * as zeinfo from '../../../../dist/formats/zeinfo/index.js';
import { page } from '../../markdown.mjs';
import { rules } from '../../rows.mjs';

export default function rulesPage() {
  return page(
    'Rules',
    'What `zebin validate` checks, in addition to what reading a damaged file reports. [Checking files](../checking.md) explains what the severities ' +
      'mean, and where real files differ from the specification. Versions are those of the specification that have the rule.',
    '## Every ELF file',
    rules(elf.ELF_RULES),
    '## The zebin as a file',
    'Header, sections, symbols, notes and relocations. [The tables](elf.md) have the names, types and versions that these rules are about.',
    rules(zebin.FILE_RULES),
    '## ze_info: attributes',
    'Each attribute and each word is checked against its row in [the tables of ze_info](ze-info.md).',
    rules(zeinfo.ATTRIBUTE_RULES),
    '## ze_info: more than one attribute',
    rules(zebin.SPEC_RULES),
    '## Limits of the device',
    'Of [these limits](devices.md#limits) drivers check only `slm-size` when they load a file. `buildZebin` respects all of them.',
    rules(zebin.DEVICE_RULES),
    '## Drivers',
    'These rules must hold in `.ze_info`. Otherwise the driver refuses the file, aborts the process, or misreads the file. ' +
      '`buildZebin` writes no file that breaks one. If releases of the driver are given, the rule holds for those.',
    rules(zebin.RULES),
    '## Property sets',
    'Sets, in text, in JSON and in host files, are checked by the columns of [their tables](sycl.md). Of a property, the first rule that it breaks is reported.',
    rules([...props.SET_RULES, ...props.PROPERTY_RULES, ...props.PROPS_RULES]),
    '## OffloadBinary and SYCLBIN',
    'The rules of property sets apply to each property text of a SYCLBIN file too.',
    rules([...offload.OFFLOAD_RULES, ...syclbin.SYCLBIN_RULES, ...syclbin.TEXT_RULES, ...syclbin.IMAGE_RULES]),
    '## vISA',
    'These are in addition to [the fields](visa.md) that have a range, a list of values, reserved bits or an index of something. ' +
      'Of an operand, the first rule that it breaks is reported.',
    rules(visa.RULES),
  );
}
