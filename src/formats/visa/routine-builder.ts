import { ByteWriter } from '../../core/bytes/index.ts';
import type { Instruction, InstructionStream } from './instruction.ts';
import type {
  AddressVariable,
  Attribute,
  FunctionEntry,
  FunctionRoutine,
  GenBinary,
  KernelEntry,
  KernelRoutine,
  Label,
  PredicateVariable,
  RoutineInput,
  Sampler,
  Surface,
  Variable,
} from './model.ts';
import { PLACED_TABLES, PREDEFINED, type RoutinePlaces } from './model.ts';
import { OTHER_VARIABLES, predefinedVariables, RESERVED } from './names.ts';
import type { Named, SymbolClass } from './table/kind.ts';
import { LABEL_BLOCK } from './table/references.ts';
import { PREDEFINED_SURFACES } from './table/types.ts';

/** Machine code as it is parsed: the bytes line by line. */
export type ParsedBinary = Pick<GenBinary, 'gen_platform'> & { readonly pieces: Uint8Array[] };

const BINDLESS_SAMPLER = 'S31';

/** Maximum number of labels and names that 16 bits can index. */
export const MOST_INDEXED = 0x1_0000;

/** The names that each routine of a version has before its own: a text may have many routines, which share them. */
export class PredefinedNames {
  readonly symbols = new Map<string, Named>();
  /** The strings of a routine after its name, and their indices. */
  readonly strings: string[] = [];
  readonly stringIndex = new Map<string, number>();

  constructor(version: number) {
    for (const [index, variable] of predefinedVariables(version).entries()) this.add(variable, 'variable', index);
    for (const [index, surface] of PREDEFINED_SURFACES.entries()) this.add(surface, 'surface', index);
    this.add(BINDLESS_SAMPLER, 'sampler', 31);
    for (const [name, index] of OTHER_VARIABLES) this.declare(name, 'variable', index);
  }

  private add(name: string, kind: SymbolClass, index: number): void {
    if (!this.stringIndex.has(name)) this.stringIndex.set(name, this.strings.push(name));
    this.declare(name, kind, index);
  }

  private declare(name: string, kind: SymbolClass, index: number): void {
    if (!this.symbols.has(name) && RESERVED.get(name) !== kind) this.symbols.set(name, { class: kind, index });
  }
}

/** A kernel or function that is being parsed: its tables, and what its names refer to in the scope that is open. */
export class RoutineBuilder {
  readonly kind: 'kernel' | 'function';
  readonly name: string;
  readonly variables: Variable[] = [];
  readonly addresses: AddressVariable[] = [];
  readonly predicates: PredicateVariable[] = [];
  readonly samplers: Sampler[] = [];
  readonly surfaces: Surface[] = [];
  readonly labels: Label[] = [];
  readonly inputs: RoutineInput[] = [];
  readonly attributes: Attribute[] = [];
  readonly instructions: Instruction[] = [];
  /** Bytes after the last instruction, line by line. */
  readonly raw: Uint8Array[] = [];
  /** What comes after `v_name=`. */
  readonly samplerNames: string[] = [];
  readonly surfaceNames: string[] = [];
  /** What comes after `Original Name:`, by the index of the label. */
  readonly originals = new Map<number, string>();
  /** What texts of compilers lack: see text-extras.ts. */
  linkage = 0;
  input_size = 0;
  return_value_size = 0;
  /** Bytes of the instructions that the object has no longer; they count only if the text has none. */
  strippedSize = 0;
  readonly variable_reloc_symtab: { symbolic_index: number; resolved_index: number }[] = [];
  readonly function_reloc_symtab: { symbolic_index: number; resolved_index: number }[] = [];
  readonly gen_binaries: ParsedBinary[] = [];
  private readonly predefined: PredefinedNames;
  private readonly strings: string[];
  private readonly stringIndex = new Map<string, number>();
  /** What names refer to that the routine declares. */
  private readonly symbols = new Map<string, Named>();
  private readonly labelIndex = new Map<string, number>();
  private readonly placed: boolean[] = [];
  /** Where each label was first used, for labels that are not defined. */
  readonly uses: number[] = [];
  /** Where the routine begins in the text, and the lines of what it has. */
  readonly start: number;
  readonly places = emptyPlaces();
  /** For each open scope, the names that it declares, if any, with what they refer to outside it. */
  private readonly scopes: (Map<string, Named | undefined> | undefined)[] = [undefined];

  constructor(kind: 'kernel' | 'function', name: string, predefined: PredefinedNames, start: number) {
    this.kind = kind;
    this.start = start;
    this.name = name;
    this.predefined = predefined;
    this.strings = [name, ...predefined.strings];
  }

  /** Records that everything added since the last call is on the line that begins at `start`. */
  note(start: number): void {
    for (const table of PLACED_TABLES) {
      const places = this.places[table];
      while (places.length < this[table].length) places.push(start);
    }
  }

  /** Adds an instruction of a line, which can add only labels. */
  add(instruction: Instruction, start: number): void {
    const { labels, instructions } = this.places;
    while (labels.length < this.labels.length) labels.push(start);
    this.instructions.push(instruction);
    instructions.push(start);
  }

  /** @param isOwn adds it even if it exists: assemblers add a separate string for the name in each call. */
  string(text: string, isOwn = false): number {
    let index = isOwn ? undefined : (this.predefined.stringIndex.get(text) ?? this.stringIndex.get(text));
    if (index === undefined) {
      index = this.strings.length;
      this.strings.push(text);
      if (!isOwn) this.stringIndex.set(text, index);
    }
    return index;
  }

  /** What a name refers to. */
  find(name: string): Named | undefined {
    return this.symbols.get(name) ?? this.predefined.symbols.get(name);
  }

  /** False if the name is already declared in this scope. */
  declare(name: string, kind: SymbolClass, index: number): boolean {
    const { depth, scopes } = this;
    const isKnown = scopes[depth]?.has(name) === true || (depth === 0 && this.predefined.symbols.has(name));
    if (isKnown || RESERVED.get(name) === kind) return false;
    scopes[depth] ??= new Map();
    scopes[depth].set(name, this.symbols.get(name));
    this.symbols.set(name, { class: kind, index });
    return true;
  }

  openScope(): void {
    this.scopes.push(undefined);
  }

  /** False if only the outermost scope is open. */
  closeScope(): boolean {
    if (this.scopes.length === 1) return false;
    for (const [name, outside] of this.scopes.pop() ?? []) {
      if (outside) this.symbols.set(name, outside);
      else this.symbols.delete(name);
    }
    return true;
  }

  get depth(): number {
    return this.scopes.length - 1;
  }

  /** Index of the label; labels are numbered as they first occur. {@link MOST_INDEXED} if there are too many to add it. */
  label(name: string, kind?: number, use = -1): number {
    let index = this.labelIndex.get(name);
    if (index === undefined) {
      index = this.labels.length;
      if (index === MOST_INDEXED) return index;
      this.labelIndex.set(name, index);
      this.labels.push({ name_index: this.string(name), kind: kind ?? LABEL_BLOCK, attributes: [] });
      this.uses.push(use);
      this.placed.push(false);
    } else if (kind !== undefined && this.labels[index]?.kind !== kind) {
      this.labels[index] = { ...(this.labels[index] as Label), kind };
    }
    return index;
  }

  /** Defines the label here; false if it is already defined. */
  place(index: number): boolean {
    if (this.placed[index]) return false;
    this.placed[index] = true;
    return true;
  }

  /** Indices of labels that are not defined. */
  missing(): number[] {
    return this.placed.flatMap((placed, index) => (placed ? [] : [index]));
  }

  stringAt(index: number): string {
    return this.strings[index] ?? '';
  }

  surfaceIndex(): number {
    return PREDEFINED.surfaces + this.surfaces.length;
  }

  /** The entry of the header, without offsets: `layoutVisa` computes them. */
  entry(): KernelEntry | FunctionEntry {
    const { instructions } = this;
    const isStripped = this.strippedSize > 0 && instructions.length === 0 && this.raw.length === 0;
    const stream: InstructionStream = this.raw.length === 0 ? { instructions } : { instructions, raw: joined(this.raw) };
    const tables = {
      name_index: 0,
      variables: this.variables,
      addresses: this.addresses,
      predicates: this.predicates,
      labels: this.labels,
      samplers: this.samplers,
      surfaces: this.surfaces,
      vmes: [],
      size: isStripped ? this.strippedSize : 0,
      entry: 0,
      attributes: this.attributes,
      instructions: stream,
      ...(isStripped && { stripped: true as const }),
    };
    const { name, strings, linkage, input_size, return_value_size, variable_reloc_symtab, function_reloc_symtab } = this;
    const head = { offset: 0, size: 0, variable_reloc_symtab, function_reloc_symtab };
    if (this.kind === 'kernel') {
      const routine: KernelRoutine = { strings, ...tables, kind: 'kernel', inputs: this.inputs };
      const gen_binaries = this.gen_binaries.map(({ gen_platform, pieces }) => {
        const bytes = joined(pieces);
        return { gen_platform, binary_offset: 0, binary_size: bytes.length, bytes };
      });
      return { name, ...head, input_offset: 0, gen_binaries, routine };
    }
    const routine: FunctionRoutine = { strings, ...tables, kind: 'function', input_size, return_value_size };
    return { name, ...head, linkage, routine };
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new ByteWriter();
  for (const piece of pieces) whole.bytes(piece);
  return whole.finish();
}

function emptyPlaces(): { [T in keyof RoutinePlaces['tables']]: number[] } {
  return {
    variables: [],
    addresses: [],
    predicates: [],
    samplers: [],
    surfaces: [],
    labels: [],
    inputs: [],
    attributes: [],
    instructions: [],
  };
}
