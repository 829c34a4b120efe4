/**
 * Daily quotas of integrations (docs/delivery.md, "Queue and leases"): one row per integration counts the messages of
 * all workers. Raw statements: the row is created or locked in one step.
 */
import { LRUCache } from 'lru-cache';
import { dayNumber, nextDay } from '#lib/integrations/quota-day.ts';
import { logger } from '#lib/logger.ts';
import { Batches } from '#lib/postgres/batches.ts';
import { hotQuery, hotTransaction } from '#lib/postgres/db.ts';

/** A message that needs a permit. */
interface Asking {
  key: Key;
  messagesPerDay: number;
  now: Date;
}

type Key = readonly [environmentId: string, integrationId: string];

/** Milliseconds for which this process relies on a refusal. Later, other processes may have given permits back. */
const RELIED_ON_MS = 60_000;

/** Maximum remembered integrations whose quota is used up. */
const REMEMBERED = 5_000;

/** Takes the permits of this process's messages. Requests that arrive while the row is written are batched. */
export class SendQuotas {
  readonly #batches = new Batches<Asking, Date | undefined>({
    groupOf: ({ key }) => key.join(':'),
    write: settle,
    writers: { ofGroup: 1 },
    gather: 'turn',
  });
  /** The last refusals. */
  readonly #refusals = new LRUCache<string, { messagesPerDay: number; at: number; until: Date }>({ max: REMEMBERED });

  /** @returns the start of the next day if the quota is used up. Undefined if the message has its permit. */
  async take(key: Key, messagesPerDay: number, now: Date): Promise<Date | undefined> {
    const until = await this.#batches.write({ key, messagesPerDay, now });
    if (until) this.#refusals.set(key.join(':'), { messagesPerDay, at: now.getTime(), until });
    return until;
  }

  /** Returns until when the quota is used up, as far as this process knows. */
  fullUntil(key: Key, messagesPerDay: number, now: Date): Date | undefined {
    const refusal = this.#refusals.get(key.join(':'));
    if (refusal?.messagesPerDay !== messagesPerDay || now >= refusal.until) return undefined;
    return now.getTime() - refusal.at < RELIED_ON_MS ? refusal.until : undefined;
  }

  /** Gives back today's permits of messages that did not leave. Never throws: a lost permit only lowers the quota. */
  async giveBack([environmentId, integrationId]: Key, count: number, now: Date): Promise<void> {
    try {
      await hotQuery(
        'send-quota-return',
        `UPDATE send_quotas SET used = GREATEST(used - $4, 0) WHERE environment_id = $1 AND integration_id = $2 AND day = $3`,
        [environmentId, integrationId, dayNumber(now), count],
      );
    } catch (error) {
      logger().warn({ error, environmentId, integrationId, messages: count }, 'Returning unused daily quota failed');
    }
  }
}

interface QuotaRow {
  day: number;
  used: number;
}

/** @param asking messages of one integration. */
function settle(asking: readonly [Asking, ...Asking[]]): Promise<(Date | undefined)[]> {
  const [{ key }] = asking;
  const messagesPerDay = asking.at(-1)?.messagesPerDay ?? 1;
  const now = new Date(Math.max(...asking.map(({ now }) => now.getTime())));
  return hotTransaction(async () => {
    const [row] = await hotQuery<QuotaRow & Record<string, unknown>>(
      'send-quota-lock',
      `INSERT INTO send_quotas (environment_id, integration_id, day, used) VALUES ($1, $2, $3, 0)
       ON CONFLICT (environment_id, integration_id) DO UPDATE SET integration_id = excluded.integration_id
       RETURNING day, used`,
      [...key, dayNumber(now)],
    );
    const today = row && row.day >= dayNumber(now) ? row : { day: dayNumber(now), used: 0 };
    const granted = Math.min(asking.length, Math.max(0, messagesPerDay - today.used));
    await hotQuery(
      'send-quota-write',
      `UPDATE send_quotas SET day = $3, used = $4 WHERE environment_id = $1 AND integration_id = $2`,
      [...key, today.day, today.used + granted],
    );
    return asking.map((_, at) => (at < granted ? undefined : nextDay(now)));
  });
}
