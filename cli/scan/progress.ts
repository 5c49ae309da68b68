/** A line on a terminal that says how far a scan is. */
import type { ScanCounts } from '../../src/internal.ts';
import type { Standard } from '../input/standard.ts';
import { count } from '../text.ts';

const EVERY_MS = 200;

export class Progress {
  private readonly started = performance.now();
  private shown = 0;
  private readonly total: number;
  private readonly columns: number;
  private readonly standard: Standard;

  /** @param total number of files to scan. */
  constructor(total: number, columns: number, standard: Standard) {
    this.total = total;
    this.columns = columns;
    this.standard = standard;
  }

  show(counts: ScanCounts): void {
    const now = performance.now();
    if (now - this.shown < EVERY_MS) return;
    this.shown = now;
    this.standard.warn(`\r\x1b[K${progressText(counts, this.total, (now - this.started) / 1000).slice(0, this.columns - 1)}`);
  }

  end(): void {
    this.standard.warn('\r\x1b[K');
  }
}

/** `1,234 of 20,000 files, 310/s, 4,567 kernels, 1:01 left` */
export function progressText({ files, kernels }: ScanCounts, total: number, seconds: number): string {
  const rate = files / Math.max(seconds, 0.001);
  const left = files === 0 ? '' : `, ${clock(Math.max(total - files, 0) / rate)} left`;
  return `${count(files, '', '').trim()} of ${count(total, 'file')}, ${count(Math.round(rate), '', '').trim()}/s, ${count(kernels, 'kernel')}${left}`;
}

function clock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
