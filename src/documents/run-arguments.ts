/** Arguments that are not what the kernel expects. */
import { grouped } from '../core/diag/index.ts';
import { type CaseArgument, elementOf, isFloat, isSizeOfValue } from '../run/case/index.ts';
import type { Parameter, ParameterKind } from '../run/index.ts';
import { argumentName } from './run-given.ts';

/** What each kind of parameter accepts, and how it is called. */
const KINDS: Readonly<Record<ParameterKind, { readonly name: string; readonly accepts: readonly CaseArgument['kind'][] }>> = {
  buffer: { name: 'a pointer', accepts: ['buffer', 'address', 'null'] },
  value: { name: 'a value', accepts: ['value', 'address'] },
  local: { name: 'local memory', accepts: ['local', 'null'] },
  image: { name: 'an image', accepts: ['image', 'null'] },
  sampler: { name: 'a sampler', accepts: ['sampler', 'null'] },
};

const GIVEN: Readonly<Record<CaseArgument['kind'], string>> = {
  buffer: 'a buffer',
  value: 'a value',
  local: 'local memory',
  image: 'an image',
  sampler: 'a sampler',
  null: 'null',
  address: 'an address',
};

const ADDRESS_BYTES = 8;

/**
 * Why a kernel cannot be given these arguments, as far as its file says what it expects; undefined if it can. A file does not always have the
 * types of values: a float is an integer of other bits then.
 */
export function argumentProblem(parameters: readonly Parameter[], given: readonly CaseArgument[]): string | undefined {
  for (const parameter of parameters) {
    const one = given[parameter.index];
    const problem = one && problemOf(parameter, one);
    if (problem !== undefined) return `${argumentName(parameter)} is ${problem} is given`;
  }
  return undefined;
}

/** `an image, and a sampler`. */
function problemOf(parameter: Parameter, given: CaseArgument): string | undefined {
  const { kind, dim } = parameter;
  if (kind === undefined) return undefined;
  const { name, accepts } = KINDS[kind];
  if (!accepts.includes(given.kind)) return `${name}, and ${GIVEN[given.kind]}`;
  if (given.kind === 'image') return dim === undefined || dim === given.shape.dim ? undefined : `image${dim}, and image${given.shape.dim}`;
  if (kind === 'value') return valueProblem(parameter, given);
  return undefined;
}

function valueProblem(parameter: Parameter, given: CaseArgument): string | undefined {
  const { size, type, isUsed } = parameter;
  const element = elementOf(parameter);
  if (given.kind === 'value' && given.element !== undefined && element !== undefined && isFloat(given.element) !== isFloat(element))
    return `${type}, and ${given.element}`;
  // Of a structure, a file has the parts that the code reads: they end before it, or after it.
  const isStructure = given.kind === 'value' && given.element === undefined;
  const bytes = given.kind === 'value' ? given.bytes.length : ADDRESS_BYTES;
  if (!isUsed || size === undefined || isStructure || isSizeOfValue(bytes, size)) return undefined;
  return `a value of ${grouped(size)} bytes, and one of ${grouped(bytes)} bytes`;
}
