/** Facts about a zebin as a whole, as text. Names are not escaped: the caller escapes them for display. */
import { hex } from '../bytes/index.ts';
import { EM_INTELGT } from '../zebin/index.ts';
import type { OtherImageInfo, ZebinInfo } from './info.ts';

export interface InfoFact {
  readonly name: 'target' | 'format' | 'verdict';
  readonly text: string;
  /** The beginning of the text, with its tone. */
  readonly lead?: { readonly text: string; readonly tone: 'good' | 'warn' | 'bad' };
}

/** Names in a list before it ends in `…`. */
const NAMES = 3;

/** The format of an image that is not a zebin, and its device if the image names it. */
export function imageFormat({ format, target }: OtherImageInfo): string {
  const [name] = target.names;
  return name === undefined ? format : `${format} for ${name}`;
}

export function infoFacts(zebin: ZebinInfo): readonly InfoFact[] {
  return [{ name: 'target', text: targetText(zebin) }, { name: 'format', text: formatText(zebin) }, verdict(zebin)];
}

function targetText({ target, elf }: ZebinInfo): string {
  const { product_config: config, product_family: family, gfxcore_family: core } = target;
  // Files for another processor do not name a device, whatever notes they have. Old files have a family in e_machine.
  if (target.names.length === 0 && elf.machine !== EM_INTELGT) return `not named: e_machine is ${elf.machine} and not ${EM_INTELGT}`;
  if (target.names.length === 0) return 'not named by any note';
  const numbers = [
    config ? `IP ${config.ip} (${hex(config.value)})` : '',
    family ? `product family ${family.value}` : '',
    core ? `core family ${hex(core.value)}` : '',
  ];
  return [target.names.join(', '), ...numbers.filter((text) => text !== '')].join('; ');
}

function formatText(zebin: ZebinInfo): string {
  const { elf, target } = zebin;
  const parts = [
    zebin.version === null ? 'zebin without ze_info' : `zebin ${zebin.version}`,
    target.zebin_version !== null && target.zebin_version !== zebin.version ? `note says ${target.zebin_version}` : '',
    `ELF${elf.class}, ABI version ${elf.abi_version}`,
    zebin.has_ir ? 'with IR to rebuild from' : 'no IR to rebuild from',
    counted(zebin.size, 'byte'),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function verdict({ verdict }: ZebinInfo): InfoFact {
  const { errors, warnings, drivers } = verdict;
  const found = [errors > 0 ? counted(errors, 'error') : '', warnings > 0 ? counted(warnings, 'warning') : ''].filter(
    (text) => text !== '',
  );
  const lead =
    found.length === 0
      ? ({ text: 'reads without findings', tone: 'good' } as const)
      : ({ text: `reads with ${found.join(' and ')}`, tone: errors > 0 ? 'bad' : 'warn' } as const);
  const list = (names: readonly string[]) => names.slice(0, NAMES).join(', ') + (names.length > NAMES ? ', …' : '');
  const known =
    drivers.since === null ? '' : `; every name in it is known to drivers from ${drivers.since} on (newest: ${list(drivers.newest)})`;
  const gone = drivers.until === null ? '' : ` and before ${drivers.until} (dropped: ${list(drivers.dropped)})`;
  const unread = drivers.unread.length === 0 ? '' : `; read by no public driver: ${list(drivers.unread)}`;
  return { name: 'verdict', text: lead.text + known + gone + unread, lead };
}

function counted(n: number, one: string): string {
  return `${String(n).replace(/\B(?=(\d{3})+$)/g, ',')} ${one}${n === 1 ? '' : 's'}`;
}
