import { type Field, flag } from './field.ts';
import { wideChannels } from './lsc-wide-table.ts';
import type { Facts, Message } from './model.ts';
import { operationRow } from './operations.ts';
import type { MessageRow } from './rows.ts';

/**
 * Messages with wide descriptors (Xe3P) of the gateway, bindless threads, ray tracing and the render cache.
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/Backend/Messages/E64/MessageDecoderOtherE64.cpp.
 */

const titleOf = (operation: string): string => operationRow(operation).text ?? operation;

/** Bytes of a register. */
const REGISTER = 64;
/** Sets payload sizes that do not depend on the message. */
const bytes =
  (destination: number, source0?: number, source1?: number) =>
  (message: Message): void => {
    message.destinationBytes = destination;
    message.source0Bytes = source0;
    message.source1Bytes = source1;
  };
const OPCODE: Field = { name: 'opcode', at: 0, bits: 6 };

const wideGateway = (opcode: number, operation: string, source0: number, destination = 0, fields: readonly Field[] = []): MessageRow => ({
  unit: 'gtwy',
  when: [[0, 6, opcode]],
  title: `${titleOf(operation)}${fields.map((field) => `{${field.name}}`).join('')}`,
  facts: operation === 'eot' ? { operation, endOfThread: true } : { operation },
  fields: [OPCODE, ...fields],
  payload: bytes(destination, source0, 0),
});
const THREADS: Field = {
  name: 'active threads only',
  at: 7,
  bits: 1,
  values: [
    { value: 0, text: ' (include exited)' },
    { value: 1, text: '', meaning: 'threads that have ended do not arrive' },
  ],
};
const NAMED_THREADS: Field = {
  ...THREADS,
  values: (THREADS.values ?? []).map((row) => (row.value === 1 ? { ...row, fault: 'a named barrier has no active threads' } : row)),
};
const END_KINDS: Field = {
  name: 'kind',
  at: 7,
  bits: 2,
  values: ['', ' (replay saved)', ' (replay not run)', ' (empty state)'].map((text, value) => ({ value, text })),
};

const spawn = (opcode: number | undefined, title: string): MessageRow => ({
  unit: 'btd',
  when: opcode === undefined ? [] : [[0, 6, opcode]],
  title,
  facts: opcode === undefined ? {} : { operation: 'spawn' },
  fields: [OPCODE],
  payload: (message, lanes) => bytes(0, (lanes === 32 ? 5 : 3) * REGISTER)(message),
});

const WIDE_PARTS = ['output mask', 'depth', 'stencil', 'alpha'];
const WIDE_TARGET_FIELDS: readonly Field[] = [
  OPCODE,
  wideChannels('xyzw'),
  flag('last target', 14, ' with last render target select'),
  flag('null target', 21, ' with null target'),
  {
    name: 'parts besides the channels',
    at: 34,
    bits: 4,
    values: Array.from({ length: 16 }, (_, value) => {
      const names = WIDE_PARTS.filter((_, i) => (value >> i) & 1);
      return { value, text: names.length === 0 ? '' : ` with ${names.join(', ')}`, sets: { parts: names.length } };
    }),
  },
];
const wideTarget = (opcode: number | undefined, title: string, facts: Facts, payload: MessageRow['payload']): MessageRow => ({
  unit: 'rc',
  when: opcode === undefined ? [] : [[0, 6, opcode]],
  title: `${title} of {channels}{last target}{null target}{parts besides the channels}`,
  facts,
  fields: WIDE_TARGET_FIELDS,
  ...(payload === undefined ? {} : { payload }),
});

export const WIDE_ROWS: readonly MessageRow[] = [
  wideGateway(0x0, 'eot', 12, 0, [END_KINDS]),
  wideGateway(0x4, 'signal_barrier', 12, 0, [THREADS]),
  wideGateway(0x5, 'signal_named_barrier', 12, 0, [NAMED_THREADS]),
  wideGateway(0x8, 'save_barrier', 12, REGISTER),
  wideGateway(0x9, 'restore_barrier', REGISTER),
  wideGateway(0xa, 'eotr', 1),
  wideGateway(0xb, 'restore_stack', 0),
  wideGateway(0xc, 'system_routine_barrier', 12, 4, [THREADS]),
  { ...wideGateway(0, 'eot', 0), when: [], title: '', facts: {}, fields: [OPCODE], fault: 'unknown operation of the gateway' },
  {
    unit: 'rta',
    when: [[4, 2, 0]],
    title: titleOf('trace_ray'),
    facts: { operation: 'trace_ray' },
    fields: [
      {
        name: 'operation',
        at: 0,
        bits: 4,
        values: ['async', 'sync', 'box_sync', 'ray_query_check', 'ray_query_release'].map((meaning, value) => ({ value, meaning })),
      },
      { name: 'family', at: 4, bits: 2 },
      { name: 'spawn', at: 12, bits: 2 },
    ],
    payload: (message, lanes) => bytes(REGISTER, (lanes === 32 ? 3 : 2) * REGISTER)(message),
  },
  spawn(1, titleOf('spawn')),
  spawn(2, `${titleOf('spawn')} (with overdispatch)`),
  spawn(undefined, '?'),
  wideTarget(2, 'render read', { operation: 'render_read' }, (message, lanes) => {
    const registers = (lanes === 32 ? 2 : 1) * ((message.elements ?? 0) + (message.parts ?? 0));
    bytes(REGISTER * registers, REGISTER)(message);
  }),
  wideTarget(5, 'render write (dual source write)', { operation: 'render_dual_write' }, bytes(0)),
  wideTarget(6, 'render write', { operation: 'render_write' }, bytes(0)),
  wideTarget(undefined, '?', {}, undefined),
];
