/** Waits that are missing in code, where the code comes to them: the hazards of the static analysis that both instructions of are executed. */
import { flowOf, type HazardKind, hazardsOf, Space } from '../../analysis/instructions/index.ts';
import { type Instruction, optionBit, PLATFORMS, type Platform, readCode, type Scoreboard } from '../../formats/eu/index.ts';
import type { Observer, Places, Site, Watch } from '../observer.ts';
import type { Thread } from '../thread.ts';
import type { Findings } from './findings.ts';
import type { CheckKind } from './kinds.ts';

const EOT = optionBit('EOT');
/** Before Xe, the hardware knows what an instruction waits for. */
const FIRST = PLATFORMS.indexOf('12p1');
/** Tokens of a thread, at most. */
const TOKENS = 32;

const WHAT: { readonly [K in Exclude<HazardKind, 'unchecked'>]: string } = {
  read: 'is read before it has its value',
  overwrite: 'is written before an earlier instruction has written it',
  'early-write': 'is written before an earlier instruction has read it',
  state: 'the state of the thread is used while something else runs',
  fence: 'a message is sent before a fence is done',
};

/** A pair of instructions that nothing orders. */
interface Pair {
  readonly message: string;
  readonly at: number;
  readonly on: number;
  /** The token that the earlier one sets; -1 if it sets none. */
  readonly token: number;
  /** Whether the earlier one reads the register. */
  readonly isRead: boolean;
  /** The unit that the earlier one sends a message to. */
  readonly unit: string | undefined;
  /** By thread: when the earlier one was executed last. */
  readonly started: (Started | undefined)[];
}

interface Started {
  readonly group: number;
  /** What the thread had waited for. */
  readonly results: number;
  readonly reads: number;
  readonly messages: number;
}

/** The messages of a thread to a unit, which reads what it is sent in order. */
interface Sent {
  count: number;
  /** The token of the last one; -1 for none. */
  token: number;
  /** Those that had been sent when one returned. */
  returned: number;
}

/** What a thread has waited for, as counters: nothing is done for each pair that a wait is for. */
class Waited {
  /** By token: waits for what an instruction gives, and for what it reads. */
  private readonly results = new Uint32Array(TOKENS);
  private readonly reads = new Uint32Array(TOKENS);
  private readonly units = new Map<string, Sent>();

  execute({ scoreboard, operation, subfunction, send }: Instruction): void {
    const { results, reads } = this;
    const isSync = operation?.mnemonic === 'sync';
    if (isSync && subfunction === 'allwr') for (let k = 0; k < TOKENS; k++) results[k] = (results[k] ?? 0) + 1;
    if (isSync && subfunction === 'allrd') for (let k = 0; k < TOKENS; k++) reads[k] = (reads[k] ?? 0) + 1;
    if (scoreboard?.use === 'src') reads[scoreboard.token] = (reads[scoreboard.token] ?? 0) + 1;
    // An instruction that sets a token waits for the one that had it.
    else if (scoreboard?.use !== undefined) results[scoreboard.token] = (results[scoreboard.token] ?? 0) + 1;
    if (scoreboard?.use === 'dst') for (const one of this.units.values()) if (one.token === scoreboard.token) one.returned = one.count;
    if (send === undefined) return;
    const own = this.sentTo(send.unit ?? '');
    own.count++;
    own.token = tokenOf(scoreboard);
  }

  start({ token, unit }: Pair, group: number): Started {
    return {
      group,
      results: this.results[token] ?? 0,
      reads: this.reads[token] ?? 0,
      messages: unit === undefined ? 0 : this.sentTo(unit).count,
    };
  }

  /** Whether nothing has waited for the earlier instruction of a pair since. */
  isOpen({ token, isRead, unit }: Pair, { results, reads, messages }: Started): boolean {
    if (token >= 0 && this.results[token] !== results) return false;
    if (!isRead) return true;
    return (token < 0 || this.reads[token] === reads) && (unit === undefined || this.sentTo(unit).returned <= messages);
  }

  private sentTo(unit: string): Sent {
    const known = this.units.get(unit) ?? { count: 0, token: -1, returned: 0 };
    this.units.set(unit, known);
    return known;
  }
}

const tokenOf = (scoreboard: Scoreboard | undefined): number => (scoreboard?.use === 'set' ? scoreboard.token : -1);

/** The pairs of a section, by the place of either instruction in steps of the shortest one. */
interface Pairs {
  readonly byLater: readonly (readonly Pair[])[];
  readonly byEarlier: readonly (readonly Pair[])[];
  readonly isEmpty: boolean;
}

const STEP = 8;
const NONE: readonly Pair[] = [];

export function waitCheck(findings: Findings, kinds: ReadonlySet<CheckKind>): Observer {
  let places: Places | undefined;
  let group = 0;
  const pairs = new Map<string, Pairs>();
  const waited: Waited[] = [];
  /** By token, and thread: the group in which the thread sent a message with that token, and waited for nothing since. */
  const flights = Array.from({ length: TOKENS }, (): number[] => []);
  const pairsOf = (section: string): Pairs => {
    const known = pairs.get(section) ?? pairsIn(section, places);
    pairs.set(section, known);
    return known;
  };
  return {
    begin: (given) => {
      places = given;
    },
    group: () => {
      group++;
    },
    watch: (site) => {
      if (places === undefined || places.layout.platform < FIRST) return undefined;
      const { instruction } = site;
      const flight = kinds.has('in-flight') ? flightOf(findings, site, flights, () => group) : undefined;
      if (!kinds.has('missing-wait')) return flight;
      const { byLater, byEarlier, isEmpty } = pairsOf(site.section);
      const late = byLater[instruction.offset / STEP] ?? NONE;
      const started = byEarlier[instruction.offset / STEP] ?? NONE;
      const counts = instruction.scoreboard !== undefined || instruction.send !== undefined || instruction.operation?.mnemonic === 'sync';
      if (isEmpty || (late.length === 0 && started.length === 0 && !counts)) return flight;
      const hit = findings.at('missing-wait', site);
      return {
        before: (t: Thread) => {
          const { index } = t;
          flight?.before?.(t);
          waited[index] ??= new Waited();
          const own = waited[index] as Waited;
          for (const pair of late) {
            const start = pair.started[index];
            if (start?.group === group && own.isOpen(pair, start) && site.enabled(t) !== 0)
              hit(t, -1, () => ({ message: `${pair.message}; the earlier one is at 0x${pair.on.toString(16)}` }));
          }
          own.execute(instruction);
          for (const pair of started) pair.started[index] = own.start(pair, group);
        },
      };
    },
  };
}

function pairsIn(section: string, places: Places | undefined): Pairs {
  const found = places?.sections.find(({ name }) => name === section);
  const platform = PLATFORMS[places?.layout.platform ?? -1];
  const length = Math.ceil((found?.bytes.length ?? 0) / STEP);
  const byLater: Pair[][] = Array.from({ length }, () => []);
  const byEarlier: Pair[][] = Array.from({ length }, () => []);
  const all = found === undefined || platform === undefined ? [] : hazardPairs(found.bytes, platform);
  for (const one of all) {
    byLater[one.at / STEP]?.push(one);
    byEarlier[one.on / STEP]?.push(one);
  }
  return { byLater, byEarlier, isEmpty: all.length === 0 };
}

function hazardPairs(bytes: Uint8Array, platform: Platform): readonly Pair[] {
  const code = readCode(bytes, platform).value;
  const space = new Space(platform);
  return hazardsOf(code, flowOf(code)).flatMap(({ kind, unit, at, on }): Pair[] => {
    if (kind === 'unchecked') return [];
    const [later, earlier] = [code.instructions[at], code.instructions[on]];
    if (later === undefined || earlier === undefined) return [];
    const isRead = kind === 'early-write';
    return [
      {
        message: `${unit < 0 ? '' : space.nameOf(unit)} ${WHAT[kind]}`.trim(),
        at: later.offset,
        on: earlier.offset,
        token: tokenOf(earlier.scoreboard),
        isRead,
        unit: isRead && earlier.send !== undefined ? (earlier.send.unit ?? '') : undefined,
        started: [],
      },
    ];
  });
}

/** Messages with a result that a thread sent, and whose token nothing has waited for. */
function flightOf(findings: Findings, site: Site, flights: readonly number[][], group: () => number): Watch | undefined {
  const { instruction } = site;
  const { scoreboard, send, dst, options, operation, subfunction } = instruction;
  const isEnd = send !== undefined && (options & EOT) !== 0;
  const isResult = send !== undefined && dst?.register?.name === 'r' && scoreboard?.use === 'set';
  const isAll = operation?.mnemonic === 'sync' && subfunction === 'allwr';
  // An instruction that sets a token waits for the one that had it.
  const isWait = scoreboard?.use === 'dst' || scoreboard?.use === 'set';
  if (!isEnd && !isResult && !isAll && !isWait) return undefined;
  const own = flights[scoreboard?.token ?? 0] as number[];
  if (!isEnd)
    return {
      before: ({ index }) => {
        if (isAll) for (const one of flights) one[index] = -1;
        else own[index] = isResult ? group() : -1;
      },
    };
  const hit = findings.at('in-flight', site);
  return {
    before: (t) => {
      const tokens = flights.flatMap((one, token) => (one[t.index] === group() ? [`$${token}`] : []));
      if (tokens.length > 0) hit(t, -1, () => ({ message: `the thread ends before its messages have returned: ${tokens.join(', ')}` }));
    },
  };
}
