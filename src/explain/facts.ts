import { hex } from '../core/bytes/index.ts';
import { releaseText } from '../core/schema/index.ts';
import type { Entry } from './entry.ts';

/** What an entry says besides its description, as pairs of name and text in reading order. */
export function entryFacts(entry: Entry): (readonly [name: string, text: string])[] {
  const facts: [string, string | undefined][] = [
    ['also', entry.also?.join(', ')],
    ['value', entry.value === undefined ? undefined : valueText(entry.value)],
    ['type', entry.type],
    ['unit', entry.unit],
    ['severity', entry.severity],
    ['required', entry.required === undefined ? undefined : entry.required ? 'yes' : 'no'],
    [
      'default',
      entry.default === undefined ? undefined : Array.isArray(entry.default) ? `[ ${entry.default.join(', ')} ]` : String(entry.default),
    ],
    ['present', entry.when === undefined ? undefined : `when ${entry.when}`],
    ['versions', versionsText(entry)],
    ['drivers', entry.driverData ? `in code: ${driverText(entry.driver)}` : driverText(entry.driver)],
    ['drivers', entry.driverData && `in data: ${driverText(entry.driverData)}`],
    ['help', entry.help],
    ['source', entry.source],
  ];
  return facts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
}

/** Errors of OpenCL are negative, and nobody writes them in hexadecimal. */
const valueText = (value: number): string => (value < 0 ? String(value) : `${value} (${hex(value)})`);

/** The versions that have it; undefined for entries without versions. */
function versionsText(entry: Entry): string | undefined {
  if (entry.driver === undefined) return undefined;
  if (entry.specified === false) {
    // Compilers write it nevertheless.
    const from = entry.since === undefined ? '' : `, in files since ${entry.since}`;
    return `not in the specification${from}${entry.until === undefined ? '' : `, in files before ${entry.until}`}`;
  }
  const since = entry.since === undefined ? 'in the first version' : `since ${entry.since}`;
  const until = entry.until === undefined ? '' : `, removed in ${entry.until}`;
  const deprecated = entry.deprecated === undefined ? '' : `, deprecated since ${entry.deprecated}`;
  return since + until + deprecated;
}

function driverText(driver: Entry['driver']): string | undefined {
  if (driver === undefined) return undefined;
  const read = driver.since === undefined ? 'read by no public release' : `read from ${releaseText(driver.since)} on`;
  const until = driver.until === undefined ? '' : `, no longer from ${releaseText(driver.until)} on`;
  return `${read}${until}${driver.note === undefined ? '' : `. ${driver.note}`}`;
}
