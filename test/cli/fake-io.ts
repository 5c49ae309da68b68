/** A verb run in this process, on a terminal of any width. */
import { Budgets } from '../../cli/budget.ts';
import { PACKAGED } from '../../cli/commands/packaged.ts';
import { processStandard } from '../../cli/input/standard.ts';
import { type Io, NO_COLORS } from '../../cli/io.ts';
import { Inputs } from '../../cli/write/inputs.ts';

export interface FakeIo extends Io {
  printed(): string;
  warned(): string;
  written(): Uint8Array;
}

export function fakeIo(width = Number.POSITIVE_INFINITY): FakeIo {
  const [out, err, bytes]: [string[], string[], Uint8Array[]] = [[], [], []];
  return {
    standard: processStandard(),
    packaged: PACKAGED,
    budgets: new Budgets({}),
    inputs: new Inputs(),
    colors: NO_COLORS,
    width,
    print: (text) => void out.push(text),
    write: (data) => void bytes.push(data instanceof Uint8Array ? data : data.data),
    warn: (text) => void err.push(text),
    finding: (text) => void err.push(text),
    ready: () => {},
    note: (text) => void err.push(text),
    printed: () => out.join(''),
    warned: () => err.join(''),
    written: () => Buffer.concat(bytes),
  };
}
