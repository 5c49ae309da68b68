/**
 * Where `assemble` differs from `iga64 -a` 2.40.14 in texts that are made, and why. This list can only shrink: `most` is how many of 1,000
 * texts a platform (seed 1) may differ for the reason.
 */
export interface Cause {
  /** Who refuses the text; nobody where the bytes differ. */
  readonly refusedBy: 'iga64' | 'zebin' | 'none';
  /** The text, or the reason that iga64 or this package gives. */
  readonly match: RegExp;
  readonly why: string;
  readonly most: number;
  /** iga64 prints the text itself for words that it reads. */
  readonly isItsOwn?: true;
  /** The tool is older than the fact. */
  readonly isNewer?: true;
}

export const CAUSES: readonly Cause[] = [
  {
    refusedBy: 'iga64',
    match: /^invalid SWSB$/,
    why: 'a send since Xe-HPC with a distance alone, or with .src or .dst: the bits exist, and iga64 -d prints them',
    most: 30,
    isItsOwn: true,
  },
  {
    refusedBy: 'iga64',
    match: /^dst: r\d+ number out of range$/,
    why: 'Xe3P has 512 registers, and iga64 looks the destination up among 256',
    most: 25,
    isItsOwn: true,
  },
  {
    refusedBy: 'iga64',
    match: /^expected destination type$/,
    why: 'mov of Xe3P has :uv, which iga64 prints and does not read',
    most: 2,
    isItsOwn: true,
  },
  {
    refusedBy: 'iga64',
    match: /^invalid mnemonic$/,
    why: 'qredmin and qredmax, which newer tables than those of iga64 have (IGC 8609e727dc)',
    most: 20,
    isNewer: true,
  },
  {
    refusedBy: 'iga64',
    match: /GED_SetSrc1Length: invalid field/,
    why: 'r510 as the first payload of sendgx: iga64 finds no place for the length of the second (IGC f1037b8fad)',
    most: 2,
    isNewer: true,
  },
  {
    refusedBy: 'iga64',
    match: /GED_SetSrc1RegNum: invalid value/,
    why: 'movi of Gen10 and Gen11 reads some architecture registers',
    most: 3,
  },
  { refusedBy: 'iga64', match: /GED_SetDstSubRegNum: invalid value/, why: 'mme3.1 and its like: the subregister has no place', most: 2 },
  {
    refusedBy: 'zebin',
    match:
      /a source of Align16 that Align1 cannot express|destination is packed in this form|: dst\.sub16$|^the first of two sources is an immediate$/,
    why: 'sources of several types, or an indirect destination, in Align16: iga64 writes other sources than the text has',
    most: 8,
  },
  {
    refusedBy: 'none',
    match: /r\[a0[^\]]*\]<\d>\S* .*\bmme\d/,
    why: 'an indirect destination in Align16, the form of math macro registers: iga64 writes another offset',
    most: 1,
  },
  { refusedBy: 'zebin', match: /^type tf32 /, why: 'bdpas with tf32, which iga64 writes and cannot read', most: 6 },
  {
    refusedBy: 'none',
    match: /(?:add3|mad|bfn|csel|dp4a)\S* .*\((?:eq|ne|gt|ge|lt|le|ov|un)\).*:(?:u?q|df)\b/,
    why: 'iga64 drops the condition of three sources where the first is an immediate of 64 bits',
    most: 3,
  },
  {
    refusedBy: 'zebin',
    match: /^(?:ne|ge|le|ov|un) cannot be encoded for bfn/,
    why: 'the same, for a condition that bfn does not have',
    most: 1,
  },
];
