import { listenTo } from '#lib/postgres/announcements.ts';
import { FOLLOWED_CHANNEL, RUNS_CHANNEL } from './channels.ts';
import { announceFollowed, RENEW_MS } from './followed-environments.ts';
import type { RunChanges } from './schema.ts';

export interface Follower {
  onChanges(changes: RunChanges): void;
  /** Called if changes may have been missed. */
  onGap(): void;
}

/** The followers of runs in this process, by environment. */
class Followers {
  readonly #byEnvironment = new Map<string, Set<Follower>>();
  #renewal: NodeJS.Timeout | undefined;

  constructor() {
    listenTo(RUNS_CHANNEL, {
      onMessage: (payload) => this.#pass(JSON.parse(payload) as RunChanges & { environmentId: string }),
      onConnect: () => this.#gap(),
    });
  }

  add(environmentId: string, follower: Follower): () => void {
    const known = this.#byEnvironment.get(environmentId) ?? new Set();
    this.#byEnvironment.set(environmentId, known.add(follower));
    if (known.size === 1) announceFollowed(FOLLOWED_CHANNEL, [environmentId]);
    this.#renewal ??= setInterval(() => this.#renew(), RENEW_MS).unref();
    return () => this.#remove(environmentId, follower);
  }

  #remove(environmentId: string, follower: Follower): void {
    const known = this.#byEnvironment.get(environmentId);
    known?.delete(follower);
    if (known?.size === 0) this.#byEnvironment.delete(environmentId);
    if (this.#byEnvironment.size > 0) return;
    clearInterval(this.#renewal);
    this.#renewal = undefined;
  }

  #renew(): void {
    announceFollowed(FOLLOWED_CHANNEL, [...this.#byEnvironment.keys()]);
  }

  #pass({ environmentId, ...changes }: RunChanges & { environmentId: string }): void {
    for (const { onChanges } of this.#byEnvironment.get(environmentId) ?? []) onChanges(changes);
  }

  #gap(): void {
    for (const followers of this.#byEnvironment.values()) for (const { onGap } of followers) onGap();
  }
}

const shared = globalThis as typeof globalThis & { belfryFollowers?: Followers };

/** Follows the runs of an environment until the returned function is called. */
export function followRuns(environmentId: string, follower: Follower): () => void {
  shared.belfryFollowers ??= new Followers();
  return shared.belfryFollowers.add(environmentId, follower);
}
