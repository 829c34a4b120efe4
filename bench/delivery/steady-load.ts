/** Triggers at a steady rate, and measures the time until the provider has their messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#bench/until.ts';
import type { SmsProvider } from './sms-provider.ts';
import type { Tenant } from './tenant.ts';

export interface SteadyLoad {
  origin: string;
  tenant: Tenant;
  provider: SmsProvider;
  /**
   * Returns the body of the n-th trigger of a series, and the content of its message. The content begins with `now `.
   * Undefined content means that the message is sent later.
   */
  triggerOf(series: string, n: number): { body: object; content: string | undefined };
}

export interface Waits {
  p50Ms: number;
  p99Ms: number;
  /** The number of messages that did not arrive. */
  missing: number;
}

const CLIENTS = 32;
const MEASURED_SECONDS = 20;

/**
 * Triggers as fast as possible, after a warm-up, until the provider has received all messages that have no delay.
 * @returns triggers per second.
 */
export async function mostPerSecond(load: SteadyLoad): Promise<number> {
  const { provider, triggerOf } = load;
  let rate = 0;
  for (const round of ['warm', 'measured']) {
    await provider.reset();
    const begun = performance.now();
    let triggered = 0;
    let immediate = 0;
    const client = async () => {
      while (performance.now() - begun < MEASURED_SECONDS * 1000) {
        const { body, content } = triggerOf(`${round}-${begun}`, triggered++);
        if (content) immediate++;
        await post(load, body);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    await until('the last delivery', 120_000, async () => ((await provider.tally()).byTag.now ?? 0) >= immediate);
    const last = (await provider.tally()).lastByTag.now ?? 0;
    rate = (triggered * 1000) / (last - performance.timeOrigin - begun);
    console.log(
      `${triggered} triggers, each sent after the response to the previous trigger: ${rate.toFixed(0)} per second until the last delivery.`,
    );
  }
  return rate;
}

/** Starts `request` this many times, at a steady rate. Settles when all have ended. */
export async function atRate(perSecond: number, times: number, request: (n: number) => Promise<void>): Promise<void> {
  const begun = performance.now();
  const requests: Promise<void>[] = [];
  for (let n = 0; n < times; n++) {
    const ahead = begun + (n * 1000) / perSecond - performance.now();
    if (ahead > 1) await sleep(ahead);
    requests.push(request(n));
  }
  await Promise.all(requests);
}

/** Measures, for messages without a delay, the time from the trigger to the arrival at the provider. */
export async function loadFor(load: SteadyLoad, seconds: number, rate: number): Promise<Waits> {
  const { provider, triggerOf } = load;
  await provider.reset();
  const sent = new Map<string, number>();
  const series = Date.now().toString(36);
  await atRate(rate, seconds * rate, (n) => {
    const { body, content } = triggerOf(series, n);
    if (content) sent.set(content, performance.timeOrigin + performance.now());
    return post(load, body);
  });
  await sleep(3_000);
  const arrivals = await provider.arrivals();
  const waits = [...sent].flatMap(([content, at]) => {
    const arrival = arrivals.get(content);
    return arrival === undefined ? [] : [arrival - at];
  });
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor((waits.length - 1) * share)] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), missing: sent.size - waits.length };
}

async function post({ origin, tenant: { authorization } }: SteadyLoad, body: object): Promise<void> {
  const answer = await fetch(`${origin}/api/v1/events/trigger`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`The response to a trigger was ${answer.status}: ${await answer.text()}`);
  await answer.text();
}
