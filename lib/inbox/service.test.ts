import { describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { json, pool, prisma } from '#lib/postgres/db.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import { saveSubscribers } from '#lib/subscribers/changes.ts';
import { sampleEnvironment, sampleIntegrations } from '#testing/engine.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { endSnoozes } from './end-snoozes.ts';
import { inboxPartsOf } from './parts.ts';
import { InboxParts, ListInboxQuery } from './schema.ts';
import { changeAction, changeAll, changeOne, countInbox, deleteOne, listInbox } from './service.ts';
import { snooze, unsnooze } from './snooze.ts';
import { inboxOf } from './wire.ts';

ownScratchDatabase();

const button = (label: string) => ({ label, redirect: { url: 'https://example.com/' } });

interface Inbox {
  /** Acts as a person, so that changes are audited. */
  ctx: Ctx;
  ids: string[];
}

/** Creates an inbox of `jane` with this many messages. */
async function inboxWith(count: number): Promise<Inbox> {
  const sample = await sampleEnvironment();
  const actor = { type: 'user', userId: newId(), email: 'a@example.com', role: 'owner' } as never;
  const ctx: Ctx = { ...sample.ctx, actor };
  const { environmentId } = ctx;
  await saveSubscribers(ctx, { subscribers: [{ subscriberId: 'jane' }] } as never);
  const { id: subscriberId } = await prisma().subscriber.findFirstOrThrow({ where: { environmentId } });
  const at = new Date();
  const rows = Array.from({ length: count }, () => ({
    environmentId,
    id: newId(at),
    notificationId: newId(at),
    subscriberId,
    transactionId: 't',
    channel: 'in_app',
    status: 'sent',
    inbox: json({ primaryAction: button('Yes'), secondaryAction: button('No') }),
    createdAt: at,
    updatedAt: at,
  }));
  await prisma().message.createMany({ data: rows });
  return { ctx, ids: rows.map(({ id }) => id) };
}

const oneOf = ({ ids }: Inbox) => ({ subscriberId: 'jane', notificationId: ids[0] ?? '', contextKeys: undefined });

/**
 * Makes changes at the same time. All begin while the message is locked, so each reads the message before any is
 * written.
 */
async function inParallel(inbox: Inbox, changes: readonly (() => Promise<unknown>)[]) {
  const holder = await pool().connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM messages WHERE environment_id = $1 FOR UPDATE', [inbox.ctx.environmentId]);
    const begun = Promise.allSettled(changes.map((change) => change()));
    await untilWaiting(changes.length);
    await holder.query('COMMIT');
    return await begun;
  } finally {
    holder.release();
  }
}

const stored = ({ ctx, ids }: Inbox) =>
  prisma().message.findFirst({ where: { environmentId: ctx.environmentId, id: ids[0] ?? '' } });

describe('neither of two simultaneous changes is lost', () => {
  const complete = (inbox: Inbox, actionType: 'primary' | 'secondary', isCompleted = true) =>
    changeAction(inbox.ctx, { ...oneOf(inbox), actionType }, isCompleted);

  test('both buttons are completed', async () => {
    const inbox = await inboxWith(1);
    await inParallel(inbox, [() => complete(inbox, 'primary'), () => complete(inbox, 'secondary')]);
    const { primaryAction, secondaryAction } = inboxOf((await stored(inbox)) as never);
    expect([primaryAction, secondaryAction]).toMatchObject([{ isCompleted: true }, { isCompleted: true }]);
  });

  test('one button is completed while the other is reverted', async () => {
    const inbox = await inboxWith(1);
    await complete(inbox, 'secondary');
    await inParallel(inbox, [() => complete(inbox, 'primary'), () => complete(inbox, 'secondary', false)]);
    const { primaryAction, secondaryAction } = inboxOf((await stored(inbox)) as never);
    expect([primaryAction, secondaryAction]).toMatchObject([{ isCompleted: true }, { isCompleted: false }]);
  });

  test('a snooze that is ended twice delivers once', async () => {
    const inbox = await inboxWith(1);
    await snooze(inbox.ctx, oneOf(inbox), new Date(Date.now() + 3_600_000));
    const end = () => unsnooze(inbox.ctx, oneOf(inbox));
    await inParallel(inbox, [end, end]);
    expect((await stored(inbox))?.deliveredAt).toHaveLength(1);
  });

  test('two changes of all messages count each once in the audit log', async () => {
    const inbox = await inboxWith(5);
    const read = () => changeAll(inbox.ctx, 'jane', 'read', {});
    await inParallel(inbox, [read, read]);
    const entries = await prisma().auditEntry.findMany({ where: { action: 'messages.readAll' } });
    expect(entries.map(({ after }) => (after as { messages: number }).messages).sort()).toEqual([0, 5]);
  });

  test('the later of two deletions does not find the message', async () => {
    const inbox = await inboxWith(1);
    const remove = () => deleteOne(inbox.ctx, oneOf(inbox));
    const ends = await inParallel(inbox, [remove, remove]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'not_found' } });
  });
});

test.each(['read', 'seen', 'archive', 'delete'] as const)(
  'no message changes if “%s” of all cannot be audited',
  async (operation) => {
    const inbox = await inboxWith(3);
    const before = await stored(inbox);
    // PostgreSQL stores no NUL in a text.
    const unaudited = { ...inbox.ctx, address: '\0' };
    await expect(changeAll(unaudited, 'jane', operation, {})).rejects.toThrow();
    expect(await stored(inbox)).toEqual(before);
  },
);

test('the run of a deleted message keeps who deleted it, and whether it was seen and read', async () => {
  const inbox = await inboxWith(3);
  const { environmentId } = inbox.ctx;
  await prisma().message.updateMany({ where: { environmentId }, data: { jobId: newId() } });
  const { readAt } = await changeOne(inbox.ctx, oneOf(inbox), 'read');
  const jane = { type: 'subscriber', id: 's', subscriberId: 's', externalSubscriberId: 'jane' } as never;
  await deleteOne({ ...inbox.ctx, actor: jane }, oneOf(inbox));
  await changeAll(inbox.ctx, 'jane', 'delete', {});
  const details = await prisma().executionDetail.findMany({ where: { environmentId }, orderBy: { id: 'asc' } });
  const evidence = details.map(({ reason }) => parseReason(reason)?.evidence);
  expect(evidence).toEqual([{ seenAt: expect.any(String), readAt }, ...Array(2).fill({ actor: 'a@example.com' })]);
  expect(details[0]?.detail).toMatch(/^The subscriber deleted the message from the inbox, after it was read/);
});

test('the archive does not change when a message was read', async () => {
  const inbox = await inboxWith(2);
  const { ctx } = inbox;
  const [read = '', unread = ''] = inbox.ids;
  const { readAt } = await changeOne(ctx, oneOf(inbox), 'read');
  for (const change of ['archive', 'unarchive'] as const)
    expect(await changeOne(ctx, oneOf(inbox), change)).toMatchObject({ isRead: true, readAt });
  await changeAll(ctx, 'jane', 'archive', {});
  const { data } = await listInbox(ctx, 'jane', ListInboxQuery.parse({}));
  const readAts = Object.fromEntries(data.map((message) => [message.id, message.readAt]));
  expect(readAts).toEqual({ [read]: readAt, [unread]: expect.any(String) });
  expect(data.every(({ isArchived, isRead }) => isArchived && isRead)).toBe(true);
});

test('more messages than the limit of one statement are changed', async () => {
  const inbox = await inboxWith(2_001);
  await changeAll(inbox.ctx, 'jane', 'archive', {});
  const { environmentId } = inbox.ctx;
  expect(await prisma().message.count({ where: { environmentId, archivedAt: null } })).toBe(0);
  const entry = await prisma().auditEntry.findFirst({ where: { environmentId, action: 'messages.archiveAll' } });
  expect(entry?.after).toEqual({ messages: 2_001 });
});

test('the next visit connects an in-app integration that was created after the first', async () => {
  const { ctx } = await inboxWith(1);
  const visit = async () => {
    await listInbox(ctx, 'jane', ListInboxQuery.parse({}));
    const { environmentId } = ctx;
    return prisma().integration.findMany({ where: { environmentId }, select: { connected: true } });
  };
  expect(await visit()).toEqual([]);
  await sampleIntegrations(ctx, ['in_app']);
  expect(await visit()).toEqual([{ connected: true }]);
});

test('only sent messages are listed, counted and changed in the inbox', async () => {
  const inbox = await inboxWith(4);
  const { ctx, ids } = inbox;
  const { environmentId } = ctx;
  const [sent = '', ...unsent] = ids;
  for (const [n, status] of ['error', 'warning', 'pending'].entries())
    await prisma().message.updateMany({ where: { environmentId, id: unsent[n] ?? '' }, data: { status } });
  const page = await listInbox(ctx, 'jane', ListInboxQuery.parse({}));
  expect(page.data.map(({ id }) => id)).toEqual([sent]);
  expect(await countInbox(ctx, 'jane', {})).toMatchObject([{ count: 1 }]);
  await changeAll(ctx, 'jane', 'read', {});
  const read = await prisma().message.findMany({ where: { environmentId, read: true }, select: { id: true } });
  expect(read).toEqual([{ id: sent }]);
  const one = { subscriberId: 'jane', notificationId: unsent[0] ?? '', contextKeys: undefined };
  await expect(changeOne(ctx, one, 'read')).rejects.toMatchObject({ status: 404 });
});

describe('a change keeps the times that it would lose', () => {
  const partsOf = async (inbox: Inbox) =>
    (await inboxPartsOf(inbox.ctx.environmentId, inbox.ids[0] ?? '', { isWithheld: false })) ?? {};
  const change = (inbox: Inbox, verb: 'read' | 'unread' | 'archive') => changeOne(inbox.ctx, oneOf(inbox), verb);
  const readAt = async (inbox: Inbox) => (await stored(inbox))?.lastReadAt?.toISOString();

  test('of the first reading, when the message is marked as unread', async () => {
    const inbox = await inboxWith(1);
    await change(inbox, 'read');
    const first = await readAt(inbox);
    for (const verb of ['unread', 'read', 'unread'] as const) await change(inbox, verb);
    expect(await partsOf(inbox)).toMatchObject({ firstReadAt: first, unreadAt: expect.any(String) });
    expect(InboxParts.safeParse(await partsOf(inbox)).success).toBe(true);
  });

  test('but an archive that is undone is no reading', async () => {
    const inbox = await inboxWith(1);
    for (const verb of ['archive', 'unread'] as const) await change(inbox, verb);
    expect(await partsOf(inbox)).not.toHaveProperty('firstReadAt');
  });

  test('of a snooze and of the reading before it, when the snooze ends or is undone', async () => {
    const inbox = await inboxWith(1);
    const begin = () => snooze(inbox.ctx, oneOf(inbox), new Date(Date.now() + 3_600_000));
    await change(inbox, 'read');
    const first = await readAt(inbox);
    await begin();
    expect(await partsOf(inbox)).toMatchObject({ snoozedAt: expect.any(String) });
    await unsnooze(inbox.ctx, oneOf(inbox), true);
    expect(await partsOf(inbox)).not.toHaveProperty('snoozedAt');
    await begin();
    await unsnooze(inbox.ctx, oneOf(inbox));
    const [delivered] = (await stored(inbox))?.deliveredAt ?? [];
    const kept = { firstReadAt: first, unreadAt: delivered?.toISOString() };
    expect(await partsOf(inbox)).toMatchObject({ ...kept, snoozedAt: expect.any(String) });
  });

  test('of the reading before a snooze that a worker ends', async () => {
    const inbox = await inboxWith(1);
    await change(inbox, 'read');
    const first = await readAt(inbox);
    const until = new Date(Date.now() + 60_000);
    await snooze(inbox.ctx, oneOf(inbox), until);
    expect(await endSnoozes(new Date(until.getTime() + 1))).toBe(1);
    expect(await partsOf(inbox)).toMatchObject({ firstReadAt: first, unreadAt: until.toISOString() });
    expect(InboxParts.safeParse(await partsOf(inbox)).success).toBe(true);
  });
});
