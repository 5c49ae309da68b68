import type { Version } from '../../../core/schema/index.ts';
import type { Container, ExecutionEnv, Kernel } from '../../zeinfo/index.ts';
import type { RELOCATION_TYPES } from '../table.ts';

/**
 * The specification of a zebin. Everything that can be derived (places of arguments, sizes of local ids, indices, symbols, notes, layout)
 * is computed by `buildZebin`. Sizes and offsets are in bytes. `Code` is the type in which code is given.
 */
export interface ZebinBuild<Code = Uint8Array> {
  /** One device, by a name or IP value that `checkZebin` accepts: `bmg-g21`, `20.1.0`, 0x05004000. */
  readonly device: string | number;
  /** Version of the attributes and notes; by default the newest. */
  readonly version?: Version;
  /**
   * Release of compute-runtime that is to read the file, or the beginning of its name, as for `checkZebin`: `26.27.39122.14`, `26.27`. By
   * default the newest release that has the device.
   */
  readonly driver?: string;
  /** ELF64 unless false. */
  readonly is64?: boolean;
  readonly kernels: readonly KernelBuild<Code>[];
  /** Functions that kernels call by address, all in one section. */
  readonly functions?: FunctionsBuild<Code>;
  /** Global variables, constants, and printf literals. */
  readonly globals?: DataBuild;
  readonly constants?: DataBuild;
  readonly strings?: Omit<DataBuild, 'zeroBytes'>;
  /** The SPIR-V module from which a driver can compile again, and the options for that. */
  readonly spirv?: Uint8Array;
  readonly buildOptions?: string;
  /** Notes 5, 7 and 8. By default note 5 is written if a kernel has stack calls, and the others are not. */
  readonly visaAbiVersion?: number;
  readonly indirectAccessDetectionVersion?: number;
  readonly indirectAccessBufferVersion?: number;
  /** Other top-level attributes of .ze_info: `global_host_access_table`, `kernels_misc_info`, … */
  readonly attributes?: Omit<Container, 'version' | 'kernels' | 'functions' | 'extra'>;
}

export interface CodeBuild<Code = Uint8Array> {
  /** Copied into the section unchanged; the generator has to add the padding that the instruction prefetch needs. */
  readonly code: Code;
  readonly relocations?: readonly RelocationBuild[];
}

export interface KernelBuild<Code = Uint8Array> extends CodeBuild<Code> {
  readonly name: string;
  /** By default `grf_count` is 128, and `inline_data_payload_size` is what compilers use on the device. */
  readonly env: Partial<ExecutionEnv> & { readonly simd_size: 1 | 8 | 16 | 32 };
  /** Arguments that the application passes, in the order of clSetKernelArg. */
  readonly args?: readonly ArgumentBuild[];
  /** Further values that the driver fills in, in any order. */
  readonly implicit?: readonly ImplicitWord[];
  /** Number of dimensions of the local ids that each thread gets: 0 to 3. With SIMD 1 they are packed. */
  readonly localIds?: 0 | 1 | 2 | 3;
  /** Offset at which the kernel itself starts, after its prologue: the symbol `_entry`. */
  readonly entryOffset?: number;
  /** Other attributes of the kernel: `per_thread_memory_buffers`, `user_attributes`, `inline_samplers`, `debug_env`, … */
  readonly attributes?: Omit<Kernel, 'name' | 'execution_env' | 'payload_arguments' | 'per_thread_payload_arguments' | 'extra'>;
}

/** Values that the driver fills in and that belong to no argument. */
export type ImplicitWord =
  /** global_id_offset and local_size in the 32 bytes of the header of older compilers. */
  | 'payload_header'
  | 'indirect_data_pointer'
  | 'scratch_pointer'
  | 'global_id_offset'
  | 'enqueued_local_size'
  | 'const_base'
  | 'global_base'
  | 'private_base_stateless'
  | 'printf_buffer'
  | 'sync_buffer'
  | 'rt_global_buffer'
  | 'work_dimensions'
  | 'group_count'
  | 'global_size'
  | 'local_size'
  | 'region_group_dimension'
  | 'implicit_arg_buffer'
  | 'assert_buffer';

export type ArgumentAccess = 'readonly' | 'writeonly' | 'readwrite';

/** One argument that the application passes. */
export type ArgumentBuild =
  /**
   * A value of `bytes` bytes, aligned to its size unless `align` is given. With `parts` it is a structure of which the kernel gets only
   * these parts.
   */
  | {
      readonly kind: 'value';
      readonly bytes: number;
      readonly align?: number;
      readonly isPointer?: boolean;
      readonly parts?: readonly { readonly bytes: number; readonly sourceOffset: number; readonly align?: number }[];
    }
  /**
   * A buffer. `stateless` passes its address to the kernel, `stateful` an entry of the binding table, `bindless` the offset of its state.
   * For a buffer that is not stateless, its address, the offset from the base of its state, and its size can be passed as well.
   */
  | {
      readonly kind: 'buffer';
      readonly mode: 'stateless' | 'stateful' | 'bindless';
      readonly space?: 'global' | 'constant';
      readonly access?: ArgumentAccess;
      readonly address?: boolean;
      readonly offset?: boolean;
      readonly size?: boolean;
      readonly isPipe?: boolean;
    }
  /** Shared local memory whose size the application sets. `align` is its alignment there. */
  | { readonly kind: 'local'; readonly align?: number }
  | {
      readonly kind: 'image';
      readonly mode: 'stateful' | 'bindless';
      readonly type: string;
      readonly access: ArgumentAccess;
      readonly transformable?: boolean;
      /** Properties of the image that the kernel needs: `image_width`, … */
      readonly facts?: readonly ImageFact[];
    }
  | {
      readonly kind: 'sampler';
      readonly mode: 'stateful' | 'bindless';
      readonly type?: string;
      /** Properties of the sampler that the kernel needs: `sampler_address`, … */
      readonly facts?: readonly SamplerFact[];
    };

export type ImageFact =
  | 'image_height'
  | 'image_width'
  | 'image_depth'
  | 'image_num_mip_levels'
  | 'image_channel_data_type'
  | 'image_channel_order'
  | 'image_array_size'
  | 'image_num_samples';

export type SamplerFact = 'sampler_address' | 'sampler_normalized' | 'sampler_snap_wa';

export interface FunctionsBuild<Code = Uint8Array> extends CodeBuild<Code> {
  /** The execution environment of the functions: registers and lanes as in the kernels that call them. */
  readonly env: Partial<ExecutionEnv> & { readonly simd_size: 1 | 8 | 16 | 32 };
  readonly functions: readonly {
    readonly name: string;
    readonly offset: number;
    readonly bytes: number;
    readonly env?: Partial<ExecutionEnv>;
  }[];
}

export interface DataBuild {
  /** Initial content. */
  readonly bytes: Uint8Array;
  /** Size of the zeroed memory that follows. */
  readonly zeroBytes?: number;
  /** Variables that relocations or other modules refer to by name; an `offset` past `bytes` is in the zeroed memory. */
  readonly symbols?: readonly { readonly name: string; readonly offset: number; readonly bytes: number; readonly local?: boolean }[];
  readonly relocations?: readonly RelocationBuild[];
}

export interface RelocationBuild {
  readonly offset: number;
  readonly type: (typeof RELOCATION_TYPES)[number]['name'];
  /** A function, a variable, or a name that another module or the driver defines; absent for a relocation without a symbol. */
  readonly symbol?: string;
  /** If one relocation of a section has an addend, it is 0 for the others in the section. */
  readonly addend?: number;
}
