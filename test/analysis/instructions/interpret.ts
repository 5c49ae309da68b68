/**
 * A small interpreter that runs straight-line code on symbols: each byte of a general register holds who wrote it. It reads the operands from
 * the JSON of iga64, and knows nothing of the analysis: regions are stepped through lane by lane, predicates are drawn at random.
 */
export interface JsonOperand {
  readonly kind: string;
  readonly reg?: { readonly rn: string; readonly r?: number; readonly sr?: number };
  readonly rgn?: { readonly v?: number; readonly w?: number; readonly h?: number };
  readonly type?: string;
}

export interface JsonInstruction {
  readonly op: string;
  readonly es?: number;
  readonly eo?: number;
  readonly pred?: { readonly inv?: boolean; readonly func: string };
  readonly fm?: unknown;
  readonly freg?: { readonly r?: number; readonly sr?: number };
  readonly dst?: JsonOperand;
  readonly srcs: readonly JsonOperand[];
}

const BYTES: Readonly<Record<string, number>> = {
  ub: 1,
  b: 1,
  uw: 2,
  w: 2,
  hf: 2,
  bf: 2,
  ud: 4,
  d: 4,
  f: 4,
  uq: 8,
  q: 8,
  df: 8,
};

/** What is run: moves and arithmetic on regions. Everything else forgets what it may touch. */
const RUNS =
  /^(mov|add|addc|mul|and|or|xor|not|shl|shr|asr|cmp|sel|min|max|frc|rndd|rnde|rndu|rndz|avg|cbit|fbl|fbh|lzd|bfrev|subb|mach|mac|macl)$/;

/** The first byte of each lane of an operand; `undefined` where it is not a general register with a plain region. */
function lanesOf({ kind, reg, rgn, type }: JsonOperand, lanes: number, grf: number): number[] | undefined {
  const size = BYTES[type ?? ''];
  if (kind !== 'RD' || reg?.rn !== 'r' || rgn === undefined || size === undefined) return undefined;
  const start = (reg.r ?? 0) * grf + (reg.sr ?? 0) * size;
  const { v, w, h = 0 } = rgn;
  return Array.from({ length: lanes }, (_, lane) =>
    w === undefined || v === undefined ? start + lane * h * size : start + (Math.floor(lane / w) * v + (lane % w) * h) * size,
  );
}

/** Bytes and flags whose writers are known, of one run. */
export class Interpreter {
  /** The writer of each byte; `undefined` where it is not known. */
  private readonly writer = new Map<number, number>();
  private readonly flags: Uint8Array;
  private readonly grf: number;
  private readonly random: () => number;
  /** Who gave what to whom: `producer consumer`. */
  readonly given = new Set<string>();
  /** Instructions that were run as such, whose reads are all known. */
  readonly ran = new Set<number>();

  constructor(grf: number, random: () => number) {
    this.grf = grf;
    this.random = random;
    this.flags = Uint8Array.from({ length: 128 }, () => (random() < 0.5 ? 0 : 1));
  }

  /** Runs an instruction by its number. */
  step(at: number, instruction: JsonInstruction): void {
    const { op, es = 1, dst, srcs, pred } = instruction;
    const isPlain =
      RUNS.test(op) && (pred === undefined || pred.func === '') && srcs.every((one) => one.kind === 'RD' || one.kind === 'IM');
    if (!isPlain) {
      // It may have written anything.
      if (dst !== undefined || op.startsWith('call')) this.writer.clear();
      this.redraw(instruction);
      return;
    }
    this.ran.add(at);
    const enabled = Array.from(
      { length: es },
      (_, lane) => pred === undefined || op === 'sel' || this.bit(instruction, lane) !== (pred.inv ?? false),
    );
    for (const source of srcs) {
      const size = BYTES[source.type ?? ''] ?? 0;
      for (const [lane, start] of (lanesOf(source, es, this.grf) ?? []).entries())
        if (enabled[lane]) for (let byte = start; byte < start + size; byte++) this.give(byte, at);
    }
    const size = BYTES[dst?.type ?? ''] ?? 0;
    const starts = dst && lanesOf({ ...dst, rgn: { h: dst.rgn?.h ?? 1 } }, es, this.grf);
    for (const [lane, start] of (starts ?? []).entries())
      if (enabled[lane]) for (let byte = start; byte < start + size; byte++) this.writer.set(byte, at);
    this.redraw(instruction);
  }

  private give(byte: number, to: number): void {
    const from = this.writer.get(byte);
    if (from !== undefined) this.given.add(`${from} ${to}`);
  }

  private bit({ freg, eo = 0 }: JsonInstruction, lane: number): boolean {
    return this.flags[(freg?.r ?? 0) * 32 + (freg?.sr ?? 0) * 16 + eo + lane] === 1;
  }

  /** Flags that an instruction writes are others then. */
  private redraw({ fm, dst, es = 1, freg, eo = 0, op }: JsonInstruction): void {
    if (dst?.reg?.rn === 'f') for (const bit of this.flags.keys()) this.flags[bit] = this.random() < 0.5 ? 0 : 1;
    if (fm === undefined || op === 'sel') return;
    const start = (freg?.r ?? 0) * 32 + (freg?.sr ?? 0) * 16 + eo;
    for (let bit = start; bit < start + es; bit++) this.flags[bit] = this.random() < 0.5 ? 0 : 1;
  }
}
