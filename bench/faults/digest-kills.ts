import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { enterRuns, storedTally, untilDelivered } from '#bench/delivery/runs.ts';
import { addSmsProvider, addWorkflow, createTenant, smsStep, type Tenant } from '#bench/delivery/tenant.ts';
import { atMost, exactly, type Finding, noted, type Scenario, type Stage } from './scenario.ts';

const KILLS = 20;
/** The maximum lifetime of a worker before it is killed, in milliseconds. */
const LIFE_MS = 1_500;

/** A step that collects for 2 s, by `payload.key`. */
export const digestStep = {
  type: 'digest',
  name: 'Collect',
  controlValues: { type: 'regular', amount: 2, unit: 'seconds', digestKey: 'payload.key' },
};

/** The only worker is repeatedly killed with -9 while events arrive: while runs open, join and close digests. */
export const digestKills: Scenario = {
  name: 'worker killed while it digests',
  async run({ installation, provider, scale }: Stage): Promise<Finding[]> {
    const { database } = installation;
    const events = Math.ceil((10_000 * scale) / KILLS) * KILLS;
    const tenant = await createTenant(database);
    await addSmsProvider(tenant, provider.url);
    await addWorkflow(tenant, 'digested', [digestStep, smsStep('{{ steps.collect.eventCount }} events')]);
    for (let kill = 0; kill < KILLS; kill++) {
      const payload = { key: kill % 2, batch: kill };
      await enterRuns(database, tenant, { workflow: 'digested', count: events / KILLS, payload });
      const worker = await installation.startWorker();
      await sleep(Math.random() * LIFE_MS);
      worker.signal('SIGKILL');
      await worker.exited;
    }
    const worker = await installation.startWorker();
    await untilDelivered(database, tenant, 300_000);
    await worker.stop();
    const stored = await storedTally(database, tenant);
    const digests = await digestTally(database, tenant);
    const sent = await provider.tally();
    return [
      noted('kills', KILLS),
      noted('digests sent', digests.closed),
      exactly('events', stored.runs, events),
      exactly('events that went out with a digest', digests.events, events),
      exactly('events that went out twice', digests.events - digests.distinct, 0),
      exactly('events that a digest counted', digests.counted, events),
      exactly('runs that point to the run that they went out with', digests.pointing, events - digests.closed),
      exactly('messages recorded as sent', stored.messages, digests.closed),
      exactly('stuck (work, events or windows left)', stored.work + digests.left, 0),
      exactly('recorded twice or half-written', stored.twice + stored.halfWritten, 0),
      atMost('duplicates at the provider, all kills together', sent.duplicates, stored.afterDeath),
      noted('attempts that began after a death', stored.afterDeath),
    ];
  },
};

/** Counts of an environment's stored digests. */
export interface DigestTally {
  /** The number of digests that ended together with their windows. */
  closed: number;
  events: number;
  distinct: number;
  counted: number;
  pointing: number;
  left: number;
}

export async function digestTally(database: pg.Pool, { environmentId }: Tenant): Promise<DigestTally> {
  const { rows } = await database.query<DigestTally>(
    `WITH closed AS (
       SELECT notification_id, result FROM jobs WHERE environment_id = $1 AND type = 'digest' AND status = 'completed'
     ), event AS (SELECT e ->> 'id' AS id FROM closed, jsonb_array_elements(closed.result -> 'events') AS e)
     SELECT (SELECT count(*)::int FROM closed) AS closed, (SELECT count(*)::int FROM event) AS events,
       (SELECT count(DISTINCT id)::int FROM event) AS distinct,
       (SELECT sum((result ->> 'eventCount')::int)::int FROM closed) AS counted,
       (SELECT count(*)::int FROM notifications n JOIN closed ON closed.notification_id = n.digested_notification_id
        WHERE n.environment_id = $1) AS pointing,
       (SELECT count(*)::int FROM digest_events WHERE environment_id = $1)
         + (SELECT count(*)::int FROM digest_windows WHERE environment_id = $1) AS left`,
    [environmentId],
  );
  return rows[0] as DigestTally;
}
