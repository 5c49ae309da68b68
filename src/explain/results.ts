/**
 * What people paste when a device binary does not load: results of Level Zero, OpenCL and SYCL, and sentences of the driver, the runtime
 * and the compiler. Each leads to the verb that says more.
 */
import type { EntryRow } from './entry.ts';

export interface ResultRow {
  readonly kind: 'Level Zero result' | 'OpenCL result' | 'SYCL result' | 'message';
  readonly name: string;
  /** Names with the same meaning. */
  readonly also?: readonly string[];
  readonly value?: number;
  readonly doc: string;
  readonly help: string;
  readonly source: string;
  /** What identifies the sentence of a message; the other rows are identified by their names and numbers. */
  readonly pattern?: RegExp;
}

const ZE = 'oneapi-src/level-zero include/ze_api.h (ze_result_t)';
const CL = 'KhronosGroup/OpenCL-Headers CL/cl.h';
const UR = 'intel/llvm unified-runtime/include/unified-runtime/ur_api.h (ur_result_t)';
const MODULE = 'intel/compute-runtime level_zero/core/source/module/module_imp.cpp';
const KERNEL = 'intel/compute-runtime level_zero/core/source/kernel/kernel_imp.cpp';
const PROGRAM = 'intel/compute-runtime opencl/source/program/process_device_binary.cpp';
const ZEINFO = 'intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp';
const ZEBIN = 'intel/compute-runtime shared/source/device_binary_format/zebin/zebin_decoder.cpp';
const TARGET = 'intel/compute-runtime shared/source/device_binary_format/device_binary_format_zebin.cpp';
const MANAGER = 'intel/llvm sycl/source/detail/program_manager/program_manager.cpp';

const CHECK = '`zebin check FILE -d DEVICE` names the step and the reason, and the releases that accept the file.';
const COVERAGE = '`zebin coverage FILE -d DEVICE` says which image the device gets, or why it gets none.';
const NAMES = '`zebin ls FILE` lists the kernels of each image.';
const ARGUMENTS = '`zebin kernel FILE KERNEL` lists the arguments with index, kind and size.';
const MEMORY = '`zebin info FILE` lists the memory that each kernel needs, `zebin kernel` that of one, with the limits of the device.';
const COMPILE =
  '`zebin ls FILE` shows whether the file has code or only IR, `zebin coverage FILE -d DEVICE` whether it has code for the device.';
const LINK = '`zebin link FILE --json` applies relocations as the driver does, and names the symbols that are not defined.';

const level0 = (name: string, value: number, doc: string, help: string, ...sources: readonly string[]): ResultRow => ({
  kind: 'Level Zero result',
  name: `ZE_RESULT_${name}`,
  value,
  doc,
  help,
  source: [ZE, ...sources].join('; '),
});

/** The results of OpenCL, which SYCL's plugin interface numbered alike until 2024: PI_ERROR_… of the same name. */
const opencl = (name: string, value: number, doc: string, help: string, ...sources: readonly string[]): ResultRow => ({
  kind: 'OpenCL result',
  name: `CL_${name}`,
  also: [`PI_ERROR_${name}`],
  value,
  doc,
  help,
  source: [CL, ...sources].join('; '),
});

/** No numbers: they changed between versions of the interface. */
const sycl = (name: string, doc: string, help: string): ResultRow => ({
  kind: 'SYCL result',
  name: `UR_RESULT_ERROR_${name}`,
  doc,
  help,
  source: UR,
});

const message = (name: string, pattern: RegExp, doc: string, help: string, source: string): ResultRow => ({
  kind: 'message',
  name,
  pattern,
  doc,
  help,
  source,
});

export const RESULTS: readonly ResultRow[] = [
  level0(
    'ERROR_DEVICE_LOST',
    0x70000001,
    'The device hung, was reset or removed. A kernel that does not end, or that reads wild addresses, is a common cause.',
    '`zebin compare OLD NEW --code` shows what changed in the code of kernels, `zebin disasm FILE KERNEL` its instructions.',
  ),
  level0(
    'ERROR_OUT_OF_HOST_MEMORY',
    0x70000002,
    'The host has not enough memory for the call.',
    '`zebin size FILE` says what is large in a file.',
  ),
  level0(
    'ERROR_OUT_OF_DEVICE_MEMORY',
    0x70000003,
    'The device has not enough memory. When a module or kernel is created: local memory above that of the device, or scratch and private memory of all threads together.',
    MEMORY,
    MODULE,
    KERNEL,
  ),
  level0(
    'ERROR_MODULE_BUILD_FAILURE',
    0x70000004,
    'zeModuleCreate failed. For a native binary this is the common refusal: it is for another device, or the driver does not accept its sections or its .ze_info. For SPIR-V the compiler failed; the build log says why.',
    CHECK,
    MODULE,
  ),
  level0(
    'ERROR_MODULE_LINK_FAILURE',
    0x70000005,
    'A module has symbols that no other module defines, or relocations that the driver cannot apply.',
    LINK,
    MODULE,
  ),
  level0(
    'ERROR_DEPENDENCY_UNAVAILABLE',
    0x70020000,
    'A library is missing: the compiler (libigc), or a library that the module requires.',
    COMPILE,
    MODULE,
  ),
  level0(
    'ERROR_UNINITIALIZED',
    0x78000001,
    'The driver is not initialised: zeInit was not called, or found no device.',
    '`zebin` reads files without a device: `zebin info FILE`.',
  ),
  level0(
    'ERROR_UNSUPPORTED_FEATURE',
    0x78000003,
    'The device or the driver does not support what is asked for: a kernel with ray tracing on a device without it, or a pointer to a function of a module that was not compiled as a library.',
    CHECK,
    MODULE,
    KERNEL,
  ),
  level0(
    'ERROR_INVALID_ARGUMENT',
    0x78000004,
    'An argument of the call is wrong; when a kernel is launched, perhaps the value or the index of one of its arguments.',
    ARGUMENTS,
    KERNEL,
  ),
  level0(
    'ERROR_INVALID_NULL_HANDLE',
    0x78000005,
    'A handle is null, often that of a module or kernel whose creation failed before.',
    CHECK,
  ),
  level0(
    'ERROR_HANDLE_OBJECT_IN_USE',
    0x78000006,
    'The device still uses the object that is to be destroyed. The binary is not the reason.',
    '`zebin check FILE` says whether the binary is accepted.',
  ),
  level0('ERROR_INVALID_NULL_POINTER', 0x78000007, 'A pointer is null; for a kernel argument, one that may not be.', ARGUMENTS, KERNEL),
  level0(
    'ERROR_INVALID_SIZE',
    0x78000008,
    'A size is wrong: zeModuleCreate with an empty binary, for example.',
    '`zebin ls FILE` shows what is in the file.',
    MODULE,
  ),
  level0(
    'ERROR_INVALID_ENUMERATION',
    0x7800000c,
    'A constant of the call is not known to the driver, such as the format of a module.',
    '`zebin ls FILE` names the format: ZE_MODULE_FORMAT_NATIVE is for zebins and archives, ZE_MODULE_FORMAT_IL_SPIRV for SPIR-V.',
    MODULE,
  ),
  level0(
    'ERROR_INVALID_NATIVE_BINARY',
    0x7800000f,
    'The driver does not accept the native binary. From a module: it would have to be rebuilt for the device, for another cache policy for example, and has no IR. From a kernel: it needs more scratch memory for each thread than the device has. SYCL reports UR_RESULT_ERROR_INVALID_BINARY.',
    CHECK,
    MODULE,
    KERNEL,
  ),
  level0(
    'ERROR_INVALID_GLOBAL_NAME',
    0x78000010,
    'The module has no global variable of this name.',
    '`zebin dump FILE!.symtab` lists the symbols.',
    MODULE,
  ),
  level0(
    'ERROR_INVALID_KERNEL_NAME',
    0x78000011,
    'The module has no kernel of this name. SYCL and C++ kernels have mangled names.',
    NAMES,
    KERNEL,
  ),
  level0(
    'ERROR_INVALID_FUNCTION_NAME',
    0x78000012,
    'The module exports no function of this name.',
    '`zebin info FILE` lists the functions, `zebin dump FILE!.symtab` the symbols.',
    MODULE,
  ),
  level0(
    'ERROR_INVALID_GROUP_SIZE_DIMENSION',
    0x78000013,
    'The work-group is too large for the kernel, or not of the size that the kernel requires.',
    '`zebin kernel FILE KERNEL --group SIZE` says what limits a work-group, and the required size.',
    KERNEL,
  ),
  level0(
    'ERROR_INVALID_KERNEL_ARGUMENT_INDEX',
    0x78000015,
    'The kernel has no argument with this index. Arguments that SYCL removed are not counted.',
    ARGUMENTS,
    KERNEL,
  ),
  level0('ERROR_INVALID_KERNEL_ARGUMENT_SIZE', 0x78000016, 'The size of the value is not that of the argument.', ARGUMENTS),
  level0(
    'ERROR_INVALID_KERNEL_ATTRIBUTE_VALUE',
    0x78000017,
    'An attribute of the kernel, or its value, is not supported on the device.',
    ARGUMENTS,
  ),
  level0(
    'ERROR_INVALID_MODULE_UNLINKED',
    0x78000018,
    'The module imports symbols, and has to be linked with zeModuleDynamicLink before a kernel of it is created.',
    LINK,
    MODULE,
  ),
  level0('ERROR_UNKNOWN', 0x7ffffffe, 'An internal error of the driver, or one that has no other number.', CHECK),

  opencl(
    'OUT_OF_RESOURCES',
    -5,
    'The device has not enough resources: local memory, scratch or private memory of the kernel, or memory at all.',
    MEMORY,
    PROGRAM,
  ),
  opencl('OUT_OF_HOST_MEMORY', -6, 'The host has not enough memory.', '`zebin size FILE` says what is large in a file.'),
  opencl(
    'BUILD_PROGRAM_FAILURE',
    -11,
    'clBuildProgram failed: the compiler refused the source or the SPIR-V, or a library that the program requires is missing. The build log says why.',
    COMPILE,
    PROGRAM,
  ),
  opencl('COMPILE_PROGRAM_FAILURE', -15, 'clCompileProgram failed; the build log says why.', COMPILE),
  opencl('LINK_PROGRAM_FAILURE', -17, 'clLinkProgram failed: symbols are not defined, or defined twice.', LINK),
  opencl('COMPILER_NOT_AVAILABLE', -3, 'The program has to be compiled, and there is no compiler.', COMPILE),
  opencl(
    'INVALID_BINARY',
    -42,
    'The driver does not accept the binary: it is for another device, it is damaged, its sections or .ze_info are not accepted, a symbol is not defined, or it would have to be rebuilt and has no IR.',
    CHECK,
    PROGRAM,
  ),
  opencl(
    'INVALID_BUILD_OPTIONS',
    -43,
    'The compiler does not know a build option.',
    '`zebin dump FILE!.misc.buildOptions` shows the options that a zebin was built with.',
  ),
  opencl('INVALID_PROGRAM', -44, 'The program is not valid, often because its creation failed before.', CHECK),
  opencl('INVALID_PROGRAM_EXECUTABLE', -45, 'The program was not built for the device of the kernel or queue.', COVERAGE),
  opencl('INVALID_KERNEL_NAME', -46, 'The program has no kernel of this name.', NAMES),
  opencl(
    'INVALID_KERNEL_DEFINITION',
    -47,
    'Kernels of the same name differ in their arguments between devices.',
    '`zebin diff FILE!image FILE!image` compares two images.',
  ),
  opencl('INVALID_KERNEL', -48, 'The kernel is not valid, often because its creation failed before.', CHECK),
  opencl('INVALID_ARG_INDEX', -49, 'The kernel has no argument with this index.', ARGUMENTS),
  opencl('INVALID_ARG_VALUE', -50, 'The value of an argument is wrong: an image for a buffer, for example.', ARGUMENTS),
  opencl('INVALID_ARG_SIZE', -51, 'The size of the value is not that of the argument.', ARGUMENTS),
  opencl('INVALID_KERNEL_ARGS', -52, 'Arguments of the kernel have no value.', ARGUMENTS),
  opencl(
    'INVALID_WORK_GROUP_SIZE',
    -54,
    'The work-group is too large for the kernel, or not of the size that the kernel requires.',
    '`zebin kernel FILE KERNEL --group SIZE` says what limits a work-group, and the required size.',
  ),

  sycl(
    'INVALID_BINARY',
    'No image of the program is for the device, or the driver does not accept it. SYCL printed PI_ERROR_INVALID_BINARY, -42, before.',
    `${COVERAGE} ${CHECK}`,
  ),
  sycl('INVALID_PROGRAM', 'The program is not valid, often because its creation failed before.', CHECK),
  sycl('INVALID_PROGRAM_EXECUTABLE', 'The program was not built for the device.', COVERAGE),
  sycl(
    'PROGRAM_BUILD_FAILURE',
    'An image could not be built for the device; the build log says why. Level Zero reports ZE_RESULT_ERROR_MODULE_BUILD_FAILURE.',
    CHECK,
  ),
  sycl('PROGRAM_LINK_FAILURE', 'Symbols are not defined. Level Zero reports ZE_RESULT_ERROR_MODULE_LINK_FAILURE.', LINK),
  sycl(
    'INVALID_KERNEL_NAME',
    'The image has no kernel of this name: host and device code are not from one build, or an image for another device was chosen.',
    `${NAMES} ${COVERAGE}`,
  ),
  sycl('INVALID_KERNEL_ARGUMENT_INDEX', 'The kernel has no argument with this index.', ARGUMENTS),
  sycl('INVALID_KERNEL_ARGUMENT_SIZE', 'The size of the value is not that of the argument.', ARGUMENTS),
  sycl('INVALID_KERNEL_ARGS', 'Arguments of the kernel have no value, or a wrong one.', ARGUMENTS),
  sycl(
    'INVALID_WORK_GROUP_SIZE',
    'The work-group is too large for the kernel, or not of the size that the kernel requires.',
    '`zebin kernel FILE KERNEL --group SIZE` says what limits a work-group, and the required size.',
  ),
  sycl('OUT_OF_DEVICE_MEMORY', 'The device has not enough memory: buffers, or scratch and private memory of kernels.', MEMORY),
  sycl('OUT_OF_RESOURCES', 'The device has not enough resources: local memory, registers or memory.', MEMORY),
  sycl(
    'DEVICE_LOST',
    'The device hung, was reset or removed.',
    '`zebin compare OLD NEW --code` shows what changed in the code of kernels.',
  ),
  sycl(
    'UNINITIALIZED',
    'The driver is not initialised, or lacks a function that the runtime calls.',
    '`zebin` reads files without a device: `zebin info FILE`.',
  ),

  message(
    'No kernel named … was found',
    /\bno kernel named\b/i,
    'A SYCL program has no image with this kernel for its device: the object or library with the device code is not linked, or its symbols were removed.',
    `${NAMES} It takes programs and libraries; a kernel is found by its demangled name too.`,
    MANAGER,
  ),
  message(
    'Unknown entry',
    /unknown entry\b/i,
    'The driver does not know a name in .ze_info. A newer compiler wrote it. Releases before 24.45 ignore the name, later ones refuse the file.',
    `${CHECK} \`zebin convert FILE --to VERSION\` writes an older version.`,
    ZEINFO,
  ),
  message(
    'Unhandled target device',
    /unhandled target device/i,
    'The binary is for another device, and has no IR to rebuild from.',
    `${CHECK} ${COVERAGE}`,
    TARGET,
  ),
  message(
    'Invalid target device. Rebuilding from intermediate representation',
    /invalid target device|recompiled from ir/i,
    'The binary is for another device: the driver ignores its code, and compiles the IR in it. This is slow, and not what was measured.',
    COVERAGE,
    TARGET,
  ),
  message(
    'Could not find text section for kernel',
    /could not find text section/i,
    '.ze_info describes a kernel that has no section .text.NAME.',
    '`zebin validate FILE` says which, and what else does not fit.',
    ZEBIN,
  ),
  message(
    'DeviceBinaryFormat::zebin',
    /DeviceBinaryFormat::zebin/i,
    'The driver says why it does not accept a zebin, or what it ignores in it.',
    `${CHECK} It names the byte and the line; \`zebin validate FILE\` lists everything that is wrong.`,
    `${ZEBIN}; ${ZEINFO}`,
  ),
  message(
    'Size of SLM larger than available',
    /size of SLM/i,
    'A kernel has more local memory than a work-group can have on the device.',
    MEMORY,
    `${MODULE}; ${KERNEL}`,
  ),
  message(
    'total scratch space exceeds HW supported limit',
    /scratch space exceeds|permitted PTSS|\bPTSS\b|per[- ]thread scratch/i,
    'PTSS is the scratch space of a thread, where registers are spilled to and private variables are. The compiler refuses a kernel that needs more than the device has: 256 KiB on most devices. Fewer lanes, more registers (large GRF) or less private memory help.',
    MEMORY,
    'intel/intel-xpu-backend-for-triton third_party/intel/backend/compiler.py (PTSS_OVERFLOW_RE), for what the compiler prints',
  ),
  message(
    'unresolved external symbol',
    /unresolved (external )?symbol|failed to load dependency/i,
    'A relocation refers to a symbol that no module defines.',
    LINK,
    'intel/compute-runtime shared/source/compiler_interface/linker.cpp',
  ),
  message(
    'Required aspect is not supported',
    /required aspect \S+ is not supported/i,
    'A SYCL kernel uses a feature that the device lacks, such as fp64. The property set "SYCL/device requirements" has the aspects that an image requires.',
    '`zebin props FILE` lists them for each image.',
    MANAGER,
  ),
  message(
    'No device image found',
    /no (matching )?device (image|binary)|does not contain (an )?image/i,
    'A program has no image for the device that it runs on.',
    COVERAGE,
    MANAGER,
  ),
];

export const pathOfResult = ({ kind, name }: ResultRow): string => `${kind}/${name}`;

export const resultEntries = (): EntryRow[] => RESULTS.map(({ pattern: _, ...row }) => ({ ...row, path: pathOfResult(row) }));
