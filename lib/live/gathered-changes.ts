import type { RunChanges } from './schema.ts';

/** How many ids are named at most. 250 of 24 characters fit into one NOTIFY (8,000 bytes). */
const MOST_IDS = 250;

export type Change = 'created' | 'changed';

/** Changes of runs until they are passed on: each id once, and a mark instead of ids beyond 250. */
export class GatheredChanges {
  readonly #ids: Record<Change, Set<string>> = { created: new Set(), changed: new Set() };
  #more = false;

  get isEmpty(): boolean {
    return !this.#more && this.#ids.created.size + this.#ids.changed.size === 0;
  }

  add(change: Change, ids: Iterable<string>): void {
    const { created, changed } = this.#ids;
    for (const id of ids) {
      // The event says that it is new, so it need not say that it changed.
      if (created.has(id) || (change === 'changed' && changed.has(id))) continue;
      if (change === 'created') changed.delete(id);
      if (created.size + changed.size >= MOST_IDS) this.#more = true;
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
