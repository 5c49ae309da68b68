/** `zebin debug --dap`, with a client of the protocol: launch, breakpoints, steps forwards and backwards, variables, code, memory. */
import { join } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterEach, expect, test } from 'vitest';
import { FIXTURES } from '../support/corpus.ts';
import { DapClient } from './dap-client.ts';

const SOURCE = join(FIXTURES, 'debug/debug.cl');
const LAUNCH = { program: 'debug/bmg.zebin', kernel: 'sum_squares', case: 'debug/cases.json', only: 'sum', source: 'debug' };
const clients: DapClient[] = [];

/** A client whose kernel is at its first breakpoint. */
async function launched(breakpoints: readonly DebugProtocol.SourceBreakpoint[], more: object = {}) {
  const client = new DapClient([]);
  clients.push(client);
  const capabilities = await client.ask('initialize', {
    adapterID: 'zebin',
    linesStartAt1: true,
    columnsStartAt1: true,
    pathFormat: 'path',
  });
  await client.ask('launch', { ...LAUNCH, ...more });
  await client.event('initialized');
  const set = await client.ask('setBreakpoints', { source: { path: SOURCE }, breakpoints });
  await client.ask('configurationDone');
  return { client, capabilities, set: set.breakpoints as unknown as DebugProtocol.Breakpoint[] };
}

/** The innermost frame of a thread. */
async function frameOf(client: DapClient, threadId: number): Promise<DebugProtocol.StackFrame> {
  const { stackFrames } = await client.ask('stackTrace', { threadId });
  return (stackFrames as unknown as DebugProtocol.StackFrame[])[0] as DebugProtocol.StackFrame;
}

/** The variables of a scope. */
async function scopeOf(client: DapClient, frameId: number, name: string): Promise<readonly DebugProtocol.Variable[]> {
  const { scopes } = await client.ask('scopes', { frameId });
  const scope = (scopes as unknown as DebugProtocol.Scope[]).find((one) => one.name === name);
  const { variables } = await client.ask('variables', { variablesReference: scope?.variablesReference });
  return variables as unknown as DebugProtocol.Variable[];
}

afterEach(async () => {
  for (const client of clients.splice(0)) {
    client.close();
    await client.ended;
  }
});

test('launch, break, step, step back, variables, disassemble, end', async () => {
  const { client, capabilities, set } = await launched([{ line: 17 }]);
  expect(capabilities).toMatchObject({ supportsStepBack: true, supportsDisassembleRequest: true, supportsInstructionBreakpoints: true });
  expect(set).toMatchObject([{ verified: true, line: 17 }]);
  const stopped = (await client.event('stopped')).body;
  expect(stopped).toMatchObject({ reason: 'breakpoint', threadId: 1, hitBreakpointIds: [set[0]?.id] });
  const { threads } = await client.ask('threads');
  expect(threads).toEqual([
    { id: 1, name: 'group 0,0,0 thread 0' },
    { id: 2, name: 'group 0,0,0 thread 1' },
  ]);
  const frame = await frameOf(client, 1);
  expect(frame).toMatchObject({ name: 'sum_squares', line: 17, source: { name: 'debug.cl', path: 'debug/debug.cl' } });

  const variables = await scopeOf(client, frame.id, 'Variables');
  expect(variables.find(({ name }) => name === 'sum')).toMatchObject({ value: '{6, 77, 22, 60, 48, 33, 86, 6, …}', type: 'int' });
  const { variables: lanes } = await client.ask('variables', {
    variablesReference: variables.find(({ name }) => name === 'sum')?.variablesReference,
  });
  expect((lanes as unknown as DebugProtocol.Variable[])[9]).toMatchObject({ name: '[9]', value: '22' });
  expect((await scopeOf(client, frame.id, 'Registers of the instruction')).map(({ name }) => name)).toEqual([
    'r26.0<1>:d',
    'r8.0<1;1,0>:d',
  ]);
  expect((await scopeOf(client, frame.id, 'Lanes'))[0]).toMatchObject({ name: 'running', value: '0-31' });

  expect(await client.move('next', { threadId: 1 })).toMatchObject({ reason: 'step', threadId: 1 });
  expect(await frameOf(client, 1)).toMatchObject({ line: 18 });
  expect(await client.move('stepBack', { threadId: 1 })).toMatchObject({ reason: 'step' });
  expect(await frameOf(client, 1)).toMatchObject({ line: 17, instructionPointerReference: frame.instructionPointerReference });
  await client.move('stepIn', { threadId: 1, granularity: 'instruction' });
  const second = await frameOf(client, 1);
  expect(Number(second.instructionPointerReference)).toBe(Number(frame.instructionPointerReference) + 16);
  await client.move('stepBack', { threadId: 1, granularity: 'instruction' });
  expect(await frameOf(client, 1)).toMatchObject({ instructionPointerReference: frame.instructionPointerReference });

  const { instructions } = await client.ask('disassemble', {
    memoryReference: frame.instructionPointerReference,
    instructionOffset: -1,
    instructionCount: 3,
  });
  expect((instructions as unknown as DebugProtocol.DisassembledInstruction[]).map(({ instruction, line }) => [instruction, line])).toEqual([
    ['(W&f0.0) jmpi L400', 10],
    ['shl (32|M0) r26.0<1>:d r8.0<1;1,0>:d 2:w', 17],
    [expect.stringContaining('store.slm.d32.a32'), 17],
  ]);

  await client.ask('setBreakpoints', { source: { path: SOURCE }, breakpoints: [] });
  await client.ask('continue', { threadId: 1 });
  await client.event('terminated');
  expect(client.events.filter(({ event }) => event === 'exited').map(({ body }) => body)).toEqual([{ exitCode: 0 }]);
  await client.ask('disconnect');
  expect(await client.ended).toBe(0);
});

test('conditions, instruction breakpoints, data breakpoints, memory, and the way back from the end', async () => {
  const { client } = await launched([{ line: 20, condition: 'get_global_id(0) == 70' }], { stopAtEnd: true });
  const stopped = (await client.event('stopped')).body;
  expect(stopped).toMatchObject({ reason: 'breakpoint' });
  const { threads } = await client.ask('threads');
  expect(threads).toMatchObject([{ name: 'group 1,0,0 thread 0' }, { name: 'group 1,0,0 thread 1' }]);
  const frame = await frameOf(client, stopped.threadId ?? 0);

  const evaluate = async (expression: string, context = 'watch') => client.ask('evaluate', { expression, frameId: frame.id, context });
  expect(await evaluate('(sum + 1)[0]').catch(({ message }) => message)).toBe(
    '(sum + 1)[0]: only pointers, registers and variables have elements',
  );
  expect(await evaluate('sum[7] + 1')).toMatchObject({ result: expect.stringMatching(/^\{(\d+)(, \1)*, …\}$/) });
  const pointer = await evaluate('in');
  expect(pointer).toMatchObject({ type: 'int*' });
  const memory = await client.ask('readMemory', { memoryReference: pointer.memoryReference, offset: 4, count: 8 });
  expect([...new Int32Array(new Uint8Array(Buffer.from(memory.data ?? '', 'base64')).buffer)]).toEqual([1, 2]);
  expect(await evaluate('who wrote part[3]', 'repl')).toMatchObject({
    result: expect.stringContaining('debug.cl:17, lane 3 of thread 0 of group 1,0,0'),
  });

  await client.ask('setBreakpoints', { source: { path: SOURCE }, breakpoints: [] });
  await client.ask('setDataBreakpoints', { breakpoints: [{ dataId: 'out[70]' }] });
  expect(await client.move('continue', { threadId: stopped.threadId })).toMatchObject({ reason: 'data breakpoint' });
  expect((await client.ask('evaluate', { expression: 'out[70]', context: 'repl' })).result).toContain('out[70], int');
  await client.ask('setDataBreakpoints', { breakpoints: [] });
  expect(await client.move('continue', { threadId: stopped.threadId })).toMatchObject({
    description: expect.stringContaining('the kernel has ended after'),
  });

  await client.ask('setInstructionBreakpoints', { breakpoints: [{ instructionReference: frame.instructionPointerReference }] });
  const back = await client.move('reverseContinue', { threadId: 1 });
  expect(back).toMatchObject({ reason: 'breakpoint' });
  expect(await frameOf(client, back.threadId ?? 0)).toMatchObject({ instructionPointerReference: frame.instructionPointerReference });
  await client.ask('terminate');
  await client.event('terminated');
});

test('structures, arrays and pointers have their parts as members, down to the lanes', async () => {
  const types = { program: 'debug/types-bmg.zebin', kernel: 'walk', only: 'types' };
  const client = new DapClient([]);
  clients.push(client);
  await client.ask('initialize', { adapterID: 'zebin', linesStartAt1: true, columnsStartAt1: true, pathFormat: 'path' });
  await client.ask('launch', { ...LAUNCH, ...types });
  await client.event('initialized');
  await client.ask('setBreakpoints', { source: { path: join(FIXTURES, 'debug/debug-types.cl') }, breakpoints: [{ line: 26 }] });
  await client.ask('configurationDone');
  await client.event('stopped');
  const frame = await frameOf(client, 1);
  const variables = await scopeOf(client, frame.id, 'Variables');
  const inside = async (all: readonly DebugProtocol.Variable[], name: string): Promise<readonly DebugProtocol.Variable[]> => {
    const { variables: parts } = await client.ask('variables', {
      variablesReference: all.find((one) => one.name === name)?.variablesReference,
    });
    return parts as unknown as DebugProtocol.Variable[];
  };
  expect(variables.find(({ name }) => name === 'sum')).toMatchObject({ value: '{x = 6, weight = {0, 0, 0}}', type: 'point' });
  const sum = await inside(variables, 'sum');
  expect(sum.map(({ name, type, evaluateName }) => [name, type, evaluateName])).toEqual([
    ['x', 'int', 'sum.x'],
    ['weight', 'float[3]', 'sum.weight'],
  ]);
  const weight = await inside(sum, 'weight');
  expect(weight[1]).toMatchObject({ name: '[1]', value: '{0, 2, 4, 6, 8, 10, 12, 14, …}', evaluateName: 'sum.weight[1]' });
  expect((await inside(weight, '[1]'))[9]).toMatchObject({ name: '[9]', value: '18' });
  const one = await inside(variables, 'one');
  expect(one.map(({ name }) => name)).toEqual(['at', 'next', 'tag']);
  expect(await inside(await inside(one, 'next'), 'at')).toMatchObject([
    { name: 'x', value: expect.stringMatching(/^\{3, 3, /) },
    { name: 'weight' },
  ]);
});

test('what cannot be launched is a sentence, and the session goes on', async () => {
  const client = new DapClient([]);
  clients.push(client);
  await client.ask('initialize', { adapterID: 'zebin', pathFormat: 'path' });
  const refused = async (args: object): Promise<string> =>
    client.ask('launch', args).then(
      () => 'launched',
      ({ message }) => message,
    );
  expect(await refused({ program: 'nosuch.zebin' })).toContain('nosuch.zebin');
  expect(await refused({ ...LAUNCH, only: 'nosuch' })).toBe('debug/cases.json has no case nosuch; available: sum');
  expect(await refused({ ...LAUNCH, arg: 1 })).toBe('launch: arg is not a list of texts');
  expect(await client.ask('threads').catch(({ message }) => message)).toBe('nothing was launched');
  await client.ask('launch', { ...LAUNCH, stopOnEntry: true });
  await client.event('initialized');
  const { breakpoints } = await client.ask('setBreakpoints', { source: { path: SOURCE }, breakpoints: [{ line: 400 }] });
  expect(breakpoints).toMatchObject([{ verified: false, message: 'debug.cl has no code at line 400 or after it' }]);
  expect(await client.move('configurationDone', {})).toMatchObject({ reason: 'entry', threadId: 1 });
});

test('one motion after the other: a step that comes early, a pause that comes late, and a restart', async () => {
  const { client } = await launched([{ line: 20 }], { stopOnEntry: true });
  expect((await client.event('stopped')).body).toMatchObject({ reason: 'entry' });
  // Nothing runs that it could end.
  await client.ask('pause', { threadId: 1 });
  const { threadId = 0 } = await client.move('continue', { threadId: 1 });
  expect((await frameOf(client, threadId)).line).toBe(20);
  await Promise.all([client.ask('next', { threadId }), client.ask('next', { threadId })]);
  await client.event('stopped');
  await client.event('stopped');
  expect((await frameOf(client, threadId)).line).toBe(22);
  expect(await client.move('restart', {})).toMatchObject({ reason: 'entry' });
  expect((await frameOf(client, 1)).line).toBe(6);
  expect((await client.ask('evaluate', { expression: 'quit', context: 'repl' })).result).toBe('');
  await client.event('terminated');
});

/** A launch that takes long: many threads. */
const LONG = {
  global: '4194304',
  ...{ case: null, only: null },
  arg: ['in=int[4194304]', 'out=int[4194304]', 'count=1'],
  stopOnEntry: true,
};

test('while the kernel runs: no command, a pause, a restart, and the end of the session', async () => {
  const { client } = await launched([], LONG);
  await client.event('stopped');
  await client.ask('continue', { threadId: 1 });
  const command = client.ask('evaluate', { expression: 'info registers', context: 'repl' });
  expect(await command.catch(({ message }) => message)).toBe('the kernel is running: pause it first');
  expect(await client.move('pause', { threadId: 1 })).toMatchObject({ reason: 'pause' });
  await client.ask('continue', { threadId: 1 });
  await client.ask('restart');
  // That of the motion that it ends, and its own.
  await client.event('stopped');
  expect((await client.event('stopped')).body).toMatchObject({ reason: 'entry' });
  await client.ask('continue', { threadId: 1 });
  await client.ask('disconnect');
  expect(await client.ended).toBe(0);
  expect(client.events.filter(({ event }) => event === 'exited')).toEqual([]);
});
