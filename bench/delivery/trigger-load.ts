import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SUBSCRIBERS, type Tenant } from './tenant.ts';

export interface TriggerLoad {
  /** Transaction IDs with the response 201. */
  acknowledged: Set<string>;
  /** Transaction IDs without a response, or with a failure. */
  unanswered: Set<string>;
  /** The time of the last response 201, by `performance.now()`. */
  lastAcknowledgedAt: number;
  stop(): Promise<void>;
}

export interface LoadOptions {
  tenant: Tenant;
  workflow: string;
  /** The recipient. Default: one subscriber after the other. */
  to?: object;
  /** Returns the origin. Called before each trigger, because the process may have been restarted. */
  origin(): string;
  clients: number;
  /** Triggers per second of all clients together. Default: as fast as responses arrive. */
  perSecond?: number;
}

/** Sends triggers with unique transaction IDs until stopped. A failed trigger is not repeated. */
export function startTriggerLoad({ tenant, workflow, to, origin, clients, perSecond }: LoadOptions): TriggerLoad {
  const load = { acknowledged: new Set<string>(), unanswered: new Set<string>(), lastAcknowledgedAt: 0 };
  let stopping = false;
  let count = 0;
  const series = `${workflow}-${Date.now().toString(36)}`;
  const client = async () => {
    const pauseMs = perSecond ? (1000 * clients) / perSecond : 0;
    for (let due = performance.now(); !stopping; due += pauseMs) {
      await sleep(Math.max(0, pauseMs && due - performance.now()));
      const n = count++;
      const transactionId = `${series}-${n}`;
      const body = { name: workflow, to: to ?? `s-${1 + (n % SUBSCRIBERS)}`, transactionId, payload: { n } };
      if (await postTrigger(origin(), tenant, body)) {
        load.acknowledged.add(transactionId);
        load.lastAcknowledgedAt = performance.now();
      } else {
        load.unanswered.add(transactionId);
        await sleep(5);
      }
    }
  };
  const running = Array.from({ length: clients }, client);
  return Object.assign(load, {
    async stop() {
      stopping = true;
      await Promise.all(running);
    },
  });
}

/** Sends one trigger. Returns whether the response was 201. */
export async function postTrigger(origin: string, { authorization }: Tenant, body: object): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/api/v1/events/trigger`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
    const text = await answer.text();
    if (answer.status !== 201) return false;
    const { status, error } = JSON.parse(text);
    if (status !== 'processed' || error) throw new TypeError(`The response to a trigger was ${text}`);
    return true;
  } catch (error) {
    if (error instanceof TypeError && error.message.startsWith('A trigger')) throw error;
    return false;
  }
}

/** Returns which of the acknowledged transaction IDs have no run. */
export async function missingRuns(
  database: pg.Pool,
  { environmentId }: Tenant,
  transactionIds: ReadonlySet<string>,
): Promise<number> {
  const { rows } = await database.query(
    `SELECT 1 FROM unnest($2::text[]) AS entered (key)
     WHERE NOT EXISTS (SELECT 1 FROM notifications n WHERE n.environment_id = $1 AND n.transaction_id = entered.key)`,
    [environmentId, [...transactionIds]],
  );
  return rows.length;
}
