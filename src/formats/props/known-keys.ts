import type { Reporter, Span } from '../../core/diag/index.ts';
import { clip } from '../../core/schema/index.ts';

interface KeyFault {
  readonly code: 'props/before-set' | 'props/duplicate-key';
  readonly path: string;
  readonly message: string;
}

/** Which set a line is in, and which sets and keys were read before it. */
export class KnownKeys {
  /** The set that the next key belongs to, truncated for messages; empty if there is none. */
  path = '';
  /** The keys of each set; none for a set without keys, of which a text may have very many. */
  private readonly sets = new Map<string, Set<string> | undefined>();
  private set: string | undefined;
  private orphan: 'none' | 'first' | 'broken' = 'first';
  private readonly out: Reporter;

  constructor(out: Reporter) {
    this.out = out;
  }

  enter(name: string, span: Span): void {
    this.path = clip(name, 120);
    this.orphan = 'none';
    this.set = name;
    if (!this.sets.has(name)) this.sets.set(name, undefined);
    else this.out.report('props/duplicate-set', span, this.path, 'the set already exists; its properties are added to it');
  }

  leave(): void {
    this.path = '';
    this.set = undefined;
    this.orphan = 'broken';
  }

  /** Where a key of the set is, for messages. */
  pathOf(key: string): string {
    return clip(this.path === '' ? key : `${this.path}/${key}`, 200);
  }

  /** What is wrong with the place of a key, if anything. */
  add(key: string): KeyFault | undefined {
    if (this.set === undefined) {
      // Reported once: after an unreadable name, the fault is that of the name.
      return this.orphan === 'first'
        ? { code: 'props/before-set', path: '', message: 'the property comes before the first name of a set' }
        : undefined;
    }
    if (this.out.unheard) return undefined;
    const keys = this.sets.get(this.set) ?? new Set();
    const { size } = keys;
    if (size === 0) this.sets.set(this.set, keys);
    keys.add(key);
    if (keys.size > size) return undefined;
    // Past the limit, findings are only counted.
    const path = this.out.full ? '' : this.pathOf(key);
    return { code: 'props/duplicate-key', path, message: 'the key is already in the set; this value counts' };
  }
}
