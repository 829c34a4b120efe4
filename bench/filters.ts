import pg from 'pg';
import { MESSAGE_OUTCOMES } from '#lib/messages/statuses.ts';
import { RUN_STATUSES } from '#lib/notifications/status/live-statuses.ts';
import { BENCH_ENVIRONMENT_ID } from './cases.ts';
import type { BenchDatabase } from './database.ts';
import type { FilterTime } from './report.ts';
import type { Server } from './servers.ts';

type Filters = Record<string, string[]>;

const RUNS = 7;

/**
 * Measures every filter and every pair of filters of the three lists. Each value exists, but a pair often matches
 * nothing. In this case a plan that walks a list reads all of it.
 */
export async function measureFilters(web: Server, database: BenchDatabase): Promise<FilterTime[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const lists: [string, Filters][] = [
    ['/api/v2/subscribers', SUBSCRIBER_FILTERS],
    ['/api/v1/messages', await messageFilters(client)],
    ['/api/v1/notifications', await notificationFilters(client)],
  ];
  await client.end();
  const times: FilterTime[] = [];
  for (const [path, filters] of lists)
    for (const query of queries(filters)) times.push(await time(web.origin + path, query, database.apiKey));
  return times;
}

const SUBSCRIBER_FILTERS: Filters = {
  email: ['example.com', 'corp7.example', 'nowhere.invalid'],
  name: ['Grace', 'Ada L', 'Zzyzx'],
  phone: ['+1555', '0000001', '99999999'],
  subscriberId: ['user-7', 'unknown'],
};

async function messageFilters(client: pg.Client): Promise<Filters> {
  return {
    channel: ['in_app', 'email', 'sms', 'push', 'chat'],
    subscriberId: await values(
      client,
      `SELECT subscriber_id FROM subscribers WHERE environment_id = $1 ORDER BY id LIMIT 2`,
    ),
    transactionId: [...(await frequent(client, 'messages', 'transaction_id')), 'unknown'],
    contextKeys: [
      ...(await frequent(client, 'messages', `array_to_string(context_keys, ',')`, `context_keys <> '{}'`)),
      '',
      'no:context',
    ],
    status: ['sent', 'error', 'warning'],
    outcome: [...MESSAGE_OUTCOMES],
    providerId: [...(await frequent(client, 'messages', 'provider_id', 'provider_id IS NOT NULL')), 'unknown'],
    integrationId: [...(await frequent(client, 'messages', 'integration_id', 'integration_id IS NOT NULL')), 'unknown'],
    templates: [...(await workflowIds(client)), 'unknown'],
    q: ['order', 'nowhere.invalid'],
    slowerThan: ['10s', '1d'],
  };
}

async function notificationFilters(client: pg.Client): Promise<Filters> {
  return {
    channels: ['sms', 'chat', 'email', 'throttle'],
    severity: ['high', 'low', 'none'],
    templates: await workflowIds(client),
    status: [...RUN_STATUSES],
    reason: ['provider_rejected', 'no_address', 'retries_exhausted', 'throttled'],
    emails: ['nobody@example.com'],
    subscriberIds: ['user-0', 'user-1', 'unknown'],
    search: ['corp7.example', 'nowhere.invalid'],
    transactionId: [...(await frequent(client, 'notifications', 'transaction_id')), 'unknown'],
    topicKey: [...(await frequent(client, 'notification_topics', 'topic_key')), 'unknown'],
    subscriptionId: ['topic-1:00000001', 'unknown'],
    contextKeys: [
      ...(await frequent(client, 'notifications', `array_to_string(context_keys, ',')`, `context_keys <> '{}'`)),
      '',
      'no:context',
    ],
    before: [new Date(Date.now() - 800 * 86_400_000).toISOString()],
  };
}

function workflowIds(client: pg.Client): Promise<string[]> {
  return values(client, 'SELECT id FROM workflows WHERE environment_id = $1 ORDER BY id LIMIT 4');
}

/** Returns the most frequent values of a column. */
function frequent(client: pg.Client, table: string, column: string, where = 'true'): Promise<string[]> {
  return values(
    client,
    `SELECT value FROM (SELECT ${column} AS value FROM ${table} WHERE environment_id = $1 AND ${where} LIMIT 1000000) sampled
     GROUP BY value ORDER BY count(*) DESC LIMIT 2`,
  );
}

async function values(client: pg.Client, text: string): Promise<string[]> {
  const { rows } = await client.query({ text, values: [BENCH_ENVIRONMENT_ID], rowMode: 'array' });
  return rows.map((row) => String(row[0]));
}

function queries(filters: Filters): URLSearchParams[] {
  const single = Object.entries(filters).flatMap(([name, all]) => all.map((value) => ({ name, value })));
  const pairs = single.flatMap((a) => single.filter((b) => a.name < b.name).map((b) => [a, b]));
  return [...single.map((one) => [one]), ...pairs].map((parts) => {
    const query = new URLSearchParams();
    for (const { name, value } of parts)
      for (const item of name === 'contextKeys' ? value.split(',') : [value]) query.append(name, item);
    return query;
  });
}

async function time(address: string, query: URLSearchParams, apiKey: string): Promise<FilterTime> {
  const times: number[] = [];
  let matches = 0;
  for (let run = 0; run < RUNS; run++) {
    const startedAt = performance.now();
    const response = await fetch(`${address}?${query}`, { headers: { authorization: `ApiKey ${apiKey}` } });
    const body = (await response.json()) as { data?: unknown[] };
    times.push(performance.now() - startedAt);
    matches = body.data?.length ?? 0;
    if (response.status !== 200) throw new Error(`${response.status} for ${address}?${query}`);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const name = `${new URL(address).pathname.split('/').at(-1)} ${decodeURIComponent(query.toString())}`;
  return { name, medianMs: sorted[Math.floor(RUNS / 2)] as number, slowestMs: sorted.at(-1) as number, matches };
}
