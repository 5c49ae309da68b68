import type { Reporter, Span } from '../diag/index.ts';
import { clip } from '../schema/index.ts';

/** Which set a line is in, and which sets and keys were read before it. */
export class KnownKeys {
  /** The set that the next key belongs to, truncated for messages; empty if there is none. */
  path = '';
  private readonly sets = new Map<string, Set<string>>();
  private keys: Set<string> | undefined;
  private orphan: 'none' | 'first' | 'broken' = 'first';
  private readonly out: Reporter;

  constructor(out: Reporter) {
    this.out = out;
  }

  enter(name: string, span: Span): void {
    this.path = clip(name, 120);
    this.orphan = 'none';
    const found = this.sets.get(name);
    if (found) this.out.report('props/duplicate-set', span, this.path, 'the set already exists; its properties are added to it');
    this.keys = found ?? new Set();
    this.sets.set(name, this.keys);
  }

  leave(): void {
    this.path = '';
    this.keys = undefined;
    this.orphan = 'broken';
  }

  add(key: string, span: Span, path: string): void {
    if (!this.keys) {
      // Reported once: after an unreadable name, the fault is that of the name.
      if (this.orphan === 'first') this.out.report('props/before-set', span, '', 'the property comes before the first name of a set');
      return;
    }
    if (this.keys.has(key))
      this.out.report('props/duplicate-key', span, clip(path, 200), 'the key is already in the set; this value counts');
    this.keys.add(key);
  }
}
