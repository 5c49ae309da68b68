// @ts-check
/** The anchor of a heading, as the site of the repository makes it: links lead to the same place here and there. @param {string} text */
export const slug = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
