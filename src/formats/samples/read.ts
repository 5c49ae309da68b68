/**
 * Files of stall samples: output of unitrace with `--stall-sampling` (also in parts, one for each device), the text of iaprof, and plain
 * CSV with a column `address`, columns for stall reasons, and optionally a column `kernel`.
 *
 * Source: tools/unitrace/src/levelzero/ze_metrics.h of intel/pti-gpu, src/profile.cpp of intel/iaprof.
 */
import { type Bytes, displayText, type Input, reading } from '../../core/bytes/index.ts';
import { type Budgeted, diagnostic, FormatError, LIMITS, type Outcome, type Reporter } from '../../core/diag/index.ts';
import { clip } from '../../core/schema/index.ts';
import { cellsOf, linesOf } from './csv.ts';
import { type Sample, type SampledKernel, type StallSamples, summedSamples } from './model.ts';
import { STALL_REASONS } from './table.ts';

/**
 * Samples of stalls, which unitrace (`--stall-sampling`) and iaprof write: how often each address was sampled, by reason. `disasmDocument`
 * shows them at their instructions, with what these wait for. Throws `FormatError` (`samples/format`) for other files.
 *
 * @example
 * const csv = new TextEncoder().encode('kernel,address,sbid\nclock,0x10,7\n');
 * const { value: samples } = readSamples(csv);
 * disasmDocument(inspect(bytes).value, { kernel: 'clock', analysis: true, samples }).code[0]?.analysis?.samples?.total; // 7
 */
export function readSamples(input: Input, options: Budgeted = {}): Outcome<StallSamples> {
  return reading(input, decodeSamples, options);
}

function decodeSamples(bytes: Bytes, out: Reporter): StallSamples {
  const sums = new Sums();
  let rows: RowReader | undefined;
  for (const line of linesOf(bytes, out)) {
    const next: RowReader | undefined = headOf(line.text) ?? (rows === undefined && isIaprof(line.text) ? new IaprofRows() : undefined);
    if (next instanceof TableRows) {
      // The header of another device's table.
      rows = next;
      continue;
    }
    rows ??= next;
    if (rows === undefined && !isBefore(line.text)) break;
    const fault = rows?.read(line.text, sums);
    if (fault !== undefined) out.report('samples/row', line.span, '', fault);
  }
  if (rows === undefined) {
    const message = 'the file has neither a header with IP[Address] (unitrace) or address (CSV), nor lines of iaprof';
    throw new FormatError(diagnostic('samples/format', message, bytes.span(), ''));
  }
  return { form: rows.form, kernels: sums.kernels() };
}

/** Whether a line may come before the first header of unitrace. */
const isBefore = (text: string): boolean => text === '' || text.startsWith('===');

/** Reads the rows of one form; `read` returns what is wrong with a row. */
interface RowReader {
  readonly form: StallSamples['form'];
  read(text: string, sums: Sums): string | undefined;
}

/** Sums the samples of each kernel and address. */
class Sums {
  private readonly byName = new Map<string | undefined, Sample[]>();

  add(name: string | undefined, offset: number, counts: readonly number[], operation?: string): void {
    const sample = { offset, counts, operation };
    const known = this.byName.get(name);
    if (known) known.push(sample);
    else this.byName.set(name, [sample]);
  }

  kernels(): SampledKernel[] {
    return Array.from(this.byName, ([name, samples]) => ({ name, samples: summedSamples(samples) }));
  }
}

const TOO_LONG = `it has a name of more than ${LIMITS.nameLength} bytes`;

const ADDRESS = /^(?:0x)?[0-9a-f]{1,12}$/i;
const COUNT = /^[0-9]{1,12}$/;

function addressOf(text: string): number | undefined {
  return ADDRESS.test(text) ? Number.parseInt(text, 16) : undefined;
}

/** A column name in lower case and without its unit. */
const columnOf = (text: string): string => text.toLowerCase().replace(/\[[a-z]*\]$/, '');
const REASONS = new Map(STALL_REASONS.flatMap(({ name, metric }, i) => [[name as string, i] as const, [metric.toLowerCase(), i] as const]));

/** In every header; few other lines need to be taken apart to know that they are none. */
const OF_HEADERS = /address|ip/i;

function headOf(text: string): TableRows | undefined {
  if (!OF_HEADERS.test(text)) return undefined;
  const cells = cellsOf(text);
  const names = cells.map(columnOf);
  const address = names.findIndex((name) => name === 'address' || name === 'ip');
  if (address < 0) return undefined;
  const reasons = names.map((name) => REASONS.get(name));
  return new TableRows(cells[address] === 'IP[Address]' ? 'unitrace' : 'csv', names.indexOf('kernel'), address, reasons);
}

/** Rows of comma-separated values. */
class TableRows implements RowReader {
  readonly form: StallSamples['form'];
  private readonly kernel: number;
  private readonly address: number;
  /** For each column, the index of the reason that it counts. */
  private readonly reasons: readonly (number | undefined)[];
  /** The name of the last row, as it is written and decoded: the rows of a kernel follow one another. */
  private last = { written: '', text: '' };

  constructor(form: StallSamples['form'], kernel: number, address: number, reasons: readonly (number | undefined)[]) {
    this.form = form;
    this.kernel = kernel;
    this.address = address;
    this.reasons = reasons;
  }

  read(text: string, sums: Sums): string | undefined {
    if (isBefore(text)) return undefined;
    const cells = cellsOf(text);
    const more = cells.length - this.reasons.length;
    // Template names contain commas, and old releases of unitrace wrote them without quotes.
    if (more > 0 && this.kernel >= 0) cells.splice(this.kernel, more + 1, cells.slice(this.kernel, this.kernel + more + 1).join(', '));
    if (cells.length !== this.reasons.length) return `the row has ${cells.length} cells, and the header has ${this.reasons.length}`;
    const offset = addressOf(cells[this.address] as string);
    if (offset === undefined) return `${clip(cells[this.address] as string, 40)} is not an address in hexadecimal digits`;
    const counts = STALL_REASONS.map(() => 0);
    for (let i = 0; i < cells.length; i++) {
      const reason = this.reasons[i];
      if (reason === undefined) continue;
      const cell = cells[i] as string;
      if (!COUNT.test(cell)) return `${clip(cell, 40)} is not a number of samples`;
      counts[reason] = (counts[reason] ?? 0) + Number(cell);
    }
    const name = this.kernel < 0 ? '' : (cells[this.kernel] as string);
    if (name.length > LIMITS.nameLength) return TOO_LONG;
    if (this.last.written !== name) this.last = { written: name, text: displayText(name) };
    sums.add(this.kernel < 0 ? undefined : this.last.text, offset, counts);
    return undefined;
  }
}

const IAPROF = /^(?:string|interval|metric)\t/;
const isIaprof = (text: string): boolean => IAPROF.test(text);

/** Lines of iaprof, which refer to strings by number. */
class IaprofRows implements RowReader {
  readonly form = 'iaprof';
  /** Decoded once, because many lines refer to one string. */
  private readonly strings = new Map<string, string>();
  private kernel: string | undefined;

  read(text: string, sums: Sums): string | undefined {
    const cells = text.split('\t');
    switch (cells[0]) {
      case 'string': {
        const value = cells.slice(2).join('\t');
        if (value.length > LIMITS.nameLength) return TOO_LONG;
        this.strings.set(cells[1] ?? '', displayText(value));
        return undefined;
      }
      case 'kernel':
        this.kernel = this.strings.get(cells[SYMBOL] ?? '');
        return this.kernel === undefined ? 'the line refers to the name of a kernel that no line before it has' : undefined;
      case 'eustall':
        return this.sample(cells, sums);
      default:
        return undefined;
    }
  }

  private sample(cells: readonly string[], sums: Sums): string | undefined {
    const offset = addressOf(cells[1] ?? '');
    const counts = cells.slice(COUNTS);
    if (this.kernel === undefined) return 'no line before it names its kernel';
    if (offset === undefined) return 'its second field is not an address in hexadecimal digits';
    if (counts.length !== STALL_REASONS.length || !counts.every((count) => COUNT.test(count)))
      return `it does not end in ${STALL_REASONS.length} numbers of samples`;
    const operation = this.strings.get(cells[2] ?? '');
    sums.add(this.kernel, offset, counts.map(Number), operation?.startsWith('[') ? undefined : operation);
    return undefined;
  }
}

/** Indices of the field with the number of the symbol's name, and of the first field with a count. */
const SYMBOL = 6;
const COUNTS = 3;
