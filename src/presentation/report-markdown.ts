import { hex } from '../core/bytes/index.ts';
import { grouped } from '../core/diag/index.ts';
import { releaseText } from '../core/schema/index.ts';
import type { CheckDocument, ImageCheck } from '../documents/check.ts';
import { type InfoDocument, isZebinInfo, type KernelInfo, type ZebinInfo } from '../documents/info.ts';
import type { DiagnosticJson } from '../documents/json.ts';
import type { LsDocument, LsEntry } from '../documents/ls.ts';
import type { ValidateDocument } from '../documents/validate/document.ts';
import { releaseRangeText } from '../driver/index.ts';
import type { Completeness } from '../walk/damage.ts';
import { imageFormat, infoFacts } from './info-facts.ts';
import { type Block, baseName, code, reportMarkdown, tableHead, tableRow } from './markdown.ts';
import { RESOURCE_COLUMNS, spillMark } from './resource-table.ts';
import { supportNotes } from './support-notes.ts';

/** Characters of a message. It can contain several names. */
const MESSAGE = 400;
/** Images of a container that are described. The others are only counted. */
const IMAGES = 10;
/** Names in a list. */
const NAMES = 20;

/** The file of a report, and the program that writes it. */
export interface ReportOrigin {
  /** Path of the file. Only its last part is shown. */
  readonly path: string;
  /** Version of the program that writes the report. */
  readonly version: string;
}

/**
 * Describes a file for a bug report: versions, notes, findings, resources and sections, and the decision of the newest driver. The
 * report contains no code and no folder names.
 */
export function infoMarkdown(info: InfoDocument, { root }: LsDocument, { path, version }: ReportOrigin): string {
  const { images } = info;
  const shown = images.slice(0, IMAGES);
  const blocks = shown.flatMap((image): Block[] => {
    const { address } = image;
    const findings = findingBlocks(address, image.diagnostics);
    if (!isZebinInfo(image)) {
      const names = image.kernel_names.map((name) => `- ${code(name)}`);
      const head = [`- format: ${imageFormat(image)}, ${grouped(image.size)} bytes`];
      return [
        { of: address, title: 'image', head, rows: [], what: 'images' },
        ...findings,
        ...listBlock(address, 'kernels', names, 'kernels'),
      ];
    }
    const entry = entryAt(root, address);
    return [
      { of: address, title: 'zebin', head: factLines(image), rows: [], what: 'images' },
      ...findings,
      ...resourceBlock(address, image.kernels),
      ...listBlock(
        address,
        'sections',
        entry?.children.map(sectionRow) ?? [],
        'sections',
        tableHead('section', 'type', 'offset #', 'bytes #'),
      ),
    ];
  });
  const more = images.length - shown.length;
  const rest = more > 0 ? [{ of: '', title: '', head: [`And ${more} more images.`], rows: [], what: 'images' }] : [];
  const fileBlocks = findingBlocks('', info.diagnostics);
  const container = info.format === 'zebin' ? '' : `, ${info.format}, ${images.length} images`;
  return reportMarkdown(`${baseName(path)}${container} (zebin ${version})`, [...unreadBlock(info), ...fileBlocks, ...blocks, ...rest]);
}

/** The decision of a driver, for a bug report. */
export function checkMarkdown(document: CheckDocument, { path, version }: ReportOrigin): string {
  const images = document.images ?? [document];
  const blocks = images.slice(0, IMAGES).flatMap((image) => imageBlocks(image, images.length > 1 ? image.address : ''));
  const more = images.length - IMAGES;
  const rest = more > 0 ? [{ of: '', title: '', head: [`And ${more} more images.`], rows: [], what: 'images' }] : [];
  const question = `asked for ${document.profile === 'driver' ? 'driver' : 'ocloc validate'} ${releaseText(document.driver)}`;
  return reportMarkdown(`${baseName(path)}: ${document.verdict} (${question}; zebin ${version})`, [
    ...unreadBlock(document),
    ...blocks,
    ...rest,
  ]);
}

/** The broken rules in a file, for a bug report. */
export function validateMarkdown(document: ValidateDocument, { path, version }: ReportOrigin): string {
  const { errors, warnings, infos, spec, findings } = document;
  const counts = `${errors} errors, ${warnings} warnings, ${infos} remarks`;
  const by = spec === null ? '' : `by version ${spec}; `;
  return reportMarkdown(`${baseName(path)}: ${counts} (${by}zebin ${version})`, [...unreadBlock(document), ...findingBlocks('', findings)]);
}

function factLines(zebin: ZebinInfo): string[] {
  const facts = infoFacts(zebin).map(({ name, text }) => `- ${name}: ${code(text, MESSAGE)}`);
  const notes = Object.entries(zebin.target).flatMap(([name, value]) => noteText(name, value) ?? []);
  return [...facts, ...(notes.length === 0 ? [] : [`- notes: ${notes.join(', ')}`])];
}

function noteText(name: string, value: unknown): string | undefined {
  if (value === null || Array.isArray(value)) return undefined;
  if (typeof value !== 'object') return `${name} ${code(String(value))}`;
  const parts = Object.entries(value as object).filter(([, part]) => part !== null);
  return `${name} ${code(parts.map(([key, part]) => `${key} ${part}`).join(', '))}`;
}

function supportText({ support }: ImageCheck): string {
  return supportNotes(support, (name) => code(name)).join('; ');
}

function imageBlocks(image: ImageCheck, of: string): Block[] {
  const steps = image.steps.map(({ name, outcome }) => tableRow([name, outcome]));
  const findings = image.steps.flatMap((step) => step.findings);
  const releases = [...image.releases]
    .reverse()
    .map((range) => tableRow([releaseRangeText(range), range.verdict, range.message === undefined ? '' : code(range.message, MESSAGE)]));
  const kernels = image.kernels.map(({ label: name, support }) => {
    const until = support.accepted.at(-1)?.until;
    return tableRow([
      code(name),
      releaseText(support.first_release ?? '–'),
      until === undefined ? '–' : releaseText(until),
      forcedBy(support.forced_by),
    ]);
  });
  return [
    { of, title: image.verdict, head: [code(image.sentence, MESSAGE)], rows: [], what: 'images' },
    { of, title: '', head: tableHead('step', 'outcome'), rows: steps, what: 'steps' },
    ...findingBlocks(of, findings),
    ...(image.releases.length === 0 ? [] : [{ of, title: '', head: [supportText(image)], rows: [], what: 'sentences' }]),
    ...listBlock(of, 'releases', releases, 'ranges of releases', tableHead('releases', 'verdict', 'why')),
    ...listBlock(of, 'kernels, each checked separately', kernels, 'kernels', tableHead('kernel', 'accepted from', 'to before', 'for')),
  ];
}

function forcedBy(names: readonly string[]): string {
  return names
    .slice(0, NAMES)
    .map((name) => code(name))
    .join(', ');
}

/** Findings as a list. Those of severity `info` are in a folded block. */
function findingBlocks(of: string, diagnostics: readonly DiagnosticJson[]): Block[] {
  const line = ({ severity, code: id, message, offset, line: row, path }: DiagnosticJson) => {
    const place = [hex(offset), ...(row === undefined ? [] : [`.ze_info line ${row}`])].join(', ');
    return `- ${severity} \`${id}\` at ${place}${path === '' ? '' : ` (${code(path)})`}: ${code(message, MESSAGE)}`;
  };
  const serious = diagnostics.filter(({ severity }) => severity !== 'info');
  const remarks = diagnostics.filter(({ severity }) => severity === 'info');
  return [
    ...(serious.length === 0 ? [] : [{ of, title: 'findings', head: [], rows: serious.map(line), what: 'findings' }]),
    ...listBlock(of, 'remarks', remarks.map(line), 'remarks'),
  ];
}

/** What the rest of the report cannot answer for. */
function unreadBlock({ unread }: Completeness): Block[] {
  const rows = unread.map(({ address, reason }) => `- ${address === '' ? 'the file' : code(address)}: ${code(reason, MESSAGE)}`);
  return rows.length === 0 ? [] : [{ of: '', title: 'not read whole', head: [], rows, what: 'parts' }];
}

function resourceBlock(of: string, kernels: readonly KernelInfo[]): Block[] {
  const head = tableHead('kernel', '', ...RESOURCE_COLUMNS.map(({ title }) => `${title.join(' ')} #`));
  const rows = kernels.map((kernel) =>
    tableRow([code(kernel.label), spillMark(kernel).trim(), ...RESOURCE_COLUMNS.map((column) => column.text(kernel))]),
  );
  return listBlock(of, 'kernels', rows, 'kernels', head);
}

function listBlock(of: string, title: string, rows: readonly string[], what: string, head: readonly string[] = []): Block[] {
  return rows.length === 0 ? [] : [{ of, title, folded: true, head, rows, what }];
}

function sectionRow({ name, title, offset, size }: LsEntry): string {
  return tableRow([code(name), code(title), hex(offset), size]);
}

function entryAt(root: LsEntry, address: string): LsEntry | undefined {
  let entry: LsEntry | undefined = root;
  while (entry && entry.address !== address)
    entry = entry.children.find((child) => address === child.address || address.startsWith(`${child.address}!`));
  return entry;
}
