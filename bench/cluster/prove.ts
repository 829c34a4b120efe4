/** Starts the cluster in the namespaces of this process and causes the faults. Started by `bench/cluster/run.ts`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { storedTally, untilDelivered } from '#bench/delivery/runs.ts';
import { addSmsProvider, addWorkflow, createTenant, smsStep, type Tenant } from '#bench/delivery/tenant.ts';
import { missingRuns } from '#bench/delivery/trigger-load.ts';
import { until } from '#bench/until.ts';
import { CliError, runMain } from '#scripts/cli-error.ts';
import { showProgress } from '#scripts/progress.ts';
import { proveDoctor } from './doctor.ts';
import { FAULTS, type Fault } from './faults.ts';
import { longestGap, type RetriedLoad, startRetriedLoad } from './load.ts';
import { openStage, type Stage } from './stage.ts';

/** The result of one fault. */
export interface Row {
  fault: string;
  acknowledged: number;
  lost: number;
  stuck: number;
  /** Requests at the provider with a message ID that it had received before. At most `inFlight` of them are allowed. */
  doubled: number;
  inFlight: number;
  requests: number;
  /** Responses other than 201 by status. */
  errors: Record<string, number>;
  /** Seconds without an acknowledged trigger, and without a message at the provider. */
  pause: number;
  deliveryPause: number;
  /** Whether triggers and deliveries continued before the fault ended, and the whole cluster afterwards. */
  recovered: boolean;
  /** Waits that did not end in time, and unexpected responses. */
  notes: string[];
}

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, rate: { type: 'string', default: '60' } },
});

/** Ends this process with its parent. The namespaces and everything in them end with this process. */
process.on('disconnect', () => process.exit(1));

await runMain(async () => {
  const stage = await showProgress('Start the cluster', openStage);
  for (const fault of FAULTS.filter(({ name }) => name.includes(options.only))) {
    const row = await showProgress(fault.name, () => measure(stage, fault));
    process.send?.(row);
  }
  if ('doctor'.includes(options.only)) await showProgress('doctor', () => proveDoctor(stage));
  process.exit(0);
});

async function measure(stage: Stage, fault: Fault): Promise<Row> {
  const { database, provider, balancer } = stage;
  const tenant = await repeated('the tenant', () => prepare(stage));
  const load = startRetriedLoad(tenant, 'cluster', balancer.origin, Number(options.rate));
  await until('deliveries', 30_000, async () => (await provider.tally()).requests > 100);
  const begun = performance.now();
  const { recovered, notes } = await endure(stage, fault, load);
  const pause = load.pauseSince(begun) / 1000;
  await load.stop();
  await repeated('all deliveries', () => untilDelivered(database, tenant, 60_000)).catch((error) =>
    notes.push(String(error)),
  );
  const stored = await storedTally(database, tenant);
  const { duplicates } = await provider.tally();
  return {
    fault: fault.name,
    acknowledged: load.acknowledged.size,
    lost: await missingRuns(database, tenant, load.acknowledged),
    stuck: stored.work + stored.halfWritten + stored.runs - stored.sent,
    doubled: duplicates,
    inFlight: stored.afterDeath,
    requests: load.requests,
    errors: Object.fromEntries(load.errors),
    pause,
    deliveryPause: await deliveryPause(stage, begun),
    recovered: recovered && stored.twice === 0,
    notes: [...notes, ...load.unexpected],
  };
}

async function prepare({ database, provider }: Stage): Promise<Tenant> {
  await provider.reset();
  const tenant = await createTenant(database);
  await addSmsProvider(tenant, provider.url);
  await addWorkflow(tenant, 'cluster', [smsStep('cluster {{ payload.n }}')]);
  return tenant;
}

/**
 * Causes the fault, and waits until triggers and deliveries continue, first during the fault and then after its end.
 */
async function endure(stage: Stage, fault: Fault, load: RetriedLoad): Promise<{ recovered: boolean; notes: string[] }> {
  const notes: string[] = [];
  const attempt = async (what: string, work: () => Promise<void>) => {
    const begun = performance.now();
    await work().catch((error) => notes.push(`${what}: ${error}`));
    console.log(`    ${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  };
  let end = async () => {};
  await attempt('cause', async () => {
    end = await fault.cause(stage);
  });
  await sleep(fault.seconds * 1000);
  if (!fault.waits) await attempt('go on during the fault', () => goOn(stage, load));
  await attempt('end', end);
  await attempt('go on after the fault', () => goOn(stage, load));
  await attempt('whole cluster', () => whole(stage));
  return { recovered: notes.length === 0, notes };
}

/** Waits for another acknowledged trigger and for 20 more deliveries. */
async function goOn({ provider }: Stage, load: RetriedLoad): Promise<void> {
  const [at, before] = [performance.now(), (await provider.tally()).requests];
  await until('an acknowledged trigger', 90_000, () => load.lastAcknowledgedAt > at);
  await until('deliveries', 90_000, async () => (await provider.tally()).requests > before + 20);
}

/**
 * Waits until every process serves: the balancer has two web processes, each worker makes attempts, the database has
 * its standbys.
 */
async function whole({ webs, workers, databases }: Stage): Promise<void> {
  await databases.untilWhole(120_000);
  for (const web of webs) await until(`${web.name} ready`, 60_000, () => web.isReady());
  for (const worker of workers) {
    const before = await worker.attempts();
    await until(`attempts of ${worker.name}`, 90_000, async () => (await worker.attempts()) > before);
  }
}

async function deliveryPause({ provider }: Stage, begun: number): Promise<number> {
  const since = performance.timeOrigin + begun;
  const times = [...(await provider.arrivals()).values()].filter((time) => time > since);
  return longestGap([since, ...times.sort((a, b) => a - b)]) / 1000;
}

/** Repeats a statement of the measuring program, which may fail at the end of a fault. */
async function repeated<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  for (let left = 5; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw new CliError(`${what}: ${error}`);
      await sleep(1_000);
    }
  }
}
