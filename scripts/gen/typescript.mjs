// @ts-check
/** Width of lines of source. */
export const WIDTH = 140;

/** A comment, in lines that fit. @param {string} text @param {string} indent */
export function comment(text, indent = '') {
  const plain = text.replaceAll('*/', '* /');
  if (`${indent}/** ${plain} */`.length <= WIDTH) return [`${indent}/** ${plain} */`];
  const lines = [''];
  for (const word of plain.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (`${indent} * ${last} ${word}`.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`];
}
