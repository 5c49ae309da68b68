import type { StructRows } from '../../../core/schema/index.ts';
import { ASPECTS } from './aspects.ts';
import { type NumberName, type PropertySetRow, type Shape, u32 } from './row.ts';

const FLAG = { kind: 'uint32', flag: true } as const satisfies Shape;
const NUMBER = { kind: 'uint32' } as const satisfies Shape;
const TEXT = { kind: 'text' } as const satisfies Shape;
const BOOLEAN = [
  { value: 0, name: 'no' },
  { value: 1, name: 'yes' },
] as const satisfies readonly NumberName[];

/** `id` of a descriptor that stands for padding inside a composite constant. */
export const PADDING_ID = 0xffff_ffff;

export const SPEC_CONSTANT = {
  name: 'spec_constant',
  size32: 12,
  size64: 12,
  fields: [
    u32('id', 0, 'SpecId of the scalar in the SPIR-V module; 0xffffffff marks padding inside a composite.'),
    u32('offset', 4, 'Where the scalar begins in the composite constant, in bytes; 0 for a scalar of its own.'),
    u32('size', 8, 'Size of the scalar, in bytes.'),
  ],
} as const satisfies StructRows;

export const DEVICE_GLOBAL = {
  name: 'device_global',
  size32: 8,
  size64: 8,
  fields: [
    u32('size', 0, 'Size of the underlying type, in bytes.'),
    u32('device_image_scope', 4, '1 for a variable that was declared with device_image_scope, else 0.'),
  ],
} as const satisfies StructRows;

export const HOST_PIPE = {
  name: 'host_pipe',
  size32: 4,
  size64: 4,
  fields: [u32('size', 0, 'Size of the underlying type, in bytes.')],
} as const satisfies StructRows;

/** Bits of `DeviceLibReqMask`. Source: intel/llvm sycl/source/detail/program_manager/program_manager.hpp, DeviceLibExt. */
export const DEVICELIBS = [
  { value: 0, name: 'cl_intel_devicelib_assert' },
  { value: 1, name: 'cl_intel_devicelib_math' },
  { value: 2, name: 'cl_intel_devicelib_math_fp64' },
  { value: 3, name: 'cl_intel_devicelib_complex' },
  { value: 4, name: 'cl_intel_devicelib_complex_fp64' },
  { value: 5, name: 'cl_intel_devicelib_cstring' },
  { value: 6, name: 'cl_intel_devicelib_imf' },
  { value: 7, name: 'cl_intel_devicelib_imf_fp64' },
  { value: 8, name: 'cl_intel_devicelib_imf_bf16' },
  { value: 9, name: 'cl_intel_devicelib_bfloat16' },
] as const satisfies readonly NumberName[];

/**
 * Every property set that the specification or the code knows, each with its keys.
 *
 * Sources: intel/llvm sycl/doc/design/PropertySets.md; what compilers write, llvm/lib/SYCLPostLink/ComputeModuleRuntimeInfo.cpp and
 * llvm/lib/SYCLLowerIR/SYCLDeviceRequirements.cpp; the names, llvm/include/llvm/Support/PropertySetIO.h and
 * sycl/source/detail/compiler.hpp.
 */
export const PROPERTY_SETS = [
  {
    name: 'SYCL/specialization constants',
    doc: 'The specialization constants of the image, with the place of each scalar.',
    properties: [
      {
        key: '{constant}',
        shapes: [{ kind: 'structs', rows: SPEC_CONSTANT }],
        doc: 'One descriptor for a scalar constant; for a composite, one for each scalar.',
        note: 'The page describes one descriptor. Compilers write one for each scalar of the constant.',
      },
    ],
  },
  {
    name: 'SYCL/specialization constants default values',
    doc: 'The defaults of the specialization constants.',
    properties: [
      {
        key: 'all',
        shapes: [{ kind: 'bytes' }],
        doc: 'The defaults of all constants, in the order of the constants. Each is as long as its composite.',
        specified: false,
        note: 'The specification has one entry for each constant. Compilers write one for all, and readers use the first.',
      },
      { key: '{constant}', shapes: [{ kind: 'bytes' }], doc: 'The default of one constant, in the form of the specification.' },
    ],
  },
  {
    name: 'SYCL/devicelib req mask',
    doc: 'The device libraries that the image needs from the runtime.',
    properties: [{ key: 'DeviceLibReqMask', shapes: [{ kind: 'uint32', bits: DEVICELIBS }], doc: 'One bit for each library.' }],
  },
  {
    name: 'SYCL/devicelib metadata',
    doc: 'Properties of an image that is a device library itself.',
    specified: false,
    properties: [
      {
        key: 'bfloat16',
        shapes: [
          {
            kind: 'uint32',
            names: [
              { value: 0, name: 'fallback' },
              { value: 1, name: 'native' },
            ],
          },
        ],
        doc: 'Which of the two bfloat16 conversion libraries this is.',
        specified: false,
      },
    ],
  },
  {
    name: 'SYCL/kernel param opt',
    doc: 'The arguments that dead-argument elimination removed.',
    properties: [
      {
        key: '{kernel}',
        shapes: [{ kind: 'mask' }],
        doc: 'One bit for each argument of the source; the first argument has the lowest bit. A set bit is a removed argument.',
      },
    ],
  },
  {
    name: 'SYCL/program metadata',
    doc: 'Metadata about kernels and variables for back ends. A key consists of a name, an at sign and a tag.',
    properties: [
      {
        key: '{kernel}@reqd_work_group_size',
        shapes: [{ kind: 'uint32s', most: 3 }],
        doc: 'The required work-group size; 64-bit sizes are truncated to 32 bits.',
      },
      {
        key: '{kernel}@max_work_group_size',
        shapes: [{ kind: 'uint32s', most: 3 }],
        doc: 'The largest work-group size of each dimension.',
      },
      {
        key: '{kernel}@max_linear_work_group_size',
        shapes: [NUMBER, { kind: 'bytes' }],
        doc: 'The largest number of work items in a work-group.',
        note: 'The specification says a byte array, but compilers write a number.',
      },
      { key: '{kernel}@reqd_sub_group_size', shapes: [NUMBER], doc: 'The required sub-group size.', specified: false },
      {
        key: '{kernel}@work_group_num_dim',
        shapes: [NUMBER, { kind: 'uint32s', most: 3 }],
        doc: 'The number of dimensions of the work-group.',
        note: 'The specification says a byte array, but compilers write a number.',
      },
      { key: '{variable}@global_id_mapping', shapes: [TEXT], doc: 'The name in the image of the device global with this unique id.' },
      {
        key: '{key}',
        shapes: [{ kind: 'bytes' }, NUMBER],
        doc: 'Any other metadata; the key decides what it means.',
        note: 'Early editions of the page have only this key.',
      },
    ],
  },
  {
    name: 'SYCL/misc properties',
    doc: 'Properties of the image as a whole. All are optional.',
    properties: [
      { key: 'isEsimdImage', shapes: [{ kind: 'uint32', names: BOOLEAN }], doc: 'Whether the kernels are of the explicit SIMD extension.' },
      {
        key: 'sycl-register-alloc-mode',
        shapes: [
          {
            kind: 'uint32',
            names: [
              { value: 0, name: 'automatic' },
              { value: 2, name: 'large' },
            ],
          },
        ],
        doc: 'How registers are allocated: large register files, or as the compiler decides.',
      },
      { key: 'sycl-grf-size', shapes: [NUMBER], doc: 'Registers of each hardware thread: 128 or 256, 0 for automatic.' },
      { key: 'optLevel', shapes: [NUMBER], doc: 'The level of the option -O.' },
      {
        key: 'sanUsed',
        shapes: [{ kind: 'text', words: ['asan', 'msan', 'tsan'] }],
        doc: 'The sanitizer: asan (addresses), msan (memory) or tsan (threads).',
        note: 'The specification does not have tsan.',
      },
      { key: 'asanUsed', shapes: [FLAG], doc: 'Older form of sanUsed.', specified: false },
      {
        key: 'specConstsReplacedWithDefault',
        shapes: [{ kind: 'uint32', names: BOOLEAN }],
        doc: 'Whether the specialization constants are replaced by their defaults.',
      },
      {
        key: 'idQueriesRange',
        shapes: [NUMBER],
        doc: 'Range of ids that the kernels may use; absent for the range of int.',
        specified: false,
      },
    ],
  },
  {
    name: 'SYCL/assert used',
    doc: 'The kernels that use assert.',
    properties: [{ key: '{kernel}', shapes: [FLAG], doc: 'The kernel uses assert.' }],
  },
  {
    name: 'SYCL/malloc used',
    doc: 'The kernels that allocate memory on the device.',
    specified: false,
    properties: [{ key: '{kernel}', shapes: [FLAG], doc: 'The kernel allocates memory.', specified: false }],
  },
  {
    name: 'SYCL/kernel names',
    doc: 'The kernels of the image.',
    specified: false,
    properties: [{ key: '{kernel}', shapes: [FLAG], doc: 'The image has the kernel.', specified: false }],
  },
  {
    name: 'SYCL/exported symbols',
    doc: 'The functions and variables that other images may use.',
    properties: [{ key: '{symbol}', shapes: [FLAG], doc: 'The symbol is exported.' }],
  },
  {
    name: 'SYCL/imported symbols',
    doc: 'The functions and variables that another image must have.',
    properties: [{ key: '{symbol}', shapes: [FLAG], doc: 'The symbol is imported.' }],
  },
  {
    name: 'SYCL/device globals',
    doc: 'The device global variables.',
    properties: [
      {
        key: '{variable}',
        shapes: [{ kind: 'structs', rows: DEVICE_GLOBAL, most: 1, booleans: ['device_image_scope'] }],
        doc: 'Size and scope of the variable with this unique id.',
        note: 'Old compilers wrote one byte of device_image_scope and did not set the other three.',
      },
    ],
  },
  {
    name: 'SYCL/device requirements',
    doc: 'Requirements on the device for the image to run on it.',
    properties: [
      {
        key: 'aspects',
        shapes: [{ kind: 'uint32s', names: ASPECTS }],
        doc: 'The aspects that the kernels use. Compilers always write it, often empty.',
      },
      {
        key: 'fixed_target',
        shapes: [{ kind: 'uint32s' }],
        doc: 'The targets of -fsycl-fixed-targets.',
        note: 'The specification says string literals, but compilers write 32-bit numbers.',
      },
      {
        key: 'compile_target',
        shapes: [TEXT],
        doc: 'The target that the image was compiled for, such as intel_gpu_bmg_g21.',
        specified: false,
        note: 'Written by intel/llvm llvm/lib/SYCLPostLink/Utils.cpp.',
      },
      { key: 'reqd_work_group_size_uint64_t', shapes: [{ kind: 'uint64s', most: 3 }], doc: 'The required work-group size.' },
      {
        key: 'reqd_work_group_size',
        shapes: [{ kind: 'uint32s', most: 3 }],
        doc: 'The required work-group size in an older form.',
        specified: false,
      },
      {
        key: 'joint_matrix',
        shapes: [{ kind: 'text', columns: ['type', 'use', 'rows', 'cols'] }],
        doc: 'The matrices that the kernels use.',
      },
      {
        key: 'joint_matrix_mad',
        shapes: [{ kind: 'text', columns: ['type_A', 'type_B', 'type_C', 'type_D', 'size_M', 'size_K', 'size_N'] }],
        doc: 'The matrix multiplications that the kernels use.',
      },
      {
        key: 'reqd_sub_group_size',
        shapes: [NUMBER, { kind: 'uint32s', most: 3 }],
        doc: 'The required sub-group size.',
        note: 'The specification says a byte array, but compilers write a number.',
      },
      {
        key: 'work_group_num_dim',
        shapes: [NUMBER, { kind: 'uint32s', most: 3 }],
        doc: 'The number of dimensions of the work-group.',
        note: 'The specification says a byte array, but compilers write a number.',
      },
    ],
  },
  {
    name: 'SYCL/host pipes',
    doc: 'The pipes between host and device.',
    properties: [{ key: '{pipe}', shapes: [{ kind: 'structs', rows: HOST_PIPE, most: 1 }], doc: 'Size of an element of the pipe.' }],
  },
  {
    name: 'SYCL/virtual functions',
    doc: 'The set of virtual functions that the image has, or the sets that it calls. An image has one of the two keys.',
    properties: [
      { key: 'virtual-functions-set', shapes: [TEXT], doc: 'The set that the functions of the image belong to.' },
      { key: 'uses-virtual-functions-set', shapes: [{ kind: 'text', list: true }], doc: 'The sets that the image calls.' },
    ],
  },
  {
    name: 'SYCL/implicit local arg',
    doc: 'The argument that the compiler added for local memory.',
    properties: [{ key: '{kernel}', shapes: [NUMBER], doc: 'Index of the added argument.' }],
  },
  {
    name: 'SYCL/work group dynamic local mem',
    doc: 'The kernels that use work-group scratch memory. The runtime refuses to launch them without work_group_scratch_size.',
    specified: false,
    properties: [
      {
        key: '{kernel}',
        shapes: [FLAG],
        doc: 'The kernel uses work-group scratch memory.',
        specified: false,
        note: 'Since intel/llvm pull request 21850.',
      },
    ],
  },
  {
    name: 'SYCL/registered kernels',
    doc: 'The names under which kernels are registered, for run-time compilation.',
    properties: [{ key: '{name}', shapes: [TEXT], doc: 'The name of the kernel in the image.' }],
  },
  {
    name: 'SYCLBIN/global metadata',
    doc: 'Properties of the whole SYCLBIN file.',
    place: 'global_metadata',
    properties: [
      {
        key: 'state',
        required: true,
        shapes: [
          {
            kind: 'uint32',
            names: [
              { value: 0, name: 'input' },
              { value: 1, name: 'object' },
              { value: 2, name: 'executable' },
            ],
          },
        ],
        doc: 'The sycl::bundle_state.',
      },
    ],
  },
  {
    name: 'SYCLBIN/ir module metadata',
    doc: 'Properties of an IR module of a SYCLBIN file.',
    place: 'ir',
    properties: [
      {
        key: 'type',
        required: true,
        shapes: [
          {
            kind: 'uint32',
            names: [
              { value: 0, name: 'SPIR-V' },
              { value: 1, name: 'PTX' },
              { value: 2, name: 'AMDGCN' },
            ],
          },
        ],
        doc: 'The intermediate language.',
      },
      { key: 'target', shapes: [TEXT], doc: 'The target triple.', note: 'Not in early editions of the page.' },
    ],
  },
  {
    name: 'SYCLBIN/native device code image metadata',
    doc: 'Properties of a native image of a SYCLBIN file.',
    place: 'native',
    properties: [
      { key: 'arch', required: true, shapes: [TEXT], doc: 'The architecture: a name of -fsycl-targets or of ocloc.' },
      { key: 'target', shapes: [TEXT], doc: 'The target triple.', specified: false },
    ],
  },
] as const satisfies readonly PropertySetRow[];

export type PropertySetName = (typeof PROPERTY_SETS)[number]['name'];
