import type { ApiRequest } from '#lib/api/api-request.ts';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { detailsOf, sealed } from '#lib/request-log/details.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import { type Random, seededRandom } from './random.ts';

/** The keys of the company's systems. No one knows their texts. */
export interface Callers {
  /** Triggers, and reads and writes subscribers. */
  shopKeyId: string;
  /** Reads only. */
  reportsKeyId: string;
}

interface Call {
  at: Date;
  apiKeyId: string;
  method: string;
  path: string;
  search?: string;
  operation: { operationId: string; tag: string };
  body?: unknown;
  status: number;
  answer: unknown;
}

/** The number of newest triggers that appear as calls. */
const TRIGGERS = 44;

/** Records the calls of the company's systems: the newest triggers of the history, reads, and three failed calls. */
export async function addCalls(environmentId: string, callers: Callers): Promise<void> {
  const random = seededRandom(34);
  const triggers = await newestTriggers(environmentId);
  const calls = [
    ...triggers.map((run) => triggerCall(run, callers)),
    ...triggers.slice(0, 39).flatMap((run, at) => (at % 3 === 0 ? [readCall(run, callers, random)] : [])),
    ...failedCalls(triggers, callers),
  ];
  const rows = calls.map((call) => rowOf(environmentId, call, random));
  await prisma().requestLogEntry.createMany({ data: rows });
  await countCalls(environmentId, rows);
}

type Trigger = Awaited<ReturnType<typeof newestTriggers>>[number];

/** Returns the newest triggers to a single subscriber, newest first. */
async function newestTriggers(environmentId: string) {
  const runs = await prisma().notification.findMany({
    where: { environmentId, payloadId: null },
    orderBy: { id: 'desc' },
    take: TRIGGERS,
    select: { snapshotId: true, subscriberId: true, transactionId: true, payload: true, createdAt: true },
  });
  const [snapshots, subscribers] = await Promise.all([
    prisma().workflowSnapshot.findMany({ where: { environmentId, id: { in: runs.map((run) => run.snapshotId) } } }),
    prisma().subscriber.findMany({ where: { environmentId, id: { in: runs.map((run) => run.subscriberId) } } }),
  ]);
  const names = new Map(snapshots.map(({ id, settings }) => [id, (settings as { identifier?: string }).identifier]));
  const people = new Map(subscribers.map(({ id, subscriberId }) => [id, subscriberId]));
  return runs.flatMap(({ snapshotId, subscriberId, ...run }) => {
    const [name, to] = [names.get(snapshotId), people.get(subscriberId)];
    return name === undefined || to === undefined ? [] : [{ ...run, name, to }];
  });
}

const TRIGGER = {
  method: 'POST',
  path: '/api/v1/events/trigger',
  operation: { operationId: 'triggerEvent', tag: 'Events' },
} as const;

function triggerCall({ name, to, payload, transactionId, createdAt }: Trigger, { shopKeyId }: Callers): Call {
  return {
    ...TRIGGER,
    at: createdAt,
    apiKeyId: shopKeyId,
    body: { name, to, payload },
    status: 201,
    answer: { data: { acknowledged: true, status: 'processed', transactionId } },
  };
}

/** A report reads the messages, or the shop reads a subscriber, some minutes before a trigger. */
function readCall({ to, createdAt }: Trigger, { shopKeyId, reportsKeyId }: Callers, random: Random): Call {
  const at = new Date(createdAt.getTime() - random.int(30, 900) * 1000);
  const read = { at, method: 'GET', status: 200, answer: null };
  if (random.chance(0.4)) {
    const operation = { operationId: 'listMessages', tag: 'Messages' };
    return { ...read, apiKeyId: reportsKeyId, path: '/api/v1/messages', search: 'limit=100&page=0', operation };
  }
  const operation = { operationId: 'getSubscriber', tag: 'Subscribers' };
  return { ...read, apiKeyId: shopKeyId, path: `/api/v2/subscribers/${to}`, operation };
}

/** Three calls with mistakes that developers make: a misspelt workflow, an unknown subscriber, an invalid address. */
function failedCalls(triggers: readonly Trigger[], { shopKeyId: apiKeyId }: Callers): Call[] {
  const [first, second, third] = [triggers[3], triggers[11], triggers[20]];
  if (!first || !second || !third) return [];
  const before = ({ createdAt }: Trigger) => new Date(createdAt.getTime() - 95_000);
  const name = 'order-confirmations';
  return [
    {
      ...TRIGGER,
      at: before(first),
      apiKeyId,
      body: { name, to: first.to, payload: first.payload },
      status: 422,
      answer: {
        message: 'workflow_not_found',
        code: 'unprocessable',
        errors: { name: { messages: ['workflow_not_found', `There is no workflow “${name}” in this environment`] } },
      },
    },
    {
      at: before(second),
      apiKeyId,
      method: 'GET',
      path: `/api/v2/subscribers/${second.to}-old`,
      operation: { operationId: 'getSubscriber', tag: 'Subscribers' },
      status: 404,
      answer: { message: `Subscriber with id: ${second.to}-old is not found`, code: 'not_found' },
    },
    {
      at: before(third),
      apiKeyId,
      method: 'POST',
      path: '/api/v2/subscribers',
      operation: { operationId: 'createSubscriber', tag: 'Subscribers' },
      body: { subscriberId: 'cus_4417', email: 'jane.example.com', firstName: 'Jane' },
      status: 422,
      answer: {
        message: 'Validation Error',
        code: 'unprocessable',
        errors: { email: { messages: ['Must be an email address'] } },
      },
    },
  ];
}

/** Returns a call as a row of the request log, with the details that the log keeps. */
function rowOf(environmentId: string, call: Call, random: Random) {
  const { at, apiKeyId, method, path, search = '', operation, body, status, answer } = call;
  const id = newId(at);
  const sentBody = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const apiRequest: Pick<ApiRequest, 'search' | 'sentBody'> = { search, ...(sentBody && { sentBody }) };
  const details = detailsOf({ operation, apiRequest, status, answer: answer === null ? null : JSON.stringify(answer) });
  return {
    ...{ id, environmentId, apiKeyId, method, path, status },
    operationId: operation.operationId,
    durationMs: random.int(18, 140) / 10,
    requestId: random.uuid(),
    address: '203.0.113.24',
    details: details ? sealed(environmentId, id, details) : null,
    createdAt: at,
  };
}

/** Counts the calls of each key by the hour, and records its last use. */
async function countCalls(environmentId: string, rows: readonly { apiKeyId: string; createdAt: Date }[]) {
  const counts = new Map<string, { apiKeyId: string; hour: Date; calls: number }>();
  const last = new Map<string, Date>();
  for (const { apiKeyId, createdAt } of rows) {
    const hour = new Date(Math.floor(createdAt.getTime() / HOUR_MS) * HOUR_MS);
    const key = `${apiKeyId} ${hour.getTime()}`;
    counts.set(key, { apiKeyId, hour, calls: (counts.get(key)?.calls ?? 0) + 1 });
    if (createdAt > (last.get(apiKeyId) ?? new Date(0))) last.set(apiKeyId, createdAt);
  }
  await prisma().apiKeyCalls.createMany({ data: [...counts.values()].map((count) => ({ ...count, environmentId })) });
  for (const [id, lastUsedAt] of last) await prisma().apiKey.update({ where: { id }, data: { lastUsedAt } });
}
