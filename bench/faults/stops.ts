import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerProgram } from '#bench/delivery/installation.ts';
import { enterRuns, storedTally, untilDelivered } from '#bench/delivery/runs.ts';
import { addSmsProvider, addWorkflow, createTenant, smsStep } from '#bench/delivery/tenant.ts';
import { missingRuns, startTriggerLoad } from '#bench/delivery/trigger-load.ts';
import { until } from '#bench/until.ts';
import { atMost, exactly, type Finding, noted, type Scenario, type Stage } from './scenario.ts';

/** Workers and the web process get SIGTERM under load, and others take over. The provider takes 500 ms per message. */
export const stops: Scenario = {
  name: 'stopped by a signal',
  async run({ installation, provider, scale }: Stage): Promise<Finding[]> {
    const { database } = installation;
    const times = Math.max(2, Math.round(10 * scale));
    const tenant = await createTenant(database);
    await addSmsProvider(tenant, provider.url);
    await addWorkflow(tenant, 'stop', [smsStep('stop {{ payload.n }}')]);
    await enterRuns(database, tenant, { workflow: 'stop', count: times * 1_000 });
    await provider.setLatency(500);
    let web = await installation.startWeb();
    let worker = await installation.startWorker();
    const load = startTriggerLoad({ tenant, workflow: 'stop', origin: () => web.origin, clients: 4, perSecond: 50 });
    const ends: number[] = [];
    const codes = new Set<number | string>();
    for (let n = 0; n < times; n++) {
      await sleep(1_000 + Math.random() * 1_000);
      const [oldWorker, oldWeb] = [worker, web];
      [worker, web] = await Promise.all([installation.startWorker(), installation.startWeb()]);
      ends.push(...(await Promise.all([oldWorker.stop(), oldWeb.stop()])));
      codes.add(await oldWorker.exited).add(await oldWeb.exited);
    }
    await load.stop();
    await untilDelivered(database, tenant, 120_000);
    await Promise.all([web.stop(), worker.stop()]);
    const stored = await storedTally(database, tenant);
    return [
      noted('workers and web processes stopped', ends.length),
      atMost('longest time until a process ended', Math.max(...ends) / 1000, 10, 's'),
      exactly('exit codes other than 0', [...codes].filter((code) => code !== 0).length, 0),
      exactly('duplicates at the provider', (await provider.tally()).duplicates, 0),
      exactly('acknowledged and lost', await missingRuns(database, tenant, load.acknowledged), 0),
      exactly('triggers that failed for a client', load.unanswered.size, 0),
      exactly('runs that were not sent', stored.runs - stored.sent, 0),
    ];
  },
};

/** Milliseconds that a worker is frozen, longer than a lease. */
const FROZEN_MS = 35_000;

/**
 * Workers are frozen (SIGSTOP) beyond their lease while they send. Another worker takes over, and then the frozen
 * workers continue.
 */
export const frozenWorkers: Scenario = {
  name: 'worker frozen',
  async run({ installation, provider, scale }: Stage): Promise<Finding[]> {
    const { database } = installation;
    const rounds = Math.max(1, Math.round(3 * scale));
    const tenant = await createTenant(database);
    await addSmsProvider(tenant, provider.url);
    await addWorkflow(tenant, 'frozen', [smsStep('frozen {{ payload.n }}')]);
    let staleWrites = 0;
    let held = 0;
    for (let round = 0; round < rounds; round++) {
      await enterRuns(database, tenant, { workflow: 'frozen', count: 1_000 });
      await provider.setLatency(150);
      const frozen = await Promise.all([installation.startWorker(), installation.startWorker()]);
      const before = (await provider.tally()).requests;
      await until('sending', 30_000, async () => (await provider.tally()).requests > before + 200 * Math.random());
      for (const worker of frozen) worker.signal('SIGSTOP');
      held += await heldJobs(database, tenant.environmentId);
      await sleep(FROZEN_MS);
      const other = await installation.startWorker();
      await untilDelivered(database, tenant, 300_000);
      for (const worker of frozen) worker.signal('SIGCONT');
      await sleep(2_000);
      staleWrites += await staleWritesOf(frozen);
      await Promise.all([...frozen, other].map((worker) => worker.stop()));
    }
    const stored = await storedTally(database, tenant);
    const { duplicates } = await provider.tally();
    return [
      noted('jobs held when workers froze', held),
      noted('late results rejected', staleWrites),
      exactly('stale writes recorded (recorded twice)', stored.twice, 0),
      exactly('deliveries recorded as sent', stored.messages, rounds * 1_000),
      exactly('runs that were not sent', stored.runs - stored.sent, 0),
      exactly('stuck or half-written', stored.work + stored.halfWritten, 0),
      atMost('duplicates at the provider', duplicates, held),
    ];
  },
};

async function heldJobs(database: Stage['installation']['database'], environmentId: string): Promise<number> {
  const { rowCount } = await database.query('SELECT 1 FROM work WHERE environment_id = $1 AND worker_id IS NOT NULL', [
    environmentId,
  ]);
  return rowCount ?? 0;
}

async function staleWritesOf(workers: readonly WorkerProgram[]): Promise<number> {
  const counts = await Promise.all(workers.map((worker) => worker.metric('belfry_stale_writes_total')));
  return counts.reduce((sum, count) => sum + count, 0);
}
