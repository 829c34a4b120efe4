import fc from 'fast-check';
import { type CallApi, expect, parsed, test } from '#e2e/fixtures.ts';
import {
  createJobStep,
  createSnapshot,
  deletedSubscriberRow,
  insertRows,
  notificationRow,
  type Row,
  subscriberRow,
} from '#e2e/history-rows.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { newId } from '#lib/id.ts';
import { NotificationPage } from '#lib/notifications/schema.ts';
import type { Side } from '#lib/reasons/side.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { seededRandom } from '#prisma/demo/random.ts';
import { testSeed } from '#testing/seed.ts';

/** A notification with all fields that filters read. */
interface Event {
  id: string;
  at: Date;
  workflowId: string;
  severity: string;
  channels: string[];
  subscriberId: string;
  email: string | null;
  transactionId: string;
  contextKeys: string[];
  topics: { key: string; subscriptionId: string | null }[];
  status: string;
  /** The results of an ended run's steps, in the order of the channels. */
  steps: string[];
  /** The reason of an ended run. */
  reason: string | undefined;
  /** The integrations of an ended run's steps. */
  integrations: string[];
  /** The providers of an ended run's steps. */
  providers: string[];
}

interface Query {
  channels?: string[];
  templates?: string[];
  severity?: string[];
  emails?: string[];
  subscriberIds?: string[];
  search?: string;
  transactionId?: string[];
  topicKey?: string;
  subscriptionId?: string;
  contextKeys?: string[];
  status?: string[];
  reason?: string[];
  side?: Side[];
  integrationId?: string[];
  providerId?: string[];
  notificationId?: string;
  after?: string;
  before?: string;
}

const PEOPLE = [
  ['ada', 'ada@one.example'],
  ['Ada', 'Ada@one.example'],
  ['bob', 'bob@two.example'],
  ['shared', 'bob@two.example'],
  ['silent', null],
  ['gone', 'gone%_@one.example'],
] as const;
const WORKFLOWS = [newId(), newId(), newId()];
const SNAPSHOTS = [
  { workflowId: WORKFLOWS[0], severity: 'none', channels: ['email'] },
  { workflowId: WORKFLOWS[0], severity: 'high', channels: ['email', 'digest'] },
  { workflowId: WORKFLOWS[1], severity: 'low', channels: ['in_app', 'sms'] },
  { workflowId: WORKFLOWS[1], severity: 'none', channels: ['push'] },
  { workflowId: WORKFLOWS[2], severity: 'medium', channels: ['chat', 'in_app'] },
] as { workflowId: string; severity: string; channels: string[] }[];
const CONTEXTS = [[], [], ['a:1'], ['b:2'], ['a:1', 'b:2']];
/** Deleted integrations keep their runs. */
const INTEGRATIONS = [newId(), newId(), newId()];
const PROVIDERS = ['sendgrid', 'mailgun', 'twilio'];
const TOPICS = [[], [], ['orders'], ['news'], ['news', 'orders']];

/** The outcomes of runs with their reasons: frequent and rare ones. */
const ENDS = [
  ...Array.from({ length: 8 }, () => ['sent', 'sent']),
  ['sent', 'sandboxed'],
  ['failed', 'provider_rejected'],
  ['skipped', 'filter'],
  ['skipped', 'no_address'],
  ['waiting', undefined],
  ['running', undefined],
] as [string, string | undefined][];

/** The sides of the reasons. Runs that were sent, also in the sandbox, have no side. */
const SIDES_OF: Record<string, Side> = {
  provider_rejected: 'provider',
  filter: 'workflow',
  no_address: 'recipient',
};

/** Whether an event is in the expected response, decided row by row. */
function matches(query: Query, event: Event): boolean {
  const people = [query.emails, query.subscriberIds, query.search].some((given) => given !== undefined);
  const byPerson =
    query.emails?.includes(event.email ?? '') ||
    query.subscriberIds?.includes(event.subscriberId) ||
    (query.search !== undefined && (event.email?.includes(query.search) || event.subscriberId === query.search));
  return (
    (!query.channels || query.channels.some((channel) => event.channels.includes(channel))) &&
    (!query.templates || query.templates.includes(event.workflowId)) &&
    (!query.severity || query.severity.includes(event.severity)) &&
    (!people || Boolean(byPerson)) &&
    (!query.transactionId || query.transactionId.includes(event.transactionId)) &&
    (query.topicKey === undefined || event.topics.some((topic) => topic.key === query.topicKey)) &&
    (query.subscriptionId === undefined ||
      event.topics.some((topic) => topic.subscriptionId === query.subscriptionId)) &&
    (!query.contextKeys || [...query.contextKeys].filter(Boolean).sort().join() === event.contextKeys.join()) &&
    (!query.status || query.status.includes(event.status)) &&
    (!query.status || !query.channels || hasStep(event, query.channels)) &&
    (!query.reason || (event.reason !== undefined && query.reason.includes(event.reason))) &&
    (!query.side || query.side.some((side) => SIDES_OF[event.reason ?? ''] === side)) &&
    (!query.integrationId || query.integrationId.some((id) => event.integrations.includes(id))) &&
    (!query.providerId || query.providerId.some((id) => event.providers.includes(id))) &&
    (query.notificationId === undefined || query.notificationId === event.id) &&
    (query.after === undefined || event.at >= new Date(query.after)) &&
    (query.before === undefined || event.at <= new Date(query.before))
  );
}

/** Whether a step of the channels ended like its run. */
function hasStep({ channels, steps, status }: Event, wanted: string[]): boolean {
  const ended = STEP_STATUSES[status];
  return ended === undefined || channels.some((channel, n) => wanted.includes(channel) && steps[n] === ended);
}

const STEP_STATUSES: Record<string, string | undefined> = { sent: 'completed', failed: 'failed', skipped: 'skipped' };

/** Creates `count` notifications over 60 days, newest first. Each belongs to one of the `transactions`. */
async function seed(tenant: Tenant, count: number, transactions: string[]): Promise<Event[]> {
  const snapshotIds = await Promise.all(
    SNAPSHOTS.map(({ workflowId, ...snapshot }) => createSnapshot(tenant, { workflow_id: workflowId, ...snapshot })),
  );
  const people = PEOPLE.map(([subscriberId, email]) => subscriberRow(tenant, subscriberId, email));
  await insertRows('subscribers', people.slice(0, -1));
  await insertRows('deleted_subscribers', people.slice(-1).map(deletedSubscriberRow));
  const { key: stepKey } = await createJobStep(tenant);
  const { pick, next, int } = seededRandom(testSeed());
  const rows: Row[] = [];
  const topicRows: Record<string, unknown>[] = [];
  const outcomeRows: Record<string, unknown>[] = [];
  const workRows: Record<string, unknown>[] = [];
  const jobRows: Record<string, unknown>[] = [];
  const events: Event[] = [];
  for (let n = 0; n < count; n++) {
    const at = new Date(Date.now() - Math.floor(((count - n) / count) * 60 * DAY_MS));
    const snapshot = int(0, SNAPSHOTS.length - 1);
    const person = Math.floor(next() ** 2 * people.length);
    const columns = {
      snapshot_id: snapshotIds[snapshot],
      subscriber_id: people[person]?.id,
      transaction_id: pick(transactions),
      context_keys: pick(CONTEXTS),
    };
    const row = notificationRow(tenant, at, columns);
    const topics = pick(TOPICS).map((key) => ({ key, subscriptionId: key === 'orders' ? `orders:${person}` : null }));
    const [status, reason] = pick(ENDS);
    const { channels = [] } = SNAPSHOTS[snapshot] ?? {};
    const steps = channels.map(
      (_, n) => (n === 0 && STEP_STATUSES[status]) || pick(['completed', 'failed', 'skipped']),
    );
    const integrations = channels.map(() => pick(INTEGRATIONS));
    const providers = channels.map(() => pick(PROVIDERS));
    rows.push(row);
    events.push({
      status,
      steps,
      reason,
      integrations: reason === undefined ? [] : integrations,
      providers: reason === undefined ? [] : providers,
      id: row.id,
      at,
      ...(SNAPSHOTS[snapshot] as (typeof SNAPSHOTS)[number]),
      subscriberId: PEOPLE[person]?.[0] as string,
      email: PEOPLE[person]?.[1] ?? null,
      transactionId: columns.transaction_id,
      contextKeys: columns.context_keys,
      topics,
    });
    const { id, environment_id, subscriber_id, snapshot_id, context_keys } = row;
    const ofRun = { environment_id, notification_id: id };
    for (const [n, type] of channels.entries()) {
      const job = {
        ...ofRun,
        id: newId(at),
        subscriber_id,
        type,
        status: steps[n],
        provider_id: providers[n],
        step_key: stepKey,
        integration_id: integrations[n],
      };
      if (reason !== undefined) jobRows.push({ ...job, created_at: at, updated_at: at });
    }
    if (reason === undefined) workRows.push(...unfinished(ofRun, status));
    else outcomeRows.push({ ...ofRun, outcome: status, reason, snapshot_id, subscriber_id, created_at: at });
    for (const { key, subscriptionId } of topics) {
      const shared = { notification_id: id, environment_id, subscriber_id, snapshot_id, context_keys };
      topicRows.push({ ...shared, topic_key: key, subscription_id: subscriptionId });
    }
  }
  await insertRows('notifications', rows);
  await insertRows('notification_topics', topicRows);
  await insertRows('notification_outcomes', outcomeRows);
  await insertRows('work', workRows);
  await insertRows('jobs', jobRows);
  return events.reverse();
}

/** Returns work that no worker claims: it is due much later, or held by another worker. */
function unfinished(run: Record<string, unknown>, status: string): Record<string, unknown>[] {
  const later = new Date(Date.now() + DAY_MS);
  const waiting = { lane: 1, claims: 0, attempts: 0, deaths: 0, ended: false, ready_at: later };
  const held = status === 'running' ? { worker_id: 'another', lease_until: later } : {};
  const none = { worker_id: null, lease_until: null };
  // A run may have several rows of work.
  return [none, { ...none, ...held }].map((holder) => ({ ...run, ...waiting, job_id: newId(), ...holder }));
}

/** Generates any filter, with existing values and one unknown value. */
function queries(transactions: string[], events: Event[]): fc.Arbitrary<Query> {
  const some = (values: readonly string[], maxLength = 2) =>
    fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength });
  const time = fc.constantFrom(...events.map((event) => event.at.toISOString()));
  const filters: Record<keyof Query, fc.Arbitrary<string | string[]>> = {
    channels: some(['email', 'digest', 'sms', 'in_app', 'push', 'chat', 'throttle']),
    templates: some([...WORKFLOWS, newId()]),
    severity: some(['high', 'medium', 'low', 'none']),
    emails: some(['ada@one.example', 'bob@two.example', 'gone%_@one.example', 'ADA@one.example']),
    subscriberIds: some(['ada', 'bob', 'shared', 'silent', 'gone', 'unknown']),
    search: fc.constantFrom('ada@', 'one.example', 'example', 'bob', 'silent', 'Ada', '%_', 'o', 'nothing', '%'),
    transactionId: some([...transactions, 'unknown']),
    topicKey: fc.constantFrom('orders', 'news', 'unknown'),
    subscriptionId: fc.constantFrom('orders:0', 'orders:1', 'unknown'),
    contextKeys: fc.constantFrom([''], ['a:1'], ['b:2'], ['b:2', 'a:1'], ['a:1', 'b:2'], ['c:3']),
    status: some(['sent', 'failed', 'skipped', 'waiting', 'running', 'stuck', 'merged'], 3),
    reason: some(['sent', 'sandboxed', 'provider_rejected', 'filter', 'no_address', 'suppressed'], 3),
    side: some(['provider', 'recipient', 'workflow', 'choice', 'belfry'], 3),
    integrationId: some([...INTEGRATIONS, newId()]),
    providerId: some([...PROVIDERS, 'ses']),
    notificationId: fc.constantFrom(...events.slice(0, 5).map(({ id }) => id), newId(), 'no id'),
    after: time,
    before: time,
  };
  const names = Object.keys(filters) as (keyof Query)[];
  return fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
    .chain(
      (chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, filters[name]]))) as fc.Arbitrary<Query>,
    )
    .filter(({ after, before }) => after === undefined || before === undefined || after <= before);
}

async function agree(call: CallApi, events: Event[], query: Query, page: number, limit: number): Promise<void> {
  const search = new URLSearchParams({ page: String(page), limit: String(limit) });
  for (const [name, given] of Object.entries(query)) for (const value of [given].flat()) search.append(name, value);
  const answer = parsed(NotificationPage, await call('GET', `/v1/notifications?${search}`));
  const expected = events.filter((event) => matches(query, event)).map((event) => event.id);
  expect({ ids: answer.data.map((found) => found._id), hasMore: answer.hasMore }).toEqual({
    ids: expected.slice(page * limit, (page + 1) * limit),
    hasMore: expected.length > (page + 1) * limit,
  });
}

test('any combination of filters returns exactly the matching events', async ({ call, tenant }) => {
  const transactions = Array.from({ length: 12 }, (_, n) => `t${n}`);
  const events = await seed(tenant, 200, transactions);
  await fc.assert(
    fc.asyncProperty(queries(transactions, events), fc.nat(3), fc.integer({ min: 1, max: 50 }), (query, page, limit) =>
      agree(call, events, query, page, limit),
    ),
    { numRuns: 400 },
  );
});

test('filters return exactly the matching events on deep pages, in broadcasts and for frequent values', async ({
  call,
  tenant,
}) => {
  const transactions = ['broadcast', 'broadcast', 'other'];
  const events = await seed(tenant, 6_000, transactions);
  await fc.assert(
    fc.asyncProperty(queries(transactions, events), fc.nat(60), fc.constantFrom(40, 50), (query, page, limit) =>
      agree(call, events, query, page, limit),
    ),
    { numRuns: 200 },
  );
  await agree(call, events, {}, 110, 50);
  await agree(call, events, {}, 119, 50);
  await agree(call, events, {}, 120, 50);
});
