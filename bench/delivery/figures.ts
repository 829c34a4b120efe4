import { type Server, startBaseline } from '#bench/servers.ts';
import { showProgress } from '#scripts/progress.ts';
import { BLOCK_MAIL } from './block-mail.ts';
import { type Installation, openInstallation } from './installation.ts';
import { startMailProvider } from './mail-provider.ts';
import { type DeliveryRate, measureDeliveries, measureLatency } from './measure-deliveries.ts';
import { measureFanout } from './measure-fanout.ts';
import { measureBulk, measureTriggers, type TriggerFigures } from './measure-triggers.ts';
import { dropDueRuns } from './runs.ts';
import { type SmsProvider, startSmsProvider } from './sms-provider.ts';
import { logPlans, resetStatements, showStatements } from './statements.ts';
import { addMailProvider, addSmsProvider, addWorkflow, createTenant, smsStep, type Tenant } from './tenant.ts';
import { measureByTurns, parkRuns } from './waiting.ts';

export interface Figure {
  what: string;
  value: number;
  unit: string;
  toReach?: string;
  isMet?: boolean;
  note?: string;
}

export interface Wanted {
  /** A part of a name in `PARTS`. Empty: all parts. */
  only: string;
  /** The share of the full counts, 1 for all. */
  scale: number;
  statements: boolean;
  /** Milliseconds from which PostgreSQL logs the plans of statements. */
  plansMs: number | undefined;
}

interface Bench extends Wanted {
  installation: Installation;
  sms: SmsProvider;
  tenant: Tenant;
}

/** The number of jobs that wait for a later time, in addition to all others. */
const WAITING = 1_000_000;
/** Pairs of rounds with and without these jobs, because the machine's own speed changes by a tenth from minute to minute. */
const WAITING_ROUNDS = 7;

export async function deliveryFigures(wanted: Wanted): Promise<Figure[]> {
  const installation = await showProgress('Start PostgreSQL', () => openInstallation('bench-delivery'));
  const sms = await startSmsProvider();
  try {
    await installation.database.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    if (wanted.plansMs !== undefined) await logPlans(installation.database, wanted.plansMs);
    const tenant = await createTenant(installation.database);
    await addSmsProvider(tenant, sms.url);
    await addWorkflow(tenant, 'sms', [smsStep('ping {{ payload.n }}')]);
    const bench = { ...wanted, installation, sms, tenant };
    const figures: Figure[] = [];
    for (const [name, measure] of Object.entries(PARTS)) {
      if (!name.includes(wanted.only)) continue;
      await sms.reset();
      await resetStatements(installation.database);
      figures.push(...(await showProgress(name, () => measure(bench))));
      if (wanted.statements) console.log(await showStatements(installation.database));
    }
    return figures;
  } finally {
    sms.stop();
    await installation.stop();
  }
}

const PARTS: Record<string, (bench: Bench) => Promise<Figure[]>> = {
  trigger: (bench) => withServers(bench, async (servers) => [...(await triggerFigures(bench, servers, ''))]),
  bulk: (bench) => withServers(bench, (servers) => bulkFigures(bench, servers)),
  sms: async (bench) => [
    rateFigure('SMS, one worker', await smsRate(bench, 1)),
    rateFigure('SMS, two workers', await smsRate(bench, 2), 4_000),
  ],
  mail: mailFigures,
  fanout: fanoutFigures,
  idle: (bench) => idleFigures(bench, ''),
  waiting: waitingFigures,
};

interface Servers {
  web: Awaited<ReturnType<Installation['startWeb']>>;
  bare: Server;
}

async function withServers<Measured>(
  { installation }: Bench,
  measure: (servers: Servers) => Promise<Measured>,
): Promise<Measured> {
  const web = await installation.startWeb();
  const bare = await startBaseline('bare', installation.variables);
  try {
    return await measure({ web, bare });
  } finally {
    await Promise.all([web.stop(), bare.stop()]);
    await dropDueRuns(installation.database);
  }
}

async function triggerFigures(bench: Bench, servers: Servers, note: string): Promise<Figure[]> {
  const triggering = {
    ...servers,
    tenant: bench.tenant,
    workflow: 'sms',
    seconds: 4 * Math.max(bench.scale, 0.5),
    rounds: 3,
  };
  const plain = await measureTriggers(triggering, false);
  const keyed = await measureTriggers(triggering, true);
  return [
    ...ratioFigures(`triggers${note}`, plain, 800),
    ...ratioFigures(`triggers with Idempotency-Key${note}`, keyed, 800),
  ];
}

async function bulkFigures(bench: Bench, servers: Servers): Promise<Figure[]> {
  const triggering = {
    ...servers,
    tenant: bench.tenant,
    workflow: 'sms',
    seconds: 4 * Math.max(bench.scale, 0.5),
    rounds: 3,
  };
  return ratioFigures('bulk triggers of 100 events', await measureBulk(triggering), 5_000);
}

function ratioFigures(what: string, { web, bare, events }: TriggerFigures, least: number): Figure[] {
  const perSecond = web.requestsPerSecond * events;
  const ratio = web.requestsPerSecond / bare.requestsPerSecond;
  const failed = web.failed + bare.failed;
  const bareRate = Math.round(bare.requestsPerSecond * events);
  return [
    {
      what: failed > 0 ? `${what} (${failed} FAILED)` : what,
      value: perSecond,
      unit: '/s',
      toReach: `≥ ${least}/s`,
      isMet: perSecond >= least,
      note: `p50 ${web.p50Ms.toFixed(1)} ms, p99 ${web.p99Ms.toFixed(1)} ms; bare ${bareRate}/s, p99 ${bare.p99Ms.toFixed(1)} ms`,
    },
    { what: `${what}, against bare`, value: ratio, unit: '×', toReach: '≥ 0.6 ×', isMet: ratio >= 0.6 },
  ];
}

function smsRate({ installation, tenant, sms, scale }: Bench, workers: number): Promise<DeliveryRate> {
  const deliveries = Math.round(80_000 * workers * scale);
  const taken = async () => (await sms.tally()).requests;
  return measureDeliveries({ installation, tenant, workflow: 'sms', deliveries, workers, taken });
}

function rateFigure(what: string, { perSecond, workerMs, databaseMs }: DeliveryRate, least?: number): Figure {
  return {
    what,
    value: perSecond,
    unit: '/s',
    ...(least && { toReach: `≥ ${least}/s`, isMet: perSecond >= least }),
    note: `CPU of one message: workers ${workerMs.toFixed(2)} ms, database ${databaseMs.toFixed(2)} ms`,
  };
}

async function mailFigures({ installation, tenant, scale }: Bench): Promise<Figure[]> {
  const mail = await startMailProvider();
  try {
    await addMailProvider(tenant, mail.port);
    await addWorkflow(tenant, 'mail', [BLOCK_MAIL]);
    const deliveries = Math.round(5_000 * scale);
    const common = { installation, tenant, workflow: 'mail', deliveries, taken: mail.taken };
    const one = await measureDeliveries({ ...common, workers: 1 });
    const two = await measureDeliveries({ ...common, workers: 2 });
    return [rateFigure('block mail by SMTP, one worker', one), rateFigure('block mail by SMTP, two workers', two, 400)];
  } finally {
    mail.stop();
  }
}

async function fanoutFigures({ installation, scale }: Bench): Promise<Figure[]> {
  const members = Math.round(100_000 * scale);
  const { firstSentMs, allTriggeredMs, allSentMs } = await measureFanout(installation, members, 1);
  const what = `topic of ${new Intl.NumberFormat('en').format(members)}, SMS in sandbox, one worker`;
  return [
    {
      what: `${what}: first sent`,
      value: firstSentMs / 1000,
      unit: 's',
      toReach: '≤ 1 s',
      isMet: firstSentMs <= 1_000,
    },
    {
      what: `${what}: all triggered`,
      value: allTriggeredMs / 1000,
      unit: 's',
      toReach: '≤ 60 s',
      isMet: allTriggeredMs <= 60_000,
      note: `all sent after ${(allSentMs / 1000).toFixed(0)} s`,
    },
  ];
}

/** Measures latency while idle. The checkpoint writes data of earlier parts first, so that the disk is idle too. */
async function idleFigures({ installation, tenant, sms, scale }: Bench, note: string): Promise<Figure[]> {
  await installation.database.query('CHECKPOINT');
  const [web, worker] = await Promise.all([installation.startWeb(), installation.startWorker()]);
  try {
    const common = { tenant, web, workflow: 'sms', arrivals: sms.arrivals };
    await measureLatency({ ...common, times: 50 });
    const { p50Ms, p99Ms, maxMs } = await measureLatency({ ...common, times: Math.max(100, Math.round(500 * scale)) });
    const what = `trigger sent to provider start, idle${note}`;
    return [
      { what: `${what}, p50`, value: p50Ms, unit: 'ms', toReach: '≤ 10 ms', isMet: p50Ms <= 10 },
      {
        what: `${what}, p99`,
        value: p99Ms,
        unit: 'ms',
        toReach: '≤ 50 ms',
        isMet: p99Ms <= 50,
        note: `slowest ${maxMs.toFixed(0)} ms`,
      },
    ];
  } finally {
    await Promise.all([web.stop(), worker.stop()]);
  }
}

/** Measures the same figures while a million jobs wait for next month. */
async function waitingFigures(bench: Bench): Promise<Figure[]> {
  const { installation, tenant, scale } = bench;
  const count = Math.round(WAITING * Math.min(1, scale));
  const note = `, ${new Intl.NumberFormat('en').format(count)} waiting`;
  await addWorkflow(tenant, 'later', [smsStep('later {{ payload.n }}')]);
  const waiting = await parkRuns(installation, tenant, { workflow: 'later', count });
  const idle = await idleFigures(bench, note);
  const rounds = await withServers(bench, (servers) =>
    measureByTurns(waiting, { rounds: WAITING_ROUNDS, measure: () => ratesOf(bench, servers) }),
  );
  await waiting.remove();
  const ratio = (name: string, of: (rates: Rates) => number, least?: number): Figure => {
    const ratios = rounds.map(({ withWaiting, without }) => of(withWaiting) / of(without)).sort((a, b) => a - b);
    const value = ratios[Math.floor(ratios.length / 2)] ?? 0;
    const mean = (which: 'withWaiting' | 'without') =>
      Math.round(rounds.reduce((sum, round) => sum + of(round[which]), 0) / rounds.length);
    return {
      what: `${name}${note}, against none waiting`,
      value,
      unit: '×',
      ...(least && { toReach: `≥ ${least} ×`, isMet: value >= least }),
      note: `median of ${ratios.map((one) => one.toFixed(2)).join(', ')}; ${mean('withWaiting')}/s, none waiting ${mean('without')}/s`,
    };
  };
  return [
    ratio('triggers', ({ triggers }) => triggers, 0.9),
    ratio('SMS, one worker', ({ sms }) => sms, 0.9),
    ratio('triggers of the bare driver', ({ bareTriggers }) => bareTriggers),
    ...idle,
  ];
}

interface Rates {
  triggers: number;
  bareTriggers: number;
  sms: number;
}

async function ratesOf(bench: Bench, servers: Servers): Promise<Rates> {
  const triggering = { ...servers, tenant: bench.tenant, workflow: 'sms', seconds: 3, rounds: 3 };
  const figures = await measureTriggers(triggering, false);
  await dropDueRuns(bench.installation.database);
  await bench.sms.reset();
  const { perSecond } = await smsRate({ ...bench, scale: bench.scale / 2 }, 1);
  return {
    triggers: figures.web.requestsPerSecond,
    bareTriggers: figures.bare.requestsPerSecond,
    sms: perSecond,
  };
}
