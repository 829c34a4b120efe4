import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#lib/id.ts';
import { countInboxMessages } from '#lib/inbox/query.ts';
import { json, prisma } from '#lib/postgres/db.ts';
import { NO_CEILING } from '#lib/postgres/seek.ts';
import { saveSubscribers } from '#lib/subscribers/changes.ts';
import { SEVERITIES } from '#lib/workflows/severity.ts';
import { type Sample, sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { receivedData } from './events.ts';
import { countSocketInboxes, readSocketMessages } from './query.ts';

ownScratchDatabase();

let sample: Sample;
let environmentId: string;
let subscriberIds: string[];
/** A run of each severity. */
let runs: Record<string, string>;

beforeAll(async () => {
  sample = await sampleEnvironment();
  ({ environmentId } = sample.ctx);
  const subscribers = [
    { subscriberId: 'jane', firstName: 'Jane', avatar: 'https://example.com/jane.png' },
    { subscriberId: 'john' },
  ];
  await saveSubscribers(sample.ctx, { subscribers } as never);
  const rows = await prisma().subscriber.findMany({ where: { environmentId }, orderBy: { subscriberId: 'asc' } });
  subscriberIds = rows.map(({ id }) => id);
  runs = Object.fromEntries(
    await Promise.all(SEVERITIES.map(async (severity, n) => [severity, await runOf(severity, n)])),
  );
});

/** Creates a run of a workflow with this severity. */
async function runOf(severity: string, n: number): Promise<string> {
  const at = new Date();
  const template = {
    name: `Order ${severity}`,
    origin: 'svc-cloud',
    triggers: [{ type: 'event', identifier: `order-${severity}`, variables: [] }],
  };
  await prisma().workflowSnapshot.create({
    data: {
      environmentId,
      id: BigInt(n + 1),
      workflowId: `w-${severity}`,
      severity,
      critical: false,
      channels: ['in_app'],
      tags: ['orders'],
      template: json(template),
    },
  });
  const id = newId(at);
  await prisma().notification.create({
    data: {
      environmentId,
      id,
      subscriberId: subscriberIds[0] ?? '',
      transactionId: 't',
      snapshotId: BigInt(n + 1),
      createdAt: at,
      updatedAt: at,
    } as never,
  });
  return id;
}

type Stored = Partial<Parameters<ReturnType<typeof prisma>['message']['create']>[0]['data']>;

function rowOf(columns: Stored = {}) {
  const at = new Date();
  const subscriberId = subscriberIds[0] ?? '';
  return {
    ...{ environmentId, id: newId(at), notificationId: runs.high ?? '', subscriberId, transactionId: 't' },
    ...{ channel: 'in_app', status: 'sent', deliveredAt: [], createdAt: at, updatedAt: at },
    ...columns,
  } as never;
}

const contexts = [[], ['tenant:acme'], ['tenant:acme', 'team:red'].sort()];
const hour = 3_600_000;

test('the counts of many inboxes are those of the inbox’s own count', async () => {
  const message = fc.record({
    subscriber: fc.nat(1),
    severity: fc.constantFrom(...SEVERITIES),
    contextKeys: fc.constantFrom(...contexts),
    read: fc.boolean(),
    seen: fc.boolean(),
    archivedAt: fc.option(fc.constant(new Date()), { freq: 3 }),
    snoozedUntil: fc.option(fc.constantFrom(new Date(Date.now() - hour), new Date(Date.now() + hour)), { freq: 3 }),
    channel: fc.constantFrom('in_app', 'in_app', 'in_app', 'email'),
    status: fc.constantFrom('sent', 'sent', 'sent', 'error'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 40 }), async (messages) => {
      await prisma().message.deleteMany({ where: { environmentId } });
      const rows = messages.map(({ subscriber, severity, ...columns }) =>
        rowOf({ ...columns, subscriberId: subscriberIds[subscriber] ?? '', notificationId: runs[severity] ?? '' }),
      );
      await prisma().message.createMany({ data: rows });
      const inboxes = subscriberIds.flatMap((subscriberId) =>
        contexts.map((contextKeys) => ({ subscriberId, contextKeys })),
      );
      const counted = await countSocketInboxes(environmentId, inboxes, '');
      expect(counted).toEqual(await Promise.all(inboxes.map(numbersOf)));
    }),
    { numRuns: 30 },
  );
});

async function numbersOf({ subscriberId, contextKeys }: { subscriberId: string; contextKeys: string[] }) {
  const open = { archived: false, snoozed: false, contextKeys };
  const filters = [
    { ...open, read: false },
    { ...open, seen: false },
    ...SEVERITIES.map((severity) => ({ ...open, read: false, severity })),
  ];
  const scope = { environmentId, subscriberId, floor: '', ceiling: NO_CEILING, isOpenOnly: false };
  const [unread, unseen, high, medium, low, none] = await countInboxMessages(scope, filters, 1_000);
  return { unread, unseen, high, medium, low, none };
}

test('a message is read with its recipient and workflow, and converted to the shape that clients expect', async () => {
  const inbox = {
    avatar: 'https://example.com/a.png',
    redirect: { url: 'https://example.com/', target: '_blank' },
    primaryAction: { label: 'Track', redirect: { url: '/track' } },
    secondaryAction: { label: 'Later', isCompleted: true },
    data: { order: 1 },
  };
  const row = rowOf({
    subject: 'Order',
    content: 'It is on its way',
    inbox: json(inbox) as never,
    deliveredAt: [new Date(0)],
  });
  const others = [rowOf({ channel: 'email' }), rowOf({ status: 'error' }), rowOf({ subscriberId: newId() })];
  await prisma().message.createMany({ data: [row, ...others] });
  const ids = [row, ...others].map(({ id }) => id as string);
  const [message, ...more] = await readSocketMessages(environmentId, ids);
  expect(more).toEqual([]);
  expect(await readSocketMessages(newId(), ids), 'of another environment').toEqual([]);
  if (!message) throw new Error('It is missing');
  const { message: shown } = JSON.parse(JSON.stringify(receivedData(message)));
  expect(shown).toEqual({
    _id: ids[0],
    transactionId: 't',
    content: 'It is on its way',
    subject: 'Order',
    avatar: inbox.avatar,
    read: false,
    seen: false,
    archived: false,
    snoozedUntil: null,
    deliveredAt: [new Date(0).toISOString()],
    createdAt: message.createdAt.toISOString(),
    lastReadDate: null,
    firstSeenDate: null,
    archivedAt: null,
    channel: 'in_app',
    subscriber: {
      _id: subscriberIds[0],
      subscriberId: 'jane',
      firstName: 'Jane',
      avatar: 'https://example.com/jane.png',
    },
    cta: {
      data: inbox.redirect,
      action: {
        status: 'done',
        result: { type: 'secondary' },
        buttons: [
          { type: 'primary', content: 'Track', url: '/track' },
          { type: 'secondary', content: 'Later' },
        ],
      },
    },
    tags: ['orders'],
    data: { order: 1 },
    workflow: {
      _id: 'w-high',
      identifier: 'order-high',
      name: 'Order high',
      critical: false,
      tags: ['orders'],
      severity: 'high',
    },
    severity: 'high',
  });
});

test('a message without anything has an empty object as its call to action', async () => {
  const row = rowOf({ notificationId: newId(), subject: null });
  await prisma().message.createMany({ data: [row] });
  const [message] = await readSocketMessages(environmentId, [(row as { id: string }).id]);
  const { message: shown } = receivedData(message as never) as { message: object };
  expect(shown).toMatchObject({ content: '', tags: [], severity: 'none' });
  expect(shown).toHaveProperty('cta', {});
  expect(shown).not.toHaveProperty('workflow');
});
