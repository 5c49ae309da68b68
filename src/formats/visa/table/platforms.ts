/**
 * Devices that embedded machine code is for, by their number in `gen_platform`.
 *
 * The specification names five of them; the others are those of visa/common.cpp of intel/intel-graphics-compiler (PlatformInfo); CNL and ICL are in
 * earlier ones (c48011fec, getGenxPlatformEncoding). A device that is the same to the compiler has the number of another: MTL and ARL
 * that of DG2.
 */
export interface PlatformRow {
  readonly value: number;
  readonly name: string;
  /** Width of a register in bytes. */
  readonly grfBytes: 32 | 64;
  /** Its instruction set, by the name of `iga64 -p`. */
  readonly iga: string;
}

export const PLATFORMS = [
  { value: 3, name: 'BDW', grfBytes: 32, iga: '8' },
  { value: 4, name: 'CHV', grfBytes: 32, iga: '8' },
  { value: 5, name: 'SKL', grfBytes: 32, iga: '9' },
  { value: 6, name: 'BXT', grfBytes: 32, iga: '9' },
  { value: 7, name: 'CNL', grfBytes: 32, iga: '10' },
  { value: 8, name: 'ICL', grfBytes: 32, iga: '11' },
  { value: 10, name: 'ICLLP', grfBytes: 32, iga: '11' },
  { value: 11, name: 'XEHP_SDV', grfBytes: 32, iga: '12p5' },
  { value: 12, name: 'TGLLP', grfBytes: 32, iga: '12p1' },
  { value: 13, name: 'DG2', grfBytes: 32, iga: '12p71' },
  { value: 14, name: 'PVC', grfBytes: 64, iga: '12p72' },
  { value: 15, name: 'PVCXT', grfBytes: 64, iga: '12p72' },
  { value: 18, name: 'XE2', grfBytes: 64, iga: '2' },
  { value: 19, name: 'XE3', grfBytes: 64, iga: '3' },
  { value: 21, name: 'XE3P_CRI', grfBytes: 64, iga: '3pxpc' },
  { value: 22, name: 'XE3P', grfBytes: 64, iga: '3pxpc' },
] as const satisfies readonly PlatformRow[];

export function platformRow(value: number): PlatformRow | undefined {
  return PLATFORMS.find((row) => row.value === value);
}
