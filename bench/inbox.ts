/**
 * Measures the counts and lists of embedded inboxes in an environment with a million in-app messages, and checks that their
 * plans read by index. The statements run in this process, one after another.
 *
 *   node bench/inbox.ts                           1,000 subscribers with 1,000 messages each
 *   … --subscribers=200 --messages=500            fewer
 *   … --rounds=500                                statements of each kind
 *   … --plans                                     prints the plans too
 *
 * The database stays in .scratch/bench-inbox-<size> for the next run; delete the folder to start from scratch. On a busy
 * machine, only the processor times are comparable.
 */
import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { newId } from '#lib/id.ts';
import { countInboxMessages, findInboxIds } from '#lib/inbox/query.ts';
import type { InboxFilter } from '#lib/inbox/schema.ts';
import { disconnect } from '#lib/postgres/db.ts';
import { NO_CEILING } from '#lib/postgres/seek.ts';
import { SEVERITIES } from '#lib/workflows/severity.ts';
import { runMain } from '#scripts/cli-error.ts';
import { migrate } from '#scripts/migrate.ts';
import { startPostgres } from '#scripts/postgres.ts';
import { showProgress } from '#scripts/progress.ts';
import { root } from '#scripts/sources.ts';
import { literal } from '#testing/literal.ts';
import { cpuSeconds } from './delivery/cpu.ts';

const { values: options } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '1000' },
    messages: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '500' },
    plans: { type: 'boolean', default: false },
  },
});
const [SUBSCRIBERS, MESSAGES, ROUNDS] = [Number(options.subscribers), Number(options.messages), Number(options.rounds)];
/** The age of the oldest message. Less than the default retention. */
const DAYS = 25;
/** The count at which the server stops counting for a page. */
const CAP = 100;
const shown = { archived: false, snoozed: false } as const;
const unread = { ...shown, read: false } as const;

/** The counts that a page requests. A page that opens requests the counts of the bell and of its tabs, and the list. */
const COUNTS: Record<string, InboxFilter[]> = {
  'one filter: unread': [unread],
  'the bell: four severities': SEVERITIES.map((severity) => ({ ...unread, severity })),
  'four tabs: tags and data': [
    unread,
    { ...unread, tags: ['orders'] },
    { ...unread, data: { shop: 'bristol' } },
    { ...unread, tags: ['offers'], data: { shop: 'bristol' } },
  ],
  'four filters without a match': SEVERITIES.map((severity) => ({ ...unread, severity, tags: ['absent'] })),
};
const LISTS: Record<string, InboxFilter> = {
  'the first page': shown,
  'the first page: unread': unread,
  'the first page of a tab': { ...shown, tags: ['orders'] },
  'a page without a match': { ...shown, tags: ['absent'] },
};

/** The number of statements of each kind that are explained. The figures are their medians. */
const EXPLAINED = 21;

const SUBSCRIBER = `'5b000000' || lpad(to_hex(n), 16, '0')`;
const SUBSCRIBER_OF_ROW = `'5b000000' || lpad(to_hex(i % $2::int), 16, '0')`;
/** Rows `i` in the order of time. `n` is the number of the row among the rows of its subscriber, shuffled. */
const ROWS = `(SELECT i, (hashint4(i / $2::int) & 1023) + i % 7 AS n, date_trunc('milliseconds', $4::timestamptz - interval '${DAYS} days' * (1 - i::float8 / ($2::int * $3::int))) AS at
  FROM generate_series(0, $2::int * $3::int - 1) i) AS row`;
const SNAPSHOT = '((hashint4(i) & 1023) % 30)';
const severityOf = (n: string) => `(ARRAY['high', 'medium', 'low', 'none', 'none'])[1 + ${n} % 5]`;
const tagsOf = (n: string) => `(ARRAY['{orders}', '{offers}', '{}'])[1 + ${n} % 3]::text[]`;
const idOf = (kind: string) =>
  `lpad(to_hex(floor(extract(epoch FROM at))::bigint), 8, '0') || '0000' || lpad(to_hex(i), 8, '0') || '000${kind}'`;

await runMain(async () => {
  const folder = join(root, '.scratch', `bench-inbox-${SUBSCRIBERS}x${MESSAGES}`);
  mkdirSync(folder, { recursive: true });
  const postgres = await showProgress('Start PostgreSQL', () => startPostgres(folder));
  try {
    await showProgress('Migrate', () => migrate(postgres.url));
    const inboxes = await showProgress(`Create ${SUBSCRIBERS * MESSAGES} messages`, () => fill(postgres.url));
    Object.assign(process.env, {
      DATABASE_URL: postgres.url,
      LOG_LEVEL: 'warn',
      AUTH_SECRET: 'bench'.repeat(8),
      ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64')}`,
    });
    const statements = recordStatements();
    console.log('| statement | n | p50 ms | p95 ms | max ms | CPU ms | in PostgreSQL ms | pages read |');
    console.log('|---|---:|---:|---:|---:|---:|---:|---:|');
    for (const [name, filters] of Object.entries(COUNTS))
      await measure(`count, ${name}`, inboxes, statements, (scope) => countInboxMessages(scope, filters, CAP));
    for (const [name, filter] of Object.entries(LISTS))
      await measure(`list, ${name}`, inboxes, statements, (scope) => findInboxIds(scope, filter, { limit: 11 }));
    console.log(`\nLoad of the machine: ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    await disconnect();
    await postgres.stop();
  }
});

interface Inboxes {
  url: string;
  environmentId: string;
  subscriberIds: string[];
}

interface Statement {
  text: string;
  values: unknown[];
}

type Scope = Parameters<typeof findInboxIds>[0];

async function measure(
  name: string,
  { url, environmentId, subscriberIds }: Inboxes,
  statements: Statement[],
  run: (scope: Scope) => Promise<unknown>,
): Promise<void> {
  const scopeOf = (at: number): Scope => {
    const subscriberId = subscriberIds[(at * 7) % subscriberIds.length] ?? '';
    return { environmentId, subscriberId, isOpenOnly: false, floor: '', ceiling: NO_CEILING };
  };
  for (let at = 0; at < subscriberIds.length; at++) await run(scopeOf(at));
  const times: number[] = [];
  const before = await cpuMs(url);
  for (let at = 0; at < ROUNDS; at++) {
    const started = performance.now();
    await run(scopeOf(at));
    times.push(performance.now() - started);
  }
  const cpu = ((await cpuMs(url)) - before) / ROUNDS;
  times.sort((one, other) => one - other);
  const quantile = (share: number) => (times[Math.min(ROUNDS - 1, Math.floor(ROUNDS * share))] ?? 0).toFixed(2);
  const { ms, pages } = await explain(url, name, statements.slice(-EXPLAINED));
  console.log(
    `| ${name} | ${ROUNDS} | ${quantile(0.5)} | ${quantile(0.95)} | ${quantile(1)} | ${cpu.toFixed(2)} | ${ms} | ${pages} |`,
  );
}

/** Returns the processor time of the database connections of this process until now. */
async function cpuMs(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT pid FROM pg_stat_activity WHERE application_name = 'belfry'");
  await client.end();
  return 1000 * cpuSeconds(rows.map(({ pid }) => pid));
}

/** Explains the statements with generic plans, as they ran. @throws Error if a plan reads a whole table. */
async function explain(url: string, name: string, statements: readonly Statement[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await explainWith(client, name, statements);
  } finally {
    await client.end();
  }
}

async function explainWith(client: pg.Client, name: string, statements: readonly Statement[]) {
  await client.query('SET plan_cache_mode = force_generic_plan');
  await client.query(`PREPARE planned AS ${statements[0]?.text}`);
  const [times, pages]: [number[], number[]] = [[], []];
  for (const { values } of statements) {
    const text = `EXECUTE planned(${values.map((value) => literal(value)).join(', ')})`;
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) ${text}`);
    const plan = rows.map((row) => Object.values(row as object)[0]).join('\n');
    if (readsTable(plan)) throw new Error(`${name}:\n${plan}`);
    if (options.plans && times.length === 0) console.log(`\n${name}\n${plan}\n`);
    times.push(Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1]));
    pages.push(Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1]));
  }
  const median = (figures: number[]) => figures.sort((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0;
  return { ms: median(times).toFixed(2), pages: median(pages) };
}

/** Whether a plan scans a partition with rows sequentially. Partitions of months without messages are empty. */
function readsTable(plan: string): boolean {
  return plan
    .split('->')
    .some(
      (node) => /^ *Seq Scan on (messages|notifications)/.test(node) && /actual rows=0*[1-9]|Rows Removed/.test(node),
    );
}

/** Returns the statements of inboxes that run from now on, the latest last. */
function recordStatements(): Statement[] {
  const statements: Statement[] = [];
  const { prototype } = pg.Client;
  const original = prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  prototype.query = function query(this: pg.Client, ...given: unknown[]) {
    const config = given[0] as Partial<pg.QueryConfig>;
    if (config.name?.startsWith('inbox-')) statements.push({ text: config.text ?? '', values: config.values ?? [] });
    return original.apply(this, given);
  } as typeof prototype.query;
  return statements;
}

/** Returns the environment, which the first run fills. */
async function fill(url: string): Promise<Inboxes> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT value FROM settings WHERE key = 'bench_inbox'`);
    const environmentId = rows[0]?.value ?? (await fillWith(client));
    const found = await client.query('SELECT id FROM subscribers WHERE environment_id = $1 ORDER BY id', [
      environmentId,
    ]);
    return { url, environmentId, subscriberIds: found.rows.map(({ id }) => String(id)) };
  } finally {
    await client.end();
  }
}

/** Fills an environment. Messages of a subscriber are far apart, because subscribers take turns. @returns its ID. */
async function fillWith(client: pg.Client): Promise<string> {
  await client.query('BEGIN');
  const [organizationId, environmentId, endsAt] = [newId(), newId(), new Date()];
  await client.query(`SELECT create_history_partitions(1, 2)`);
  await client.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Bench')`, [organizationId]);
  await client.query(
    `INSERT INTO environments (id, organization_id, name, slug, type, color, position) VALUES ($1, $2, 'Bench', 'bench', 'development', 'blue', 0)`,
    [environmentId, organizationId],
  );
  await client.query(
    `INSERT INTO workflow_snapshots (environment_id, id, severity, critical, channels, tags, template)
     SELECT $1, n, ${severityOf('n')}, false, '{in_app}', ${tagsOf('n')}, '{}'
     FROM generate_series(0, 29) n`,
    [environmentId],
  );
  await client.query(
    `INSERT INTO subscribers (environment_id, id, subscriber_id, created_at, updated_at)
     SELECT $1, ${SUBSCRIBER}, 's' || n, now(), now() FROM generate_series(0, $2::int - 1) n`,
    [environmentId, SUBSCRIBERS],
  );
  await client.query(
    `INSERT INTO notifications (environment_id, id, snapshot_id, subscriber_id, transaction_id, created_at, updated_at)
     SELECT $1, ${idOf('a')}, ${SNAPSHOT}, ${SUBSCRIBER_OF_ROW}, 't' || i, at, at FROM ${ROWS}`,
    [environmentId, SUBSCRIBERS, MESSAGES, endsAt],
  );
  await client.query(
    `INSERT INTO messages (environment_id, id, notification_id, subscriber_id, transaction_id, channel, status, subject, content, inbox,
       severity, tags, read, seen, archived_at, created_at, updated_at)
     SELECT $1, ${idOf('b')}, ${idOf('a')}, ${SUBSCRIBER_OF_ROW}, 't' || i, 'in_app', 'sent', 'Order', '"It is on its way"',
       jsonb_build_object('data', jsonb_build_object('shop', (ARRAY['bristol', 'leeds'])[1 + n % 2])),
       ${severityOf(SNAPSHOT)}, ${tagsOf(SNAPSHOT)}, n % 10 < 7, n % 10 < 8, CASE WHEN n % 10 < 2 THEN at END, at, at FROM ${ROWS}`,
    [environmentId, SUBSCRIBERS, MESSAGES, endsAt],
  );
  await client.query(`INSERT INTO settings (key, value) VALUES ('bench_inbox', to_jsonb($1::text))`, [environmentId]);
  await client.query('COMMIT');
  await client.query('VACUUM (ANALYZE)');
  return environmentId;
}
