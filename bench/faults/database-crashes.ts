import { setTimeout as sleep } from 'node:timers/promises';
import { storedTally, untilDelivered } from '#bench/delivery/runs.ts';
import { addSmsProvider, addWorkflow, createTenant, smsStep } from '#bench/delivery/tenant.ts';
import { missingRuns, startTriggerLoad } from '#bench/delivery/trigger-load.ts';
import { until } from '#bench/until.ts';
import { atMost, exactly, type Finding, noted, type Scenario, type Stage } from './scenario.ts';

/** PostgreSQL is stopped immediately, without a checkpoint, during triggers and deliveries. No other process restarts. */
export const databaseCrashes: Scenario = {
  name: 'database crashed',
  async run({ installation, provider, scale }: Stage): Promise<Finding[]> {
    const { database } = installation;
    const crashes = Math.max(2, Math.round(5 * scale));
    const tenant = await createTenant(database);
    await addSmsProvider(tenant, provider.url);
    await addWorkflow(tenant, 'crash', [smsStep('crash {{ payload.n }}')]);
    const [worker, web] = await Promise.all([installation.startWorker(), installation.startWeb()]);
    const load = startTriggerLoad({ tenant, workflow: 'crash', origin: () => web.origin, clients: 8, perSecond: 300 });
    let slowestWebMs = 0;
    let slowestWorkerMs = 0;
    for (let crash = 0; crash < crashes; crash++) {
      await sleep(3_000);
      const readyAt = await installation.crashDatabase(500 + Math.random() * 4_000);
      const before = (await provider.tally()).requests;
      await until('a trigger after the crash', 60_000, () => load.lastAcknowledgedAt > readyAt);
      slowestWebMs = Math.max(slowestWebMs, load.lastAcknowledgedAt - readyAt);
      await until('deliveries after the crash', 60_000, async () => (await provider.tally()).requests > before + 5);
      slowestWorkerMs = Math.max(slowestWorkerMs, performance.now() - readyAt);
    }
    await load.stop();
    await untilDelivered(database, tenant, 120_000);
    const isAlive = worker.isAlive() && web.isAlive();
    await Promise.all([web.stop(), worker.stop()]);
    const stored = await storedTally(database, tenant);
    const { duplicates } = await provider.tally();
    return [
      noted('crashes', crashes),
      noted('triggers acknowledged', load.acknowledged.size),
      exactly('processes that ended', isAlive ? 0 : 1, 0),
      atMost('longest time until triggers are accepted again', slowestWebMs / 1000, 10, 's'),
      atMost('longest time until deliveries continue', slowestWorkerMs / 1000, 10, 's'),
      exactly('acknowledged and lost', await missingRuns(database, tenant, load.acknowledged), 0),
      exactly('stuck, half-written or recorded twice', stored.work + stored.halfWritten + stored.twice, 0),
      exactly('runs that were not sent', stored.runs - stored.sent, 0),
      atMost('duplicates at the provider', duplicates, stored.afterDeath),
    ];
  },
};
