/** `zebin/unstable/rows`: the tables from which readers, checks and the reference pages derive. */
export {
  ATTRIBUTES as VISA_ATTRIBUTES,
  PLATFORMS as VISA_PLATFORMS,
  ROWS as VISA_OPERATIONS,
  RULES as VISA_RULES,
} from '../../formats/visa/index.ts';
export {
  NOTE_TYPES,
  RELOCATION_TYPES as ZEBIN_RELOCATION_TYPES,
  RULES as ZEBIN_RULES,
  SECTION_TYPES as ZEBIN_SECTION_TYPES,
  SECTIONS as ZEBIN_SECTIONS,
} from '../../formats/zebin/index.ts';
export { ENUMS as ZEINFO_ENUMS, RECORDS as ZEINFO_RECORDS } from '../../formats/zeinfo/index.ts';
