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
}

export const PLATFORMS = [
  { value: 3, name: 'BDW', grfBytes: 32 },
  { value: 4, name: 'CHV', grfBytes: 32 },
  { value: 5, name: 'SKL', grfBytes: 32 },
  { value: 6, name: 'BXT', grfBytes: 32 },
  { value: 7, name: 'CNL', grfBytes: 32 },
  { value: 8, name: 'ICL', grfBytes: 32 },
  { value: 10, name: 'ICLLP', grfBytes: 32 },
  { value: 11, name: 'XEHP_SDV', grfBytes: 32 },
  { value: 12, name: 'TGLLP', grfBytes: 32 },
  { value: 13, name: 'DG2', grfBytes: 32 },
  { value: 14, name: 'PVC', grfBytes: 64 },
  { value: 15, name: 'PVCXT', grfBytes: 64 },
  { value: 18, name: 'XE2', grfBytes: 64 },
  { value: 19, name: 'XE3', grfBytes: 64 },
  { value: 21, name: 'XE3P_CRI', grfBytes: 64 },
  { value: 22, name: 'XE3P', grfBytes: 64 },
] as const satisfies readonly PlatformRow[];

export function platformRow(value: number): PlatformRow | undefined {
  return PLATFORMS.find((row) => row.value === value);
}
