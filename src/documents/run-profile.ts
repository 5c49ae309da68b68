/** Profiles of runs as rows, and as the CSV that `disasm --samples` reads. */
import { hex } from '../core/bytes/index.ts';
import { InstructionPrinter, PLATFORMS, readCode } from '../formats/eu/index.ts';
import { TEXT_PREFIX, type Zebin } from '../formats/zebin/index.ts';
import type { ProfileRow } from '../run/index.ts';
import { platformOfZebin } from './dump-code.ts';
import type { RunProfileRow } from './run-model.ts';
import { Sources } from './run-sources.ts';

/** What instructions did, with their text and their position in the source. */
export function profileRows(zebin: Zebin, rows: readonly ProfileRow[]): RunProfileRow[] {
  const sources = new Sources(zebin);
  const texts = textsOf(zebin, new Set(rows.map(({ section }) => section)));
  return rows.map((row) => {
    const { section, offset, runs, lanes, width, bytesRead, bytesWritten, cacheLines } = row;
    return {
      section,
      address: hex(offset),
      source: sources.at(section, offset)[0] ?? null,
      text: texts.get(`${section} ${offset}`) ?? '',
      ...{ runs, lanes, width, enabled: lanes / (runs * width), bytes_read: bytesRead, bytes_written: bytesWritten },
      cache_lines: cacheLines,
      bytes_per_line: cacheLines === 0 ? null : (bytesRead + bytesWritten) / cacheLines,
      bank_conflicts: row.bankConflicts ?? null,
    };
  });
}

function textsOf(zebin: Zebin, names: ReadonlySet<string>): Map<string, string> {
  const platform = platformOfZebin(zebin);
  if (platform === undefined) return new Map();
  const printer = new InstructionPrinter(PLATFORMS.indexOf(platform));
  return new Map(
    zebin.elf.sections
      .filter(({ name }) => names.has(name))
      .flatMap(({ name, bytes }) =>
        readCode(bytes, platform).value.instructions.map(
          (one) => [`${name} ${one.offset}`, printer.print(one).replace(/\s+/g, ' ').trim()] as const,
        ),
      ),
  );
}

/**
 * Rows as CSV: the columns `kernel`, `address` and `active` are those of samples, in which each run counts as one; readers of samples
 * skip the others.
 */
export function profileCsv(rows: readonly RunProfileRow[]): string {
  const head = 'kernel,address,active,lanes,width,bytes_read,bytes_written,cache_lines,bank_conflicts';
  const lines = rows.map((row) => {
    const name = row.section.startsWith(TEXT_PREFIX) ? row.section.slice(TEXT_PREFIX.length) : row.section;
    const numbers = [row.runs, row.lanes, row.width, row.bytes_read, row.bytes_written, row.cache_lines, row.bank_conflicts ?? ''];
    return [/[,"\s]/.test(name) ? `"${name.replace(/"/g, '')}"` : name, row.address, ...numbers].join(',');
  });
  return `${[head, ...lines].join('\n')}\n`;
}
