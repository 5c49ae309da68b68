// @ts-check
/**
 * OpenCL C that is compiled live, and what its text says about the binary, whatever the device and the compiler: sub-group and
 * work-group sizes, local memory, barriers, arguments, bytes of variables. Numbers that a compiler is free to choose are not here.
 */

/** @typedef {string | number | boolean | readonly (string | number)[]} Value */

/**
 * An argument: what `-cl-kernel-arg-info` keeps of the declaration, and attributes of the payload argument.
 * @typedef {Readonly<Record<string, Value>>} Argument
 */

/**
 * @typedef {object} Kernel
 * @property {string} name
 * @property {Readonly<Record<string, Value>>} [resources] what `info` says
 * @property {Readonly<Record<string, Value | undefined>>} [ze_info] attributes by `record/attribute`; undefined: not written
 * @property {number} [privateBytes] bytes of private arrays of one work-item, which have to fit in memory
 * @property {boolean} [spills] holds more values than any device has registers for, so the compiler has to say that it spilled
 * @property {readonly Argument[]} [args] by arg_index
 */

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} source
 * @property {string} [options] of OpenCL C
 * @property {readonly string[]} [flags] of ocloc
 * @property {Readonly<Record<string, string>>} [env] settings of the compiler
 * @property {readonly string[]} [except] devices that cannot run it
 * @property {32 | 64} [width] of pointers, when not 64
 * @property {readonly Kernel[]} kernels all that the source has, in its order
 * @property {Readonly<Record<string, readonly number[]>>} [data] first bytes of sections
 */

const LONG = `k_${'long_name_'.repeat(20)}`;

const WORK_GROUP = 'execution_env/required_work_group_size';
const SUB_GROUP = 'user_attributes/intel_reqd_sub_group_size';

const ARGUMENTS = `
kernel void arguments(global int *ints, constant float *table, local short *tile, int count, float4 scale, long offset, uchar flag) {
  size_t i = get_global_id(0);
  tile[get_local_id(0)] = (short)(ints[i] + flag);
  barrier(CLK_LOCAL_MEM_FENCE);
  ints[i] = count + (int)(table[i] * scale.x + scale.w) + tile[get_local_id(0) ^ 1] + (int)offset;
}
`;

/** @param {4 | 8} pointer its size @returns {Kernel} */
const argumentsKernel = (pointer) => ({
  name: 'arguments',
  args: [
    { name: 'ints', type_name: `int*;${pointer}`, arg_type: 'arg_bypointer', addrspace: 'global', address_qualifier: '__global' },
    { name: 'table', type_name: `float*;${pointer}`, arg_type: 'arg_bypointer', addrspace: 'constant', address_qualifier: '__constant' },
    { name: 'tile', type_name: `short*;${pointer}`, arg_type: 'arg_bypointer', addrspace: 'local', addrmode: 'slm', size: pointer },
    { name: 'count', type_name: 'int;4', arg_type: 'arg_byvalue', size: 4 },
    { name: 'scale', type_name: 'float4;16', arg_type: 'arg_byvalue', size: 16 },
    { name: 'offset', type_name: 'long;8', arg_type: 'arg_byvalue', size: 8 },
    // 1 byte of the payload or 4: the compiler's choice.
    { name: 'flag', type_name: 'uchar;1', arg_type: 'arg_byvalue' },
  ],
});

/** Enough values alive at once that no device keeps them in registers. */
const HEX = [...'0123456789abcdef'];
const SPILLED = HEX.slice(0, 6).flatMap((high) => HEX.map((low) => `v${high}${low}`));

/** For questions about devices, not about sources. @type {Case} */
export const TINY = {
  name: 'tiny',
  source: 'kernel void tiny(global int *p) { p[get_global_id(0)] = 1; }\n',
  kernels: [{ name: 'tiny' }],
};

/** @type {readonly Case[]} */
export const CASES = [
  {
    name: 'attributes',
    options: '-cl-std=CL2.0',
    source: `
kernel void k(void) {}
kernel void ${LONG}(global int *p) { p[get_global_id(0)] = 1; }
__attribute__((intel_reqd_sub_group_size(16))) kernel void sub_group_16(global float *p) { p[get_global_id(0)] += 16; }
__attribute__((intel_reqd_sub_group_size(32))) kernel void sub_group_32(global float *p) { p[get_global_id(0)] += 32; }
__attribute__((reqd_work_group_size(64, 4, 1))) kernel void work_group(global int *p) { p[get_global_linear_id()] = get_local_linear_id(); }
__attribute__((reqd_work_group_size(16, 8, 2), intel_reqd_sub_group_size(16))) kernel void both(global int *p) {
  p[get_global_linear_id()] = get_local_linear_id();
}
`,
    kernels: [
      { name: 'k', resources: { slm_size: 0, barrier_count: 0 }, ze_info: { [WORK_GROUP]: undefined } },
      { name: LONG },
      { name: 'sub_group_16', resources: { simd_size: 16 }, ze_info: { [WORK_GROUP]: undefined, [SUB_GROUP]: 16 } },
      { name: 'sub_group_32', resources: { simd_size: 32 }, ze_info: { [WORK_GROUP]: undefined, [SUB_GROUP]: 32 } },
      { name: 'work_group', ze_info: { [WORK_GROUP]: [64, 4, 1], 'user_attributes/reqd_work_group_size': [64, 4, 1] } },
      { name: 'both', resources: { simd_size: 16 }, ze_info: { [WORK_GROUP]: [16, 8, 2], [SUB_GROUP]: 16 } },
    ],
  },
  {
    name: 'local',
    source: `
kernel void none(global int *p) { p[get_global_id(0)] = get_local_id(0); }
kernel void fence(global int *p) {
  size_t i = get_local_id(0);
  p[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  p[i + 1024] = p[i ^ 1];
}
kernel void tile(global float *p) {
  local float values[256];
  size_t i = get_local_id(0);
  values[i] = p[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[i] = values[255 - i];
}
kernel void two_tiles(global int *p) {
  local int ints[1024];
  local short shorts[512];
  size_t i = get_local_id(0);
  ints[i] = p[i];
  shorts[i & 511] = (short)i;
  barrier(CLK_LOCAL_MEM_FENCE);
  p[i] = ints[1023 - i] + shorts[(i + 1) & 511];
}
`,
    kernels: [
      { name: 'none', resources: { slm_size: 0, barrier_count: 0 } },
      { name: 'fence', resources: { slm_size: 0, barrier_count: 1 } },
      { name: 'tile', resources: { slm_size: 1024, barrier_count: 1 } },
      { name: 'two_tiles', resources: { slm_size: 4096 + 1024, barrier_count: 1 } },
    ],
  },
  { name: 'arguments', options: '-cl-kernel-arg-info', source: ARGUMENTS, kernels: [argumentsKernel(8)] },
  {
    name: 'arguments-32',
    options: '-cl-kernel-arg-info',
    flags: ['-32'],
    width: 32,
    // The compiler of 26.27 ends with an internal error there.
    except: ['nvl-p', 'cri'],
    source: ARGUMENTS,
    kernels: [argumentsKernel(4)],
  },
  {
    name: 'images',
    options: '-cl-kernel-arg-info',
    except: ['pvc', 'pvc-vg'],
    source: `
kernel void images(read_only image2d_t flat, read_only image2d_array_t layers, write_only image1d_t line, sampler_t filter, global float4 *out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  out[at.x] = read_imagef(flat, filter, at) + read_imagef(layers, filter, (int4)(at, 0, 0));
  write_imagef(line, at.x, out[at.x]);
}
`,
    kernels: [
      {
        name: 'images',
        args: [
          { name: 'flat', type_name: 'image2d_t;8', addrspace: 'image', image_type: 'image_2d', access_type: 'readonly' },
          { name: 'layers', type_name: 'image2d_array_t;8', addrspace: 'image', image_type: 'image_2d_array', access_type: 'readonly' },
          { name: 'line', type_name: 'image1d_t;8', addrspace: 'image', image_type: 'image_1d', access_type: 'writeonly' },
          { name: 'filter', type_name: 'sampler_t;8', addrspace: 'sampler' },
          { name: 'out', type_name: 'float4*;8', addrspace: 'global' },
        ],
      },
    ],
  },
  {
    name: 'variables',
    options: '-cl-std=CL2.0',
    source: `
constant uint table[6] = {0x01020304, 0x11121314, 0x21222324, 0x31323334, 0x41424344, 0x51525354};
global int counter = 0x7f000001;
kernel void look_up(global uint *p) { p[get_global_id(0)] = table[p[get_global_id(0)] % 6] + counter++; }
`,
    kernels: [{ name: 'look_up' }],
    data: {
      '.data.const': [1, 0x11, 0x21, 0x31, 0x41, 0x51].flatMap((byte) => [byte + 3, byte + 2, byte + 1, byte]),
      '.data.global': [1, 0, 0, 0x7f],
    },
  },
  {
    name: 'memory',
    source: `
kernel void private_array(global const int *in, global int *out) {
  int values[256];
  size_t g = get_global_id(0);
  for (int i = 0; i < 256; i++) values[i] = in[(g + i) & 1023];
  for (int i = 1; i < 256; i++) values[(values[i] ^ i) & 255] += values[i - 1];
  out[g] = values[in[g] & 255];
}
kernel void spilling(global const float4 *in, global float4 *out) {
  size_t g = get_global_id(0) * ${SPILLED.length};
${SPILLED.map((v, i) => `  float4 ${v} = in[g + ${i}];`).join('\n')}
  barrier(CLK_GLOBAL_MEM_FENCE);
${SPILLED.map((v, i) => `  ${v} = ${v} * ${v}.wzyx + (float4)(${i}.5f);`).join('\n')}
  barrier(CLK_GLOBAL_MEM_FENCE);
${SPILLED.map((v, i) => `  out[g + ${SPILLED.length - 1 - i}] = ${v};`).join('\n')}
}
`,
    kernels: [
      { name: 'private_array', privateBytes: 1024, resources: { slm_size: 0 } },
      { name: 'spilling', spills: true, resources: { barrier_count: 1 } },
    ],
  },
  {
    name: 'large-grf',
    options: '-cl-intel-256-GRF-per-thread',
    // Their threads have 128 registers.
    except: ['skl', 'tgllp'],
    source: 'kernel void add(global float *p, float a) { p[get_global_id(0)] += a; }\n',
    kernels: [{ name: 'add', resources: { grf_count: 256 } }],
  },
  {
    name: 'stack-calls',
    options: '-cl-std=CL2.0',
    env: { IGC_FunctionControl: '3', IGC_EnableRecursionOpenCL: '1' },
    source: `
__attribute__((noinline)) int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
kernel void recursive(global int *p) { p[get_global_id(0)] = fibonacci(p[get_global_id(0)]); }
kernel void straight(global int *p) { p[get_global_id(0)] *= 2; }
`,
    kernels: [
      { name: 'recursive', resources: { has_stack_calls: true } },
      { name: 'straight', resources: { has_stack_calls: false } },
    ],
  },
];
