/** The YAML dialect of ze_info: lossless positions over text, and scalars that stay words. */

export {
  appendItem,
  insertEntry,
  removeEntry,
  removeItem,
  replaceEntry,
  replaceItem,
  replaceScalar,
  type Splice,
  spliced,
  styleOf,
} from './edit.ts';
export { isEmpty, isFlow, isQuoted, type YamlDocument, type YamlNode } from './model.ts';
export { parseYaml } from './parse.ts';
export { LLVM_STYLE, printFloat, printKey, printScalar, quotesFor, type YamlStyle } from './print.ts';
export { keyText, scalarText, sourceText } from './scalar.ts';
export { LIST, MAP, SCALAR, type YamlTree } from './tree.ts';
