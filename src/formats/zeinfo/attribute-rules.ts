import type { RuleRow } from '../../core/schema/index.ts';

const PAGE = 'intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/zeinfo.md';
const VERSION_PAGE = 'intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/version.md';

/** What the rows of attributes and words are for: reading reports the first four, and `validateZeInfo` the others, in one pass. */
export const ATTRIBUTE_RULES: readonly RuleRow[] = [
  { code: 'zeinfo/type', says: 'A value has the type of its attribute.', source: PAGE },
  { code: 'zeinfo/range', says: 'A number is within the range of its type: int32, a list of them, or float.', source: PAGE },
  { code: 'zeinfo/version', says: 'A version is `major.minor`, and the major is 1.', source: VERSION_PAGE },
  { code: 'zeinfo/unknown-value', says: 'The word of an enumeration is one of its rows.', source: PAGE },
  { code: 'zeinfo/missing', name: 'required', says: 'An attribute that the version requires is there.', source: PAGE },
  {
    code: 'zeinfo/missing',
    name: 'needed',
    says: 'An attribute that is always there when its condition holds is there.',
    source: PAGE,
  },
  { code: 'zeinfo/condition', says: 'An attribute is there only where its condition holds (present when).', source: PAGE },
  { code: 'zeinfo/word', says: 'The word of a required attribute is one that is known.', source: PAGE },
  { code: 'zeinfo/not-in-version', says: 'The version has the attribute or word.', source: VERSION_PAGE },
];
