/** Waits that are missing in code, where the code comes to them: the hazards of the static analysis that both instructions of are executed. */
import { flowOf, type Hazard, type HazardKind, hazardsOf, Space } from '../../analysis/instructions/index.ts';
import { type Instruction, optionBit, PLATFORMS, readCode } from '../../formats/eu/index.ts';
import type { Observer, Places, Site, Watch } from '../observer.ts';
import type { Thread } from '../thread.ts';
import type { Findings } from './findings.ts';
import type { CheckKind } from './kinds.ts';

const EOT = optionBit('EOT');
/** Before Xe, the hardware knows what an instruction waits for. */
const FIRST = PLATFORMS.indexOf('12p1');

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
  readonly earlier: Instruction;
  /** By thread: the token of a later message to the same unit; -1 for none. Units read what they are sent in order. */
  readonly later: number[];
  /** By thread: the group in which the earlier one was executed, and nothing waited for its token since. */
  readonly open: number[];
}

export function waitCheck(findings: Findings, kinds: ReadonlySet<CheckKind>): Observer {
  let places: Places | undefined;
  let group = 0;
  const pairs = new Map<string, readonly Pair[]>();
  /** The group in which a thread set a token last, by token. */
  const executed = new Map<string, number[]>();
  const pairsOf = (section: string): readonly Pair[] => {
    const known = pairs.get(section);
    if (known !== undefined) return known;
    const found = hazardsIn(section, places);
    pairs.set(section, found);
    return found;
  };
  const listOf = (key: string): number[] => {
    const list = executed.get(key) ?? [];
    executed.set(key, list);
    return list;
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
      const { offset } = site.instruction;
      const own = kinds.has('missing-wait') ? pairsOf(site.section) : [];
      const late = own.filter(({ at }) => at === offset);
      const started = own.filter(({ on }) => on === offset);
      const done = own.filter((pair) => waitsFor(site.instruction, pair));
      const { scoreboard, send } = site.instruction;
      const sent = own.filter(
        ({ isRead, on, earlier }) => isRead && on !== offset && send !== undefined && earlier.send?.unit === send.unit,
      );
      const returned = own.filter(({ isRead, earlier }) => isRead && earlier.send !== undefined && scoreboard?.use === 'dst');
      const flight = kinds.has('in-flight') ? flightOf(findings, site, listOf, () => group) : undefined;
      if ([late, started, done, sent, returned].every(({ length }) => length === 0)) return flight;
      const hit = findings.at('missing-wait', site);
      return {
        before: (t: Thread) => {
          const { index } = t;
          flight?.before?.(t);
          for (const { open, message, on } of late)
            if (open[index] === group && site.enabled(t) !== 0)
              hit(t, -1, () => ({ message: `${message}; the earlier one is at 0x${on.toString(16)}` }));
          for (const { open } of done) open[index] = -1;
          for (const { open, later } of returned) if (later[index] === scoreboard?.token) open[index] = -1;
          for (const { later } of sent) later[index] = scoreboard?.use === 'set' ? scoreboard.token : -1;
          for (const pair of started) {
            pair.later[index] = -1;
            pair.open[index] = group;
          }
        },
      };
    },
  };
}

/** Whether an instruction waits for the token of the earlier one of a pair: for what it reads, or for what it gives. */
function waitsFor({ scoreboard, operation, subfunction }: Instruction, { token, isRead }: Pair): boolean {
  if (token < 0) return false;
  if (operation?.mnemonic === 'sync' && (subfunction === 'allwr' || (isRead && subfunction === 'allrd'))) return true;
  return scoreboard?.token === token && (scoreboard.use === 'dst' || scoreboard.use === 'set' || (isRead && scoreboard.use === 'src'));
}

function hazardsIn(section: string, places: Places | undefined): readonly Pair[] {
  const found = places?.sections.find(({ name }) => name === section);
  const platform = PLATFORMS[places?.layout.platform ?? -1];
  if (found === undefined || platform === undefined) return [];
  const code = readCode(found.bytes, platform).value;
  const offsetOf = (index: number): number => code.instructions[index]?.offset ?? -1;
  const space = new Space(platform);
  return hazardsOf(code, flowOf(code)).flatMap((one: Hazard): Pair[] => {
    if (one.kind === 'unchecked') return [];
    const register = one.unit < 0 ? '' : space.nameOf(one.unit);
    const earlier = code.instructions[one.on] as Instruction;
    const { scoreboard } = earlier;
    return [
      {
        message: `${register} ${WHAT[one.kind]}`.trim(),
        ...{ at: offsetOf(one.at), on: offsetOf(one.on), earlier },
        token: scoreboard?.use === 'set' ? scoreboard.token : -1,
        ...{ isRead: one.kind === 'early-write', open: [], later: [] },
      },
    ];
  });
}

/** Messages with a result that a thread sent, and whose token nothing has waited for: by token, in the list of their section. */
function flightOf(findings: Findings, site: Site, listOf: (key: string) => number[], group: () => number): Watch | undefined {
  const { instruction } = site;
  const { scoreboard, send, dst, options, operation, subfunction } = instruction;
  const isEnd = send !== undefined && (options & EOT) !== 0;
  const isResult = send !== undefined && dst?.register?.name === 'r' && scoreboard?.use === 'set';
  const isAll = operation?.mnemonic === 'sync' && subfunction === 'allwr';
  // An instruction that sets a token waits for the one that had it.
  const isWait = scoreboard?.use === 'dst' || scoreboard?.use === 'set';
  if (!isEnd && !isResult && !isAll && !isWait) return undefined;
  const lists = Array.from({ length: 32 }, (_, token) => listOf(`token ${token}`));
  const own = lists[scoreboard?.token ?? 0] as number[];
  if (!isEnd)
    return {
      before: ({ index }) => {
        if (isAll) for (const list of lists) list[index] = -1;
        else own[index] = isResult ? group() : -1;
      },
    };
  const hit = findings.at('in-flight', site);
  return {
    before: (t) => {
      const tokens = lists.flatMap((list, token) => (list[t.index] === group() ? [`$${token}`] : []));
      if (tokens.length > 0) hit(t, -1, () => ({ message: `the thread ends before its messages have returned: ${tokens.join(', ')}` }));
    },
  };
}
