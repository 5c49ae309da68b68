import {
  checkedOf,
  codeFaults,
  countsOf,
  excerptsOf,
  type Finding,
  findingsBy,
  formatRow,
  type Item,
  type ItemFinding,
  knownVersion,
  NEWEST,
  OLDEST,
  passWithDevices,
  zebinRules,
} from '../../src/internal.ts';
import { EXIT, UsageError } from '../exit.ts';
import { oneForm } from '../forms.ts';
import { openPass } from '../input/input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { tablesOf } from '../tables.ts';
import { count, visible, visibleLines, wrap } from '../text.ts';
import { isText, textFindings } from '../text-findings.ts';
import { unreadText } from '../unread.ts';
import { programSite, VERSION } from './program.ts';
import type { Context, OptionsOf } from './rows.ts';

/** Findings that are shown with the bytes or lines that they are about. */
const SHOWN = 20;

export async function run({ arguments: [file = ''], options, io }: Context<'validate'>): Promise<number> {
  oneForm(options);
  const version = versionOf(options);
  const { path, pass, budget } = await openPass(file, options, io);
  const { root } = pass;
  const row = formatRow(root.kind);
  if (row?.code === 'ir' && root.content.kind === 'none')
    throw new UsageError(`${path}${root.address} is ${row.title}, whose content has no rules here; nothing was checked`, { file: path });
  const tables = await tablesOf(options, io);
  // The rules of other formats are many, and nothing in a zebin needs them.
  const others = root.content.kind === 'zebin' ? [] : [(await import('../other-rules.ts')).otherRules];
  const findings = findingsBy(
    [zebinRules, ...others, (one) => codeFaults(one, budget)],
    passWithDevices(pass, tables.devices),
    version,
    tables,
  );
  const item = pass.whole();
  const read = checkedOf(item, findings);
  const counts = countsOf(findings);
  const answer = counts.errors === 0 ? EXIT.yes : EXIT.no;
  if (options.json || options.sarif || options.markdown) {
    const { sarifLog, validateDocument, validateMarkdown } = await import('../findings.ts');
    const document = validateDocument(findings, read, version, programSite(io.packaged));
    if (options.json) printJson(io, document);
    else if (options.sarif) printJson(io, sarifLog(document, path, VERSION, programSite(io.packaged)));
    else io.print(validateMarkdown(document, { path: path + item.address, version: VERSION }));
    return answer;
  }
  const name = visible(path + item.address);
  const { errors, warnings, infos } = counts;
  const parts = [count(errors, 'error'), count(warnings, 'warning'), ...(infos > 0 ? [count(infos, 'remark')] : [])];
  const hidden = infos > 0 && !options.all ? ' (--all shows remarks)' : '';
  const head = wrap(`${name}: ${parts.join(', ')}${hidden}`, io.width).replace(name, io.colors.bold(name));
  io.print(`${head}\n${unreadText(read, path, io)}`);
  const shown = findings.filter(({ diagnostic }) => options.all || diagnostic.severity !== 'info');
  if (shown.length > 0) await printFindings(shown, options.all, path, item, io);
  return answer;
}

async function printFindings(findings: readonly ItemFinding[], all: boolean, path: string, item: Item, io: Io): Promise<void> {
  const { findingOf } = await import('../findings.ts');
  const render = isText(item) ? textFindings(item.bytes, path + item.address) : undefined;
  const excerpt = excerptsOf(io.width - 4);
  const texts = findings.slice(0, all ? findings.length : SHOWN).map((one) => {
    const finding = findingOf(one);
    return render ? lineText(render(one.diagnostic), finding, io) : findingText(one, finding, excerpt, io);
  });
  io.print(texts.join(''));
  if (texts.length < findings.length) io.print(`  and ${count(findings.length - texts.length, 'more finding')}: see --all or --json\n`);
}

function versionOf({ spec }: OptionsOf<'validate'>) {
  if (spec === undefined) return undefined;
  const version = knownVersion(spec);
  if (version !== undefined) return version;
  throw new UsageError(`${spec} is not a version of the format; known are ${OLDEST} to ${NEWEST}`);
}

/** A finding in a text, as compilers print it: its first line is not broken. */
function lineText(rendered: string, finding: Finding, io: Io): string {
  const label = `${finding.severity}: `;
  return `${visibleLines(rendered).replace(label, paintOf(finding, io)(label))}\n${notesText(finding, io)}`;
}

const paintOf = ({ severity }: Finding, { colors }: Io) => ({ error: colors.red, warning: colors.yellow, info: colors.dim })[severity];

/** Where the rule is published, and what to write instead. */
function notesText({ source_of_rule: rule, suggestion }: Finding, { colors, width }: Io): string {
  const notes = [...(rule === null ? [] : [`rule: ${rule}`]), ...(suggestion === null ? [] : [`try ${visible(suggestion)}`])];
  return notes.map((text) => `${colors.dim(wrap(text, width, '    '))}\n`).join('');
}

function findingText(itemFinding: ItemFinding, finding: Finding, excerpt: ReturnType<typeof excerptsOf>, io: Io): string {
  const { colors, width } = io;
  const { severity, code, message, offset, path, line } = finding;
  const paint = paintOf(finding, io);
  const label = `${severity}[${code}]`;
  const head = wrap(`${label} ${visible(message)}`, width, '  ').replace(label, paint(label));
  const at = `at 0x${offset.toString(16)}${line === undefined ? '' : `, .ze_info line ${line}`}${path === '' ? '' : `, ${visible(path)}`}`;
  const rows = excerpt(itemFinding).map((row) => `    ${row}\n`);
  // Truncated rows of bytes are worse than none.
  const fits = rows.every((row) => row.length <= width + 1);
  return `${head}\n${colors.dim(wrap(at, width, '    '))}\n${fits ? rows.join('') : ''}${notesText(finding, io)}`;
}
