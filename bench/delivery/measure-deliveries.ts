import { cpuSeconds, databaseCpuSeconds } from './cpu.ts';
import type { Installation, WebProgram, WorkerProgram } from './installation.ts';
import { enterRuns } from './runs.ts';
import type { Tenant } from './tenant.ts';

export interface DeliveryRate {
  perSecond: number;
  /** CPU milliseconds of the worker for one delivery. */
  workerMs: number;
  databaseMs: number;
}

export interface Delivering {
  installation: Installation;
  tenant: Tenant;
  workflow: string;
  deliveries: number;
  workers: number;
  /** Returns the number of messages that the provider has accepted since the beginning. */
  taken(): Promise<number>;
}

/**
 * Drains runs that are all due. Counts at the provider from the third tenth to the ninth. This excludes a worker's
 * start, the seconds in which V8 still compiles, and its last records. The worker holds the same number of jobs at the
 * start and the end of the count.
 */
export async function measureDeliveries(delivering: Delivering): Promise<DeliveryRate> {
  const { installation, tenant, workflow, deliveries, workers: count, taken } = delivering;
  const before = await taken();
  await enterRuns(installation.database, tenant, { workflow, count: deliveries });
  const workers = await Promise.all(Array.from({ length: count }, () => installation.startWorker(false)));
  const postmaster = await installation.postmaster();
  const begin = await reach(taken, before + deliveries * 0.3, workers, postmaster);
  const end = await reach(taken, before + deliveries * 0.9, workers, postmaster);
  await reach(taken, before + deliveries, workers, postmaster);
  await Promise.all(workers.map((worker) => worker.stop()));
  const counted = end.taken - begin.taken;
  return {
    perSecond: (counted / (end.at - begin.at)) * 1000,
    workerMs: ((end.workers - begin.workers) / counted) * 1000,
    databaseMs: ((end.database - begin.database) / counted) * 1000,
  };
}

async function reach(taken: () => Promise<number>, goal: number, workers: WorkerProgram[], postmaster: number) {
  for (let so = await taken(), last = so, since = performance.now(); ; so = await taken()) {
    const at = performance.now();
    if (so > last) [last, since] = [so, at];
    if (at - since > 60_000) throw new Error(`Delivery stalled at ${so} of ${goal}`);
    if (so >= goal) {
      const pids = workers.map(({ pid }) => pid);
      return { at, taken: so, workers: cpuSeconds(pids), database: databaseCpuSeconds(postmaster) };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export interface Latency {
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

export interface Pinging {
  tenant: Tenant;
  web: WebProgram;
  workflow: string;
  times: number;
  arrivals(): Promise<Map<string, number>>;
}

/**
 * Measures the time from sending a trigger until the provider receives its message, for one trigger after another,
 * without other load.
 */
export async function measureLatency({ tenant, web, workflow, times, arrivals }: Pinging): Promise<Latency> {
  const sent = new Map<string, number>();
  const series = `ping-${Date.now()}`;
  for (let n = 0; n < times; n++) {
    const mark = `${series}-${n}`;
    sent.set(`ping ${mark}`, performance.timeOrigin + performance.now());
    const answer = await fetch(`${web.origin}/api/v1/events/trigger`, {
      method: 'POST',
      headers: { authorization: tenant.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: workflow, to: `s-${1 + n}`, payload: { n: mark } }),
    });
    if (answer.status !== 201)
      throw new Error(`The response to a trigger was ${answer.status}: ${await answer.text()}`);
    await answer.text();
    await new Promise((resolve) => setTimeout(resolve, 40 + Math.random() * 20));
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const arrived = await arrivals();
  const waits = [...sent].map(([content, at]) => (arrived.get(content) ?? Number.POSITIVE_INFINITY) - at);
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor((waits.length - 1) * share)] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}
