/**
 * Measures deliveries at half of their maximum rate with and without 1,000 events of a provider per second for a minute: the time from
 * trigger to provider, and the CPU for one event.
 *
 *   node bench/delivery/events.ts           on a fresh clone `npm run db:generate` first
 *   … --seconds=60 --pairs=2                length and number of the rounds
 *   … --perSecond=1000 --batch=10           events per second and per request
 *   … --write                               keep the table in bench/RESULTS.md
 */
import { parseArgs } from 'node:util';
import { keepSection, machine } from '#bench/results.ts';
import { until } from '#bench/until.ts';
import { createEventAddress } from '#lib/delivery-events/service.ts';
import type { CreateIntegrationBody } from '#lib/integrations/schema.ts';
import { createIntegration } from '#lib/integrations/service.ts';
import { prisma } from '#lib/postgres/db.ts';
import { runMain } from '#scripts/cli-error.ts';
import { showProgress } from '#scripts/progress.ts';
import { cpuSeconds, databaseCpuSeconds } from './cpu.ts';
import { type Installation, openInstallation, type WebProgram, type WorkerProgram } from './installation.ts';
import { enterRuns, untilDelivered } from './runs.ts';
import { type SmsProvider, startSmsProvider } from './sms-provider.ts';
import { atRate, loadFor, mostPerSecond, type SteadyLoad, type Waits } from './steady-load.ts';
import { addWorkflow, createTenant, SUBSCRIBERS, smsStep, type Tenant } from './tenant.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    pairs: { type: 'string', default: '2' },
    perSecond: { type: 'string', default: '1000' },
    batch: { type: 'string', default: '10' },
    write: { type: 'boolean', default: false },
  },
});
const [seconds, pairs, perSecond, batch] = [options.seconds, options.pairs, options.perSecond, options.batch].map(
  Number,
) as [number, number, number, number];

interface Round extends Waits {
  /** CPU seconds of each process. */
  web: number;
  worker: number;
  database: number;
}

await runMain(async () => {
  const installation = await showProgress('Start PostgreSQL', () => openInstallation('bench-events'));
  const provider = await startSmsProvider();
  try {
    const tenant = await createTenant(installation.database);
    const path = await addReportingIntegration(tenant, provider);
    await addWorkflow(tenant, 'sms', [smsStep('now {{ payload.n }}')]);
    const events = seconds * perSecond * pairs;
    const ids = await showProgress(`Send ${events} messages`, () =>
      sentMessages(installation, tenant, provider, events),
    );
    const web = await installation.startWeb();
    const worker = await installation.startWorker();
    const programs = { installation, web, worker };
    const load: SteadyLoad = { origin: web.origin, tenant, provider, triggerOf };
    const rate = Math.round((await showProgress('Measure the maximum rate', () => mostPerSecond(load))) / 2);
    const without: Round[] = [];
    const withEvents: Round[] = [];
    for (let pair = 0; pair < pairs; pair++) {
      without.push(await showProgress('Without events', () => measured(programs, load, rate)));
      const own = ids.slice(pair * seconds * perSecond, (pair + 1) * seconds * perSecond);
      const push = () => pushEvents(`${web.origin}${path}`, own);
      withEvents.push(await showProgress('With events', () => measured(programs, load, rate, push)));
    }
    const unmatched = await unmatchedEvents(installation, tenant);
    const text = table({ rate, without, withEvents, events, unmatched });
    console.log(`\n${text}`);
    if (options.write) keepSection('Events', `${machine('node bench/delivery/events.ts')}\n\n${text}`);
    await Promise.all([web.stop(), worker.stop()]);
  } finally {
    provider.stop();
    await installation.stop();
  }
});

function triggerOf(series: string, n: number) {
  const mark = `${series}-${n}`;
  return { body: { name: 'sms', to: `s-${1 + (n % SUBSCRIBERS)}`, payload: { n: mark } }, content: `now ${mark}` };
}

/** Creates an integration whose provider reports events. @returns the path of their address. */
async function addReportingIntegration({ ctx }: Tenant, { url }: SmsProvider): Promise<string> {
  const body = {
    ...{ providerId: 'infobip-sms', channel: 'sms', name: 'Loopback', active: true },
    credentials: { baseUrl: new URL(url).origin, apiKey: 'bench-key', from: '+15550000000' },
  };
  await createIntegration(ctx, body as unknown as CreateIntegrationBody);
  const { environmentId } = ctx;
  const { id } = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
  const { address } = await createEventAddress(ctx, id);
  return new URL(address ?? '', 'http://localhost').pathname;
}

/** Sends messages whose events follow. @returns their IDs. */
async function sentMessages(
  { database, startWorker }: Installation,
  tenant: Tenant,
  provider: SmsProvider,
  count: number,
): Promise<string[]> {
  await provider.reset();
  await enterRuns(database, tenant, { workflow: 'sms', count });
  const worker = await startWorker();
  await untilDelivered(database, tenant, 600_000);
  await worker.stop();
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM messages WHERE environment_id = $1 AND status = 'sent' ORDER BY id DESC LIMIT $2`,
    [tenant.environmentId, count],
  );
  await database.query('VACUUM (ANALYZE) messages, notifications, jobs, work');
  return rows.map(({ id }) => id);
}

interface Programs {
  installation: Installation;
  web: WebProgram;
  worker: WorkerProgram;
}

/** Measures one round at a steady rate. @param push sends events at the same time. */
async function measured(
  { installation, web, worker }: Programs,
  load: SteadyLoad,
  rate: number,
  push: () => Promise<void> = async () => {},
): Promise<Round> {
  const postmaster = await installation.postmaster();
  const cpu = () => [cpuSeconds([web.pid]), cpuSeconds([worker.pid]), databaseCpuSeconds(postmaster)] as const;
  const before = cpu();
  const [waits] = await Promise.all([loadFor(load, seconds, rate), push()]);
  const after = cpu();
  const [ofWeb, ofWorker, ofDatabase] = after.map((value, at) => value - (before[at] ?? 0)) as [number, number, number];
  return { ...waits, web: ofWeb, worker: ofWorker, database: ofDatabase };
}

/** Posts an event of each message, at a steady rate. */
function pushEvents(address: string, ids: readonly string[]): Promise<void> {
  return atRate(perSecond / batch, Math.ceil(ids.length / batch), (n) =>
    post(address, ids.slice(n * batch, (n + 1) * batch)),
  );
}

async function post(address: string, ids: readonly string[]): Promise<void> {
  const doneAt = new Date().toISOString();
  const status = { groupName: 'DELIVERED', name: 'DELIVERED_TO_HANDSET', description: 'Delivered' };
  const results = ids.map((id) => ({ messageId: `sms-${id}`, callbackData: id, doneAt, status, to: '15550000001' }));
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ results }),
  });
  if (!answer.ok) throw new Error(`The response to events was ${answer.status}: ${await answer.text()}`);
  await answer.text();
}

/** Waits until the workers have processed every event. @returns the number of events without a message. */
async function unmatchedEvents({ database }: Installation, { environmentId }: Tenant): Promise<number> {
  const count = async (condition: string) => {
    const text = `SELECT count(*)::int AS count FROM delivery_events WHERE environment_id = $1 AND ${condition}`;
    return (await database.query<{ count: number }>(text, [environmentId])).rows[0]?.count ?? 0;
  };
  await until('the last event', 120_000, async () => (await count('message_id IS NULL AND tries = 0')) === 0);
  return count('message_id IS NULL');
}

interface Results {
  rate: number;
  without: Round[];
  withEvents: Round[];
  events: number;
  unmatched: number;
}

function table({ rate, without, withEvents, events, unmatched }: Results): string {
  const mean = (rounds: Round[], of: (round: Round) => number) =>
    rounds.reduce((sum, round) => sum + of(round), 0) / rounds.length;
  const ratio = mean(withEvents, ({ p99Ms }) => p99Ms) / mean(without, ({ p99Ms }) => p99Ms);
  const perEvent = (of: (round: Round) => number) =>
    (((mean(withEvents, of) - mean(without, of)) * 1000) / (seconds * perSecond)).toFixed(2);
  const list = (rounds: Round[], of: (round: Round) => number) =>
    rounds.map((round) => of(round).toFixed(1)).join(', ');
  const cores = (rounds: Round[]) =>
    (mean(rounds, ({ web, worker, database }) => web + worker + database) / seconds).toFixed(2);
  const missing = [...without, ...withEvents].reduce((sum, round) => sum + round.missing, 0);
  return [
    '| figure | measured | to reach |',
    '|---|---:|---:|',
    `| triggers per second, half of the maximum | ${rate} | |`,
    `| events per second, in requests of ${batch} | ${perSecond} | |`,
    `| trigger to provider without events, p50 by round, ms | ${list(without, ({ p50Ms }) => p50Ms)} | |`,
    `| with events, p50, ms | ${list(withEvents, ({ p50Ms }) => p50Ms)} | |`,
    `| without events, p99, ms | ${list(without, ({ p99Ms }) => p99Ms)} | |`,
    `| with events, p99, ms | ${list(withEvents, ({ p99Ms }) => p99Ms)} | |`,
    `| p99 with events, against without | ${ratio <= 1.5 ? ratio.toFixed(2) : `**${ratio.toFixed(2)}**`} × | ≤ 1.5 × |`,
    `| messages that did not arrive | ${missing} | 0 |`,
    `| cores of web, worker and database: without events, with events | ${cores(without)}, ${cores(withEvents)} | |`,
    `| CPU of one event: web, worker, database, ms | ${perEvent(({ web }) => web)}, ${perEvent(({ worker }) => worker)}, ${perEvent(({ database }) => database)} | |`,
    `| events, and those still without their message at the end | ${events}, ${unmatched} | 0 |`,
  ].join('\n');
}
