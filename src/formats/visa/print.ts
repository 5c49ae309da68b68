import { decodeText } from '../../core/bytes/index.ts';
import { Budget, type Budgeted } from '../../core/diag/index.ts';
import { instructionSet } from './compile.ts';
import { versionNumber } from './instruction.ts';
import type { Attribute, FunctionEntry, KernelEntry, Routine, RoutineInput, StateNames, VisaObject } from './model.ts';
import { PREDEFINED } from './model.ts';
import { predefinedVariables, printContext } from './names.ts';
import { InstructionPrinter, paid } from './print-instruction.ts';
import { quote } from './scanner.ts';
import { attributeRow } from './table/attributes.ts';
import type { PrintContext } from './table/kind.ts';
import { ALIGNMENT_NAMES, PREDEFINED_SURFACES, PROVENANCES, PSEUDO_INPUT, TARGETS, TYPE_NAMES } from './table/types.ts';
import { entryLines, FILE_SCOPE, objectLines } from './text-extras.ts';

/** Versions from which on the path of the machine code is not printed. */
const HIDES_PATH = 400;
/** Objects of these versions come from compilers that print in the newer form. */
const MODERN = 402;
/** Versions from which on symbol names that are not identifiers are in quotes. */
const QUOTES_SYMBOLS = 401;

/**
 * The assembly of an object: its kernels, then its functions, each as the compiler prints it into a file of its own. An instruction that
 * has no text is printed as `.bytes`, and what follows the last one that is known as `.raw`.
 *
 * Throws `FormatError` (`limit/output`) where that is far more text than an object of this size needs: one name can be in every line.
 *
 * @example
 * printVisa(readVisa(object).value).startsWith('.version'); // true
 */
export function printVisa(object: VisaObject, options: PrintOptions = {}): string {
  const budget = options.budget ?? new Budget(object.fileSize);
  const texts = [...object.kernels, ...object.functions].map((entry) => printRoutine(object, entry, { ...options, budget }));
  // The end of the text comes once, after all routines.
  texts.push(object.text?.tail ?? '');
  const first = objectLines(object);
  if (first.length === 0) return texts.join('');
  const version = `.version ${object.major_version}.${object.minor_version}\n`;
  const text = texts.join('') || version;
  return `${version}${first.join('\n')}\n${text.slice(version.length)}`;
}

/** Which parts of an object a text has. */
export interface PrintOptions extends Budgeted {
  /** Embedded machine code too, as lines of bytes. Compilers do not print it. */
  readonly code?: boolean;
}

/** The assembly of one kernel or function of an object; '' if there is only its entry. Throws as {@link printVisa} does. */
export function printRoutine(object: VisaObject, entry: KernelEntry | FunctionEntry, options: PrintOptions = {}): string {
  const budget = options.budget ?? new Budget(object.fileSize);
  const { routine } = entry;
  if (!routine) return '';
  const version = versionNumber(object);
  const modern = object.text?.modern ?? version >= MODERN;
  const names = stateNames(object, entry);
  const context = printContext(routine, object, {
    modern,
    quotesSymbols: object.text?.quotesSymbols ?? version >= QUOTES_SYMBOLS,
    numberLabels: !object.text && !madeFromText(routine),
    originals: object.text && (names?.originals ?? new Map()),
  });
  const head = [`.version ${object.major_version}.${object.minor_version}`, ...(modern ? [''] : [])];
  head.push(`${routine.kind === 'kernel' ? '.kernel' : '.global_function'} ${quote(entry.name)}`);
  if (routine.kind === 'kernel') {
    const functions = object.text?.functions ?? object.functions.map(({ name }) => name);
    for (const name of functions) head.push(paid(`.funcdecl ${quote(name)}`, budget));
  }
  for (const line of entryLines(entry, options.code === true)) head.push(paid(line, budget));
  head.push('', '/// VISA Predefined Variables');
  for (const [i, name] of predefinedVariables(version).entries()) head.push(`// .decl V${i} v_type=G v_name=${name}`);
  for (const [i, name] of PREDEFINED_SURFACES.entries()) head.push(`// .decl T${i} v_type=T v_name=${name}`);
  head.push('');
  for (const line of declarations(routine, context, names)) head.push(paid(line, budget));
  for (const attribute of routine.attributes) {
    const name = routine.strings[attribute.name] ?? '';
    if (name === 'OutputAsmPath' && version >= HIDES_PATH && !object.text) continue;
    head.push(paid(`.kernel_attr ${attributeText(routine, attribute)}`, budget));
  }
  const printer = new InstructionPrinter(instructionSet(version), context, budget);
  const { instructions, raw } = routine.instructions;
  for (const instruction of instructions) printer.add(instruction);
  if (raw) printer.raw(raw);
  // The heading of the first subroutine begins in the last line of the head.
  const { text } = printer;
  const join = text.startsWith('    \n') || text === '' ? '' : '\n';
  return `${head.join('\n')}${text === '' ? '\n' : join}${text}`;
}

function stateNames({ kernels, functions, text }: VisaObject, entry: KernelEntry | FunctionEntry): StateNames | undefined {
  const index = 'gen_binaries' in entry ? kernels.indexOf(entry) : kernels.length + functions.indexOf(entry);
  return text?.routines[index];
}

/**
 * Whether an assembler made the routine. Compilers print the labels of subroutines with their number after the name, so that a routine made
 * from such a text has the numbers in its names already. An assembler assigns strings in the order of the text, where labels come after all
 * declarations; a compiler names the first label before it declares anything.
 */
function madeFromText({ variables, labels }: Routine): boolean {
  const first = labels[0]?.name_index ?? 0;
  return variables.length > 0 && variables.every(({ name_index }) => name_index < first);
}

function* declarations(routine: Routine, context: PrintContext, names: StateNames | undefined): Generator<string> {
  const name = (index: number) => routine.strings[index] ?? '';
  const suffix = (attributes: readonly Attribute[]) =>
    attributes.length === 0 ? '' : ` attrs={${attributes.map((attribute) => attributeText(routine, attribute)).join(', ')}}`;
  for (const [i, v] of routine.variables.entries()) {
    const align = v.alignment === 0 ? '' : ` align=${ALIGNMENT_NAMES[v.alignment] ?? v.alignment}`;
    const base = v.alias_scope_specifier === 0 ? context.variables[v.alias_index] : `${FILE_SCOPE}[${v.alias_index}]`;
    const alias = v.alias_index === 0 ? '' : ` alias=<${base ?? `V${v.alias_index}`}, ${v.alias_offset}>`;
    const declared = context.variables[PREDEFINED.variables + i];
    yield `.decl ${declared} v_type=G type=${TYPE_NAMES[v.type]} num_elts=${v.num_elements}${align}${alias}${suffix(v.attributes)}`;
  }
  for (const [i, a] of routine.addresses.entries()) yield `.decl A${i} v_type=A num_elts=${a.num_elements}${suffix(a.attributes)}`;
  for (const [i, p] of routine.predicates.entries()) {
    yield `.decl P${i + PREDEFINED.predicates} v_type=P num_elts=${p.num_elements}${suffix(p.attributes)}`;
  }
  for (const [i, s] of routine.samplers.entries()) {
    yield `.decl S${i} v_type=S num_elts=${s.num_elements} v_name=${names?.samplers[i] ?? name(s.name_index)}${suffix(s.attributes)}`;
  }
  for (const [i, t] of routine.surfaces.entries()) {
    yield `.decl T${i + PREDEFINED.surfaces} v_type=T num_elts=${t.num_elements} v_name=${names?.surfaces[i] ?? name(t.name_index)}${suffix(t.attributes)}`;
  }
  if (routine.kind === 'kernel') for (const input of routine.inputs) yield inputText(input, context);
}

function inputText({ category, provenance, id, offset, size }: RoutineInput, context: PrintContext): string {
  const suffix = PROVENANCES[provenance] ?? (provenance === PSEUDO_INPUT ? 'PSEUDO_INPUT' : `UNDEFINED_${provenance}`);
  const directive = provenance === 0 ? '.input' : `.implicit_${suffix}`;
  const name = category === 0 ? (context.variables[id] ?? `V${id}`) : `${category === 1 ? 'S' : 'T'}${id}`;
  return `${directive} ${name} offset=${offset} size=${size}`;
}

/** `SimdSize=16`, `Target="3d"`, `NoBarrier`. An unexpected value is shown in hexadecimal. */
function attributeText(routine: Routine, { name, value }: Attribute): string {
  const text = routine.strings[name] ?? '';
  if (value.length === 0) return text;
  if (attributeRow(text)?.type === 'text') return `${text}=${quote(decodeText(value))}`;
  if (attributeRow(text)?.type !== 'integer' && !(value.length === 1 || value.length === 2 || value.length === 4)) {
    return `${text}=${quote(decodeText(value))}`;
  }
  let number = 0;
  for (let i = value.length - 1; i >= 0; i--) number = number * 256 + (value[i] ?? 0);
  if (value.length === 4) number |= 0;
  if (text === 'Target' && TARGETS[number] !== undefined) return `Target="${TARGETS[number]}"`;
  return `${text}=${number}`;
}
