/**
 * The decision of a driver on a zebin, replayed step by step.
 */
import { Bytes } from '../bytes/index.ts';
import { type Code, type Diagnostic, diagnostic, FormatError } from '../diag/index.ts';
import { TEXT_PREFIX } from '../zebin/index.ts';
import { behaviourOf } from './behaviour.ts';
import { decodeElf, isDriverZebin } from './elf.ts';
import { decodeSections } from './sections.ts';
import { DriverStop } from './stop.ts';
import { decodeZeInfo, readPart } from './zeinfo.ts';

/** What `ocloc validate` of a release says of a file. */
export type OclocVerdict = 'valid' | 'invalid' | 'unhandled' | 'unknown-attribute' | 'crash';

export interface OclocAnswer {
  readonly verdict: OclocVerdict;
  /** What ended reading; absent when the file is valid. */
  readonly reason?: Diagnostic;
}

/** Bytes of a register that `ocloc validate` assumes for every device. */
const OCLOC_GRF_BYTES = 32;
/** The section under which code that belongs to no kernel is looked up. */
const FUNCTIONS = 'Intel_Symbol_Table_Void_Program';

/**
 * What `ocloc validate` of the given release answers: notes and links are not looked at, and registers count as 32 bytes.
 *
 * Source: intel/compute-runtime shared/offline_compiler/source/ocloc_validator.cpp.
 */
export function oclocValidate(input: Uint8Array | Bytes, release: string): OclocAnswer {
  const bytes = Bytes.from(input);
  let origin = bytes;
  const stopped = (stop: DriverStop): OclocAnswer => {
    const start = Math.min(stop.start, origin.length);
    const span = origin.span(start, Math.min(Math.max(start, stop.end), origin.length));
    return { verdict: verdictOf(stop.code), reason: diagnostic(stop.code, stop.message, span, origin === bytes ? '' : '.ze_info') };
  };
  const how = behaviourOf(release);
  try {
    if (!isDriverZebin(bytes))
      return stopped(new DriverStop('driver/not-zebin', 'the driver does not take this file for a zebin', 0, Math.min(20, bytes.length)));
    let elf: ReturnType<typeof decodeElf>;
    try {
      elf = decodeElf(bytes, how);
    } catch (error) {
      // The tool goes on without a header then, and ends there.
      if (error instanceof DriverStop) return { ...stopped(error), verdict: 'crash' };
      throw error;
    }
    const sections = decodeSections(elf, how);
    const { zeInfo } = sections;
    if (!zeInfo) return { verdict: 'valid' };
    origin = bytes.sub(zeInfo.start, zeInfo.start + zeInfo.size);
    const whole = origin.text();
    const size = readPart(whole, how);
    const behindAt = zeInfo.start + size;
    const behind = behindAt < bytes.length ? bytes.u8(behindAt) : 0;
    const findText = (name: string, place: readonly [number, number]) => {
      const match = sections.texts.filter((text) => text.name.slice(TEXT_PREFIX.length) === name);
      const text = how.sectionsFirst ? match[0] : match.at(-1);
      const alias = how.plainText && name === FUNCTIONS ? sections.plainText : undefined;
      if ((text ?? alias) === undefined || (how.sectionsFirst && (text ?? alias)?.size === 0))
        throw new DriverStop('driver/kernel-without-text', `kernel ${name} has no section ${TEXT_PREFIX}${name} with code`, ...place);
    };
    const { kernels } = decodeZeInfo(whole.slice(0, size), behind, {
      how,
      grfBytes: OCLOC_GRF_BYTES,
      kernelDone: how.sectionsFirst ? () => {} : findText,
    });
    if (how.sectionsFirst) for (const { name, place } of kernels) findText(name, place);
    return { verdict: 'valid' };
  } catch (error) {
    if (error instanceof DriverStop) return stopped(error);
    if (error instanceof FormatError) return { verdict: 'crash' };
    throw error;
  }
}

function verdictOf(code: Code): OclocVerdict {
  if (code.endsWith('-abort')) return 'crash';
  if (code === 'driver/major-version') return 'unhandled';
  if (code === 'driver/unknown-key') return 'unknown-attribute';
  return 'invalid';
}
