/**
 * The directives of vISA text, with what follows each. `parse-directives.ts` has what they do, `text-extras.ts` for those in comments.
 *
 * Source: documentation/visa/5_operands_visa.md and visa/CISA.y of intel/intel-graphics-compiler.
 */
export interface DirectiveRow {
  /** Without the dot before it. */
  readonly name: string;
  readonly form: string;
  readonly doc: string;
  /** It is in a comment, `//.name`: for what objects have and texts of compilers lack. */
  readonly comment?: true;
}

export const DIRECTIVE_ROWS = [
  { name: 'version', form: '.version MAJOR.MINOR', doc: 'The version of vISA that the text is in.' },
  { name: 'kernel', form: '.kernel NAME', doc: 'Begins a kernel.' },
  { name: 'global_function', form: '.global_function NAME', doc: 'Begins a function that other objects may call.' },
  { name: 'function', form: '.function NAME', doc: 'Begins a subroutine of the routine, or a function where no routine has begun.' },
  { name: 'funcdecl', form: '.funcdecl NAME', doc: 'Names a function that is defined elsewhere.' },
  {
    name: 'decl',
    form: '.decl NAME v_type=G type=TYPE num_elts=N align=ALIGNMENT alias=<NAME, OFFSET> attrs={NAME=VALUE}',
    doc: 'Declares a variable: v_type is G (general), A (address), P (predicate), S (sampler) or T (surface). The other properties may be left out; v_name gives the name in the source.',
  },
  {
    name: 'input',
    form: '.input NAME offset=BYTES size=BYTES',
    doc: 'An argument of the kernel: the variable that holds it, and where it is in the payload.',
  },
  {
    name: 'implicit_',
    form: '.implicit_PROVENANCE NAME offset=BYTES size=BYTES',
    doc: 'An input that the runtime supplies; the provenance says which.',
  },
  { name: 'kernel_attr', form: '.kernel_attr NAME=VALUE', doc: 'An attribute of the routine.' },
  {
    name: 'file_scope_var',
    form: '//.file_scope_var "NAME" linkage=WORD type=TYPE num_elts=N align=ALIGNMENT',
    doc: 'A variable of file scope.',
    comment: true,
  },
  { name: 'linkage', form: '//.linkage WORD', doc: 'Linkage of the function: extern, static or global.', comment: true },
  {
    name: 'sizes',
    form: '//.sizes input=N return_value=N',
    doc: 'Sizes of input and return value in the header of the function.',
    comment: true,
  },
  {
    name: 'variable_reloc',
    form: '//.variable_reloc symbolic=N resolved=N',
    doc: 'A row of the table of variable relocations.',
    comment: true,
  },
  {
    name: 'function_reloc',
    form: '//.function_reloc symbolic=N resolved=N',
    doc: 'A row of the table of function relocations.',
    comment: true,
  },
  {
    name: 'stripped',
    form: '//.stripped size=BYTES',
    doc: 'The instructions of the routine, which had this size, were taken out of the object.',
    comment: true,
  },
  { name: 'gen_binary', form: '//.gen_binary platform=N', doc: 'Begins embedded machine code for a platform.', comment: true },
  { name: 'code', form: '//.code BYTES', doc: 'Bytes of embedded machine code, two hexadecimal digits each.', comment: true },
] as const satisfies readonly DirectiveRow[];

/** A directive that stands by itself. */
export type DirectiveName = Exclude<(typeof DIRECTIVE_ROWS)[number], { readonly comment: true }>['name'];
/** A directive in a comment. */
export type CommentDirectiveName = Extract<(typeof DIRECTIVE_ROWS)[number], { readonly comment: true }>['name'];
