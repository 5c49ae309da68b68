/** Messages with coordinates: typed reads and writes, and the sampler. */
import { type Instruction, type Message, samplerParameters } from '../../formats/eu/index.ts';
import { type Access, spread } from '../access.ts';
import { Unsupported } from '../alu/elements.ts';
import type { Step } from '../alu/kinds.ts';
import { maskOf } from '../alu/masks.ts';
import { halt } from '../halt.ts';
import { encodeFloat, FORMATS, halfOf } from '../numbers.ts';
import type { RegisterLayout } from '../registers.ts';
import { type ImageSurface, SAMPLER_ADDRESS, SAMPLER_BYTES, type SamplerState, type Surface } from '../surfaces.ts';
import type { Thread } from '../thread.ts';
import { atomicOf } from './atomic.ts';
import { inPayload, type Payload, parameterBytes, payloadOf } from './payload.ts';
import { type Pixel, Pixels } from './pixels.ts';
import { imageTeller, surfaceAt, type Translation } from './target.ts';

/** Pixels of the image that a message is about; a buffer in its place is an error. */
function pixelsOf(surface: Surface, known: Map<ImageSurface, Pixels>): Pixels {
  if (surface.kind !== 'image') throw halt('no-image', 'a message with coordinates to');
  let pixels = known.get(surface);
  if (pixels === undefined) {
    pixels = new Pixels(surface);
    known.set(surface, pixels);
  }
  return pixels;
}

/** Where each parameter begins, by number. */
function parameters(layout: RegisterLayout, message: Message, payload: Payload, bits: number): (index: number) => number {
  const { first, each } = parameterPlaces(layout, message, bits);
  return (index) => payload.at(first + index * each);
}

/** The first byte of the parameters in the payload, and the bytes of each. */
function parameterPlaces(layout: RegisterLayout, { header, lanes }: Message, bits: number) {
  const counted = layout.grfBytes === 64 ? Math.max(lanes, 16) : Math.max(lanes, 8);
  return { first: header === true ? layout.grfBytes : 0, each: parameterBytes(layout, bits, counted) };
}

/** What a typed message is about: channels, the coordinates that it has, and where its data is in the payload. */
function typedShape(layout: RegisterLayout, { send }: Instruction, message: Message) {
  const { lanes: n, group, channels = 15, address = 32, register = 32, operation = '', memory = 32 } = message;
  const atomic = group === 'atomic' ? atomicOf(operation, memory) : undefined;
  const each = parameterBytes(layout, register, layout.grfBytes === 64 ? Math.max(n, 16) : n);
  const enabled = [0, 1, 2, 3].filter((i) => (channels >> i) & 1);
  const { first, each: coordinateBytes } = parameterPlaces(layout, message, address);
  // Coordinates that the payload does not have are 0. The data is what is left: both parts of the payload count as one.
  const whole = ((send?.src0Length ?? 0) + Math.max(send?.src1Length ?? 0, 0)) * layout.grfBytes;
  const values = group === 'store' ? enabled.length : (atomic?.operands ?? 0);
  const given = Math.min(Math.floor((whole - first - values * each) / coordinateBytes), 4);
  return { atomic, each, enabled, given, values, data: first + given * coordinateBytes };
}

/** The registers of a typed message: coordinates, data, and what it gives. */
export function accessesOfTyped(layout: RegisterLayout, instruction: Instruction, message: Message): readonly Access[] {
  const { lanes: n, group, address = 32, register = 32 } = message;
  const { each, enabled, given, values, data } = typedShape(layout, instruction, message);
  const payload = payloadOf(layout, instruction);
  const { first, each: coordinateBytes } = parameterPlaces(layout, message, address);
  const lanes = maskOf(layout, instruction);
  const bytes = register / 8;
  const dst = instruction.dst?.register?.name === 'r' && group !== 'store' ? layout.placeOf(instruction.dst) : undefined;
  return [
    // The fourth is the level of detail, which is not looked at.
    ...Array.from({ length: Math.min(given, 3) }, (_, i) =>
      inPayload(payload, 'address', first + i * coordinateBytes, address / 8, address / 8, n, lanes),
    ),
    ...Array.from({ length: values }, (_, i) => inPayload(payload, 'data', data + i * each, bytes, bytes, n, lanes)),
    ...(dst === undefined
      ? []
      : (group === 'atomic' ? [0] : enabled).map((_, i) => spread('destination', true, dst + i * each, bytes, bytes, n, lanes))),
  ];
}

/** Stores channels for a lane, as 32 or 16 bits. */
function putChannel(t: Thread, at: number, value: number, bits: number, isInteger: boolean): void {
  if (bits === 32) {
    if (isInteger) t.u32[at >> 2] = value;
    else t.f32[at >> 2] = value;
  } else t.u16[at >> 1] = isInteger ? value : encodeFloat(value, FORMATS.hf, 0);
}

/** Reads, writes or changes pixels at integer coordinates u, v, r; a level of detail follows, which is 0. */
export function translateTyped(translation: Translation, instruction: Instruction, message: Message): Step {
  const { layout } = translation;
  const { lanes: n, group, address = 32, register = 32, operation = '', memory = 32 } = message;
  if (group !== 'load' && group !== 'store' && group !== 'atomic') throw new Unsupported(`the message ${message.title}`);
  const { atomic, each, enabled, given, data } = typedShape(layout, instruction, message);
  if (group === 'atomic' && (atomic === undefined || memory !== 32)) throw new Unsupported(`the message ${message.title || operation}`);
  const payload = payloadOf(layout, instruction);
  const parameter = parameters(layout, message, payload, address);
  const surfaceOf = surfaceAt(layout, instruction, message);
  const tell = imageTeller(translation);
  const mask = maskOf(layout, instruction);
  const coordinate = (t: Thread, lane: number, axis: number): number => {
    if (axis >= given) return 0;
    const at = parameter(axis);
    return address === 16 ? (t.i16[(at >> 1) + lane] ?? 0) : (t.i32[(at >> 2) + lane] ?? 0);
  };
  const dst = instruction.dst?.register?.name === 'r' ? layout.placeOf(instruction.dst) : undefined;
  return (t) => {
    const lanes = mask(t);
    if (lanes === 0) return;
    payload.prepare?.(t);
    t.around.counts.messages++;
    const pixels = pixelsOf(surfaceOf(t), t.around.pixels);
    for (let lane = 0; lane < n; lane++) {
      if (((lanes >> lane) & 1) === 0) continue;
      const [x, y, z] = [coordinate(t, lane, 0), coordinate(t, lane, 1), coordinate(t, lane, 2)];
      const place = pixels.place(x, y, z);
      // Channels are converted: no byte of the pixel is a byte of a register.
      tell(t, pixels.memory, place, pixels.bytes, lane, -1);
      if (atomic !== undefined) {
        const to = dst === undefined ? -1 : dst + lane * 4;
        const [one, other] = [payload.at(data) + lane * 4, payload.at(data + each) + lane * 4];
        if (place >= 0) atomic.apply(t, pixels.memory.bytes, place, one, other, to);
        else if (to >= 0) t.i32[to >> 2] = 0;
      } else if (group === 'load') {
        if (dst === undefined) continue;
        const pixel = pixels.read(x, y, z);
        for (const [i, channel] of enabled.entries())
          putChannel(t, dst + i * each + (lane * register) / 8, pixel[channel as 0], register, pixels.isInteger);
      } else {
        const pixel: Pixel = [0, 0, 0, 0];
        enabled.forEach((channel, i) => {
          const at = payload.at(data + i * each) + (lane * register) / 8;
          pixel[channel as 0] = pixels.isInteger
            ? register === 32
              ? (t.i32[at >> 2] ?? 0)
              : (t.i16[at >> 1] ?? 0)
            : register === 32
              ? (t.f32[at >> 2] ?? 0)
              : halfOf(t.u16[at >> 1] ?? 0);
        });
        pixels.write(x, y, z, pixel);
      }
    }
  };
}

/** Bits of the header of the sampler: channels that do not return. */
const DISABLED_AT = 12;

/** Where the coordinates u, v and r are among the parameters of a sampler message (-1: nowhere), and how many channels it gives. */
function sampleShape(layout: RegisterLayout, { send }: Instruction, message: Message) {
  const { lanes: n, operation = '', register = 32 } = message;
  const bits = message.parameter ?? message.address ?? 32;
  const names = samplerParameters(layout.platform, operation, bits === 16);
  const lanes = layout.grfBytes === 64 ? Math.max(n, 16) : Math.max(n, 8);
  const each = Math.max(parameterBytes(layout, register, lanes), layout.grfBytes);
  const { first, each: size } = parameterPlaces(layout, message, bits);
  const total = (send?.src0Length ?? 0) + Math.max(send?.src1Length ?? 0, 0);
  const given = Math.floor((total * layout.grfBytes - first) / size);
  const coordinates = ['u', 'v', 'r'].map((name) => {
    const index = names.indexOf(name);
    return index >= given ? -1 : index;
  });
  // The response has as many channels as it has registers for.
  const most = send !== undefined && send.dstLength > 0 ? Math.floor((send.dstLength * layout.grfBytes) / each) : 4;
  return { bits, first, size, each, most, coordinates };
}

/** The registers of a sampler message: coordinates, and the channels that it gives. */
export function accessesOfSample(layout: RegisterLayout, instruction: Instruction, message: Message): readonly Access[] {
  const { lanes: n, register = 32, channels = 15, operation } = message;
  const { bits, first, size, each, most, coordinates } = sampleShape(layout, instruction, message);
  const payload = payloadOf(layout, instruction);
  const lanes = maskOf(layout, instruction);
  const dst = instruction.dst?.register?.name === 'r' ? layout.placeOf(instruction.dst) : undefined;
  const count = Math.min(most, [0, 1, 2, 3].filter((i) => (channels >> i) & 1).length);
  return [
    ...(operation === 'resinfo' ? [] : coordinates.filter((index) => index >= 0)).map((index) =>
      inPayload(payload, 'address', first + index * size, bits / 8, bits / 8, n, lanes),
    ),
    ...(dst === undefined
      ? []
      : Array.from({ length: count }, (_, i) => spread('destination', true, dst + i * each, register / 8, register / 8, n, lanes))),
  ];
}

/** Samples, loads and questions about images. */
export function translateSample({ layout }: Translation, instruction: Instruction, message: Message): Step {
  const { lanes: n, operation = '', register = 32, channels = 15, header } = message;
  const bits = message.parameter ?? message.address ?? 32;
  const payload = payloadOf(layout, instruction);
  const parameter = parameters(layout, message, payload, bits);
  const surfaceOf = surfaceAt(layout, instruction, message);
  const samplerOf = samplerAt(layout, message, payload);
  const mask = maskOf(layout, instruction);
  const { dst } = instruction;
  const to = dst?.register?.name === 'r' ? layout.placeOf(dst) : undefined;
  const { each, most, coordinates } = sampleShape(layout, instruction, message);
  const isLoad = operation.startsWith('ld');
  const [u = -1, v = -1, r = -1] = coordinates.map((index) => (index < 0 ? -1 : parameter(index)));
  const read = (t: Thread, at: number, lane: number): number => {
    if (at < 0) return 0;
    if (isLoad) return bits === 16 ? (t.i16[(at >> 1) + lane] ?? 0) : (t.i32[(at >> 2) + lane] ?? 0);
    return bits === 16 ? halfOf(t.u16[(at >> 1) + lane] ?? 0) : (t.f32[(at >> 2) + lane] ?? 0);
  };
  if (!isLoad && !SAMPLES.has(operation)) throw new Unsupported(`the message ${message.title}`);
  return (t) => {
    const enabled = mask(t);
    if (enabled === 0) return;
    payload.prepare?.(t);
    t.around.counts.messages++;
    const pixels = pixelsOf(surfaceOf(t), t.around.pixels);
    const disabled = header === true ? ((t.u32[(payload.at(0) >> 2) + 2] ?? 0) >> DISABLED_AT) & 15 : 0;
    const sampler = isLoad || operation === 'resinfo' ? undefined : samplerOf(t);
    for (let lane = 0; lane < n; lane++) {
      if (((enabled >> lane) & 1) === 0 || to === undefined) continue;
      const pixel =
        operation === 'resinfo'
          ? sizesOf(pixels)
          : sampler === undefined
            ? pixels.read(read(t, u, lane), read(t, v, lane), read(t, r, lane))
            : pixels.sample(sampler, read(t, u, lane), read(t, v, lane), read(t, r, lane));
      let index = 0;
      for (let channel = 0; channel < 4; channel++) {
        if (((channels & ~disabled) >> channel) & 1 && index < most)
          putChannel(
            t,
            to + index++ * each + (lane * register) / 8,
            pixel[channel as 0],
            register,
            pixels.isInteger || operation === 'resinfo',
          );
      }
    }
  };
}

/** What is sampled without a comparison; the level of detail is 0, because images of a launch have one level. */
const SAMPLES: ReadonlySet<string> = new Set(['sample', 'sample_lz', 'sample_l', 'sample_b', 'sample_d', 'resinfo']);

const sizesOf = (pixels: Pixels): Pixel => [pixels.size(0), pixels.size(1), pixels.size(2), 1];

/** The state of the sampler: by index, or by the pointer in the header or in a scalar register. */
function samplerAt(layout: RegisterLayout, { sampler = 0, samplerBase, header }: Message, payload: Payload): (t: Thread) => SamplerState {
  const exists = (state: SamplerState | undefined): SamplerState => {
    if (state === undefined) throw halt('no-sampler');
    return state;
  };
  if (samplerBase !== undefined) {
    const at = (layout.of('s') + samplerBase) >> 2;
    return ({ u32, around }) =>
      exists(around.surfaces.samplerAtOffset((u32[at + 1] ?? 0) * 2 ** 32 + (u32[at] ?? 0) - SAMPLER_ADDRESS + sampler * SAMPLER_BYTES));
  }
  return (t) => {
    const { surfaces } = t.around;
    const pointer = header === true ? (t.u32[(payload.at(0) >> 2) + 3] ?? 0) & ~15 : 0;
    return exists(pointer === 0 ? surfaces.samplers[sampler] : surfaces.samplerAtOffset((pointer >>> 0) + sampler * SAMPLER_BYTES));
  };
}
