/** The kinds of findings that checks have, each a row: options, `explain`, the documentation and the page derive from them. */

export interface CheckRow {
  readonly name: string;
  /** What is found. */
  readonly doc: string;
  /** What would be right. */
  readonly right: string;
  /** Whether it is on only where it is named: code that is right does it too. */
  readonly onRequest?: true;
}

export const CHECKS = [
  {
    name: 'out-of-bounds',
    doc: 'An access outside of a buffer, an image, or local, scratch or private memory, to a surface that nothing set, to a register after the last one, or a write to constant data. The device may read or change other data there, or drop the access.',
    right: 'Compare the index with the size before the access, or give the kernel a larger buffer.',
  },
  {
    name: 'null',
    doc: 'An access by a null pointer.',
    right: 'Pass a buffer, or test the pointer before the access.',
  },
  {
    name: 'misaligned',
    doc: 'An address that is not a multiple of what the message requires.',
    right: 'Align the pointer to its type, or copy by vload and vstore, which need the alignment of an element only.',
  },
  {
    name: 'uninitialized',
    doc: 'A register, a flag, or a byte of memory that nothing wrote reaches a store, a branch or an address. It is not reported where it is only moved.',
    right: 'Give the variable a value on every path, or write the memory before it is read.',
  },
  {
    name: 'race',
    doc: 'Two work-items access the same byte, at least one writes it, and no barrier, atomic operation or fence is between them.',
    right: 'Separate the accesses with a barrier, use atomic operations, or give each work-item its own bytes.',
  },
  {
    name: 'barrier',
    doc: 'A barrier that not all work-items of the group reach.',
    right: 'Let all work-items of the group reach the same barriers, the same number of times.',
  },
  {
    name: 'in-flight',
    doc: 'A thread ends before a message that it sent has returned its data. Compilers leave it so where nothing uses the data.',
    right: 'Wait for the token of the message before the end of the thread.',
    onRequest: true,
  },
  {
    name: 'missing-wait',
    doc: 'An instruction uses a register before the scoreboard guarantees that an earlier one is done with it, or local memory is read after a barrier that its writer passed without a fence. Gen9 and Gen11 have no scoreboard in their code.',
    right: 'Wait for the token, or for the distance in the pipe, of the earlier instruction; send a fence before the barrier.',
  },
  {
    name: 'nan',
    doc: 'A NaN or an infinity that was computed from finite numbers, or a NaN that a function gives as a constant, and that is stored.',
    right: 'Exclude the operands that have no finite result: division by zero, roots and logarithms of negative numbers, overflow.',
  },
  {
    name: 'division-by-zero',
    doc: 'A division of integers by zero. It is found in an instruction that divides integers, and in the sequences around math.inv that compilers make of a division. A division by other means cannot be told, such as the loop that older compilers make of one of 64 bits on devices without doubles.',
    right: 'Test the divisor before the division.',
  },
  {
    name: 'conversion',
    doc: 'A float that the integer type it is converted to cannot hold, without saturation.',
    right: 'Use the conversion that saturates, or limit the value first.',
  },
  {
    name: 'shift',
    doc: 'A shift by at least as many bits as the value has. OpenCL C takes the distance modulo this number; C does not define it.',
    right: 'Limit the distance.',
    onRequest: true,
  },
  {
    name: 'denormal',
    doc: 'A denormal float that an instruction takes, or gives, as zero.',
    right: 'Compile without -cl-denorms-are-zero, or scale the values.',
    onRequest: true,
  },
  {
    name: 'hang',
    doc: 'The kernel did not end within the limit of instructions, or all of its state is as it was before.',
    right: 'Let the loop end for every work-item, or allow more instructions.',
  },
  {
    name: 'launch',
    doc: 'A launch that a driver refuses: the size of its groups is not the one that the kernel requires, or groups have more work-items or local memory, or threads more scratch memory, than the device has.',
    right: 'Launch the kernel with the sizes that it was compiled for, and with the memory that the device has.',
  },
  {
    name: 'stack',
    doc: 'The stack of functions that are called has more than the memory of a thread holds.',
    right: 'Call fewer functions in each other, with less private memory in each, or end the recursion earlier.',
  },
  {
    name: 'printf-overflow',
    doc: 'The kernel printed more than its buffer holds, and the rest is lost.',
    right: 'Print less, or from fewer work-items.',
  },
] as const satisfies readonly CheckRow[];

export type CheckKind = (typeof CHECKS)[number]['name'];

/** The kinds that are on without a list. */
export const USUAL_CHECKS: readonly CheckKind[] = (CHECKS as readonly (CheckRow & { readonly name: CheckKind })[])
  .filter(({ onRequest }) => onRequest !== true)
  .map(({ name }) => name);
