/** Clients that retry each trigger, with an Idempotency-Key, until its response is 201. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SUBSCRIBERS, type Tenant } from '#bench/delivery/tenant.ts';

export interface RetriedLoad {
  /** Transaction IDs with the response 201. */
  acknowledged: Set<string>;
  requests: number;
  /** The number of other responses, by status; `none` without a response. */
  errors: Map<string, number>;
  /** Responses that no client should see. */
  unexpected: string[];
  /** The time of the last response 201, by `performance.now()`. */
  lastAcknowledgedAt: number;
  /** Returns the longest time between two responses 201 since a time, in milliseconds. */
  pauseSince(at: number): number;
  /** Stops new triggers and waits for those that are not acknowledged yet. */
  stop(): Promise<void>;
}

const CLIENTS = 8;
const RETRY_MS = 250;
/** Milliseconds after which a client retries a request without a response. */
const REQUEST_MS = 10_000;

/** Statuses of responses after which a client retries: the Idempotency-Key is in use (409), or a server is unavailable. */
const RETRIABLE = ['none', '409', '502', '503', '504'];

/** Starts the clients. @param perSecond triggers of all clients together. */
export function startRetriedLoad(tenant: Tenant, workflow: string, origin: string, perSecond: number): RetriedLoad {
  const times: number[] = [];
  const errors = new Map<string, number>();
  const load = {
    acknowledged: new Set<string>(),
    requests: 0,
    errors,
    unexpected: [] as string[],
    lastAcknowledgedAt: 0,
  };
  let stopping = false;
  let count = 0;
  const series = `${workflow}-${Date.now().toString(36)}`;
  const trigger = async (n: number) => {
    const transactionId = `${series}-${n}`;
    const body = { name: workflow, to: `s-${1 + (n % SUBSCRIBERS)}`, transactionId, payload: { n } };
    for (;;) {
      load.requests++;
      const { status, text } = await post(origin, tenant, body);
      if (status === '201') break;
      if (!RETRIABLE.includes(status)) load.unexpected.push(`${status} ${text}`);
      errors.set(status, (errors.get(status) ?? 0) + 1);
      await sleep(RETRY_MS);
    }
    load.acknowledged.add(transactionId);
    load.lastAcknowledgedAt = performance.now();
    times.push(load.lastAcknowledgedAt);
  };
  const client = async () => {
    const everyMs = (1000 * CLIENTS) / perSecond;
    for (let due = performance.now(); !stopping; due = Math.max(due + everyMs, performance.now() - everyMs)) {
      await sleep(Math.max(0, due - performance.now()));
      await trigger(count++);
    }
  };
  const running = Array.from({ length: CLIENTS }, client);
  return Object.assign(load, {
    pauseSince: (at: number) => longestGap([at, ...times.filter((time) => time > at)]),
    async stop() {
      stopping = true;
      await Promise.all(running);
    },
  });
}

async function post(origin: string, { authorization }: Tenant, body: { transactionId: string }) {
  try {
    const response = await fetch(`${origin}/api/v1/events/trigger`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': body.transactionId },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    const text = await response.text();
    return { status: String(response.status), text };
  } catch {
    return { status: 'none', text: '' };
  }
}

export function longestGap(times: readonly number[]): number {
  return times.reduce((longest, time, at) => Math.max(longest, time - (times[at - 1] ?? time)), 0);
}
