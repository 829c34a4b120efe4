import type { RunChanges } from './schema.ts';

/** The largest number of IDs: 250 IDs of 24 characters fit into one NOTIFY (8,000 bytes). */
const MAX_IDS = 250;

export type Change = 'created' | 'changed';

/** Gathers changes of runs until they are sent: each ID once, and beyond 250 IDs only a mark. */
export class GatheredChanges {
  readonly #ids: Record<Change, Set<string>> = { created: new Set(), changed: new Set() };
  #more = false;

  get isEmpty(): boolean {
    return !this.#more && this.#ids.created.size + this.#ids.changed.size === 0;
  }

  add(change: Change, ids: Iterable<string>): void {
    const { created, changed } = this.#ids;
    for (const id of ids) {
      // A run that is announced as new need not be announced as changed.
      if (created.has(id) || (change === 'changed' && changed.has(id))) continue;
      if (change === 'created') changed.delete(id);
      if (created.size + changed.size >= MAX_IDS) this.#more = true;
      else this.#ids[change].add(id);
    }
  }

  addAll({ created, changed, more }: RunChanges): void {
    this.add('created', created);
    this.add('changed', changed);
    this.#more ||= more;
  }

  /** Returns the gathered changes and clears them. */
  take(): RunChanges {
    const { created, changed } = this.#ids;
    const taken = { created: [...created], changed: [...changed], more: this.#more };
    created.clear();
    changed.clear();
    this.#more = false;
    return taken;
  }
}
