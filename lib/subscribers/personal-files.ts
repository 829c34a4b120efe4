/** The files of a subscriber’s export. Each reads batches of records, the oldest first. */
import type { Ctx } from '#lib/api/context.ts';
import { decryptIfReadable } from '#lib/crypto.ts';
import { loadPayloads } from '#lib/engine/load/payloads.ts';
import { erasedForms } from '#lib/erasure/address-hash.ts';
import { directWebhookUrlContext } from '#lib/messages/webhook-url.ts';
import { prisma } from '#lib/postgres/db.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import { listedForm } from '#lib/suppressions/address.ts';
import { SUPPRESSED_CHANNELS } from '#lib/suppressions/causes.ts';
import { oldestIds } from './person-rows.ts';
import { findSubscriber } from './query.ts';
import { subscriberJson } from './wire.ts';

export interface Person {
  ctx: Ctx;
  environmentId: string;
  subscriberId: string;
  /** Subscriber.id of the subscriber, and of deleted subscribers with the same subscriberId. */
  ids: string[];
}

interface PersonalFile {
  name: string;
  read: (person: Person) => AsyncGenerator<unknown[], undefined>;
}

/** The number of runs or messages that are read and held in memory at a time. */
const BATCH = 200;

type Column = 'environmentId';
const without = <Row extends object, Key extends keyof Row>(row: Row, ...keys: Key[]): Omit<Row, Key | Column> => {
  const hidden = new Set<PropertyKey>(['environmentId', ...keys]);
  return Object.fromEntries(Object.entries(row).filter(([key]) => !hidden.has(key))) as Omit<Row, Key | Column>;
};

const ofPerson = ({ environmentId, ids }: Person) => ({ environmentId, subscriberId: { in: ids } });

/** Returns a file with few records. */
const small = (name: string, find: (person: Person) => Promise<unknown[]>): PersonalFile => ({
  name,
  async *read(person) {
    yield await find(person);
    return undefined;
  },
});

/** Returns a file with the records of each batch of runs or messages. */
const large = (
  name: string,
  table: 'notifications' | 'messages',
  find: (person: Person, ids: string[]) => Promise<unknown[]>,
): PersonalFile => ({
  name,
  async *read(person) {
    const { environmentId, ids } = person;
    for (let after: string | null = null; ; ) {
      const batch = await oldestIds(table, { environmentId, ids, after, limit: BATCH });
      if (batch.length > 0) yield await find(person, batch);
      if (batch.length < BATCH) return undefined;
      after = batch.at(-1) ?? null;
    }
  },
});

export const PERSONAL_FILES: readonly PersonalFile[] = [
  small('subscriber.json', async ({ ctx, environmentId, subscriberId }) => {
    const row = await findSubscriber(environmentId, subscriberId);
    return row ? [JSON.parse(subscriberJson(ctx, row))] : [];
  }),
  small('deleted-subscribers.json', async ({ environmentId, ids }) => {
    const rows = await prisma().deletedSubscriber.findMany({ where: { environmentId, id: { in: ids } } });
    return rows.map((row) => without(row));
  }),
  small('preferences.json', async (person) => {
    const include = { workflow: { select: { identifier: true, name: true } } };
    const rows = await prisma().preference.findMany({ where: ofPerson(person), include, orderBy: { id: 'asc' } });
    return rows.map((row) => without(row));
  }),
  small('topic-subscriptions.json', async (person) => {
    const include = { topic: { select: { key: true, name: true } } };
    const rows = await prisma().topicSubscription.findMany({
      where: ofPerson(person),
      include,
      orderBy: { id: 'asc' },
    });
    return rows.map((row) => without(row));
  }),
  small('inbox-sessions.json', async (person) => {
    const rows = await prisma().inboxSession.findMany({ where: ofPerson(person), orderBy: { id: 'asc' } });
    return rows.map((row) => without(row, 'tokenHash'));
  }),
  small('contexts.json', contextsOf),
  small('suppressions.json', suppressionsOf),
  small('audit-log.json', async ({ ctx: { organizationId }, environmentId, ids }) => {
    const where = { organizationId, environmentId, resourceId: { in: ids } };
    const rows = await prisma().auditEntry.findMany({ where, orderBy: { id: 'asc' } });
    return rows.map((row) => without(row, 'organizationId', 'address', 'requestId', 'actorId', 'actorLabel'));
  }),
  large('runs.json', 'notifications', runsOf),
  large('execution-details.json', 'notifications', async ({ environmentId }, runIds) => {
    const where = { environmentId, notificationId: { in: runIds } };
    const rows = await prisma().executionDetail.findMany({ where, orderBy: { id: 'asc' } });
    return rows.map((row) => ({ ...without(row), providerId: wireName(row.providerId) }));
  }),
  large('messages.json', 'messages', async ({ environmentId }, messageIds) => {
    const where = { environmentId, id: { in: messageIds } };
    const rows = await prisma().message.findMany({ where, orderBy: { id: 'asc' } });
    return rows.map((row) => ({
      ...without(row),
      providerId: wireName(row.providerId),
      directWebhookUrl:
        row.directWebhookUrl &&
        (decryptIfReadable(row.directWebhookUrl, directWebhookUrlContext(environmentId, row.id)) ?? null),
    }));
  }),
  large('delivery-events.json', 'messages', async ({ environmentId }, messageIds) => {
    const where = { environmentId, messageId: { in: messageIds } };
    const rows = await prisma().deliveryEvent.findMany({ where, orderBy: { id: 'asc' } });
    return rows.map((row) => without(row, 'nextTryAt', 'tries'));
  }),
];

const wireName = (providerId: string | null) => providerId && toWireName(providerId);

/** Returns runs with their steps, topics and outcome, and with the payload, wherever it is stored. */
async function runsOf({ environmentId }: Person, runIds: string[]): Promise<unknown[]> {
  const where = { environmentId, notificationId: { in: runIds } };
  const runs = await prisma().notification.findMany({
    where: { environmentId, id: { in: runIds } },
    orderBy: { id: 'asc' },
  });
  const shared = await loadPayloads(
    environmentId,
    runs.map(({ payloadId }) => payloadId),
  );
  const jobs = Map.groupBy(await prisma().job.findMany({ where, orderBy: { position: 'asc' } }), ofRun);
  const topics = Map.groupBy(await prisma().notificationTopic.findMany({ where }), ofRun);
  const outcomes = Map.groupBy(await prisma().notificationOutcome.findMany({ where }), ofRun);
  return runs.map((run) => {
    const [outcome] = outcomes.get(run.id) ?? [];
    return {
      ...without(run, 'payloadId'),
      ...(run.payloadId !== null && shared.get(run.payloadId)),
      outcome: outcome?.outcome ?? null,
      outcomeReason: outcome?.reason ?? null,
      topicKeys: (topics.get(run.id) ?? []).map(({ topicKey }) => topicKey),
      steps: (jobs.get(run.id) ?? []).map((job) => ({
        ...without(job, 'notificationId', 'subscriberId', 'payloadIds'),
        providerId: wireName(job.providerId),
      })),
    };
  });
}

const ofRun = ({ notificationId }: { notificationId: string }) => notificationId;

/**
 * Returns the data of the contexts that preferences, subscriptions and sessions of the person name. The data of the
 * contexts of runs is stored with the runs.
 */
async function contextsOf(person: Person): Promise<unknown[]> {
  const where = ofPerson(person);
  const select = { contextKeys: true };
  const named = [
    ...(await prisma().preference.findMany({ where, select })),
    ...(await prisma().topicSubscription.findMany({ where, select })),
    ...(await prisma().inboxSession.findMany({ where, select })),
  ].flatMap(({ contextKeys }) => contextKeys);
  const places = [...new Set(named)].map((text) => {
    const end = text.indexOf(':');
    return { type: text.slice(0, end), key: text.slice(end + 1) };
  });
  if (places.length === 0) return [];
  const rows = await prisma().context.findMany({ where: { environmentId: person.environmentId, OR: places } });
  return rows.map((row) => without(row));
}

async function suppressionsOf({ environmentId, ids }: Person): Promise<unknown[]> {
  const where = { environmentId, id: { in: ids } };
  const select = { email: true, phone: true };
  const people = [
    ...(await prisma().subscriber.findMany({ where, select })),
    ...(await prisma().deletedSubscriber.findMany({ where, select })),
  ];
  const places = people.flatMap(({ email, phone }) =>
    SUPPRESSED_CHANNELS.flatMap((channel) => {
      const address = channel === 'email' ? email : phone;
      return address ? [{ channel, address: listedForm(channel, address) }] : [];
    }),
  );
  if (places.length === 0) return [];
  const erased = (await erasedForms(environmentId, places)).map((address) => ({ address }));
  const rows = await prisma().suppression.findMany({ where: { environmentId, OR: [...places, ...erased] } });
  return rows.map((row) => without(row));
}
