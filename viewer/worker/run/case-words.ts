/** Cases in words. */
import {
  type Case,
  type CaseArgument,
  counted,
  type ElementType,
  elementOf,
  elementText,
  grouped,
  type Parameter,
  sizeOf,
} from '../../../src/internal.ts';
import type { CaseView } from './messages.ts';

/** @param parameters of the kernel, whose types values have */
export function caseView(
  { name, global, local, offset, launches, devices, args, outputs }: Case,
  parameters: readonly Parameter[],
): CaseView {
  const started = offset.some((one) => one > 0) ? `, offset ${offset.join(',')}` : '';
  const expected = outputs.filter(({ expect }) => expect !== undefined);
  const what = expected.map(({ arg }) => (arg === undefined ? 'printed text' : `argument ${arg}`));
  return {
    name,
    sizes: `global ${global.join(',')}, local ${local.join(',')}${started}${launches > 1 ? `, ${grouped(launches)} launches` : ''}`,
    devices: devices ?? null,
    args: args.map((one, i) => argumentWords(one, parameters[i])),
    expected: what.length === 0 ? 'nothing is expected' : `expected: ${what.join(', ')}`,
  };
}

function argumentWords(one: CaseArgument, parameter: Parameter | undefined): string {
  switch (one.kind) {
    case 'buffer':
      return `${counted(one.count, 'element')} of ${one.type}, ${FILLS[one.fill.kind]}${one.pointers ? `, ${counted(one.pointers.length, 'pointer')}` : ''}`;
    case 'image': {
      const { dim, width, height, depth, layers, channel, order } = one.shape;
      const size = [width, height, depth, layers].filter((length) => length > 1).join('x');
      return `image${dim}:${size}:${channel}:${order}, ${FILLS[one.fill.kind]}`;
    }
    case 'value':
      return `value ${valueWords(one.bytes, parameter && elementOf(parameter))}`;
    case 'local':
      return `${counted(one.size, 'byte')} of local memory`;
    case 'sampler':
      return `sampler: ${one.addressing}, ${one.filter}, coordinates ${one.normalized ? 'normalized' : 'in pixels'}`;
    case 'address':
      return `address of argument ${one.arg}${one.offset > 0 ? ` + ${one.offset}` : ''}`;
    default:
      return 'null';
  }
}

/** Elements of a value that are shown. */
const SHOWN = 16;

/** Its elements, if their type is known; else its bytes in hexadecimal. */
function valueWords(bytes: Uint8Array, type: ElementType | undefined): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const size = type === undefined ? 1 : sizeOf(type);
  const texts = Array.from({ length: Math.min(SHOWN, Math.floor(bytes.length / size)) }, (_, i) =>
    type === undefined ? view.getUint8(i).toString(16).padStart(2, '0') : elementText(view, i * size, type),
  );
  return `${texts.join(type === undefined ? ' ' : ', ')}${bytes.length > SHOWN * size ? ' …' : ''}`;
}

const FILLS: { readonly [K in Extract<CaseArgument, { readonly kind: 'buffer' }>['fill']['kind']]: string } = {
  zero: 'zero',
  data: 'bytes of the case',
  values: 'values of the case',
  iota: 'rising numbers',
  bits: 'random bits',
  integers: 'random integers',
  floats: 'random floats',
};
