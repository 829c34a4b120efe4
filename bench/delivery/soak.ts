/**
 * Checks with a mixed, steady load over a long time whether waiting times, memory or the queue's dead rows grow. Prints a line per
 * minute, then compares the last third with the first. `node bench/delivery/soak.ts --minutes=30`; the rate is half of the machine's
 * maximum, which is measured first, or `--rate=300`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { until } from '#bench/until.ts';
import { runMain } from '#scripts/cli-error.ts';
import { type Installation, openInstallation, type Program } from './installation.ts';
import { type SmsProvider, startSmsProvider } from './sms-provider.ts';
import { addSmsProvider, addWorkflow, createTenant, SUBSCRIBERS, smsStep, type Tenant } from './tenant.ts';

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, rate: { type: 'string' } },
});

const CLIENTS = 32;
const MEASURED_SECONDS = 20;

const IN_APP = { type: 'in_app', name: 'Inbox', controlValues: { body: 'Order {{ payload.n }}' } };
const DELAY = { type: 'delay', name: 'Wait', controlValues: { type: 'regular', amount: 20, unit: 'seconds' } };

interface Minute {
  p99Ms: number;
  memoryMb: number;
  deadRows: number;
  missing: number;
}

await runMain(async () => {
  const installation = await openInstallation(`soak-${process.pid}`);
  const provider = await startSmsProvider();
  try {
    const tenant = await createTenant(installation.database);
    await addSmsProvider(tenant, provider.url);
    await addWorkflow(tenant, 'sms', [smsStep('now {{ payload.n }}')]);
    await addWorkflow(tenant, 'both', [IN_APP, smsStep('now {{ payload.n }}')]);
    await addWorkflow(tenant, 'later', [DELAY, smsStep('later {{ payload.n }}')]);
    const web = await installation.startWeb();
    const programs: Program[] = [web, await installation.startWorker(), await installation.startWorker()];
    const rate = Number(options.rate) || Math.round((await mostPerSecond(web.origin, tenant, provider)) / 2);
    console.log(`${rate} triggers a second.\n`);
    const minutes: Minute[] = [];
    console.log('| minute | p99 ms | memory MB | dead rows of work | not come |\n|---:|---:|---:|---:|---:|');
    for (let n = 0; n < Number(options.minutes); n++) {
      const { p99Ms, missing } = await loadFor(60, rate, web.origin, tenant, provider);
      const memoryMb = programs.reduce((sum, program) => sum + program.memoryMb(), 0);
      minutes.push({ p99Ms, memoryMb, deadRows: await deadRows(installation), missing });
      const { deadRows: dead } = minutes.at(-1) as Minute;
      console.log(`| ${n + 1} | ${p99Ms.toFixed(1)} | ${memoryMb} | ${dead} | ${missing} |`);
    }
    console.log(summary(minutes));
    await Promise.all(programs.map((program) => program.stop()));
  } finally {
    provider.stop();
    await installation.stop();
  }
});

/** Triggers as fast as possible, after a warm-up, until the provider has all messages without a delay. @returns triggers per second. */
async function mostPerSecond(origin: string, tenant: Tenant, provider: SmsProvider): Promise<number> {
  let rate = 0;
  for (const round of ['warm', 'measured']) {
    await provider.reset();
    const begun = performance.now();
    let triggered = 0;
    let immediate = 0;
    const client = async () => {
      while (performance.now() - begun < MEASURED_SECONDS * 1000) {
        const { body, content } = mixed(`${round}-${begun}`, triggered++);
        if (content) immediate++;
        await post(origin, tenant, body);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    await until('the last delivery', 120_000, async () => ((await provider.tally()).byTag.now ?? 0) >= immediate);
    const last = (await provider.tally()).lastByTag.now ?? 0;
    rate = (triggered * 1000) / (last - performance.timeOrigin - begun);
    console.log(
      `${triggered} triggers as fast as answers come: ${rate.toFixed(0)} a second until the last one was sent.`,
    );
  }
  return rate;
}

/** Returns a trigger: one in ten has a delay, three in ten also have an in-app step. */
function mixed(series: string, n: number) {
  const mark = `${series}-${n}`;
  const name = n % 10 === 0 ? 'later' : n % 3 === 0 ? 'both' : 'sms';
  const body = { name, to: `s-${1 + (n % SUBSCRIBERS)}`, payload: { n: mark } };
  return { body, content: name === 'later' ? undefined : `now ${mark}` };
}

/** Measures the time from trigger to provider of messages without a delay. */
async function loadFor(seconds: number, rate: number, origin: string, tenant: Tenant, provider: SmsProvider) {
  await provider.reset();
  const sent = new Map<string, number>();
  const series = Date.now().toString(36);
  const requests: Promise<void>[] = [];
  const begun = performance.now();
  for (let n = 0; n < seconds * rate; n++) {
    const ahead = begun + (n * 1000) / rate - performance.now();
    if (ahead > 1) await sleep(ahead);
    const { body, content } = mixed(series, n);
    if (content) sent.set(content, performance.timeOrigin + performance.now());
    requests.push(post(origin, tenant, body));
  }
  await Promise.all(requests);
  await sleep(3_000);
  const arrivals = await provider.arrivals();
  const waits = [...sent].flatMap(([content, at]) => {
    const arrival = arrivals.get(content);
    return arrival === undefined ? [] : [arrival - at];
  });
  waits.sort((a, b) => a - b);
  return { p99Ms: waits[Math.floor((waits.length - 1) * 0.99)] ?? 0, missing: sent.size - waits.length };
}

async function post(origin: string, { authorization }: Tenant, body: object): Promise<void> {
  const answer = await fetch(`${origin}/api/v1/events/trigger`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`A trigger was answered ${answer.status}: ${await answer.text()}`);
  await answer.text();
}

async function deadRows({ database }: Installation): Promise<number> {
  const { rows } = await database.query<{ dead: number }>(
    `SELECT n_dead_tup::int AS dead FROM pg_stat_user_tables WHERE relname = 'work'`,
  );
  return rows[0]?.dead ?? 0;
}

function summary(minutes: readonly Minute[]): string {
  const third = Math.max(1, Math.floor(minutes.length / 3));
  const middle = (part: readonly Minute[], of: (minute: Minute) => number) =>
    part.map(of).sort((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0;
  const drift = (of: (minute: Minute) => number) =>
    ((middle(minutes.slice(-third), of) / middle(minutes.slice(0, third), of) - 1) * 100).toFixed(0);
  const most = Math.max(...minutes.map(({ deadRows: dead }) => dead));
  return (
    `\nLast third against the first: p99 ${drift(({ p99Ms }) => p99Ms)} % (to stay under 20), ` +
    `memory ${drift(({ memoryMb }) => memoryMb)} % (to stay under 10); at most ${most} dead rows of work.`
  );
}
