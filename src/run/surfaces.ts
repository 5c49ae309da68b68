/** Surfaces: what messages reach by an index or by a state, instead of by an address. */

import type { ImageShape } from './image-formats.ts';
import type { Allocation } from './memory.ts';

/** A buffer: from an offset in an allocation on. */
export interface BufferSurface {
  readonly kind: 'buffer';
  readonly memory: Allocation;
  readonly size: number;
}

/** An image, without gaps between pixels. */
export interface ImageSurface extends ImageShape {
  readonly kind: 'image';
  readonly memory: Allocation;
}

export interface SamplerState {
  readonly normalized: boolean;
  readonly addressing: 'none' | 'clamp_to_edge' | 'clamp' | 'repeat' | 'mirrored_repeat';
  readonly filter: 'nearest' | 'linear';
}

/** The memory of a thread: slot 0 for private variables, slot 1 for spills where both are apart. */
export interface ScratchSurface {
  readonly kind: 'scratch';
  readonly slot: number;
}

export type Surface = BufferSurface | ImageSurface | ScratchSurface;

/** Bytes of a surface state, and of a sampler state. */
export const STATE_BYTES = 64;
export const SAMPLER_BYTES = 16;

/** Where surface states are, for the devices that have their addresses. Nothing is stored there. */
export const HEAP_ADDRESS = 0x7000_0000_0000;
/** The same for states of samplers. */
export const SAMPLER_ADDRESS = 0x7100_0000_0000;
/** The first sampler: offset 0 means that there is no pointer. */
const FIRST_SAMPLER = 4;
/** The first state: small offsets are no states, so that forgotten ones are seen. */
const FIRST_STATE = 16;

/** The states of a launch. */
export class Surfaces {
  private readonly states: Surface[] = [];
  private readonly samplerStates: SamplerState[] = [];
  /** By index in the binding table. */
  readonly table: (Surface | undefined)[] = [];
  /** By index in the sampler table. */
  readonly samplers: (SamplerState | undefined)[] = [];

  /** Adds a state; the result is its offset in the heap. */
  add(surface: Surface): number {
    this.states.push(surface);
    return (FIRST_STATE + this.states.length - 1) * STATE_BYTES;
  }

  addSampler(state: SamplerState): number {
    this.samplerStates.push(state);
    return (FIRST_SAMPLER + this.samplerStates.length - 1) * SAMPLER_BYTES;
  }

  /** The surface whose state is at an offset. */
  atOffset(offset: number): Surface | undefined {
    return this.states[Math.floor(offset / STATE_BYTES) - FIRST_STATE];
  }

  samplerAtOffset(offset: number): SamplerState | undefined {
    return this.samplerStates[Math.floor(offset / SAMPLER_BYTES) - FIRST_SAMPLER];
  }
}
