import { setTimeout as sleep } from 'node:timers/promises';
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
import { startTriggerLoad, type TriggerLoad } from '#bench/delivery/trigger-load.ts';
import { digestStep, digestTally } from './digest-kills.ts';
import { atMost, exactly, type Finding, noted, type Scenario, type Stage } from './scenario.ts';

const MEMBERS = 500;
/** A digest by subscriber, regardless of the payload. */
const digestAll = { ...digestStep, controlValues: { type: 'regular', amount: 2, unit: 'seconds' } };
const delayStep = { type: 'delay', name: 'Wait', controlValues: { type: 'regular', amount: 2, unit: 'seconds' } };

/** Single triggers, digests, delays and topics together. The web process and a worker are alternately killed with -9 at random times. */
export const mixedKills: Scenario = {
  name: 'web and worker killed, all kinds of work',
  async run({ installation, provider, scale }: Stage): Promise<Finding[]> {
    const { database } = installation;
    const kills = Math.max(6, Math.round(40 * scale));
    const tenant = await createTenant(database);
    await addSmsProvider(tenant, provider.url);
    await addTopic(database, tenant, MEMBERS);
    const text = smsStep('{{ workflow.workflowId }} {{ subscriber.subscriberId }} {{ payload.n }}');
    for (const [name, steps] of Object.entries({
      single: [text],
      delayed: [delayStep, text],
      digested: [digestAll, text],
      topic: [text],
      'topic-digested': [digestAll, text],
    }))
      await addWorkflow(tenant, name, steps);
    let web = await installation.startWeb();
    let worker = await installation.startWorker();
    const load = (workflow: string, perSecond: number, to?: object) =>
      startTriggerLoad({ tenant, workflow, origin: () => web.origin, clients: 4, perSecond, ...(to && { to }) });
    const singles = [load('single', 60), load('delayed', 30), load('digested', 60)];
    const topics = [load('topic', 0.5, ALL_SUBSCRIBERS), load('topic-digested', 0.5, ALL_SUBSCRIBERS)];
    for (let kill = 0; kill < kills; kill++) {
      await sleep(300 + Math.random() * 1_700);
      const killed = kill % 2 === 0 ? worker : web;
      killed.signal('SIGKILL');
      await killed.exited;
      if (killed === worker) worker = await installation.startWorker(false);
      else web = await installation.startWeb();
    }
    await Promise.all([...singles, ...topics].map((each) => each.stop()));
    await untilDelivered(database, tenant, 300_000);
    await Promise.all([web.stop(), worker.stop()]);
    const stored = await storedTally(database, tenant);
    const digests = await digestTally(database, tenant);
    const sent = await provider.tally();
    const runs = await runsOf(database, tenant);
    const wrong = (loads: TriggerLoad[], wanted: number) =>
      loads.flatMap(({ acknowledged }) => [...acknowledged]).filter((id) => runs.get(id) !== wanted).length;
    const halfFannedOut = topics
      .flatMap(({ unanswered }) => [...unanswered])
      .filter((id) => ![undefined, MEMBERS].includes(runs.get(id)));
    return [
      noted('kills', kills),
      noted('runs', stored.runs),
      noted('digests sent', digests.closed),
      noted(
        'topic triggers acknowledged',
        topics.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
      ),
      exactly('acknowledged single triggers without exactly one run', wrong(singles, 1), 0),
      exactly('acknowledged topic triggers without one run per member', wrong(topics, MEMBERS), 0),
      exactly('unanswered topic triggers with runs for some of the members', halfFannedOut.length, 0),
      exactly('runs without an end', stored.runs - stored.ended, 0),
      exactly('events that went out with a digest', digests.events, digests.closed + digests.pointing),
      exactly('events that went out twice', digests.events - digests.distinct, 0),
      exactly('messages, against runs that sent', stored.messages, stored.sent),
      exactly(
        'lost (recorded as sent, never reached the provider)',
        stored.messages - (sent.requests - sent.duplicates),
        0,
      ),
      exactly('stuck (work, events or windows left)', stored.work + digests.left, 0),
      exactly('recorded twice or half-written', stored.twice + stored.halfWritten, 0),
      atMost('duplicates at the provider, all kills together', sent.duplicates, stored.afterDeath),
    ];
  },
};

/** Counts the runs of each transaction. */
async function runsOf(database: pg.Pool, { environmentId }: Tenant): Promise<Map<string, number>> {
  const { rows } = await database.query<{ id: string; runs: number }>(
    'SELECT transaction_id AS id, count(*)::int AS runs FROM notifications WHERE environment_id = $1 GROUP BY 1',
    [environmentId],
  );
  return new Map(rows.map(({ id, runs }) => [id, runs]));
}
