/**
 * Measures the sockets of embedded inboxes on one web process: memory of idle sockets, the delay of announced messages,
 * and API calls at half of their maximum rate, with and without announcements. PostgreSQL, web process, clients and load
 * generator share the machine.
 *
 *   node bench/inbox-sockets.ts                   10,000 sockets, 1,000 messages per second, 20 s for each figure
 *   … --sockets=500 --rate=100 --seconds=5        less
 *   … --dialect=plain                             the plain dialect instead of Socket.IO
 */
import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import pg from 'pg';
import { WebSocket } from 'ws';
import { sha256Hex } from '#lib/crypto.ts';
import { newId } from '#lib/id.ts';
import { inboxTokenHash, newInboxToken } from '#lib/inbox-sessions/token.ts';
import { runMain } from '#scripts/cli-error.ts';
import { migrate } from '#scripts/migrate.ts';
import { removeCluster, startPostgres } from '#scripts/postgres.ts';
import { showProgress } from '#scripts/progress.ts';
import { root } from '#scripts/sources.ts';
import { type Server, startApi } from './servers.ts';
import { until } from './until.ts';

const { values: options } = parseArgs({
  options: {
    sockets: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    dialect: { type: 'string', default: 'socket.io' },
  },
});
const [SOCKETS, RATE, SECONDS] = [Number(options.sockets), Number(options.rate), Number(options.seconds)];
/** Earlier messages of each subscriber, half of them read. */
const HISTORY = 20;
const API_KEY = `bf_${'ab'.repeat(32)}`;
/** The interval of announcements in milliseconds, the same as in the worker. */
const STEP_MS = 100;
/** Milliseconds for which sockets stay idle. Longer than the interval of pings. */
const IDLE_MS = 30_000;

if (process.send) await load();
else await runMain(measure);

async function measure(): Promise<void> {
  const folder = join(root, '.scratch', 'bench-inbox-sockets');
  mkdirSync(folder, { recursive: true });
  removeCluster(folder);
  mkdirSync(folder, { recursive: true });
  const postgres = await showProgress('Start PostgreSQL', () => startPostgres(folder));
  const database = new pg.Pool({ connectionString: postgres.url, max: 2 });
  try {
    await showProgress('Migrate', () => migrate(postgres.url));
    const inboxes = await showProgress(`Create ${SOCKETS} subscribers and sessions`, () => fill(database));
    const without = await withWeb(postgres.url, measureCalls);
    await withWeb(postgres.url, (web) => report(web, database, inboxes, without));
  } finally {
    await database.end();
    await postgres.stop();
  }
}

function variables(url: string) {
  return {
    DATABASE_URL: url,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DEMO_DATA: 'false',
    AUTH_SECRET: 'bench'.repeat(8),
    ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64')}`,
  };
}

/** Runs `work` with a new web process, because calls leave memory that does not belong to sockets. */
async function withWeb<Result>(url: string, work: (web: Server) => Promise<Result>): Promise<Result> {
  const web = await showProgress('Start the web process', () => startApi(variables(url)));
  try {
    return await work(web);
  } finally {
    await web.stop();
  }
}

interface Calls {
  maximum: number;
  /** The figures of API calls at half of the maximum rate, without sockets. */
  alone: ApiFigures;
}

async function measureCalls({ origin }: Server): Promise<Calls> {
  const { rate } = await showProgress('Measure the API without sockets', () => apiLoad(origin, 0));
  return { maximum: rate, alone: await apiLoad(origin, Math.round(rate / 2)) };
}

async function report(web: Server, database: pg.Pool, inboxes: Inboxes, { maximum, alone }: Calls): Promise<void> {
  const rate = Math.round(maximum / 2);
  const before = web.memoryMb();
  const clients: Client[] = [];
  // The first half also uses memory that the start has freed, so only the second half shows the memory of sockets.
  const [half, whole] = [await addHalf(web, inboxes, clients), await addHalf(web, inboxes, clients)];
  const perSocket = ((whole - half) * 1024) / (SOCKETS / 2);
  const idle = await apiLoad(web.origin, rate);
  const quiet = await announceFor(database, inboxes, clients);
  const [busy, together] = await Promise.all([announceFor(database, inboxes, clients), apiLoad(web.origin, rate)]);
  for (const { socket } of clients) socket.terminate();
  console.log(`\nLoad of the machine: ${loadavg()[0]?.toFixed(1)}. Dialect: ${options.dialect}.`);
  console.log(
    `Memory: ${before} MB after the start, ${half} MB with ${SOCKETS / 2} idle sockets, ${whole} MB with ${SOCKETS}, ${perSocket.toFixed(1)} kB per socket.\n`,
  );
  console.log('| announced | delivered | missing | p50 | p99 | max |\n|---|---:|---:|---:|---:|---:|');
  for (const [name, { times, sent }] of [
    ['alone', quiet],
    ['with API calls', busy],
  ] as const)
    console.log(
      `| ${RATE}/s ${name} | ${times.length} | ${sent - times.length} | ${quantile(times, 0.5)} ms | ${quantile(times, 0.99)} ms | ${quantile(times, 1)} ms |`,
    );
  console.log('\n| API calls | per second | p50 | p99 | failed |\n|---|---:|---:|---:|---:|');
  const rows = { 'without sockets': alone, 'with idle sockets': idle, 'with announcements': together };
  for (const [name, { rate: reached, p50, p99, failed }] of Object.entries(rows))
    console.log(`| ${name} (maximum ${maximum}) | ${reached} | ${p50} ms | ${p99} ms | ${failed} |`);
}

/** Opens the next half of the sockets. @returns the memory of the web process some time later. */
async function addHalf(web: Server, { tokens }: Inboxes, clients: Client[]): Promise<number> {
  const next = tokens.slice(clients.length, clients.length + SOCKETS / 2);
  clients.push(...(await showProgress(`Open ${next.length} sockets`, () => connectAll(web.origin, next))));
  await sleep(IDLE_MS);
  return web.memoryMb();
}

interface Inboxes {
  environmentId: string;
  subscriberIds: string[];
  tokens: string[];
  notificationId: string;
}

/** Fills an environment: subscribers with a session and some history each. */
async function fill(database: pg.Pool): Promise<Inboxes> {
  const [organizationId, environmentId] = [newId(), newId()];
  await database.query('INSERT INTO organizations (id, name) VALUES ($1, $2)', [organizationId, 'Bench']);
  await database.query(
    `INSERT INTO environments (id, organization_id, name, slug, type, color, position) VALUES ($1, $2, 'Bench', 'bench', 'development', 'blue', 0)`,
    [environmentId, organizationId],
  );
  await database.query(
    `INSERT INTO api_keys (id, environment_id, name, hash, hint) VALUES ($1, $2, 'Bench', $3, 'bf_aba')`,
    [newId(), environmentId, sha256Hex(API_KEY)],
  );
  const subscriberIds = Array.from({ length: SOCKETS }, () => newId());
  await database.query(
    `INSERT INTO subscribers (environment_id, id, subscriber_id, created_at, updated_at)
     SELECT $1, id, 's' || id, now(), now() FROM unnest($2::text[]) AS id`,
    [environmentId, subscriberIds],
  );
  const tokens = await addSessions(database, environmentId, subscriberIds);
  const notificationId = await addHistory(database, environmentId, subscriberIds);
  await database.query('VACUUM ANALYZE');
  return { environmentId, subscriberIds, tokens, notificationId };
}

async function addSessions(database: pg.Pool, environmentId: string, subscriberIds: string[]): Promise<string[]> {
  const sessions = subscriberIds.map(() => {
    const sessionId = newId();
    return { sessionId, token: newInboxToken({ environmentId, sessionId }) };
  });
  await database.query(
    `INSERT INTO inbox_sessions (environment_id, id, subscriber_id, token_hash, created_at, expires_at)
     SELECT $1, id, subscriber_id, hash, now(), now() + interval '15 days' FROM unnest($2::text[], $3::text[], $4::text[]) AS s (id, subscriber_id, hash)`,
    [
      environmentId,
      sessions.map(({ sessionId }) => sessionId),
      subscriberIds,
      sessions.map(({ token }) => inboxTokenHash(token)),
    ],
  );
  return sessions.map(({ token }) => token);
}

/** Adds earlier messages to each inbox. @returns the ID of the run to which all messages belong. */
async function addHistory(database: pg.Pool, environmentId: string, subscriberIds: string[]): Promise<string> {
  const notificationId = newId();
  const template = {
    name: 'Order',
    origin: 'svc-cloud',
    triggers: [{ type: 'event', identifier: 'order', variables: [] }],
  };
  await database.query(
    `INSERT INTO workflow_snapshots (environment_id, id, severity, critical, channels, tags, template) VALUES ($1, 1, 'high', false, '{in_app}', '{orders}', $2)`,
    [environmentId, template],
  );
  await database.query(
    `INSERT INTO notifications (environment_id, id, snapshot_id, subscriber_id, transaction_id, created_at, updated_at) VALUES ($1, $2, 1, $3, 't', now(), now())`,
    [environmentId, notificationId, subscriberIds[0]],
  );
  await database.query(
    `INSERT INTO messages (environment_id, id, notification_id, subscriber_id, transaction_id, channel, status, content, severity, tags, read, seen, created_at, updated_at)
     SELECT $1, lpad(to_hex(extract(epoch FROM now())::bigint - n * 3600), 8, '0') || left(md5(s || n), 16), $2, s, 't', 'in_app', 'sent', '"Hello"', 'high', '{orders}', n % 2 = 0, n % 2 = 0, now(), now()
     FROM unnest($3::text[]) AS s, generate_series(1, ${HISTORY}) n`,
    [environmentId, notificationId, subscriberIds],
  );
  return notificationId;
}

interface Client {
  socket: WebSocket;
  /** Called with the ID of each received message. */
  onMessage(id: string): void;
}

/** Connects in groups, and waits for the first count of each socket. */
async function connectAll(origin: string, tokens: readonly string[]): Promise<Client[]> {
  const clients: Client[] = [];
  const base = origin.replace('http', 'ws');
  let ready = 0;
  for (const token of tokens) {
    const path = options.dialect === 'plain' ? '/api/v1/inbox/socket?' : '/socket.io/?EIO=4&transport=websocket&';
    const socket = new WebSocket(`${base}${path}token=${token}`, { perMessageDeflate: false });
    const client: Client = { socket, onMessage: () => undefined };
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0{')) socket.send('40');
      else if (text === '2') socket.send('3');
      else if (text.includes('"notification_received"')) client.onMessage(/"_id":"(\w+)"/.exec(text)?.[1] ?? '');
      else if (text.includes('"unread_count_changed"')) ready += 1;
    });
    clients.push(client);
    if (clients.length % 100 === 0) await until('the sockets to open', 60_000, () => clients.length - ready < 200);
  }
  await until('the sockets to open', 60_000, () => ready >= clients.length);
  return clients;
}

interface Announced {
  /** Milliseconds from the commit to the arrival of each message. */
  times: number[];
  sent: number;
}

/** Stores and announces messages to random subscribers at the given rate. */
async function announceFor(database: pg.Pool, inboxes: Inboxes, clients: readonly Client[]): Promise<Announced> {
  const sentAt = new Map<string, number>();
  const times: number[] = [];
  for (const client of clients)
    client.onMessage = (id) => {
      const at = sentAt.get(id);
      if (at !== undefined) times.push(performance.now() - at);
    };
  const startedAt = performance.now();
  for (let step = 1; step <= (SECONDS * 1_000) / STEP_MS; step++) {
    await announceStep(database, inboxes, sentAt);
    await sleep(Math.max(0, startedAt + step * STEP_MS - performance.now()));
  }
  await until('the messages to arrive', 10_000, () => times.length >= sentAt.size).catch(() => undefined);
  return { times: times.toSorted((a, b) => a - b), sent: sentAt.size };
}

async function announceStep(database: pg.Pool, inboxes: Inboxes, sentAt: Map<string, number>): Promise<void> {
  const { environmentId, subscriberIds, notificationId } = inboxes;
  const count = Math.round((RATE * STEP_MS) / 1_000);
  const chosen = Array.from(
    { length: count },
    () => subscriberIds[Math.floor(Math.random() * subscriberIds.length)] ?? '',
  );
  const ids = chosen.map(() => newId());
  await database.query(
    `INSERT INTO messages (environment_id, id, notification_id, subscriber_id, transaction_id, channel, status, subject, content, created_at, updated_at)
     SELECT $1, id, $2, s, 't', 'in_app', 'sent', 'Order', '"It is on its way"', now(), now() FROM unnest($3::text[], $4::text[]) AS m (id, s)`,
    [environmentId, notificationId, ids, chosen],
  );
  const lines = ids.map((id, at) => `changes ${environmentId} ${chosen[at]}  ${id}`);
  const payloads = Array.from({ length: Math.ceil(count / 75) }, (_, n) => lines.slice(n * 75, n * 75 + 75).join('\n'));
  const now = performance.now();
  for (const id of ids) sentAt.set(id, now);
  await database.query("SELECT pg_notify('belfry_inbox', p) FROM unnest($1::text[]) AS p", [payloads]);
}

function quantile(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
}

interface ApiFigures {
  rate: number;
  p50: number;
  p99: number;
  failed: number;
}

/** Calls the API from a separate process. @param rate calls per second; 0 is as many as possible. */
function apiLoad(origin: string, rate: number): Promise<ApiFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, { execArgv: [] });
    child.once('message', (figures) => resolve(figures as ApiFigures));
    child.once('error', reject);
    child.send({ origin, rate, seconds: SECONDS });
  });
}

async function load(): Promise<void> {
  const [{ origin, rate, seconds }] = (await new Promise<unknown[]>((resolve) =>
    process.once('message', (...message) => resolve(message)),
  )) as [{ origin: string; rate: number; seconds: number }];
  const result = await autocannon({
    url: `${origin}/api/v2/subscribers?limit=10`,
    headers: { authorization: `ApiKey ${API_KEY}` },
    connections: 10,
    duration: seconds,
    ...(rate > 0 && { overallRate: rate }),
  });
  const { latency, requests, non2xx, errors } = result;
  const figures = { rate: Math.round(requests.average), p50: latency.p50, p99: latency.p99, failed: non2xx + errors };
  process.send?.(figures, undefined, undefined, () => process.exit());
}
