import { setTimeout as sleep } from 'node:timers/promises';
import { storedTally, untilDelivered } from '#bench/delivery/runs.ts';
import { addSmsProvider, addWorkflow, createTenant, smsStep } from '#bench/delivery/tenant.ts';
import { missingRuns, startTriggerLoad } from '#bench/delivery/trigger-load.ts';
import { exactly, type Finding, noted, type Scenario, type Stage } from './scenario.ts';

/** The web process is killed with -9 while clients trigger. */
export const webKills: Scenario = {
  name: 'web killed',
  async run({ installation, provider, scale }: Stage): Promise<Finding[]> {
    const { database } = installation;
    const kills = Math.max(3, Math.round(20 * scale));
    const tenant = await createTenant(database);
    await addSmsProvider(tenant, provider.url);
    await addWorkflow(tenant, 'web', [smsStep('web {{ payload.n }}')]);
    const worker = await installation.startWorker();
    let web = await installation.startWeb();
    const load = startTriggerLoad({ tenant, workflow: 'web', origin: () => web.origin, clients: 16 });
    for (let kill = 0; kill < kills; kill++) {
      await sleep(500 + Math.random() * 1500);
      web.signal('SIGKILL');
      await web.exited;
      web = await installation.startWeb();
    }
    await sleep(500);
    await load.stop();
    await untilDelivered(database, tenant, 120_000);
    await Promise.all([web.stop(), worker.stop()]);
    const stored = await storedTally(database, tenant);
    const unansweredAndMissing = await missingRuns(database, tenant, load.unanswered);
    return [
      noted('kills', kills),
      noted('triggers acknowledged', load.acknowledged.size),
      noted('triggers unanswered', load.unanswered.size),
      noted('unanswered triggers that were stored', load.unanswered.size - unansweredAndMissing),
      exactly('acknowledged and lost', await missingRuns(database, tenant, load.acknowledged), 0),
      exactly('half-written', stored.halfWritten + (await halfEntered(database, tenant.environmentId)), 0),
      exactly('runs that were not sent', stored.runs - stored.sent, 0),
    ];
  },
};

/** Counts transactions whose ID is taken although they have no run. */
async function halfEntered(database: Stage['installation']['database'], environmentId: string): Promise<number> {
  const { rows } = await database.query(
    `SELECT 1 FROM triggers t WHERE t.environment_id = $1 AND NOT EXISTS (
       SELECT 1 FROM notifications n WHERE n.environment_id = $1 AND n.transaction_id = t.transaction_id)`,
    [environmentId],
  );
  return rows.length;
}
