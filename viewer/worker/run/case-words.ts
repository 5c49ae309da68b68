/** Cases in words. */
import { type Case, type CaseArgument, counted, grouped } from '../../../src/internal.ts';
import type { CaseView } from './messages.ts';

export function caseView({ name, global, local, offset, launches, devices, args, outputs }: Case): CaseView {
  const started = offset.some((one) => one > 0) ? `, offset ${offset.join(',')}` : '';
  const expected = outputs.filter(({ expect }) => expect !== undefined);
  const what = expected.map(({ arg }) => (arg === undefined ? 'printed text' : `argument ${arg}`));
  return {
    name,
    sizes: `global ${global.join(',')}, local ${local.join(',')}${started}${launches > 1 ? `, ${grouped(launches)} launches` : ''}`,
    devices: devices ?? null,
    args: args.map(argumentWords),
    expected: what.length === 0 ? 'nothing is expected' : `expected: ${what.join(', ')}`,
  };
}

function argumentWords(one: CaseArgument): string {
  switch (one.kind) {
    case 'buffer':
      return `${counted(one.count, 'element')} of ${one.type}, ${FILLS[one.fill.kind]}${one.pointers ? `, ${counted(one.pointers.length, 'pointer')}` : ''}`;
    case 'image': {
      const { dim, width, height, depth, layers, channel, order } = one.shape;
      const size = [width, height, depth, layers].filter((length) => length > 1).join('x');
      return `image${dim}:${size}:${channel}:${order}, ${FILLS[one.fill.kind]}`;
    }
    case 'value':
      return `value ${[...one.bytes.subarray(0, SHOWN)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')}${one.bytes.length > SHOWN ? ' …' : ''}`;
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

/** Bytes of a value that are shown. */
const SHOWN = 16;

const FILLS: { readonly [K in Extract<CaseArgument, { readonly kind: 'buffer' }>['fill']['kind']]: string } = {
  zero: 'zero',
  data: 'bytes of the case',
  values: 'values of the case',
  iota: 'rising numbers',
  bits: 'random bits',
  integers: 'random integers',
  floats: 'random floats',
};
