/** The code of a zebin in a dump: an annotation for each instruction. */
import type { Bytes } from '../core/bytes/index.ts';
import type { Reporter } from '../core/diag/index.ts';
import type { Annotation, BitField } from '../core/schema/index.ts';
import { coreFamily } from '../devices/index.ts';
import { codeLines, describeFields, PLATFORMS, type Platform, platformOfCore, readInstructionAt } from '../formats/eu/index.ts';
import { instructionPlaces, TEXT_PREFIX, targetCore, type Zebin } from '../formats/zebin/index.ts';

/** The instruction set of an image; undefined where its device is not known. */
export const platformOfZebin = ({ target }: Zebin): Platform | undefined => platformOfCore(coreFamily(targetCore(target) ?? -1));

/**
 * The instructions of a piece of code; undefined where they are more than the dump can have.
 *
 * @param withFields whether each has its bits by name
 */
export function codeAnnotations(
  code: Bytes,
  platform: Platform,
  path: string,
  withFields: boolean,
  out: Reporter,
): Iterable<Annotation> | undefined {
  const count = instructionPlaces(code).length;
  if (!out.annotate(count, code.span(), path)) return undefined;
  return instructions(code, platform, path, withFields, out);
}

function* instructions(code: Bytes, platform: Platform, path: string, withFields: boolean, out: Reporter): Generator<Annotation> {
  const number = PLATFORMS.indexOf(platform);
  let end = 0;
  for (const { offset, text, instruction } of codeLines(code, platform, [], { numericLabels: true }, out)) {
    if (instruction === undefined) continue;
    out.tick();
    end = offset + instruction.size;
    yield {
      span: code.span(offset, end),
      path: `${path}+${offset}`,
      text: text.trim().replace(/\s+/g, ' '),
      role: 'code',
      ...(withFields ? { fields: describeFields(instruction, number) } : {}),
    };
  }
  if (end < code.length) yield { span: code.span(end), path: `${path}+${end}`, text: 'not decoded', role: 'bytes' };
}

/** The bits by name of the instruction that begins at an absolute offset in an image. */
export function instructionFields(zebin: Zebin, offset: number): readonly BitField[] {
  const platform = platformOfZebin(zebin);
  const section = zebin.elf.sections.find(
    ({ name, bytes }) => name.startsWith(TEXT_PREFIX) && offset >= bytes.base && offset < bytes.base + bytes.length,
  );
  if (platform === undefined || section === undefined) return [];
  const instruction = readInstructionAt(section.bytes, offset - section.bytes.base, platform);
  return instruction === undefined ? [] : describeFields(instruction, PLATFORMS.indexOf(platform));
}
