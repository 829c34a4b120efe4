import { logger } from '#lib/logger.ts';
import { Breakers } from './breakers.ts';
import { isCriticalRun } from './checks.ts';
import { isHeld } from './integration-choice.ts';
import { IntegrationSlots } from './integration-slots.ts';
import { seededChance } from './message-id.ts';
import type { SendResult, Target } from './outcome.ts';
import { maySendAt, nextRetry } from './retry.ts';
import type { RunContext, RunIntegration } from './run-context.ts';
import { SendRates } from './send-rates.ts';
import type { SendTarget } from './send-targets.ts';

/**
 * No send takes so long. When one did, this process was suspended meanwhile, and its failure says nothing about the
 * provider.
 */
const SUSPENDED_MS = 20_000;

/** So short a wait for a rate limit is not recorded. */
const UNTOLD_MS = 5_000;

/** Jobs that wait for the same probe come back spread over this time. */
const SPREAD_MS = 10_000;

/**
 * Stands between an attempt and its provider: the breaker of the integration, its rate limit, and its share of the
 * worker's slots. Messages in sandbox mode always pass.
 */
export class Gate {
  readonly #breakers = new Breakers();
  readonly #rates = new SendRates();
  readonly #slots: IntegrationSlots;
  readonly #send: SendTarget;

  constructor(slots: number, send: SendTarget) {
    this.#slots = new IntegrationSlots(slots);
    this.#send = send;
  }

  /**
   * When a job continues for which nothing can be done yet, known before anything is rendered for it. Undefined: the job
   * runs now.
   */
  heldUntil(run: RunContext, now: Date): Date | undefined {
    return this.#heldByBreaker(run, now) ?? this.#heldByShares(run, now);
  }

  /**
   * The job already has the reason that its provider cannot be reached, and still cannot: there is nothing new to decide
   * or record.
   */
  #heldByBreaker(run: RunContext, now: Date): Date | undefined {
    const { job, attempt, ended, environment } = run;
    if (job.reason?.code !== 'provider_unavailable' || ended || attempt.deaths > 0 || environment.failover) return;
    const integration = run.integrations.find(({ id }) => id === job.integrationId);
    if (!integration?.breaker || !isHeld(integration, now)) return;
    const askedMs = integration.breaker.probeAt.getTime() - now.getTime() + spreadMs(job.id, attempt.number, now);
    return nextRetry({ jobId: job.id, attempt, isCritical: isCriticalRun(run), now, askedMs })?.readyAt;
  }

  /** Every integration that the job may choose already uses its share of the slots. */
  #heldByShares({ integrations, ended }: RunContext, now: Date): Date | undefined {
    const isFull = ({ id, sandbox }: RunIntegration) => !sandbox && this.#slots.isCrowded(id);
    const [first] = integrations;
    return first && !ended && integrations.every(isFull) ? this.#slots.turnOf(first.id, now) : undefined;
  }

  /** When an attempt may run whose integration already uses its share of the slots. Undefined: it may send at once. */
  crowdedUntil(targets: readonly Target[], now: Date): Date | undefined {
    const turns = targets.flatMap(({ integration }) =>
      integration.sandbox || isHeld(integration, now) ? [] : (this.#slots.turnOf(integration.id, now) ?? []),
    );
    return turns.length > 0 ? new Date(Math.max(...turns.map((turn) => turn.getTime()))) : undefined;
  }

  /**
   * When each target may be sent, by its message's id. Those that may be sent now, as rate limits are concerned, are left
   * out.
   */
  async turnsOf({ environment, attempt }: RunContext, targets: readonly Target[], now: Date): Promise<Turns> {
    const { hasTurn } = attempt;
    const turns = targets.flatMap(({ messageId, integration }) => {
      const { id, messagesPerSecond, sandbox } = integration;
      if (messagesPerSecond === undefined || sandbox || isHeld(integration, now)) return [];
      const taken = this.#rates.take([environment.id, id], { messagesPerSecond, hasTurn }, now);
      return taken.then((turn) => (turn ? [[messageId, turn] as const] : []));
    });
    return new Map((await Promise.all(turns)).flat());
  }

  /** Never throws. */
  readonly send: SendTarget = async (environmentId, target, now) => {
    const { integration } = target;
    if (integration.sandbox) return this.#send(environmentId, target, now);
    if (integration.breaker) {
      const held = await this.#breakers.hold(environmentId, target, now());
      if (held) return held;
    }
    const startedAt = performance.now();
    const result = await this.#slots.during(integration.id, () => this.#send(environmentId, target, now));
    if (result.type === 'accepted' || performance.now() - startedAt < SUSPENDED_MS)
      await this.#tell(environmentId, target, result, now());
    return result;
  };

  /** The result is recorded even when the breaker cannot be written. */
  async #tell(environmentId: string, { integration }: Target, result: SendResult, now: Date): Promise<void> {
    try {
      await this.#breakers.tell(environmentId, integration, result, now);
    } catch (error) {
      logger().warn({ error, environmentId, integrationId: integration.id }, 'A circuit breaker could not be written');
    }
  }
}

/** The turns of targets, by their message's id. */
export type Turns = ReadonlyMap<string, Date>;

/**
 * When a job continues of which no target has its turn. Undefined: it has to be recorded that it waits, or that it has
 * waited for too long.
 */
export function untoldTurn(run: RunContext, targets: readonly Target[], turns: Turns, now: Date): Date | undefined {
  if (turns.size < targets.length || turns.size === 0) return undefined;
  const first = new Date(Math.min(...[...turns.values()].map((turn) => turn.getTime())));
  const isTold = run.job.reason?.code === 'rate_limit_waiting' || first.getTime() - now.getTime() < UNTOLD_MS;
  return isTold && maySendAt(first, { attempt: run.attempt, isCritical: isCriticalRun(run) }) ? first : undefined;
}

/** What becomes of a target that does not have its turn. */
export function waitsForTurn({ messageId, integration }: Target, turn: Date, now: Date): SendResult {
  const error = {
    kind: 'rate_limited',
    words: 'The rate limit of the integration is reached',
    status: undefined,
    providerCode: undefined,
    retryAfterMs: turn.getTime() - now.getTime(),
    unreachable: false,
    messagesPerSecond: integration.messagesPerSecond,
  } as const;
  return { messageId, type: 'refused', error };
}

function spreadMs(...seeds: (string | number | Date)[]): number {
  return SPREAD_MS * seededChance(...seeds.map(String));
}
