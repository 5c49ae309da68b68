/** Facts about a zebin as a whole, as text. Names are not escaped: the caller escapes them for display. */
import { hex } from '../core/bytes/index.ts';
import type { OtherImageInfo, VerdictInfo, ZebinInfo } from '../documents/info.ts';
import type { DriverVerdict } from '../documents/verdict-info.ts';
import { EM_INTELGT } from '../formats/zebin/index.ts';
import { supportNotes } from './support-notes.ts';

export interface InfoFact {
  readonly name: 'target' | 'format' | 'verdict' | 'releases' | 'findings';
  readonly text: string;
  /** The beginning of the text, with its tone. */
  readonly lead?: { readonly text: string; readonly tone: 'good' | 'warn' | 'bad' };
}

/** The format of an image that is not a zebin, and its device if the image names it. */
export function imageFormat({ format, target }: OtherImageInfo): string {
  const [name] = target.names;
  return name === undefined ? format : `${format} for ${name}`;
}

export function infoFacts(zebin: ZebinInfo): readonly InfoFact[] {
  const { verdict } = zebin;
  return [
    { name: 'target', text: targetText(zebin) },
    { name: 'format', text: formatText(zebin) },
    driverFact(verdict.driver),
    ...(verdict.driver?.support ? [{ name: 'releases', text: supportNotes(verdict.driver.support).join('; ') } as const] : []),
    findingsFact(verdict),
  ];
}

const TONES = { accepted: 'good', 'rebuilt-from-ir': 'warn', refused: 'bad', crash: 'bad' } as const;
/** The first words of a verdict as a sentence; those of `crash` are a sentence of their own. */
const LEAD = /^(?:accepted|refused|would crash the process)/;

/** What the newest driver does with the image. */
function driverFact(driver: DriverVerdict | null): InfoFact {
  if (!driver) return { name: 'verdict', text: NOT_DECIDED, lead: { text: NOT_DECIDED, tone: 'warn' } };
  const { verdict, sentence, device } = driver;
  const [lead = ''] = LEAD.exec(sentence) ?? [];
  const more = (device?.named ?? 1) > 1 ? `; decided for the first of ${device?.named} devices that it names` : '';
  return { name: 'verdict', text: sentence + more, lead: { text: lead, tone: TONES[verdict] } };
}

const NOT_DECIDED = 'not decided';

/** Findings of reading. Remarks are counted: their texts are in the document. */
function findingsFact({ errors, warnings, infos }: VerdictInfo): InfoFact {
  const texts = [
    errors > 0 ? counted(errors, 'error') : '',
    warnings > 0 ? counted(warnings, 'warning') : '',
    infos > 0 ? counted(infos, 'remark') : '',
  ];
  const text = texts.filter((part) => part !== '').join(', ') || 'none';
  return { name: 'findings', text, lead: { text, tone: errors > 0 ? 'bad' : warnings > 0 ? 'warn' : 'good' } };
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

function counted(n: number, one: string): string {
  return `${String(n).replace(/\B(?=(\d{3})+$)/g, ',')} ${one}${n === 1 ? '' : 's'}`;
}
