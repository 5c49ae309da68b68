import { type EditDocument, type EditOptions, editItem, NOTE_TYPES, type PayloadArgument, type ZebinEdit } from '../../src/internal.ts';
import { EXIT, UsageError } from '../exit.ts';
import { fileOf, openWhole } from '../input/input.ts';
import { printJson } from '../json.ts';
import { orUsageError } from '../refusal.ts';
import { count } from '../text.ts';
import type { Context, OptionsOf } from './rows.ts';

export async function run({ arguments: [file = ''], options, io }: Context<'edit'>): Promise<number> {
  const edits = [...options.rename.map(renameOf), ...options.addArgument.map(argumentOf), ...options.setNote.map(noteOf)];
  if (edits.length === 0) throw new UsageError('give what to change: --rename, --add-argument or --set-note');
  const { path, item } = await openWhole(file, options, io);
  io.inputs.mayReplace(path);
  const { bytes, document } = orUsageError(
    path,
    () => editItem(item, edits, targetOf(options)),
    ({ message }) => `${path}${item.address}: ${message}`,
    (error) => (error instanceof TypeError || error instanceof RangeError ? `${path}${item.address}: ${error.message}` : undefined),
  );
  if (document.images.length === 0) {
    throw new UsageError(
      `${path}${item.address} is not a zebin and contains none; only zebins can be edited (\`zebin ls\` lists the content)`,
    );
  }
  if (options.json) printJson(io, document);
  else {
    io.write(bytes, fileOf({ path, item }));
    io.note(summary(document));
  }
  return EXIT.yes;
}

function summary({ images }: EditDocument): string {
  const changed = images.filter(({ edits }) => edits > 0);
  const edits = changed.reduce((sum, image) => sum + image.edits, 0);
  return images.length === 1 ? count(edits, 'edit') : `${count(edits, 'edit')} in ${changed.length} of ${count(images.length, 'image')}`;
}

/** For which device and driver the result has to be accepted. */
function targetOf({ device, driver }: OptionsOf<'edit'>): EditOptions {
  return { ...(device === undefined ? {} : { device }), ...(driver === undefined ? {} : { driver }) };
}

function renameOf(text: string): ZebinEdit {
  const [, kernel, to] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (kernel === undefined || to === undefined) throw new UsageError(`--rename expects OLD=NEW, not ${text}`);
  return { kind: 'rename', kernel, to };
}

/** `KERNEL:NAME=VALUE,…`, as in an entry of payload_arguments; the library knows the names. */
function argumentOf(text: string): ZebinEdit {
  const [, kernel, list = ''] = /^(.+):([^:]+)$/s.exec(text) ?? [];
  const argument: Record<string, string | number | boolean> = {};
  for (const pair of list.split(',')) {
    const [, name, value = ''] = /^\s*([\w-]+)=(.*?)\s*$/s.exec(pair) ?? [];
    if (kernel === undefined || name === undefined)
      throw new UsageError(`--add-argument expects KERNEL:NAME=VALUE,NAME=VALUE (saxpy:arg_type=arg_byvalue,size=4), not ${text}`);
    argument[name] = /^-?\d+$/.test(value) ? Number(value) : value === 'true' || value === 'false' ? value === 'true' : value;
  }
  return { kind: 'add-argument', kernel: kernel ?? '', argument: argument as unknown as PayloadArgument };
}

const PREFIX = 'NT_INTELGT_';

/** `NAME=VALUE`; the name with or without what all of them begin with. */
function noteOf(text: string): ZebinEdit {
  const [, name = '', value = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  const upper = name.toUpperCase();
  const row = NOTE_TYPES.find((one) => one.name === upper || one.name === PREFIX + upper);
  if (!row) {
    const names = NOTE_TYPES.map((one) => one.name.slice(PREFIX.length).toLowerCase()).join(', ');
    throw new UsageError(`--set-note expects NAME=VALUE with the name of a note, not ${text}; known notes are ${names}`);
  }
  if (row.kind === 'version') return { kind: 'set-note', note: row.name, value };
  const number = /^(0x[0-9a-f]+|\d+)$/i.test(value) ? Number(value) : Number.NaN;
  if (!(number <= 0xffff_ffff)) throw new UsageError(`${name} expects a 32-bit number, decimal or hexadecimal (0x), not ${value}`);
  return { kind: 'set-note', note: row.name, value: number };
}
