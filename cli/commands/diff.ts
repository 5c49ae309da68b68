import { type CodeChange, type DiffDocument, diffDocument, isPseudoKernel, type KernelChoice, type Side } from '../../src/internal.ts';
import { changesText } from '../code/code-changes.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { chooseInSides } from '../kernel-filter.ts';
import { openSide } from '../sides.ts';
import { commas, count, fill, middle, visible, wrap } from '../text.ts';
import { unreadText } from '../unread.ts';
import type { Context } from './rows.ts';

export async function run({ arguments: [left = '', right = ''], options, io }: Context<'diff'>): Promise<number> {
  const [base, next] = [await openSide(left, options, io), await openSide(right, options, io)];
  const pattern = options.kernel;
  const choice = pattern === undefined ? undefined : chosen(pattern, [base, next]);
  const document = diffDocument(base, next, choice && ((name) => choice.names.has(name)), io.budgets.open(0));
  if (options.json) printJson(io, document);
  if (choice?.why !== undefined) {
    io.warn(choice.why);
    return EXIT.no;
  }
  if (!options.json) io.print(diffText(document, options.full, io));
  return document.identical || (document.same && document.complete) ? EXIT.yes : EXIT.no;
}

/** The kernels that are meant, or an entry that is not a kernel: its code is compared for anyone who gives its name. */
function chosen(pattern: string, sides: readonly Side[]): KernelChoice {
  return isPseudoKernel(pattern) ? { names: new Set([pattern]) } : chooseInSides(pattern, sides);
}

function sideText({ path, images, others, kernels }: DiffDocument['base']): string {
  const rest = others === 0 ? '' : `; ${count(others, 'image of another kind', 'images of other kinds')} not compared`;
  return `${visible(path)}: ${count(images, 'image')}, ${count(kernels, 'kernel')}${rest}`;
}

function sameText({ identical, complete, unchanged }: DiffDocument): string {
  if (identical) return 'the same, byte by byte';
  return `no difference in ${count(unchanged, 'kernel')}${complete ? '' : ' that could be read'}`;
}

type Differences = DiffDocument['kernels'][number]['differences'];

function diffText(document: DiffDocument, full: boolean, io: Io): string {
  const { colors, width } = io;
  const lines: string[] = [];
  const add = (text: string, indent = ''): void => void lines.push(wrap(text, width, indent));
  const { kernels, images } = document;
  add(`base  ${sideText(document.base)}`);
  add(`new   ${sideText(document.new)}`);
  if (document.other_devices) add('for different devices');
  const unread = unreadText(document, '', io, '');
  if (unread !== '') lines.push(unread.trimEnd());
  for (const image of images) block(`image ${image.device}`, image.base, image.new, image.differences);
  for (const kernel of kernels) {
    block(
      `${middle(kernel.label, VALUE)}${isPseudoKernel(kernel.name) ? ' (functions, not a kernel)' : ''}`,
      kernel.base,
      kernel.new,
      kernel.differences,
    );
    if (kernel.code) code(kernel.code);
  }
  only('only in the base', [...document.images_only_base.map((place) => `image ${place}`), ...names(document.kernels_only_base)]);
  only('only in the new', [...document.images_only_new.map((place) => `image ${place}`), ...names(document.kernels_only_new)]);
  lines.push('');
  if (document.same) lines.push(colors.bold(wrap(sameText(document), width)));
  else add(`${count(kernels.filter(({ name }) => !isPseudoKernel(name)).length, 'kernel')} changed, ${document.unchanged} unchanged`);
  return `${lines.join('\n')}\n`;

  function block(title: string, base: string, next: string, differences: Differences): void {
    const where = base === next ? base : `${base} → ${next}`;
    lines.push('', colors.bold(wrap(visible(title), width)));
    if (where !== '') add(`in ${visible(where)}`, '  ');
    let within = '';
    for (const one of differences) {
      if (one.within !== within && one.within !== '') add(visible(one.within), '  ');
      within = one.within;
      difference(one, within === '' ? '  ' : '    ');
    }
  }

  function difference({ what, base: before, new: after }: Differences[number], indent: string): void {
    const name = visible(what);
    if (before === null) add(colored('+', `${name}: ${text(after)}`), indent);
    else if (after === null) add(colored('-', `${name}: ${text(before)}`), indent);
    else add(`${name}: ${text(before)} → ${text(after)}`, indent);
  }

  function code({ base_count, new_count, changes, by_operation, unchecked, ...counts }: Code): void {
    if (unchecked !== undefined) add(`code: not compared whole: ${unchecked}`, '  ');
    const sizes = base_count === new_count ? count(base_count, 'instruction') : `${base_count} → ${count(new_count, 'instruction')}`;
    if (changes.length === 0) {
      add(`code: the same except for registers, addresses and waits (${sizes})`, '  ');
      return;
    }
    const operations = Object.entries(by_operation).map(([name, one]) => `${name} (${changesText(one)})`);
    lines.push(fill([`code: ${changesText(counts)}`, `of ${sizes}:`, ...commas(operations)], width, '  '));
    for (const change of full ? changes : changes.slice(0, CHANGES)) {
      lines.push(colors.dim(wrap(changeText(change), width, '    ')));
      if (change.base) add(colored('-', visible(change.base.text)), '    ');
      if (change.new) add(colored('+', visible(change.new.text)), '    ');
    }
    if (!full && changes.length > CHANGES) add(`… ${changes.length - CHANGES} more (--full)`, '    ');
  }

  function only(title: string, things: readonly string[]): void {
    if (things.length === 0) return;
    lines.push('', colors.bold(title));
    for (const thing of things) add(visible(thing), '  ');
  }

  function colored(sign: '+' | '-', rest: string): string {
    const line = `${sign} ${rest}`;
    // Escapes would be counted when a line is broken.
    if (line.length > width - 4) return line;
    return sign === '+' ? colors.green(line) : colors.red(line);
  }
}

type Code = NonNullable<DiffDocument['kernels'][number]['code']>;

/** Instructions of a kernel that are printed, unless all are asked for. */
const CHANGES = 8;

const REASONS = { operation: '', value: ': other values', target: ': branches elsewhere' } as const;

function changeText({ kind, reason, base, new: next }: CodeChange): string {
  const places = [base, next].flatMap((one) => (one ? [`0x${one.offset.toString(16)}`] : []));
  return `${kind} at ${places.join(' → ')}${reason === null ? '' : REASONS[reason]}`;
}

/** Longer values are in the JSON. */
const VALUE = 400;

function text(value: string | null): string {
  return value === '' ? '(empty)' : middle(visible(value ?? ''), VALUE);
}

function names(kernels: DiffDocument['kernels_only_base']): string[] {
  return kernels.map(
    ({ label, device, place }) => `${middle(label, VALUE)} [${device || 'no device named'}]${place === '' ? '' : ` in ${place}`}`,
  );
}
