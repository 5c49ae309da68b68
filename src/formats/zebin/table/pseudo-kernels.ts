import { FUNCTIONS_KERNEL } from './section-names.ts';

/** An entry of `kernels` in .ze_info that no host starts. */
export interface PseudoKernelRow {
  readonly name: string;
  /** One or more sentences. */
  readonly doc: string;
  readonly source: string;
}

/** The sub-group sizes for which the compiler can have a holder of its own, in lanes. */
const VARIANTS = [8, 16, 32] as const;

/** Names of the entries that only hold code. They are described where bytes are, but never counted or measured as kernels. */
export const PSEUDO_KERNELS: readonly PseudoKernelRow[] = [
  {
    name: FUNCTIONS_KERNEL,
    doc:
      'Not a kernel: holds the code of functions that kernels call through pointers or that other modules link to. No host starts it. ' +
      'zeModuleGetKernelNames lists it; newer drivers do not let clCreateKernel find it. Its section is .text.Intel_Symbol_Table_Void_Program, ' +
      'or .text since ze_info 1.45.',
    source:
      'intel/intel-graphics-compiler IGC/AdaptorCommon/ProcessFuncAttributes.cpp, InsertDummyKernelForSymbolTable; ' +
      'intel/compute-runtime opencl/source/program/process_device_binary.cpp, Program::getKernelInfo',
  },
  ...VARIANTS.map((lanes) => ({
    name: `${FUNCTIONS_KERNEL}_GenXSIMD${lanes}`,
    doc: `Not a kernel: holds functions that are compiled for ${lanes} lanes, where that is not the default. No host starts it.`,
    source:
      'intel/intel-graphics-compiler IGC/Compiler/CISACodeGen/GenCodeGenModule.cpp, getOrCreateIndirectCallGroup; ' +
      'helper.h, isIntelSymbolTableVoidProgram',
  })),
];

/** Whether an entry of this name is not a kernel: no host starts it. */
export function isPseudoKernel(name: string): boolean {
  return name.startsWith(FUNCTIONS_KERNEL) && PSEUDO_KERNELS.some((row) => row.name === name);
}
