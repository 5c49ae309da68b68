/** Parses options and scoreboard in braces: the inverse of `print/instruction.ts` and `table/scoreboard.ts`. */
import { CHAR } from '../../../core/bytes/index.ts';
import { OPTIONS, type Option, optionBit } from '../model.ts';
import { GEN9, GEN10, XE, XE_HP, XE_HPC, XE2, XE3, XE3P } from '../table/platforms.ts';
import { type Pipe, scoreboardText, type TokenUse } from '../table/scoreboard.ts';
import type { Statement } from './statement.ts';

const { at: AT, dollar: DOLLAR, dot: DOT, comma: COMMA, leftBrace: LEFT_BRACE, rightBrace: RIGHT_BRACE } = CHAR;

const PIPES: readonly string[] = ['A', 'F', 'I', 'L', 'M', 'S'];
const USES: readonly string[] = ['src', 'dst', 'inc'];
const EXCLUSIVE = ['Atomic', 'Switch', 'NoPreempt'] as const;
const EXBSO = optionBit('ExBSO');

/** The parts of a scoreboard that were read. */
class Waits {
  distance = -1;
  pipe: Pipe = '';
  token = 0;
  use: TokenUse | undefined = undefined;
  special = false;
}

export function parseOptions(p: Statement): void {
  const { instruction } = p;
  let optionBits = 0;
  if (p.next() === LEFT_BRACE) {
    const start = p.at++;
    const waits = new Waits();
    if (p.next() !== RIGHT_BRACE) {
      do optionBits |= option(p, optionBits, waits);
      while (p.accept(COMMA));
    }
    p.expect(RIGHT_BRACE);
    if (waits.distance >= 0 || waits.use !== undefined || waits.special) setScoreboard(p, waits, start);
  }
  if ((optionBits & EXBSO) !== 0) checkExBSO(p);
  instruction.options |= optionBits;
}

/** With this option, the length of the second payload is in the instruction, and the extended descriptor is in a register. */
function checkExBSO(p: Statement): void {
  const { send } = p;
  if (!send.exDesc.isRegister) p.fail('eu-text/value', 'ExBSO needs an extended descriptor in a register', p.at - 1);
  if (send.src1Length < 0 && !p.isGathered) p.fail('eu-text/value', 'ExBSO needs a length of the second payload, as r10:4', p.at - 1);
}

/** Parses one option; returns its bit, or 0 for a part of the scoreboard or an option without a bit. */
function option(p: Statement, optionBits: number, waits: Waits): number {
  const c = p.next();
  const start = p.at;
  if (c === DOLLAR) token(p, waits);
  else if (c === AT) distance(p, waits, '');
  else {
    const word = p.word();
    if (PIPES.includes(word) && p.next() === AT) distance(p, waits, word as Pipe);
    else if (word === 'NoAccSBSet') waits.special = true;
    else if (word === 'NoCompact' || word === 'Uncompacted') p.isNative = true;
    else return named(p, word, optionBits, start);
  }
  if (p.platform < XE && (c === DOLLAR || c === AT)) p.fail('eu-text/value', 'this platform has no software scoreboard', start);
  return 0;
}

function named(p: Statement, word: string, optionBits: number, start: number): number {
  if (!(OPTIONS as readonly string[]).includes(word)) {
    if (word === '') p.expected('an option', OPTIONS);
    p.unknown('eu-text/option', 'an option', start, [...OPTIONS, 'NoCompact', 'NoAccSBSet']);
  }
  const name = word as Option;
  const bit = optionBit(name);
  if ((optionBits & bit) !== 0) p.fail('eu-text/option', `${word} is given twice`, start);
  const why = objection(p, name);
  if (why !== undefined) p.fail('eu-text/option', why, start);
  const others = EXCLUSIVE.includes(name as 'Atomic') ? EXCLUSIVE.filter((one) => one !== name && (optionBits & optionBit(one)) !== 0) : [];
  if (others.length > 0) p.fail('eu-text/option', `${word} excludes ${others.join(' and ')}`, start);
  // iga64 accepts these where they have no meaning.
  if (name === 'Switch' && p.platform >= XE) return 0;
  return bit;
}

/** Why an instruction cannot have an option. */
function objection(p: Statement, name: Option): string | undefined {
  const { platform, shape } = p;
  const elsewhere = `${name} is not an option of this platform`;
  const other = `${name} is not an option of ${shape.mnemonic}`;
  switch (name) {
    case 'AccWrEn':
      return platform >= XE_HPC ? elsewhere : shape.hasAccWrite ? undefined : other;
    case 'Atomic':
      return shape.mnemonic === 'nop' || (shape.isSend && (platform < GEN9 || platform >= XE3)) ? other : undefined;
    case 'Switch':
      return shape.isSend && platform < GEN9 ? other : undefined;
    case 'EOT':
      return shape.isSend ? undefined : other;
    case 'NoDDChk':
    case 'NoDDClr':
      return platform >= XE ? elsewhere : undefined;
    case 'NoPreempt':
      if (platform < GEN10 || platform >= XE) return elsewhere;
      return shape.mnemonic === 'nop' ? other : undefined;
    case 'NoSrcDepSet':
      return platform < GEN9 || platform >= XE ? elsewhere : shape.isSend ? undefined : other;
    case 'ExBSO':
      return platform < XE_HP ? elsewhere : shape.isSend ? undefined : other;
    case 'CPS':
      return platform < XE_HP || platform >= XE2 ? elsewhere : shape.isSend ? undefined : other;
    case 'Fwd':
      return platform < XE3P ? elsewhere : shape.isDpas ? undefined : other;
    default:
      return undefined;
  }
}

/** Parses `$3.dst` */
function token(p: Statement, waits: Waits): void {
  const start = p.at++;
  const number = p.integer('the number of a token', 31);
  if (waits.use !== undefined) p.fail('eu-text/scoreboard', 'an instruction has one token', start);
  waits.token = number;
  waits.use = 'set';
  if (!p.accept(DOT)) return;
  p.next();
  const at = p.at;
  const use = p.word();
  if (!USES.includes(use)) {
    if (use === '') p.expected('src or dst', USES);
    p.unknown('eu-text/scoreboard', 'a use of a token', at, USES);
  }
  waits.use = use as TokenUse;
}

/** Parses `A@1` */
function distance(p: Statement, waits: Waits, pipe: Pipe): void {
  const start = p.at++;
  const number = p.integer('a distance', 7);
  if (waits.distance >= 0) p.fail('eu-text/scoreboard', 'an instruction has one distance', start);
  waits.distance = number;
  waits.pipe = pipe;
}

function setScoreboard(p: Statement, waits: Waits, start: number): void {
  const text = scoreboardText(waits);
  if (text === '') return;
  p.instruction.scoreboard = p.shapes.scoreboards.named(text, p.shape.scoreboardKind);
  if (p.instruction.scoreboard === undefined)
    p.fail('eu-text/scoreboard', `${p.shape.mnemonic} cannot have this scoreboard on this platform`, start);
}
