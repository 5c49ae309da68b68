/** A verb run in this process, on a terminal of any width. */
import { createColors } from 'picocolors';
import type { Io } from '../../cli/io.ts';

export interface FakeIo extends Io {
  printed(): string;
  warned(): string;
}

export function fakeIo(width = Number.POSITIVE_INFINITY): FakeIo {
  const [out, err]: [string[], string[]] = [[], []];
  return {
    colors: createColors(false),
    width,
    print: (text) => void out.push(text),
    warn: (text) => void err.push(text),
    printed: () => out.join(''),
    warned: () => err.join(''),
  };
}
