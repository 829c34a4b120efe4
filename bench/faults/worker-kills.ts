import { enterRuns, storedTally, untilDelivered } from '#bench/delivery/runs.ts';
import { addSmsProvider, addWorkflow, createTenant, smsStep } from '#bench/delivery/tenant.ts';
import { until } from '#bench/until.ts';
import { atMost, exactly, type Finding, noted, type Scenario, type Stage } from './scenario.ts';

/** The maximum number of attempts in progress in one worker. */
const SLOTS = 200;

/** The only worker is repeatedly killed with -9 while it delivers, each time at a different point, and restarted. */
export const workerKills: Scenario = {
  name: 'worker killed',
  async run({ installation, provider, scale }: Stage): Promise<Finding[]> {
    const { database } = installation;
    const deliveries = Math.round(100_000 * scale);
    const kills = Math.round(50 * Math.max(scale, 0.1));
    const tenant = await createTenant(database);
    await addSmsProvider(tenant, provider.url);
    await addWorkflow(tenant, 'killed', [smsStep('killed {{ payload.n }}')]);
    await enterRuns(database, tenant, { workflow: 'killed', count: deliveries });
    const begun = performance.now();
    let worker = await installation.startWorker(false);
    for (let kill = 1; kill <= kills; kill++) {
      const place = (deliveries * 0.95 * (kill - Math.random())) / kills;
      await until(`delivery ${Math.round(place)}`, 120_000, async () => (await provider.tally()).requests >= place);
      worker.signal('SIGKILL');
      await worker.exited;
      worker = await installation.startWorker(false);
    }
    const lastKill = performance.now();
    await untilDelivered(database, tenant, 300_000);
    const ended = performance.now();
    await worker.stop();
    const stored = await storedTally(database, tenant);
    const sent = await provider.tally();
    const distinct = sent.requests - sent.duplicates;
    return [
      noted('kills', kills),
      exactly('deliveries recorded as sent', stored.messages, deliveries),
      exactly('runs ended as sent', stored.sent, deliveries),
      exactly('lost (never reached the provider)', deliveries - distinct, 0),
      exactly('stuck (work left)', stored.work, 0),
      exactly('recorded twice or half-written', stored.twice + stored.halfWritten, 0),
      atMost('duplicates at the provider, all kills together', sent.duplicates, stored.afterDeath),
      atMost('jobs in flight when killed, on average', stored.afterDeath / kills, SLOTS),
      noted('most requests for one message', sent.mostOfOne),
      noted('duration of the run', (ended - begun) / 1000, 's'),
      noted('duration after the last kill', (ended - lastKill) / 1000, 's'),
    ];
  },
};
