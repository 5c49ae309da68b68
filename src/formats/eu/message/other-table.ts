import { type Field, flag } from './field.ts';
import { lanesAt } from './hdc-fields.ts';
import type { Facts } from './model.ts';
import { operationRow } from './operations.ts';
import type { MessageRow } from './rows.ts';

/**
 * Messages of the gateway, the thread spawner, bindless threads, ray tracing, and the unified return buffer.
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/Backend/Messages/MessageDecoderOther.cpp.
 */

const flat = (operation: string, more: Facts = {}): Facts => ({ operation, model: 'flat', ...more });
const titleOf = (operation: string): string => operationRow(operation).text ?? operation;

const GATEWAY: readonly (readonly [opcode: number, operation: string])[] = [
  [0x1, 'signal'],
  [0x2, 'monitor'],
  [0x3, 'unmonitor'],
  [0x4, 'signal_barrier'],
  [0x6, 'wait'],
  [0x8, 'save_barrier'],
  [0x9, 'restore_barrier'],
  [0xa, 'eotr'],
  [0xb, 'restore_stack'],
  [0xc, 'system_routine_barrier'],
];
const GATEWAY_OPCODE: Field = { name: 'opcode', at: 0, bits: 4 };
const ACTIVE: Field = { ...flag('active threads only', 11, ''), platforms: '2-' };

const gateway = (value: number, operation: string): MessageRow => ({
  unit: 'gtwy',
  when: [[0, 4, value]],
  title: titleOf(operation),
  facts: { operation, lanes: 1 },
  fields: operation === 'signal_barrier' ? [GATEWAY_OPCODE, ACTIVE] : [GATEWAY_OPCODE],
});

const TYPE: Field = { name: 'message type', at: 14, bits: 4 };
const LANES = lanesAt(8);
const WIDE_LANES = (first: '12p72' | '2'): Field => {
  const [eight, sixteen] = LANES.values ?? [];
  if (eight === undefined || sixteen === undefined) return LANES;
  const before = first === '2' ? '12p72' : '12p71';
  return {
    ...LANES,
    values: [{ ...eight, platforms: `-${before}` }, { ...eight, platforms: `${first}-`, fault: 'the message has 16 lanes' }, sixteen],
  };
};

const SLOTS: Field = flag('per-slot offset', 17, ' with per-slot offset enabled');
const URB_OFFSET: Field = { name: 'offset', at: 4, bits: 11, fact: 'offset', factor: 8 };
const urb = (opcode: number, title: string, facts: Facts, fields: readonly Field[]): MessageRow => ({
  unit: 'urb',
  when: [[0, 4, opcode]],
  title,
  facts: { ...facts, model: 'flat', address: 32 },
  fields: [{ name: 'opcode', at: 0, bits: 4 }, ...fields],
  platforms: '-12p72',
});

/** 16 lanes start a thread; before Ponte Vecchio also 8. */
function thread(opcode: number, title: string): readonly MessageRow[] {
  const fields = [TYPE, WIDE_LANES('12p72')];
  const row: MessageRow = { unit: 'btd', when: [[14, 4, opcode]], title, facts: flat('spawn'), fields };
  return [
    { ...row, lanes: 16 },
    { ...row, lanes: 8, platforms: '-12p71' },
    { ...row, fault: 'the number of lanes is not possible' },
  ];
}

export const OTHER_ROWS: readonly MessageRow[] = [
  { ...gateway(0, 'eot'), facts: { operation: 'eot', endOfThread: true, lanes: 1 }, platforms: '12p71-' },
  { ...gateway(0, 'eot'), fault: 'the platform does not have it', platforms: '-12p5' },
  ...GATEWAY.map(([opcode, operation]) => gateway(opcode, operation)),
  {
    unit: 'ts',
    when: [[0, 3, 0]],
    title: titleOf('eot'),
    facts: flat('eot', { endOfThread: true, lanes: 1 }),
    fields: [{ name: 'opcode', at: 0, bits: 3 }],
  },
  {
    unit: 'rta',
    when: [[14, 4, 0]],
    title: 'simd{lanes} trace ray',
    facts: flat('trace_ray', { address: 64 }),
    fields: [TYPE, WIDE_LANES('2')],
  },
  ...thread(1, 'bindless simd{lanes} spawn thread'),
  ...thread(2, 'bindless simd{lanes} spawn thread overdispatched'),
  urb(7, 'urb dword {channel masks}write{per-slot offset}', { operation: 'store', memory: 32, register: 32 }, [
    URB_OFFSET,
    SLOTS,
    flag('channel masks', 15, 'masked '),
  ]),
  urb(8, 'urb dword read{per-slot offset}', { operation: 'load', memory: 32, register: 32 }, [URB_OFFSET, SLOTS]),
  urb(9, 'urb fence', { operation: 'fence', lanes: 1 }, []),
];
