/**
 * The `ar` archive, as `ocloc` and `binutils` write it: an 8-byte magic, then members, each after a 60-byte header of ASCII
 * fields padded with spaces, each beginning at an even offset.
 *
 * Source: System V `ar`; intel/compute-runtime shared/source/device_binary_format/ar/ar.h.
 */
export const AR_MAGIC = '!<arch>\n';
export const AR_THIN_MAGIC = '!<thin>\n';

export const AR_HEADER = {
  size: 60,
  fields: [
    { name: 'ar_name', at: 0, length: 16, doc: 'Member name, ended by `/`; `/N` refers to offset N of the long-name table.' },
    { name: 'ar_date', at: 16, length: 12, doc: 'Modification time in seconds since 1970, decimal.' },
    { name: 'ar_uid', at: 28, length: 6, doc: 'User id, decimal.' },
    { name: 'ar_gid', at: 34, length: 6, doc: 'Group id, decimal.' },
    { name: 'ar_mode', at: 40, length: 8, doc: 'File mode, octal.' },
    { name: 'ar_size', at: 48, length: 10, doc: 'Size of the member in bytes, decimal.' },
    { name: 'ar_fmag', at: 58, length: 2, doc: 'A grave accent and a line feed.' },
  ],
} as const;

/** The last field of every header. */
export const AR_TRAILER = '`\n';
/** A size, as its field has it. */
export const AR_SIZE = /^[0-9]+ *$/;

export type ArField = (typeof AR_HEADER.fields)[number]['name'];

/** What a member is for, by its name, in an archive made by `ocloc`; the first row that matches counts. */
export const AR_ROLES = [
  { role: 'symbols', match: /^\/$|^\/SYM64\/$|^__\.SYMDEF/, doc: 'Symbol index for a host linker.' },
  { role: 'names', match: /^\/\/$/, doc: 'Table of member names longer than 15 characters.' },
  { role: 'padding', match: /^pad_[0-9]+$/, doc: 'Filler of spaces that puts the next member on a multiple of 8 bytes.' },
  { role: 'ir', match: /^generic_ir$/, doc: 'SPIR-V for every device that has no member of its own.' },
  { role: 'device', match: /^(32|64)\../, doc: 'Binary for one device: pointer size, then IP version or acronym.' },
  { role: 'member', match: /^/, doc: 'Any other member.' },
] as const;

export type ArRole = (typeof AR_ROLES)[number]['role'];
