/** Labels: their kinds, the instructions that refer to them, and their places. */
import { instructionSet, rowOf } from '../compile.ts';
import { versionNumber } from '../instruction.ts';
import { LABEL_BLOCK, LABEL_DIVERGENT, LABEL_EXTERNAL, LABEL_SUBROUTINE } from '../table/references.ts';
import { type Place, type RoutineContext, type RoutineRule, VISA_PAGE } from './row.ts';

/** Mnemonics of what places a label, and the kinds of labels that each instruction can have. */
const KINDS: Readonly<Record<string, { readonly allowed: readonly number[]; readonly says: string }>> = {
  label: { allowed: [LABEL_BLOCK, LABEL_DIVERGENT], says: 'begins a block' },
  subroutine: { allowed: [LABEL_SUBROUTINE], says: 'begins a subroutine' },
  jmp: { allowed: [LABEL_BLOCK, LABEL_DIVERGENT], says: 'leads to a block' },
  goto: { allowed: [LABEL_BLOCK, LABEL_DIVERGENT], says: 'leads to a block' },
  switchjmp: { allowed: [LABEL_BLOCK, LABEL_DIVERGENT], says: 'leads to blocks' },
  call: { allowed: [LABEL_SUBROUTINE, LABEL_EXTERNAL], says: 'leads to a subroutine' },
};

interface Use {
  readonly instruction: number;
  readonly mnemonic: string;
  readonly label: number;
}

/** Every label of an instruction. */
function* labelUses({ object, routine }: RoutineContext): Iterable<Use> {
  const set = instructionSet(versionNumber(object));
  for (const [instruction, { opcode, values }] of routine.instructions.instructions.entries()) {
    const mnemonic = rowOf(set, opcode, values)?.row.mnemonic ?? '';
    if (!KINDS[mnemonic]) continue;
    const last = values[values.length - 1];
    for (const label of Array.isArray(last) ? last : [last]) if (typeof label === 'number') yield { instruction, mnemonic, label };
  }
}

const placeOf = ({ instruction }: Use): Place => ({ table: 'instructions', index: instruction, field: '' });

export const LABEL_RULES: readonly RoutineRule[] = [
  {
    name: 'label-kind',
    code: 'visa/label',
    source: `${VISA_PAGE}, Labels`,
    says: 'Jumps lead to labels of blocks, calls to labels of subroutines.',
    differs: 'A label of a function that is linked later is a third kind, and is called too.',
    check(context, report) {
      for (const use of labelUses(context)) {
        const kind = context.routine.labels[use.label]?.kind;
        const row = KINDS[use.mnemonic];
        if (kind === undefined || !row || row.allowed.includes(kind)) continue;
        report(placeOf(use), `${use.mnemonic} ${row.says}, and label ${use.label} is of kind ${kind}`);
      }
    },
  },
  {
    name: 'label-once',
    code: 'visa/label',
    source: `${VISA_PAGE}, Labels`,
    says: 'A label has one place.',
    check(context, report) {
      const placed = new Set<number>();
      for (const use of labelUses(context)) {
        if (use.mnemonic !== 'label' && use.mnemonic !== 'subroutine') continue;
        if (placed.has(use.label)) report(placeOf(use), `label ${use.label} is placed a second time`);
        placed.add(use.label);
      }
    },
  },
  {
    name: 'label-there',
    code: 'visa/label',
    source: `${VISA_PAGE}, Labels`,
    says: 'A label that is the target of a jump or call has a place, except for labels of functions that are linked later.',
    check(context, report) {
      // What was not read may have it.
      if (context.routine.instructions.raw || context.routine.cut) return;
      const uses = [...labelUses(context)];
      const placed = new Set(uses.filter(({ mnemonic }) => mnemonic === 'label' || mnemonic === 'subroutine').map(({ label }) => label));
      for (const use of uses) {
        const kind = context.routine.labels[use.label]?.kind;
        if (kind === undefined || kind === LABEL_EXTERNAL || placed.has(use.label)) continue;
        placed.add(use.label);
        report(placeOf(use), `label ${use.label} is not defined`);
      }
    },
  },
];
