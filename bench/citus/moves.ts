import { setTimeout as sleep } from 'node:timers/promises';
import { storedTally, untilDelivered } from '#bench/delivery/runs.ts';
import { addSmsProvider, addWorkflow, createTenant, smsStep } from '#bench/delivery/tenant.ts';
import { missingRuns, startTriggerLoad } from '#bench/delivery/trigger-load.ts';
import { exactly, type Finding, noted, type Scenario, type Stage } from '#bench/faults/scenario.ts';

/** Selects the shard of an environment, the node that has the shard, and another node. */
const PLACE = `
SELECT s.shardid AS shard, s.nodename AS name, s.nodeport AS port, other.nodename AS "otherName", other.nodeport AS "otherPort"
FROM citus_shards s, pg_dist_node other
WHERE s.shardid = get_shard_id_for_distribution_column('work', $1::text)
  AND other.shouldhaveshards AND other.noderole = 'primary' AND (other.nodename, other.nodeport) <> (s.nodename, s.nodeport)
LIMIT 1`;

/** The shard of an environment, with the shards of all other tables, moves to another node and back under load. */
export const shardMoves: Scenario = {
  name: 'shard moved under triggers and deliveries',
  async run({ installation, provider, scale }: Stage): Promise<Finding[]> {
    const { database } = installation;
    const moves = Math.max(2, Math.round(4 * scale));
    await provider.reset();
    const tenant = await createTenant(database);
    await addSmsProvider(tenant, provider.url);
    await addWorkflow(tenant, 'moved', [smsStep('moved {{ payload.n }}')]);
    const [web, worker] = await Promise.all([installation.startWeb(), installation.startWorker()]);
    const load = startTriggerLoad({ tenant, workflow: 'moved', origin: () => web.origin, clients: 8 });
    await sleep(2_000);
    const seconds: number[] = [];
    for (let move = 0; move < moves; move++) {
      const { rows } = await database.query(PLACE, [tenant.environmentId]);
      const { shard, name, port, otherName, otherPort } = rows[0];
      const begun = performance.now();
      const mode = move % 2 === 0 ? 'block_writes' : 'force_logical';
      await database.query(`SELECT citus_move_shard_placement($1, $2, $3, $4, $5, shard_transfer_mode => '${mode}')`, [
        ...[shard, name, port, otherName, otherPort],
      ]);
      seconds.push((performance.now() - begun) / 1000);
      await sleep(2_000);
    }
    await load.stop();
    await untilDelivered(database, tenant, 120_000);
    await Promise.all([web.stop(), worker.stop()]);
    const stored = await storedTally(database, tenant);
    const sent = await provider.tally();
    return [
      noted('moves, half of them without blocked writes', moves),
      noted('longest move', Math.max(...seconds), 's'),
      noted('triggers acknowledged', load.acknowledged.size),
      noted('triggers unanswered or refused', load.unanswered.size),
      exactly('acknowledged and lost', await missingRuns(database, tenant, load.acknowledged), 0),
      exactly('runs that were not sent', stored.runs - stored.sent, 0),
      exactly('recorded twice or half-written', stored.twice + stored.halfWritten, 0),
      noted('duplicates at the provider', sent.duplicates),
    ];
  },
};
