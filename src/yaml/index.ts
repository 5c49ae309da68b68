/** The YAML dialect of ze_info: lossless positions over text, and scalars that stay words. */
export { isEmpty, isFlow, isQuoted, type YamlDocument, type YamlNode } from './model.ts';
export { parseYaml } from './parse.ts';
export { keyText, scalarText } from './scalar.ts';
