/**
 * Checks with a mixed, steady load over a long time whether waiting times, memory or the queue's dead rows grow. Prints a line per
 * minute, then compares the last third with the first. `node bench/delivery/soak.ts --minutes=30`; the rate is half of the machine's
 * maximum, which is measured first, or `--rate=300`.
 */
import { parseArgs } from 'node:util';
import { runMain } from '#scripts/cli-error.ts';
import { type Installation, openInstallation, type Program } from './installation.ts';
import { startSmsProvider } from './sms-provider.ts';
import { loadFor, mostPerSecond, type SteadyLoad } from './steady-load.ts';
import { addSmsProvider, addWorkflow, createTenant, SUBSCRIBERS, smsStep } from './tenant.ts';

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, rate: { type: 'string' } },
});

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
    const load: SteadyLoad = { origin: web.origin, tenant, provider, triggerOf: mixed };
    const rate = Number(options.rate) || Math.round((await mostPerSecond(load)) / 2);
    console.log(`${rate} triggers per second.\n`);
    const minutes: Minute[] = [];
    console.log('| minute | p99 ms | memory MB | dead rows of work | missing |\n|---:|---:|---:|---:|---:|');
    for (let n = 0; n < Number(options.minutes); n++) {
      const { p99Ms, missing } = await loadFor(load, 60, rate);
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

/** Returns a trigger: one in ten has a delay, three in ten also have an in-app step. */
function mixed(series: string, n: number) {
  const mark = `${series}-${n}`;
  const name = n % 10 === 0 ? 'later' : n % 3 === 0 ? 'both' : 'sms';
  const body = { name, to: `s-${1 + (n % SUBSCRIBERS)}`, payload: { n: mark } };
  return { body, content: name === 'later' ? undefined : `now ${mark}` };
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
