import { logger } from '#lib/logger.ts';
import { Breakers } from './breakers.ts';
import { isCriticalRun } from './checks.ts';
import { isHeld } from './integration-choice.ts';
import { IntegrationSlots } from './integration-slots.ts';
import { seededChance } from './message-id.ts';
import type { SendResult, Target } from './outcome.ts';
import { nextRetry } from './retry.ts';
import type { RunContext } from './run-context.ts';
import type { SendTarget } from './send-targets.ts';

/** What waits for the same probe comes back over so long. */
const SPREAD_MS = 10_000;

/**
 * What stands between an attempt and its provider: the breaker of the integration, and the integration's share of the worker's slots.
 * Sandbox mode reaches nobody, and passes.
 */
export class Gate {
  readonly #breakers = new Breakers();
  readonly #slots: IntegrationSlots;
  readonly #send: SendTarget;

  constructor(slots: number, send: SendTarget) {
    this.#slots = new IntegrationSlots(slots);
    this.#send = send;
  }

  /**
   * When a job goes on that was told before that its provider cannot be reached, and still cannot: there is nothing new to decide or to
   * record. Undefined: it has its turn.
   */
  heldUntil(run: RunContext, now: Date): Date | undefined {
    const { job, attempt, ended, environment } = run;
    if (job.reason?.code !== 'provider_unavailable' || ended || attempt.afterDeath || environment.failover) return;
    const integration = run.integrations.find(({ id }) => id === job.integrationId);
    if (!integration?.breaker || !isHeld(integration, now)) return;
    const askedMs = integration.breaker.probeAt.getTime() - now.getTime() + spreadMs(job.id, attempt.number, now);
    return nextRetry({ jobId: job.id, attempt, isCritical: isCriticalRun(run), now, askedMs })?.readyAt;
  }

  /** When an attempt has its turn whose integration takes its share of the slots already; undefined: it is to send at once. */
  crowdedUntil(targets: readonly Target[], now: Date): Date | undefined {
    const turns = targets.flatMap(({ integration }) =>
      integration.sandbox || isHeld(integration, now) ? [] : (this.#slots.turnOf(integration.id, now) ?? []),
    );
    return turns.length > 0 ? new Date(Math.max(...turns.map((turn) => turn.getTime()))) : undefined;
  }

  /** Never throws. */
  readonly send: SendTarget = async (environmentId, target, now) => {
    const { integration } = target;
    if (integration.sandbox) return this.#send(environmentId, target, now);
    if (integration.breaker) {
      const held = await this.#breakers.hold(environmentId, target, now());
      if (held) return held;
    }
    const result = await this.#slots.during(integration.id, () => this.#send(environmentId, target, now));
    await this.#tell(environmentId, target, result, now());
    return result;
  };

  /** What was sent is recorded, whatever becomes of the breaker. */
  async #tell(environmentId: string, { integration }: Target, result: SendResult, now: Date): Promise<void> {
    try {
      await this.#breakers.tell(environmentId, integration, result, now);
    } catch (error) {
      logger().warn({ error, environmentId, integrationId: integration.id }, 'A circuit breaker could not be written');
    }
  }
}

function spreadMs(...seeds: (string | number | Date)[]): number {
  return SPREAD_MS * seededChance(...seeds.map(String));
}
