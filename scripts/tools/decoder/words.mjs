// @ts-check
/** Random words: real ones with bits flipped, and words built from the rows of the tables. The same seed gives the same words. */
import { PLATFORMS } from '../../../dist/formats/eu/index.js';
import { read, write } from '../../../dist/formats/eu/table/layout.js';
import { shapesOf } from '../../../dist/formats/eu/table/shapes.js';

/**
 * Numbers of 32 bits that look random.
 *
 * @param {number} seed
 */
export function numbers(seed) {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/**
 * One or two flipped bits of real instructions.
 *
 * @param {readonly Uint8Array[]} real
 * @param {number} count
 * @param {() => number} next
 */
export function flipped(real, count, next) {
  return Array.from({ length: count }, () => {
    const word = Uint8Array.from(real[next() % real.length] ?? []);
    for (let left = 1 + (next() & 1); left > 0; left--) {
      const bit = next() % (8 * word.length);
      word[bit >> 3] = (word[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    }
    return word;
  });
}

/**
 * Native words of a platform, each operation in turn, with operands of every shape and type.
 *
 * @param {string} platform
 * @param {number} count
 * @param {() => number} next
 */
export function built(platform, count, next) {
  const number = PLATFORMS.indexOf(/** @type {never} */ (platform));
  const shapes = shapesOf(number).all();
  return Array.from({ length: count }, (_, i) => new Builder(number, shapes[i % shapes.length], next).build());
}

const [GEN9, GEN10, XE, XE_HPC] = [1, 2, 4, 7];
const OPERANDS = ['dst', 'src0', 'src1', 'src2', 'src3', 'src4'];
const FUNCTIONS = 'bfnFunction lfsrFunction shuffleFunction downscaleMode downscaleRounding downscaleFrom downscaleTo'.split(' ');
const SHAPE_OF_MATRIX = ['repeatCount', 'systolicDepth', 'branchControl', 'executionType', 'src.type'];
const RARE = 'saturate accWrite breakpoint dependency threadControl forward fusion noSrcDepSet eot'.split(' ');
const SEND = 'sfid desc desc.file exDesc.file exDesc exDesc.sub exBSO cps src1Length src0Length descLow descHigh descTop'.split(' ');
const REGION = ['stride', 'width', 'vertical', 'scalar', 'macro', 'channels', 'replicate'];

class Builder {
  words = new Uint32Array(4);

  /**
   * @param {number} platform
   * @param {any} shape
   * @param {() => number} next
   */
  constructor(platform, shape, next) {
    this.platform = platform;
    this.shape = shape;
    this.next = next;
    this.align16 = platform <= GEN10 && ((shape.reading === 'ternary' && platform <= GEN9) || this.chance(15));
    this.places = this.align16 ? shape.places16 : shape.places;
  }

  /** @param {number} percent */
  chance(percent) {
    return this.next() % 100 < percent;
  }

  /** @param {string} name @param {number} value */
  put(name, value) {
    const field = this.places.fields.get(name);
    if (field !== undefined) write(this.words, field.place, value >>> 0);
  }

  /** @param {readonly string[]} names */
  any(...names) {
    for (const name of names) this.put(name, this.next());
  }

  /** A number that has a meaning. @param {string} name @param {readonly unknown[]} list */
  known(name, list) {
    const known = list.flatMap((value, number) => (value === undefined ? [] : [number]));
    if (known.length > 0) this.put(name, known[this.next() % known.length] ?? 0);
  }

  build() {
    const { shape } = this;
    this.put('opcode', shape.operation.opcode);
    if (shape.format !== 'none') {
      this.control();
      if (shape.isSend) this.send();
      else for (const name of OPERANDS) this.operand(name);
      if (shape.isBranch) for (const name of ['jip', 'uip']) this.put(name, this.chance(70) ? 16 * (this.next() & 1) : this.next());
    }
    return new Uint8Array(this.words.buffer);
  }

  control() {
    const { shape, platform } = this;
    const { functions } = shapesOf(platform);
    this.put('align16', this.align16 ? 1 : 0);
    this.put('execSize', shape.mnemonic === 'jmpi' ? 0 : this.next() % (this.chance(99) ? 6 : 8));
    this.any('noMask', ...FUNCTIONS, ...SHAPE_OF_MATRIX);
    if (this.chance(50)) this.any('channelOffset');
    if (this.chance(30)) this.any('predicate', 'predicateInverse', 'flagRegister', 'flagSubRegister');
    if (this.chance(20)) this.any('bfnCondition');
    if (this.chance(20) && !shape.isMath && shape.reading !== 'sync' && !shape.isBfn) this.any('condition');
    for (const name of RARE) if (this.chance(10)) this.any(name);
    if (this.chance(40)) this.any('scoreboard');
    if (shape.isMath) this.known('mathFunction', functions.math);
    if (shape.reading === 'sync') this.known('syncFunction', functions.sync);
  }

  /** @param {string} name */
  operand(name) {
    const { shape, platform, places } = this;
    const isTernary = shape.reading === 'ternary';
    const isImmediate = name !== 'dst' && this.chance(isTernary ? 15 : name === 'src1' || shape.sourceCount === 1 ? 30 : 3);
    this.any(`${name}.type`, `${name}.precision`);
    if (this.chance(20)) this.any(`${name}.typeHigh`);
    if (this.chance(90)) this.type(name, isImmediate);
    // Of three sources until Gen11 a bit says that one is not a general register.
    const isBit = platform < XE && isTernary;
    this.put(`${name}.file`, isImmediate ? (isBit ? 1 : platform >= XE ? 2 + (this.next() & 1) : 3) : this.chance(85) === isBit ? 0 : 1);
    if (isImmediate) {
      this.any(`${name}.imm`);
      if (this.chance(40)) this.any(`${name}.imm64Low`, `${name}.imm64High`);
      return;
    }
    if (this.chance(20)) this.any(`${name}.modifier`);
    this.any(...REGION.map((field) => `${name}.${field}`));
    if (this.chance(60) && places.fields.has(`${name}.width`)) {
      this.put(`${name}.vertical`, this.next() % (platform >= XE_HPC ? 8 : 7));
      this.put(`${name}.width`, this.next() % 5);
    }
    if (this.align16 && this.chance(80)) {
      this.put(`${name}.channels`, name === 'dst' ? 15 : 0xe4);
      this.put(`${name}.vertical`, 3);
    }
    if (this.chance(8) && places.fields.has(`${name}.indirect`)) {
      this.put(`${name}.indirect`, 1);
      this.any(`${name}.addrImm`, `${name}.addrSub`);
      return;
    }
    this.any(`${name}.reg`);
    if (this.chance(30)) this.any(`${name}.regHigh`);
    if (this.chance(60)) this.any(`${name}.${this.align16 ? 'sub16' : 'sub'}`);
    if (this.chance(10)) this.put(`${name}.reg`, ((this.next() & 15) << 4) | (this.next() & 1));
  }

  /** @param {string} name @param {boolean} isImmediate */
  type(name, isImmediate) {
    const { types, reading, hasExecutionType, isMath } = this.shape;
    const { executionType } = this.places.control;
    const isFloat = read(this.words, executionType) === 1;
    if (reading === 'ternary' || reading === 'bdpas') {
      this.known('src.type', types.ternary16);
      this.known(`${name}.type`, this.align16 ? types.ternary16 : isFloat ? types.ternaryFloat : types.ternaryInteger);
      this.known(`${name}.precision`, isFloat ? types.floatPrecision : types.integerPrecision);
      if (name === 'src3') this.known('src3.type', types.scale);
    } else if (hasExecutionType && name !== 'src1') {
      this.known(`${name}.type`, isImmediate ? types.floatImmediate : isFloat || isMath ? types.float : types.integer);
    } else this.known(`${name}.type`, isImmediate ? types.immediate : name === 'dst' ? types.destination : types.register);
  }

  send() {
    const { platform, shape } = this;
    this.any(...SEND, 'indirect0.sub', 'indirect1.sub');
    for (const name of ['indirect0', 'indirect1']) if (this.chance(40)) this.any(name);
    if (platform < XE && shape.format === 'send') this.put('desc.file', this.chance(90) ? 3 : 0);
    else if (this.chance(50)) for (const name of ['desc.file', 'exDesc.file']) this.put(name, 0);
    for (const name of ['dst', 'src0', 'src1']) {
      this.put(`${name}.file`, this.chance(90) ? 1 : 0);
      this.any(`${name}.reg`);
      for (const field of ['regHigh', 'type', 'indirect', 'sub']) if (this.chance(15)) this.any(`${name}.${field}`);
      if (this.chance(10)) this.put(`${name}.reg`, (this.next() & 15) << 4);
    }
    if (platform === 0)
      for (const [name, most] of [
        ['vertical', 7],
        ['width', 5],
      ])
        this.put(`src0.${name}`, this.next() % Number(most));
  }
}
