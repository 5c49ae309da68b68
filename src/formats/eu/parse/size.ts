/** Parses execution sizes: the number of channels of an instruction, and the first channel. */
import { CHAR } from '../../../core/bytes/index.ts';
import type { Statement } from './statement.ts';

const { leftParen: LEFT_PAREN, rightParen: RIGHT_PAREN, bar: BAR } = CHAR;

const SIZES = [1, 2, 4, 8, 16, 32];
const OFFSETS = ['M0', 'M4', 'M8', 'M12', 'M16', 'M20', 'M24', 'M28'];

/** `(16|M0)` */
export function parseSize(p: Statement): void {
  const { instruction, shape } = p;
  const isOptional = shape.isSizeless;
  if (p.next() !== LEFT_PAREN || (isOptional && !isSize(p))) {
    if (isOptional) return;
    p.expected('an execution size, as (16|M0)');
  }
  p.at++;
  p.next();
  const start = p.at;
  instruction.execSize = p.integer('an execution size');
  if (!SIZES.includes(instruction.execSize)) p.fail('eu-text/value', 'an execution size is 1, 2, 4, 8, 16 or 32', start);
  if (p.accept(BAR)) {
    p.next();
    const at = p.at;
    const word = p.word();
    const offset = OFFSETS.indexOf(word);
    if (word === '') p.expected('the first channel, as M0', OFFSETS);
    if (offset < 0) p.unknown('eu-text/value', 'the first channel, as M0', at, OFFSETS);
    instruction.channelOffset = 4 * offset;
  }
  p.expect(RIGHT_PAREN);
}

/** Whether a parenthesis contains a size: that of `jmpi (1*16)` does not. */
function isSize(p: Statement): boolean {
  const end = p.wordEnd(p.at + 1);
  const c = p.text.charCodeAt(end);
  return end > p.at + 1 && (c === RIGHT_PAREN || c === BAR);
}
