/**
 * Relocations of host code by machine: a word that is base plus addend, and a word that is symbol plus addend.
 */
export const RELOCATIONS = [
  { machine: 62, relative: 8, absolute: 1 },
  { machine: 3, relative: 8, absolute: 1 },
  { machine: 183, relative: 1027, absolute: 257 },
] as const;
