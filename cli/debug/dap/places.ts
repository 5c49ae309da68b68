/** Where threads are, as a client shows it: their frames, the instructions around them, and what memory holds. */
import { basename } from 'node:path';
import { Source, StackFrame } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { DebugError, encodeOrdinaryBase64, type Session } from '../../../src/internal.ts';
import type { DebugContext } from '../context.ts';
import { addressText, hexText } from '../text.ts';
import type { CodeText } from './code-text.ts';

/** Bytes of memory in one answer. */
const MOST_BYTES = 1 << 20;
/** Ids of frames are those of threads, counted from 1, times this, and the level. */
const FRAME = 1_000;

/** The index of the thread of a frame, and how many calls it is from the innermost function. */
export const frameOf = (id: number) => ({ thread: Math.floor(id / FRAME) - 1, level: id % FRAME });

/** @param code the code of the kernel, where the client shows it: frames without a source are in its lines */
export function framesOf({ session, sources }: DebugContext, code: CodeText | undefined, threadId: number): StackFrame[] {
  const thread = session.machine.current[threadId - 1];
  const frames = thread === undefined ? [] : session.frames(thread);
  return frames.map(({ name, place, at }, level) => {
    const id = threadId * FRAME + level;
    const path = place && sources.path(place.file);
    const line = path === undefined ? code?.lineOf(at) : undefined;
    const source = place && new Source(basename(place.file), path);
    const frame =
      line === undefined
        ? new StackFrame(id, name, source, place?.line ?? 0, place?.column ?? 0)
        : new StackFrame(id, name, code?.source, line, 1);
    frame.instructionPointerReference = hexText(at.address);
    return frame;
  });
}

/** As many instructions as are asked for, in any case. */
export function instructionsAt(
  { session: { listing }, sources }: DebugContext,
  { instructionOffset = 0, instructionCount, memoryReference, offset = 0 }: DebugProtocol.DisassembleArguments,
): DebugProtocol.DisassembledInstruction[] {
  const current = listing.at(Number(memoryReference) + offset);
  const index = (current === undefined ? 0 : listing.all.indexOf(current)) + instructionOffset;
  return Array.from({ length: Math.min(instructionCount, MOST_BYTES / 16) }, (_, i) => {
    const one = current === undefined ? undefined : listing.all[index + i];
    if (one === undefined) {
      const address = hexText(Math.max((current?.address ?? 0) + (instructionOffset + i) * 16, 0));
      return { address, instruction: '', presentationHint: 'invalid' };
    }
    const [place] = one.places;
    const line =
      place === undefined || place.line === 0
        ? {}
        : { line: place.line, location: new Source(basename(place.file), sources.path(place.file)) };
    return { address: hexText(one.address), instruction: listing.textOf(one), symbol: addressText(one), ...line };
  });
}

/** Throws `DebugError` where nothing is, or nothing runs. */
export function memoryAt(
  { thread, names }: Session,
  { memoryReference, offset = 0, count }: DebugProtocol.ReadMemoryArguments,
): NonNullable<DebugProtocol.ReadMemoryResponse['body']> {
  const address = Number(memoryReference) + offset;
  if (thread === undefined) throw new DebugError('no thread runs');
  const { bytes, at } = names.memory('global', address, 1, thread);
  const length = Math.min(count, MOST_BYTES, names.sizeFrom('global', address, thread));
  const data = encodeOrdinaryBase64(bytes.subarray(at, at + length));
  return { address: hexText(address), data, unreadableBytes: count - length };
}
