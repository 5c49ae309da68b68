import { number } from '../../parts/shown.ts';

/** A number with its sign, as the command prints it. */
export function signed(value: number, digits = 0): string {
  const rounded = Number(value.toFixed(digits));
  const text = Number.isInteger(rounded) ? number(Math.abs(rounded)) : String(Math.abs(rounded));
  return rounded > 0 ? `+${text}` : rounded < 0 ? `−${text}` : '0';
}
