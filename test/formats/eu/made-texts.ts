/** Instructions made from the rows: each operation with operands of every shape and type, mostly as the operation takes them. */
import type { Operation } from '../../../src/formats/eu/index.ts';
import { GEN11, inRange, XE, XE_HP, XE_HPC, XE_HPG, XE2, XE3, XE3P } from '../../../src/formats/eu/table/platforms.ts';
import { REGISTERS } from '../../../src/formats/eu/table/registers.ts';
import { type Shape, shapesOf } from '../../../src/formats/eu/table/shapes.ts';
import { type DataType, TYPES } from '../../../src/formats/eu/table/types.ts';

/** Numbers of 32 bits that look random and are the same in every run. */
export function randomWords(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Such numbers below others. */
export function numbers(seed: number): (below: number) => number {
  const next = randomWords((seed * 2654435761 + 12345) | 1);
  return (below) => next() % below;
}

/** Texts of single instructions of a platform. */
export function madeTexts(platform: number, count: number, seed = 1): string[] {
  const maker = new Maker(platform, numbers(seed * 100 + platform + 1));
  return Array.from({ length: count }, (_, i) => maker.text(i));
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

class Maker {
  private readonly platform: number;
  private readonly random: (below: number) => number;
  private readonly shapes: readonly Shape[];
  private shape: Shape;
  private size = 16;
  private isMacro = false;

  constructor(platform: number, random: (below: number) => number) {
    this.platform = platform;
    this.random = random;
    this.shapes = shapesOf(platform).all();
    this.shape = this.shapes[0] as Shape;
  }

  private one<T>(list: readonly T[]): T {
    return list[this.random(list.length)] as T;
  }

  /** Whether something that happens so many times of a hundred happens. */
  private is(percent: number): boolean {
    return this.random(100) < percent;
  }

  text(index: number): string {
    this.shape = this.shapes[index % this.shapes.length] as Shape;
    const { shape, platform } = this;
    const { operation, mnemonic } = shape;
    const isFlag = this.is(20);
    const flag = `f${this.random(platform >= XE_HPC ? 4 : 2)}.${this.random(2)}`;
    const head = this.predicate(operation, isFlag ? flag : '');
    const subfunction = this.subfunction();
    this.size = mnemonic === 'jmpi' ? 1 : this.one([1, 1, 8, 8, 16, 16, 16, 32, 4, 2]);
    const offset = this.is(80) ? 0 : this.size * this.random(Math.max(32 / this.size, 1));
    const size = ['illegal', 'nop', 'sync', 'jmpi', 'wait'].includes(mnemonic) ? '' : `(${this.size}|M${offset})`;
    const condition = this.isMacro
      ? `(eo)${flag}`
      : operation.flags && this.is(mnemonic === 'cmp' ? 95 : 12)
        ? `(${this.condition()})${flag}`
        : '';
    const operands = this.operands();
    return `${head} ${mnemonic}${subfunction} ${size} ${condition} ${operands} ${this.options()}`.replace(/\s+/g, ' ').trim();
  }

  private condition(): string {
    return this.one(this.shape.isBfn ? ['eq', 'gt', 'lt', 'ne'] : ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'ov', 'un']);
  }

  private predicate({ predicate, mnemonic }: Operation, flag: string): string {
    const isMasked = mnemonic === 'jmpi' || this.is(25);
    if (!predicate || flag === '') return isMasked ? '(W)' : '';
    const names = shapesOf(this.platform)
      .functions.predicates.filter(isDefined)
      .filter((name) => name !== '' && name !== 'seq');
    return `(${isMasked ? 'W&' : ''}${this.is(30) ? '~' : ''}${flag}${this.is(25) ? `.${this.one(names)}` : ''})`;
  }

  private subfunction(): string {
    const { shape, platform } = this;
    const { functions } = shapesOf(platform);
    const named = (names: readonly (string | undefined)[]): string =>
      `.${this.one(names.filter(isDefined).filter((name) => !/[^a-z0-9_]/.test(name)))}`;
    this.isMacro = shape.isMadm;
    if (shape.isMath) {
      const name = named(functions.math);
      this.isMacro = name === '.invm' || name === '.rsqtm';
      this.mathFunction = name.slice(1);
      return name;
    }
    if (shape.reading === 'sync' && platform >= XE) {
      const name = named(functions.sync);
      this.syncFunction = name.slice(1);
      return name;
    }
    if (shape.isSend && platform >= XE) {
      this.unit = named(functions.units).slice(1);
      return `.${this.unit}`;
    }
    if (shape.isBfn) return this.is(50) ? `.0x${this.random(256).toString(16).toUpperCase()}` : '.(s0&(s1|~s2))';
    if (shape.mnemonic === 'bdpas') return '.8x8';
    if (shape.isDpas) return `.8x${1 + this.random(8)}`;
    if (shape.operation.branch) return this.is(30) ? '.b' : '';
    if (shape.mnemonic === 'shfl') return named(functions.shfl);
    if (shape.mnemonic === 'lfsr') return named(functions.lfsr);
    if (shape.mnemonic === 'dnscl')
      return `.${this.one(['hf', 'bf', 'f'])}to${this.one(['e2m1', 'int4'])}.mode${this.random(4)}.${this.one(['srnd', 'rne'])}`;
    return '';
  }

  private mathFunction = '';
  private syncFunction = '';
  private unit = '';

  private type(tables: readonly (readonly (DataType | undefined)[])[]): string {
    const types = tables
      .flat()
      .filter(isDefined)
      .filter(({ name }) => !name.includes('INVALID'));
    const fallback = Object.values(TYPES).filter(({ name, bits }) => !name.includes('INVALID') && bits >= 8 && name !== 'nf');
    return (types.length === 0 || this.is(3) ? this.one(fallback) : this.one(types)).name;
  }

  private general(): string {
    return `r${this.random(this.is(90) ? 128 : this.platform >= XE3P ? 512 : this.platform >= XE ? 256 : 128)}`;
  }

  private register(type: string, percentGeneral: number): string {
    const bits = TYPES[type]?.bits ?? 32;
    const bytes = this.platform >= XE_HPC ? 64 : 32;
    if (this.is(percentGeneral)) return `${this.general()}.${this.is(40) ? this.random((bytes * 8) / Math.max(bits, 1)) : 0}`;
    const known = REGISTERS.filter((row) => row.file >= 0 && inRange(this.platform, row.platforms));
    const register = this.one([...known, ...known.filter(({ name }) => ['acc', 'null', 'a'].includes(name))]);
    const name = register.count === 0 ? register.name : `${register.name}${this.random(register.count)}`;
    return register.subregisters ? `${name}.${this.random(2)}` : name;
  }

  private operands(): string {
    const { shape, platform } = this;
    switch (shape.reading) {
      case 'none':
        return '';
      case 'branch':
        return this.branch();
      case 'sync':
        return this.sync();
      case 'send':
        return this.send();
      case 'sendg':
        return this.sendg();
      default:
    }
    if (shape.isDpas) return this.matrix();
    const isTernary = shape.isTernary;
    const count = shape.isMath ? (['fdiv', 'pow', 'idiv', 'iqot', 'irem', 'invm'].includes(this.mathFunction) ? 2 : 1) : shape.sourceCount;
    const { types } = shape;
    const isFloat = this.is(50);
    const ternary = platform < 2 ? [types.ternary16] : isFloat ? [types.ternaryFloat] : [types.ternaryInteger];
    const register = isTernary ? ternary : shape.isWideMove ? [types.move] : [types.register];
    const destination = isTernary ? ternary : shape.hasExecutionType ? [types.integer, types.float] : [types.destination];
    // There is no way to write a number of type nf.
    const immediates = (isTernary ? ternary : [types.immediate]).map((table) => table.filter((type) => type !== TYPES.nf));
    const same = this.is(70) ? this.type(register) : undefined;
    const dst = this.destination(same ?? this.type(destination));
    const sources = Array.from({ length: count }, (_, index) => {
      const canBeImmediate = isTernary ? index !== 1 && platform >= 2 : index === count - 1;
      if (canBeImmediate && !this.isMacro && this.is(25)) return this.immediate(this.type(immediates));
      return this.source(same ?? this.type(register), index);
    });
    return `${dst} ${sources.join(' ')}`;
  }

  private destination(type: string): string {
    const { shape } = this;
    const saturated = shape.operation.saturate && this.is(10) ? '(sat)' : '';
    if (this.isMacro) return `${saturated}${this.general()}.${this.macro()}:${type}`;
    const stride = shape.isTernary ? this.one([1, 1, 1, 2]) : this.one([1, 1, 1, 2, 4]);
    const place = !shape.isTernary && this.is(8) ? this.indirect() : this.register(type, shape.isTernary && this.platform < 2 ? 100 : 90);
    return `${saturated}${place}<${stride}>:${type}`;
  }

  private macro(): string {
    return this.is(20) ? 'nomme' : `mme${this.random(8)}`;
  }

  private indirect(): string {
    return `r[a0.${this.random(16)}${this.is(50) ? `,${(this.random(64) - 32) * 8}` : ''}]`;
  }

  private source(type: string, index: number): string {
    const { shape, platform, size } = this;
    const negative = shape.isBitwise ? '~' : '-';
    const modifier = shape.operation.modifiers && this.is(15) ? this.one([negative, '(abs)', '-(abs)']) : '';
    if (this.isMacro)
      return `${modifier === '(abs)' ? '' : modifier}${this.general()}.${this.macro()}${platform >= XE && !shape.isTernary ? '<1;1,0>' : ''}:${type}`;
    if (!shape.isTernary && this.is(8)) return `${modifier}${this.indirect()}${this.one(['<1;1,0>', '<0;1,0>', '<8,1>', '<1,0>'])}:${type}`;
    const place = this.register(type, shape.isTernary ? (platform < 2 ? 100 : 95) : 92);
    if (shape.isTernary) {
      const vertical = platform >= XE ? ['<1;0>', '<0;0>', '<8;1>', '<4;1>'] : ['<2;1>', '<0;0>', '<8;1>', '<4;1>'];
      return `${modifier}${place}${index === 2 ? this.one(['<1>', '<0>', '<2>']) : this.one(vertical)}:${type}`;
    }
    const width = Math.min(size, 8);
    const regions = ['<0;1,0>', '<1;1,0>', `<${width};${width},1>`, '<16;8,2>', '<2;1,0>', '<4;4,1>'];
    return `${modifier}${place}${size === 1 ? (this.is(95) ? '<0;1,0>' : '<1;1,0>') : this.one(regions)}:${type}`;
  }

  private immediate(type: string): string {
    const { bits = 32, float = false } = TYPES[type] ?? {};
    if (float && type !== 'vf') return `${this.one(['0x0', '1.0', '-1.0', '0.5', '2.0', 'inf', '0x3C00', '3.25', '-0.125'])}:${type}`;
    const value = this.one([0, 1, 2, 5, 16, 255, 1024, 2047, 2048, 65_535, 0x7fff_ffff, -1, -4, -2048]);
    const fits = bits <= 8 ? value & 0x7f : bits === 16 ? (value << 16) >> 16 : value;
    return `${fits < 0 || this.is(50) ? fits : `0x${fits.toString(16).toUpperCase()}`}:${type}`;
  }

  private matrix(): string {
    const { shape, platform } = this;
    const { types } = shape;
    const isFloat = platform < XE3P ? this.is(50) : shape.mnemonic === 'bdpas' || this.is(50);
    const main = [isFloat ? types.ternaryFloat : types.ternaryInteger];
    const precision = [isFloat ? types.floatPrecision : types.integerPrecision];
    const type = this.one(isFloat ? ['f', 'hf', 'bf'] : ['d', 'ud', 'd']);
    const pair = this.type(precision);
    const dst = `${this.general()}:${this.is(95) ? type : this.type(main)}`;
    const src0 = `${this.is(20) ? 'null' : this.general()}:${type}`;
    const src2 = `${this.general()}.0:${this.is(80) ? pair : this.type(precision)}`;
    const scales = shape.mnemonic === 'bdpas' ? ` ${this.general()}.0:ub ${this.general()}.0:ub` : '';
    return `${dst} ${src0} ${this.general()}:${pair} ${src2}${scales}`;
  }

  private branch(): string {
    const { shape, platform } = this;
    const label = (): string => String(this.one([0, 16, 16]));
    const type = platform < XE ? ':d' : '';
    const register = `${this.general()}.${this.random(4)}${platform < XE ? this.one(['<0;1,0>', '']) : ''}${type}`;
    switch (shape.format) {
      case 'jump':
        return label();
      case 'jump2':
        return `${label()} ${label()}`;
      case 'jumpReg':
        return register;
      case 'call':
        return `${this.general()}.0${type} ${this.is(70) ? label() : register}`;
      case 'brc':
        return this.is(70) ? `${label()} ${label()}` : `${register} null`;
      default:
        return this.is(70) ? label() : register;
    }
  }

  private sync(): string {
    if (this.platform < XE) return `n0.${this.random(3)}<0;1,0>:ud`;
    if (this.syncFunction.startsWith('all') && this.is(60)) return this.is(50) ? `($${this.random(16)},$${this.random(16)})` : '0x11';
    if (this.syncFunction === 'bar' && this.platform >= XE_HPC && this.is(50)) return this.is(50) ? 'f0.0:ud' : '0x1';
    return 'null';
  }

  private send(): string {
    const { platform, shape } = this;
    const isEnd = this.is(10);
    const length = this.random(4);
    const desc = ((1 + this.random(4)) << 25) | (length << 20) | this.random(0x20000);
    const dst = length === 0 ? 'null' : `r${this.random(100)}`;
    const src0 = `r${isEnd ? 112 + this.random(8) : this.random(100)}`;
    const last = this.is(80) ? `0x${desc.toString(16).toUpperCase().padStart(8, '0')}` : 'a0.0';
    const register = `a0.${2 * this.random(4)}`;
    if (platform <= GEN11) {
      const unit = this.random(13);
      if (shape.format === 'send') return `${dst}:ud ${src0}:ud 0x${unit.toString(16).toUpperCase()} ${last}`;
      const extended = this.is(80) ? `0x${((this.random(8) << 6) | unit).toString(16).toUpperCase()}` : register;
      return `${dst} ${src0} r${this.random(100)} ${extended} ${last}`;
    }
    const count = this.random(5);
    const src1 = count === 0 ? 'null' : `r${this.random(100)}`;
    if (platform === XE) return `${dst} ${src0} ${src1} ${this.is(80) ? `0x${(count << 6).toString(16).toUpperCase()}` : register} ${last}`;
    if (platform === XE_HP)
      return `${dst} ${src0} ${src1} ${this.is(80) ? `0x${(count << 6).toString(16).toUpperCase()}` : register} ${last}`;
    const isRegister = this.is(20);
    const high = `0x${((this.random(256) << 24) >>> 0).toString(16).toUpperCase()}`;
    const extended = isRegister ? register : this.is(50) ? '0x0' : high;
    if (platform >= XE3 && this.is(8)) return `${dst} r[s0.${2 * this.random(8)}] ${extended} ${last}`;
    const isWritten = !isRegister || (platform >= XE2 && this.unit === 'ugm') || this.is(50);
    if (isRegister && isWritten && this.unit !== 'ugm') this.extra = 'ExBSO';
    return `${dst} ${src0} ${src1}${isWritten ? `:${count}` : ''} ${isRegister && platform >= XE2 && this.is(40) ? `0x${(this.random(8) << 12).toString(16).toUpperCase()}:` : ''}${extended} ${last}`;
  }

  private extra = '';

  private sendg(): string {
    const isGathered = this.shape.mnemonic.startsWith('sendgx') ? false : this.is(15);
    const first = isGathered ? `r[s0.${2 * this.random(8)}]:${1 + this.random(4)}` : `${this.general()}:${1 + this.random(4)}`;
    const second = isGathered ? '' : this.is(40) ? 'null:0' : `${this.general()}:${this.random(5)}`;
    const indirect = this.is(50) ? '' : `s0.${8 * this.random(4)} ${this.is(30) ? `s0.${8 * this.random(4)}` : ''}`;
    return `${this.is(40) ? 'null' : this.general()} ${first} ${second} ${indirect} 0x${this.random(0x4000_0000).toString(16).toUpperCase()}`;
  }

  private options(): string {
    const { shape, platform } = this;
    const list: string[] = [];
    if (this.extra !== '') list.push(this.extra);
    this.extra = '';
    if (shape.isSend && this.is(12)) list.push('EOT');
    if (this.is(4)) list.push('Breakpoint');
    if (shape.hasAccWrite && this.is(6)) list.push('AccWrEn');
    if (platform <= GEN11 && shape.hasDependency && this.is(8)) list.push(this.one(['NoDDChk', 'NoDDClr', 'NoDDClr,NoDDChk']));
    if (this.is(5)) list.push(this.one(['Atomic', 'Switch', 'NoPreempt']));
    if (platform >= XE && platform <= XE_HPG && shape.isSend && this.is(8)) list.push('Serialize');
    if (platform >= XE && this.is(40)) list.push(this.scoreboard());
    return list.length === 0 ? '' : `{${list.join(',')}}`;
  }

  private scoreboard(): string {
    const { platform, shape } = this;
    const pipes =
      platform === XE
        ? ['']
        : platform >= XE3
          ? ['', 'A', 'F', 'I', 'L', 'M', 'S']
          : platform >= XE_HPC
            ? ['', 'A', 'F', 'I', 'L', 'M']
            : ['', 'A', 'F', 'I', 'L'];
    const distance = `${this.one(pipes)}@${1 + this.random(7)}`;
    const token = `$${this.random(platform >= XE_HPC ? 32 : 16)}`;
    if (shape.isSend) return this.one([token, token, distance, `${distance},${token}`, `${token}.dst`]);
    return this.one([distance, distance, `${token}.dst`, `${token}.src`, `${distance},${token}.dst`, `${distance},${token}`, token]);
  }
}
