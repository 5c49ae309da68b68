import { hex } from '../../core/bytes/index.ts';
import { findRow, type Relocation } from '../../formats/elf/index.ts';
import { RELOCATION_TYPES } from '../../formats/zebin/index.ts';

export interface RelocationDetail {
  /** Offset in the code, in bytes. */
  readonly offset: string;
  readonly type: number;
  readonly type_name: string | null;
  readonly symbol: string;
  readonly addend: string | null;
}

/** @param symbol name of the symbol, as it is shown */
export function relocationDetail({ r_offset, r_type, r_addend }: Relocation, symbol: string): RelocationDetail {
  return {
    offset: hex(r_offset),
    type: r_type,
    type_name: relocationName(r_type),
    symbol,
    addend: r_addend === undefined ? null : hex(r_addend),
  };
}

/** Null for an unknown type. */
export function relocationName(type: number): string | null {
  return findRow(RELOCATION_TYPES, type)?.name ?? null;
}
