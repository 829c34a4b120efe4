/**
 * Rate limits of integrations (docs/delivery.md, "Queue and leases"): one row per integration counts the messages of
 * all workers. Raw statements: the row is created or locked in one step.
 */
import { Batches } from '#lib/postgres/batches.ts';
import { hotQuery, hotTransaction } from '#lib/postgres/db.ts';
import { type SendRate, takeTurns } from './send-turns.ts';

/** A message that needs the rate limit's permission. */
interface Asking {
  key: Key;
  messagesPerSecond: number;
  hasTurn: boolean;
  now: Date;
}

type Key = readonly [environmentId: string, integrationId: string];

/** Takes the turns of this process's messages. Requests that arrive while the row is written are batched. */
export class SendRates {
  readonly #batches = new Batches<Asking, Date | undefined>({
    groupOf: ({ key }) => key.join(':'),
    write: settle,
    writers: { ofGroup: 1 },
    gather: 'turn',
  });

  /**
   * @param hasTurn whether the message need not queue behind waiting messages.
   * @returns when to check the message again. Undefined if it may be sent now.
   */
  take(key: Key, { messagesPerSecond, hasTurn }: Pick<Asking, 'messagesPerSecond' | 'hasTurn'>, now: Date) {
    return this.#batches.write({ key, messagesPerSecond, hasTurn, now });
  }
}

interface RateRow {
  messages_per_second: number;
  paid_until_ms: number;
  line_until_ms: number;
}

/** @param asking messages of one integration. */
function settle(asking: readonly [Asking, ...Asking[]]): Promise<(Date | undefined)[]> {
  const [{ key }] = asking;
  const messagesPerSecond = asking.at(-1)?.messagesPerSecond ?? 1;
  return hotTransaction(async () => {
    const [row] = await hotQuery<RateRow & Record<string, unknown>>(
      'send-rate-lock',
      `INSERT INTO send_rates (environment_id, integration_id, messages_per_second, paid_until_ms, line_until_ms) VALUES ($1, $2, $3, 0, 0)
       ON CONFLICT (environment_id, integration_id) DO UPDATE SET integration_id = excluded.integration_id
       RETURNING messages_per_second, paid_until_ms, line_until_ms`,
      [...key, messagesPerSecond],
    );
    const { waits, rate } = takeTurns(rateOf(row, messagesPerSecond), {
      messagesPerSecond,
      hasTurn: asking.map(({ hasTurn }) => hasTurn),
      now: Math.max(...asking.map(({ now }) => now.getTime())),
    });
    await hotQuery(
      'send-rate-write',
      `UPDATE send_rates SET messages_per_second = $3, paid_until_ms = $4, line_until_ms = $5 WHERE environment_id = $1 AND integration_id = $2`,
      [...key, messagesPerSecond, rate.paidUntil, rate.lineUntil],
    );
    return waits.map((wait) => (wait === undefined ? undefined : new Date(Math.ceil(wait))));
  });
}

/** Returns the stored rate, or an empty one if it was counted for a different limit. */
function rateOf(row: RateRow | undefined, messagesPerSecond: number): SendRate {
  if (row?.messages_per_second !== messagesPerSecond) return { paidUntil: 0, lineUntil: 0 };
  return { paidUntil: row.paid_until_ms, lineUntil: row.line_until_ms };
}
