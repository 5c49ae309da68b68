/** The findings of the rules, with the part of the file that each is about. */
import { byteExcerpt, type Diagnostic, diagnostic, textExcerpt } from '../../core/diag/index.ts';
import type { Version } from '../../core/schema/index.ts';
import { dialectFault, TABLES, type Tables } from '../../driver/index.ts';
import { validateZebin, type Zebin } from '../../formats/zebin/index.ts';
import { type Completeness, completeness, unreadOf } from '../../walk/damage.ts';
import { asClosed, type ClosedItem, type Item, type Pass } from '../../walk/item.ts';
import { lineFinder } from '../lines.ts';

/** A finding with the item that it is about. */
export interface ItemFinding {
  /** Its path begins with the address of the item. */
  readonly diagnostic: Diagnostic;
  readonly item: ClosedItem;
  /** Line of .ze_info, counted from 1. */
  readonly line?: number;
}

const WORST = { error: 0, warning: 1, info: 2 } as const;

/** How many findings there are of each severity. */
export function countsOf(findings: readonly ItemFinding[]): Readonly<Record<'errors' | 'warnings' | 'infos', number>> {
  const counted = (severity: Diagnostic['severity']) => findings.filter(({ diagnostic }) => diagnostic.severity === severity).length;
  return { errors: counted('error'), warnings: counted('warning'), infos: counted('info') };
}

/** Whether all of a file was read, and all of its code was checked. */
export function checkedOf(root: Item, findings: readonly ItemFinding[]): Completeness {
  const unchecked = findings.filter(({ diagnostic }) => diagnostic.code === 'code/unchecked');
  return completeness([
    ...unreadOf(root),
    ...unchecked.map(({ diagnostic: { code, message }, item: { address } }) => ({ address, code, reason: message })),
  ]);
}

/** Finds broken rules in an item. @param version of ze_info to check against; if it is left out, the version of each zebin */
export type ItemRules = (item: Item, version: Version | undefined, tables: Tables) => readonly Diagnostic[];

/** All findings about a file: those from reading it, and those of the rules, such as `zebinRules`. */
export function findingsBy(rules: readonly ItemRules[], pass: Pass, version?: Version, tables = TABLES): readonly ItemFinding[] {
  const of = (item: Item) =>
    placed(
      item,
      rules.flatMap((find) => find(item, version, tables)),
    );
  // Rules of containers open what is in them, so that they wait for the end of the pass.
  const below = Array.from(pass.below, (item) => (item.content.kind === 'zebin' ? of(item) : asClosed(item)));
  const findings = [...of(pass.whole()), ...below.flatMap((one) => ('open' in one ? of(one.open()) : one))];
  return findings.sort((a, b) => WORST[a.diagnostic.severity] - WORST[b.diagnostic.severity]);
}

/** The findings from reading an item, and further ones about it. */
function placed(item: Item, found: readonly Diagnostic[]): ItemFinding[] {
  const line = item.content.kind === 'zebin' ? lineFinder(item.content.zebin) : undefined;
  const closed = asClosed(item);
  const before = item.address === '' ? '' : `${item.address.slice(1)}!`;
  return [...item.diagnostics, ...found].map((one) => {
    const diagnostic = before === '' ? one : { ...one, path: before + one.path };
    const at = one.span.source === item.bytes.span().source ? line?.(one.span.start) : undefined;
    return { diagnostic, item: closed, ...(at === undefined ? {} : { line: at }) };
  });
}

/** The rules of a zebin; nothing for other items. */
export const zebinRules: ItemRules = (item, version, { devices, releases }) => {
  const { content } = item;
  if (content.kind !== 'zebin') return [];
  const { zebin } = content;
  return [...validateZebin(zebin, { devices, ...(version === undefined ? {} : { version }) }), ...dialect(item, zebin, releases)];
};

/** Text that this library reads, but that the newest driver does not accept as text of ze_info. */
function dialect(item: Item, zebin: Zebin, releases: readonly string[]): Diagnostic[] {
  const fault = dialectFault(item.bytes, zebin, releases.at(-1) ?? '');
  return fault ? [diagnostic('rule/driver-text', fault.message, fault.span, fault.path, fault.data)] : [];
}

/** Bytes before and after the start of a finding that its excerpt needs, and more. */
const EXCERPT = 64;

/**
 * What shows lines of the file around a finding, with marks: lines of text for a finding in text, otherwise of bytes. An item is read once
 * for the findings in it that follow each other.
 */
export function excerptsOf(columns: number): (finding: ItemFinding) => readonly string[] {
  let last: Item | undefined;
  return ({ diagnostic, item, line }) => {
    if (last?.address !== item.address) last = item.open();
    return excerptIn(last, diagnostic, line, columns);
  };
}

function excerptIn({ content, bytes }: Item, { span }: Diagnostic, line: number | undefined, columns: number): readonly string[] {
  if (line !== undefined && content.kind === 'zebin' && content.zebin.zeInfo) {
    const text = content.zebin.zeInfo.bytes;
    return textExcerpt(text.data, span.start - text.base, span.end - text.base, Math.min(columns, 120));
  }
  if (span.source !== bytes.span().source || span.end <= span.start) return [];
  if (content.kind === 'property-sets' || content.kind === 'visa-text')
    return textExcerpt(bytes.data, span.start - bytes.base, span.end - bytes.base, Math.min(columns, 120));
  // The file may be larger than the memory.
  const start = Math.min(Math.max(span.start - bytes.base, 0), bytes.length);
  const shown = bytes.sub(Math.max(start - EXCERPT, 0), Math.min(start + EXCERPT, bytes.length));
  return byteExcerpt(shown.data, shown.base, span.start, Math.min(span.end, bytes.base + bytes.length));
}
