import { linkDocument, linkZebin, type Zebin } from '../../src/internal.ts';
import { EXIT, UsageError } from '../exit.ts';
import { fileOf, type Opened, openWhole } from '../input/input.ts';
import { printJson } from '../json.ts';
import { count } from '../text.ts';
import type { Context } from './rows.ts';

const MOST = 2n ** 64n;
const LISTED = 20;

export async function run({ arguments: [file = ''], options, io }: Context<'link'>): Promise<number> {
  const opened = await openWhole(file, {}, io);
  const zebin = zebinOf(opened);
  const sections = addresses('--at', options.at);
  const names = new Set(zebin.elf.sections.map((section) => section.name));
  const wrong = [...sections.keys()].find((name) => !names.has(name));
  if (wrong !== undefined) throw new UsageError(`there is no section ${wrong} in ${opened.path}; \`zebin ls\` lists the sections`);
  const outcome = linkZebin(zebin, { sections, symbols: addresses('--symbol', options.symbol) });
  const { relocations, unresolved, bytes } = outcome.value;
  const open = relocations.filter((one) => one.state === 'unresolved');
  if (options.json) {
    printJson(io, linkDocument(zebin, outcome));
  } else {
    io.write(bytes, fileOf(opened));
    const reasons = [...new Set(open.map((one) => one.reason ?? ''))];
    for (const reason of reasons.slice(0, LISTED)) io.warn(reason);
    if (reasons.length > LISTED) io.warn(`and ${count(reasons.length - LISTED, 'more reason')}: see --json`);
    if (open.length > 0) {
      const parts = [count(relocations.length, 'relocation'), count(unresolved.length, 'symbol')];
      io.warn(`${open.length} of ${parts[0]} not applied, ${parts[1]} unresolved`);
    }
  }
  const failed = outcome.diagnostics.some((d) => d.severity === 'error');
  return failed || open.length > 0 ? EXIT.no : EXIT.yes;
}

function zebinOf({ path, item }: Opened): Zebin {
  if (item.content.kind === 'zebin') return item.content.zebin;
  throw new UsageError(`${path}${item.address} is not a zebin; only a zebin can be linked (\`zebin ls\` lists the zebins of a container)`, {
    file: path,
  });
}

/** `NAME=ADDRESS`; if a name is repeated, the last one counts. */
function addresses(flag: string, assignments: readonly string[]): Map<string, bigint> {
  const byName = new Map<string, bigint>();
  for (const text of assignments) {
    const [, name = '', digits = ''] = /^(.+)=(0[xX][0-9a-fA-F]+|[0-9]+)$/s.exec(text) ?? [];
    if (name === '') throw new UsageError(`${flag} expects NAME=ADDRESS with a decimal or 0x number, not ${text}`);
    const address = BigInt(digits);
    if (address >= MOST) throw new UsageError(`${digits} does not fit in 64 bits`);
    byName.set(name, address);
  }
  return byName;
}
