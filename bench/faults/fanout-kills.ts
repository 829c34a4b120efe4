import type pg from 'pg';
import { storedTally, untilDelivered } from '#bench/delivery/runs.ts';
import {
  ALL_SUBSCRIBERS,
  addSmsProvider,
  addTopic,
  addWorkflow,
  createTenant,
  smsStep,
  type Tenant,
} from '#bench/delivery/tenant.ts';
import { postTrigger } from '#bench/delivery/trigger-load.ts';
import { until } from '#bench/until.ts';
import { atMost, exactly, type Finding, noted, type Scenario, type Stage } from './scenario.ts';

/** The shares of members that have a run when the web process and the workers are killed. */
const PLACES = [0.2, 0.4, 0.6, 0.8];

/** One trigger to a large topic. During the fan-out, the web process that accepted it and the workers are killed with -9. */
export const fanoutKills: Scenario = {
  name: 'killed while it fans out',
  async run({ installation, provider, scale }: Stage): Promise<Finding[]> {
    const { database } = installation;
    const members = Math.round(100_000 * scale);
    const tenant = await createTenant(database);
    await addSmsProvider(tenant, provider.url);
    await addTopic(database, tenant, members);
    await addWorkflow(tenant, 'to-topic', [smsStep('topic {{ subscriber.subscriberId }}')]);
    const web = await installation.startWeb();
    let worker = await installation.startWorker();
    const begun = performance.now();
    await postTrigger(web.origin, tenant, { name: 'to-topic', to: ALL_SUBSCRIBERS, transactionId: 'to-topic' });
    web.signal('SIGKILL');
    for (const place of PLACES) {
      await until(`run ${members * place}`, 60_000, async () => (await progress(database, tenant)) >= members * place);
      worker.signal('SIGKILL');
      await worker.exited;
      worker = await installation.startWorker(false);
    }
    await until(
      'the end of the fan-out',
      120_000,
      async () => (await progress(database, tenant)) === Number.POSITIVE_INFINITY,
    );
    const triggered = performance.now();
    await untilDelivered(database, tenant, 300_000);
    const ended = performance.now();
    await worker.stop();
    const stored = await storedTally(database, tenant);
    const sent = await provider.tally();
    return [
      noted('workers killed, and the web process', PLACES.length),
      exactly('runs', stored.runs, members),
      exactly('members with a run', await people(database, tenant), members),
      exactly('deliveries recorded as sent', stored.messages, members),
      exactly('lost (never reached the provider)', members - (sent.requests - sent.duplicates), 0),
      exactly('stuck (work left)', stored.work, 0),
      exactly('recorded twice or half-written', stored.twice + stored.halfWritten, 0),
      atMost('duplicates at the provider', sent.duplicates, stored.afterDeath),
      noted('time until all runs are created, while others are delivered', (triggered - begun) / 1000, 's'),
      noted('time until all messages are sent', (ended - begun) / 1000, 's'),
    ];
  },
};

/** Returns the progress of the fan-out. Infinity once it is complete. */
async function progress(database: pg.Pool, { environmentId }: Tenant): Promise<number> {
  const { rows } = await database.query<{ reached: number }>('SELECT reached FROM fanouts WHERE environment_id = $1', [
    environmentId,
  ]);
  return rows[0]?.reached ?? Number.POSITIVE_INFINITY;
}

async function people(database: pg.Pool, { environmentId }: Tenant): Promise<number> {
  const { rows } = await database.query<{ people: number }>(
    'SELECT count(DISTINCT subscriber_id)::int AS people FROM notifications WHERE environment_id = $1',
    [environmentId],
  );
  return rows[0]?.people ?? 0;
}
