/**
 * Circuit breakers: Belfry stops calling a provider or host that does not respond, so that its jobs wait in the queue
 * instead of in the worker's slots. Each process counts failures. An open breaker is a row, so all workers know about
 * it and one of them probes.
 */
import { LRUCache } from 'lru-cache';
import type { OpenBreaker } from '#lib/engine/run-context.ts';
import { logger } from '#lib/logger.ts';
import type { BreakerRows } from './breaker-rows.ts';

/** This many failures in a row within `WITHIN_MS` open the breaker. */
const FAILURES = 5;
const WITHIN_MS = 30_000;
/** The time between two probes. */
export const PROBE_MS = 30_000;
/** Maximum remembered integrations and hosts, the most recently called ones. */
const REMEMBERED = 5_000;

/** An integration, or a host of an environment. */
export interface Guarded {
  environmentId: string;
  /** The integration's ID, or the host. */
  id: string;
  /** The provider's name, or the host, for the log. */
  name: string;
  breaker?: OpenBreaker | undefined;
}

export class Breakers {
  readonly #rows: BreakerRows;
  /** The times of the failures since the last response. */
  readonly #failures = new LRUCache<string, number[]>({ max: REMEMBERED });
  /** The time of the next possible probe, after the last probe that this process took or requested. Milliseconds. */
  readonly #probed = new LRUCache<string, number>({ max: REMEMBERED });

  constructor(rows: BreakerRows) {
    this.#rows = rows;
  }

  /** Returns the breaker with the latest probe of this process, because the loaded breaker may be older. */
  withLatestProbe({
    environmentId,
    id,
    breaker,
  }: {
    environmentId: string;
    id: string;
    breaker: OpenBreaker;
  }): OpenBreaker {
    const probed = this.#probed.get(keyOf(environmentId, id)) ?? 0;
    return probed > breaker.probeAt.getTime() ? { ...breaker, probeAt: new Date(probed) } : breaker;
  }

  /** Returns the time of the next possible probe. Undefined if the breaker is closed or a probe may be sent now. */
  heldUntil({ environmentId, id, breaker }: Omit<Guarded, 'name'>, now: Date): Date | undefined {
    if (!breaker) return undefined;
    const { probeAt } = this.withLatestProbe({ environmentId, id, breaker });
    return now < probeAt ? probeAt : undefined;
  }

  /** Returns when the next probe is possible. Undefined if this attempt may send now. Never throws. */
  async hold(guarded: Guarded, now: Date): Promise<Date | undefined> {
    if (!guarded.breaker) return undefined;
    const held = this.heldUntil(guarded, now);
    if (held) return held;
    const next = new Date(now.getTime() + PROBE_MS);
    // Set this before the await, so that other attempts of the batch do not request the probe too.
    this.#probed.set(keyOf(guarded.environmentId, guarded.id), next.getTime());
    return (await this.#takeProbe(guarded, now, next)) ? undefined : next;
  }

  /** Returns whether this attempt gets the probe. Only one attempt of all workers gets it. */
  async #takeProbe({ environmentId, id }: Guarded, now: Date, next: Date): Promise<boolean> {
    try {
      return await this.#rows.takeProbe(environmentId, id, now, next);
    } catch (error) {
      logger().warn({ error, environmentId, integrationOrHost: id }, 'Claiming the circuit breaker probe failed');
      return false;
    }
  }

  /**
   * Counts an attempt, and opens or closes the breaker. Never throws: the result is recorded even when the breaker
   * cannot be written.
   *
   * @param problem why there was no response. Undefined after any response, even an error: it closes the breaker.
   */
  async record(guarded: Guarded, problem: string | undefined, now: Date): Promise<void> {
    try {
      if (problem === undefined) await this.#countResponse(guarded, now);
      else await this.#countFailure(guarded, problem, now);
    } catch (error) {
      const { environmentId, id } = guarded;
      logger().warn({ error, environmentId, integrationOrHost: id }, 'Saving the state of a circuit breaker failed');
    }
  }

  async #countResponse({ environmentId, id, name, breaker }: Guarded, now: Date): Promise<void> {
    this.#failures.delete(keyOf(environmentId, id));
    if (!breaker) return;
    this.#probed.delete(keyOf(environmentId, id));
    if (await this.#rows.close(environmentId, id, now))
      logger().info({ environmentId, integrationOrHost: id, provider: name }, 'Circuit breaker closed');
  }

  async #countFailure({ environmentId, id, name, breaker }: Guarded, words: string, now: Date): Promise<void> {
    const key = keyOf(environmentId, id);
    const since = now.getTime() - WITHIN_MS;
    const failures = [...(this.#failures.get(key) ?? []).filter((at) => at > since), now.getTime()].slice(-FAILURES);
    this.#failures.set(key, failures);
    if (breaker || failures.length < FAILURES) return;
    this.#failures.delete(key);
    const open = { openedAt: now, probeAt: new Date(now.getTime() + PROBE_MS), words };
    if (await this.#rows.open(environmentId, id, open))
      logger().warn({ environmentId, integrationOrHost: id, provider: name, problem: words }, 'Circuit breaker opened');
  }
}

function keyOf(environmentId: string, id: string): string {
  return `${environmentId}:${id}`;
}
