import type { Statement } from '../statement.ts';

export function parseLoadStore(_p: Statement, _mnemonic: string, _start: number): boolean {
  return false;
}
