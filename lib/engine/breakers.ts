/**
 * Circuit breakers: an integration whose provider does not answer is left alone, so that its messages wait in the queue
 * instead of in the worker's slots. Each process counts failures. An open breaker is a row, which every batch loads
 * with its integration, so all workers know about it at once and one of them probes.
 */
import { prisma } from '#lib/db.ts';
import { logger } from '#lib/logger.ts';
import { ProviderError } from '#lib/providers/send.ts';
import { isHeld } from './integration-choice.ts';
import type { SendFailure, SendResult, Target } from './outcome.ts';
import type { OpenBreaker, RunIntegration } from './run-context.ts';

/** This many failures in a row within `WITHIN_MS` open the breaker. */
const FAILURES = 5;
const WITHIN_MS = 30_000;
/** The time between two probes. */
const PROBE_MS = 30_000;

type Failed = Pick<SendFailure, 'words'>;

export class Breakers {
  /** The times of the failures since the last answer, by environment and integration. */
  readonly #failures = new Map<string, number[]>();

  /** Why nothing may be sent through the integration now. Undefined: one message may be sent. Never throws. */
  async hold(environmentId: string, { messageId, integration }: Target, now: Date): Promise<SendResult | undefined> {
    const { breaker } = integration;
    if (!breaker) return undefined;
    if (!isHeld(integration, now) && (await takeProbe(environmentId, integration.id, breaker, now))) return undefined;
    return { messageId, type: 'refused', error: heldError(breaker, now) };
  }

  /** Counts the result of a message, and opens or closes the breaker of its integration. */
  async tell(environmentId: string, integration: RunIntegration, result: SendResult, now: Date): Promise<void> {
    const key = `${environmentId}:${integration.id}`;
    const failure = unanswered(result);
    if (!failure) {
      this.#failures.delete(key);
      if (integration.breaker) await close(environmentId, integration);
      return;
    }
    const since = now.getTime() - WITHIN_MS;
    const failures = [...(this.#failures.get(key) ?? []).filter((at) => at > since), now.getTime()].slice(-FAILURES);
    this.#failures.delete(key);
    this.#failures.set(key, failures);
    this.#forget(since);
    if (integration.breaker || failures.length < FAILURES) return;
    this.#failures.delete(key);
    await open(environmentId, integration, failure, now);
  }

  /** Drops what no longer counts. The oldest come first. */
  #forget(since: number): void {
    for (const [key, failures] of this.#failures) {
      if ((failures.at(-1) ?? 0) > since) return;
      this.#failures.delete(key);
    }
  }
}

/** Any answer, whatever its status, shows that the provider works. A defect of ours shows nothing about it. */
function unanswered(result: SendResult): Failed | undefined {
  if (result.type === 'accepted' || !(result.error instanceof ProviderError)) return undefined;
  const { kind, status } = result.error;
  return kind === 'unavailable' && status === undefined ? result.error : undefined;
}

function heldError({ openedAt, probeAt, words }: OpenBreaker, now: Date): SendFailure {
  return {
    kind: 'unavailable',
    // Who does not answer says nothing.
    isOwn: true,
    words,
    status: undefined,
    providerCode: undefined,
    retryAfterMs: Math.max(probeAt.getTime() - now.getTime(), 1_000),
    unreachable: true,
    heldSince: openedAt,
  };
}

/**
 * Only one attempt of all workers gets the probe; the next one is possible 30 s later. The other attempts of its batch
 * do not ask.
 */
async function takeProbe(
  environmentId: string,
  integrationId: string,
  breaker: OpenBreaker,
  now: Date,
): Promise<boolean> {
  breaker.probeAt = nextProbe(now);
  try {
    const { count } = await prisma().circuitBreaker.updateMany({
      where: { environmentId, integrationId, probeAt: { lte: now } },
      data: { probeAt: breaker.probeAt },
    });
    return count > 0;
  } catch (error) {
    logger().warn({ error, environmentId, integrationId }, 'A circuit breaker could not be probed');
    return false;
  }
}

async function open(environmentId: string, { id, providerName }: RunIntegration, { words }: Failed, now: Date) {
  const row = { environmentId, integrationId: id, openedAt: now, probeAt: nextProbe(now), words };
  const { count } = await prisma().circuitBreaker.createMany({ data: [row], skipDuplicates: true });
  if (count > 0) logger().warn({ environmentId, integrationId: id, words }, `${providerName} cannot be reached`);
}

async function close(environmentId: string, { id, providerName }: RunIntegration): Promise<void> {
  const { count } = await prisma().circuitBreaker.deleteMany({ where: { environmentId, integrationId: id } });
  if (count > 0) logger().info({ environmentId, integrationId: id }, `${providerName} can be reached again`);
}

function nextProbe(now: Date): Date {
  return new Date(now.getTime() + PROBE_MS);
}
