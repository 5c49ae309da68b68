/** What instructions cost, shown next to them and after them: a gutter of branches, a column of live registers, what is waited for. */
import {
  type AnalysisStream,
  type CodeLine,
  type HotInstruction,
  hexDigits,
  type ListingStream,
  nextText,
  placeText,
  type SampleCounts,
  waitedText,
  waitText,
} from '../../src/internal.ts';
import type { Io } from '../io.ts';
import { count, visible } from '../text.ts';
import { FlowGutter } from './flow-gutter.ts';

/** Which columns are shown. */
export interface CostViews {
  readonly live: boolean;
  readonly waits: boolean;
  readonly flow: boolean;
  readonly samples: boolean;
}

/** Columns of a terminal below which bars and most arrows are left out. */
const NARROW = 100;
const BAR = 8;

/** The columns of one listing; its lines are requested in order. */
export class CostColumns {
  /** Columns between the address and the instruction. */
  readonly width: number;
  private readonly gutter: FlowGutter | undefined;
  private readonly analysis: AnalysisStream | undefined;
  private readonly views: CostViews;
  /** Names of arguments, by entry. */
  private readonly names: ReadonlyMap<number, string>;
  private readonly hasBar: boolean;
  private readonly digits: number;
  private readonly io: Io;

  constructor({ analysis, size }: Omit<ListingStream, 'lines'>, views: CostViews, io: Io) {
    this.analysis = analysis;
    this.views = views;
    this.io = io;
    const isNarrow = io.width < NARROW;
    this.gutter = analysis && views.flow ? new FlowGutter(analysis, isNarrow) : undefined;
    this.hasBar = !isNarrow && analysis?.grf_count !== null;
    this.names = new Map(analysis?.arguments.map(({ entry, operand, name }) => [entry, `${operand} ${visible(name)}`]));
    this.digits = Math.max(4, size.toString(16).length);
    this.width =
      (this.gutter?.width ?? 0) +
      (analysis && views.live ? NUMBER.length + (this.hasBar ? BAR + 3 : 1) : 0) +
      (analysis?.samples && views.samples ? SAMPLES.length : 0);
  }

  /** What is between the address and the instruction, with colours. */
  before(line: CodeLine): string {
    if (this.analysis === undefined) return '';
    const { colors } = this.io;
    const gutter = this.gutter?.text(line) ?? '';
    const parts = [(line.loop_depth ?? 0) > 0 ? colors.cyan(gutter) : colors.dim(gutter)];
    if (this.views.live) parts.push(this.live(line));
    if (this.views.samples) parts.push(this.samples(line));
    return parts.join('');
  }

  /** ` 45.1 %  `: the part of the samples. */
  private samples({ samples }: CodeLine): string {
    const all = this.analysis?.samples;
    if (!all) return '';
    if (!samples) return ' '.repeat(SAMPLES.length);
    const text = `${percent(samples.total, all.total)}  `.padStart(SAMPLES.length);
    return samples.total * HOT >= all.total ? this.io.colors.red(text) : text;
  }

  /** ` 87* #####... `: live registers, whether it is the peak, and their part of those that a thread has. */
  private live({ live, offset }: CodeLine): string {
    const { analysis } = this;
    if (!analysis) return '';
    if (live === undefined) return ' '.repeat(NUMBER.length + (this.hasBar ? BAR + 3 : 1));
    const isPeak = offset === analysis.peak?.offset;
    const filled = Math.min(BAR, Math.ceil((live * BAR) / Math.max(1, analysis.grf_count ?? 0)));
    const bar = this.hasBar ? `${'#'.repeat(filled).padEnd(BAR, '.')}  ` : '';
    const text = `${String(live).padStart(NUMBER.length - 1)}${isPeak ? '*' : ' '} ${bar}`;
    return isPeak ? this.io.colors.bold(text) : text;
  }

  /** Comments after an instruction. */
  after(line: CodeLine): readonly string[] {
    return this.analysis === undefined ? NONE : this.notes(line);
  }

  private notes({ waits = [], scratch, arguments: read = [] }: CodeLine): readonly string[] {
    // A distance for all pipes names each; pipes in which nothing runs get no line.
    const known = waits.filter(({ producers }) => producers > 0);
    const notes = this.views.waits ? known.map((wait) => `^ ${waitText(wait, (at) => hexDigits(at, this.digits))}`) : [];
    if (this.views.waits && known.length < Math.min(1, waits.length)) notes.push('^ waits, but nothing can be in flight');
    if (this.views.live && read.length > 0) notes.push(`^ reads ${this.argumentsText(read)}`);
    if (scratch) notes.push(`^ ${SCRATCH[scratch.use]}, ${count(scratch.bytes, 'byte')}`);
    return notes;
  }

  /** `r5.0:uq dst, r5.1:uq src`: where the entries are, and their names. */
  private argumentsText(entries: readonly number[]): string {
    const texts = entries.flatMap((entry) => this.names.get(entry) ?? []);
    return texts.slice(0, NAMED).join(', ') + (texts.length > NAMED ? `, and ${texts.length - NAMED} more` : '');
  }

  /** Sentences after the listing. */
  summary(): string[] {
    return [...this.peakText(), ...this.samplesText()];
  }

  private peakText(): string[] {
    const { analysis, views } = this;
    if (!analysis?.peak || !views.live) return [];
    const { peak, grf_count, indirect } = analysis;
    const of = grf_count === null ? '' : ` of ${grf_count}`;
    const address = hexDigits(peak.offset, this.digits);
    const unknown = indirect === 0 ? '' : `; ${count(indirect, 'instruction')} with an address register may keep more registers live`;
    return [`peak: ${peak.registers}${of} registers are live before ${address}${nextText(analysis)}${unknown}`];
  }

  /** The hottest instructions, each with what it waits for. */
  private samplesText(): string[] {
    const samples = this.views.samples ? this.analysis?.samples : undefined;
    if (!samples) return [];
    const lost = samples.elsewhere === 0 ? '' : `; ${samples.elsewhere} more match no instruction`;
    const head = `${count(samples.total, 'sample')} at ${count(samples.instructions, 'instruction')}: ${this.reasonsText(samples)}${lost}`;
    return [head, ...samples.hottest.slice(0, HOTTEST).map((one) => this.hotText(one, samples.total))];
  }

  private hotText(hot: HotInstruction, total: number): string {
    const address = (offset: number): string => hexDigits(offset, this.digits);
    const { waits_for: on } = hot;
    const waits = on.length === 0 ? '' : `; waits for ${waitedText(on, on.length, address)}`;
    const [place] = hot.source ?? [];
    const source = place === undefined ? '' : `; ${visible(placeText(place))}`;
    const [op = ''] = hot.text.replace(/^\([^)]*\)\s+/, '').split(/\s/);
    return `${percent(hot.total, total)} ${address(hot.offset)} ${op}: ${this.reasonsText(hot)}${waits}${source}`;
  }

  private reasonsText({ reasons, total }: SampleCounts): string {
    const sorted = Object.entries(reasons).sort(([, a], [, b]) => b - a);
    return sorted.map(([name, samples]) => `${name} ${percent(samples, total)}`).join(', ');
  }
}

const NONE: readonly string[] = [];
const NUMBER = '100*';
/** Arguments named after an instruction. */
const NAMED = 8;
const SAMPLES = '100.0 %  ';
/** Instructions named after a listing. */
const HOTTEST = 10;
/** An instruction with at least one in this many samples is hot. */
const HOT = 10;

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

const SCRATCH: Readonly<Record<NonNullable<CodeLine['scratch']>['use'], string>> = {
  spill: 'spill',
  fill: 'fill',
  private: 'private memory',
};
