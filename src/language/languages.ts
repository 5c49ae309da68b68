/** The texts that people write, one row each: how each is read, and which entries of `explain` its words are. */
import { readAssembly } from './eu.ts';
import type { ReadOptions, TextModel } from './model.ts';
import type { PlacedText } from './placed-text.ts';
import { readPropertyText } from './props.ts';
import { readVisaText } from './visa.ts';
import { readZeInfoText } from './ze-info.ts';

/** Words of certain kinds where the line before them fits. */
export interface WordPlace {
  readonly after: RegExp;
  /** Kinds of entries; none where a name is written that is not in the tables. */
  readonly kinds: readonly string[];
}

/** How words of certain kinds are coloured. */
export interface GrammarWords {
  /** Name of the scope in TextMate grammars, without the language. */
  readonly scope: string;
  readonly kinds: readonly string[];
  /** What comes before the word, and after it: regular expressions. */
  readonly before?: string;
  readonly after?: string;
}

/** A part of the grammar that no table has: marks, numbers, comments. */
export interface GrammarMark {
  readonly scope: string;
  readonly match: string;
}

export interface TextLanguage {
  readonly id: string;
  readonly title: string;
  /** Ends of names of its files. */
  readonly extensions: readonly string[];
  /** What a comment to the end of the line begins with. */
  readonly comment?: string;
  /** Kinds of entries, those that a word is explained by first. */
  readonly kinds: readonly string[];
  /** The first that fits says which words can come. */
  readonly places: readonly WordPlace[];
  readonly grammar: readonly (GrammarWords | GrammarMark)[];
  readonly read: (text: PlacedText, options: ReadOptions) => TextModel;
}

const NUMBER: GrammarMark = { scope: 'constant.numeric', match: '(?<![\\w.])-?(?:0x[0-9A-Fa-f]+|\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)\\b' };
const LABEL: GrammarMark = { scope: 'entity.name.function.label', match: '^\\s*[A-Za-z_][\\w.%$]*(?=:(?:\\s|$))' };
const LINE_COMMENT: GrammarMark = { scope: 'comment.line', match: '//.*$' };
const STRING: GrammarMark = { scope: 'string.quoted', match: '"(?:[^"\\\\]|\\\\.)*"' };

const VISA_WORDS = ['vISA type', 'vISA alignment', 'vISA execution mask'];

export const LANGUAGES: readonly TextLanguage[] = [
  {
    id: 'eu-assembly',
    title: 'EU assembly',
    extensions: ['.asm', '.eu'],
    comment: '//',
    kinds: ['EU operation', 'EU function', 'EU register', 'EU type', 'EU unit', 'EU message', 'EU option', 'EU field'],
    places: [
      { after: /\{[^{}]*$/, kinds: ['EU option'] },
      { after: /:$/, kinds: ['EU type'] },
      { after: /^\s*(\([^)]*\)\s*)?\w+\.$/, kinds: ['EU function', 'EU unit', 'EU message'] },
      { after: /^\s*(\([^)]*\)\s*)?$/, kinds: ['EU operation'] },
      { after: /[\s(,~-]$/, kinds: ['EU register'] },
    ],
    grammar: [
      LINE_COMMENT,
      { scope: 'comment.block', match: '/\\*.*?\\*/' },
      LABEL,
      { scope: 'storage.type', kinds: ['EU type'], before: '(?<=:)', after: '\\b' },
      { scope: 'keyword.control', kinds: ['EU operation'], before: '(?<![\\w.:$%])', after: '(?=[.\\s(]|$)' },
      { scope: 'support.function', kinds: ['EU unit', 'EU message', 'EU function'], before: '(?<=\\.)', after: '\\b' },
      { scope: 'storage.modifier', kinds: ['EU option'], before: '(?<=[{,])', after: '(?=\\s*[,}])' },
      { scope: 'constant.other.token', match: '\\$\\d+(?:\\.\\w+)?|(?<=[{,])[AFILMS]?@\\d+' },
      { scope: 'constant.other.size', match: '\\(\\d+\\|M\\d+\\)|\\(W(?=[)&])' },
      { scope: 'variable.language', kinds: ['EU register'], before: '\\b', after: '\\d*\\b' },
      NUMBER,
    ],
    read: readAssembly,
  },
  {
    id: 'visa-text',
    title: 'vISA text',
    extensions: ['.visaasm'],
    comment: '//',
    kinds: ['vISA instruction', 'vISA directive', 'vISA variable', 'vISA attribute', ...VISA_WORDS],
    places: [
      { after: /^\s*\.$/, kinds: ['vISA directive'] },
      { after: /(:|\btype=)$/, kinds: ['vISA type'] },
      { after: /\balign=$/, kinds: ['vISA alignment'] },
      { after: /^\s*\.kernel_attr\s+$/, kinds: ['vISA attribute'] },
      { after: /\($/, kinds: ['vISA execution mask'] },
      { after: /^\s*(\([^)]*\)\s*)?$/, kinds: ['vISA instruction'] },
      { after: /\s$/, kinds: ['vISA variable'] },
    ],
    grammar: [
      LINE_COMMENT,
      LABEL,
      STRING,
      { scope: 'keyword.control.directive', kinds: ['vISA directive'], before: '^\\s*', after: '\\b' },
      { scope: 'storage.type', kinds: ['vISA type'], before: '(?<=:|type=)', after: '\\b' },
      { scope: 'keyword.control', kinds: ['vISA instruction'], before: '(?<![\\w.:$%=])', after: '(?=[.\\s(]|$)' },
      { scope: 'entity.other.attribute-name', match: '\\b(?:v_type|type|num_elts|align|alias|attrs|offset|size|v_name)(?==)' },
      { scope: 'constant.other.size', match: '\\(M\\d+(?:_NM)?, ?\\d+\\)' },
      { scope: 'variable.language', match: '%\\w+' },
      NUMBER,
    ],
    read: readVisaText,
  },
  {
    id: 'ze-info',
    title: 'ze_info',
    extensions: ['.zeinfo', '.ze_info'],
    comment: '#',
    kinds: ['attribute', 'block', 'value', 'enumeration'],
    places: [
      { after: /^\s*(-\s+)?$/, kinds: ['attribute', 'block'] },
      { after: /:\s+$/, kinds: ['value'] },
    ],
    grammar: [
      { scope: 'comment.line', match: '(?:^|\\s)#.*$' },
      { scope: 'entity.name.tag', kinds: ['attribute', 'block'], before: '(?<![\\w.])', after: '(?=\\s*:)' },
      { scope: 'constant.language', kinds: ['value'], before: '(?<=\\s)', after: '(?=\\s*$)' },
      { scope: 'constant.language', match: '\\b(?:true|false)(?=\\s*$)' },
      { scope: 'keyword.operator.document', match: '^(?:---|\\.\\.\\.)' },
      STRING,
      { scope: 'string.quoted', match: "'(?:[^']|'')*'" },
      NUMBER,
    ],
    read: readZeInfoText,
  },
  {
    id: 'property-sets',
    title: 'SYCL property sets',
    extensions: ['.prop'],
    kinds: ['property', 'property set', 'aspect', 'device library'],
    places: [
      { after: /^\[[^\]]*$/, kinds: ['property set'] },
      { after: /^$/, kinds: ['property'] },
    ],
    grammar: [
      { scope: 'entity.name.section', kinds: ['property set'], before: '(?<=\\[)', after: '(?=\\])' },
      { scope: 'string.other.section', match: '(?<=\\[)[^\\]]*(?=\\])' },
      { scope: 'support.type.property-name', kinds: ['property'], before: '^', after: '(?==)' },
      { scope: 'variable.other.property', match: '^[^=\\[]+(?==)' },
      { scope: 'storage.type', match: '(?<==)[12](?=\\|)' },
      { scope: 'constant.numeric', match: '(?<==1\\|)\\d+' },
      { scope: 'string.unquoted', match: '(?<==2\\|).*$' },
    ],
    read: readPropertyText,
  },
];

/** The language with an id. @throws TypeError for an unknown one. */
export function languageNamed(id: string): TextLanguage {
  const language = LANGUAGES.find((row) => row.id === id);
  if (language === undefined) throw new TypeError(`${id} is not a language: ${LANGUAGES.map((row) => row.id).join(', ')}`);
  return language;
}
