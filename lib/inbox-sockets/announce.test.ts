import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '#lib/id.ts';
import { announce } from '#lib/postgres/announcements.ts';
import { transaction } from '#lib/postgres/db.ts';
import { listening } from '#testing/heard.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { announceInbox, closeEndedSockets, isInboxFollowed, listenForInboxFollowers } from './announce.ts';
import { INBOX_CHANNEL, INBOX_FOLLOWED_CHANNEL } from './channels.ts';
import { announcedBy } from './gathered-inboxes.ts';

ownScratchDatabase();

// Only `performance.now()`, from which the announcer reads the time.
vi.useFakeTimers({ toFake: ['performance'] });
afterAll(() => void vi.useRealTimers());

let heard: readonly string[];
/** Returns the lines that were announced for an environment so far. */
const linesOf = (environmentId: string) =>
  heard.flatMap(announcedBy).filter((line) => line.environmentId === environmentId);

beforeEach(async () => {
  heard = await listening(INBOX_CHANNEL);
});

const read = { kind: 'read' } as const;

/**
 * Makes an environment followed, as a web process with a socket does every 5 s. A second environment shows when the
 * announcement has arrived.
 */
async function follow(environmentId: string): Promise<void> {
  const last = newId();
  announce(INBOX_FOLLOWED_CHANNEL, `${environmentId},${last}`);
  await expect.poll(() => isInboxFollowed(last)).toBe(true);
}

test('a new process announces everything until it must have heard of every follower', async () => {
  const [environmentId, subscriberId] = [newId(), newId()];
  listenForInboxFollowers();
  announceInbox(environmentId, subscriberId, read);
  await expect.poll(() => linesOf(environmentId)).toMatchObject([{ subscriberId, isRead: true }]);
  // The time begins when the process listens.
  await follow(newId());
  vi.advanceTimersByTime(6_000);
  expect(isInboxFollowed(environmentId)).toBe(false);
});

test('changes of a followed environment are announced after the commit, and of no other one', async () => {
  const [followed, other, subscriberId] = [newId(), newId(), newId()];
  await follow(followed);
  await expect.poll(() => linesOf(followed)).toEqual([{ type: 'gap', environmentId: followed }]);
  const rolledBack = transaction(async () => {
    announceInbox(followed, subscriberId, { kind: 'received', messageId: 'lost' });
    throw new Error('The transaction ends here');
  });
  await expect(rolledBack).rejects.toThrow('ends here');
  await transaction(async () => {
    announceInbox(other, subscriberId, read);
    announceInbox(followed, subscriberId, { kind: 'received', messageId: 'kept' });
  });
  await expect.poll(() => linesOf(followed).length).toBe(2);
  expect(linesOf(followed)[1]).toMatchObject({ messageIds: ['kept'], isRead: false });
  expect(linesOf(other)).toEqual([]);
});

test('a gap is announced when an environment becomes followed, and not while it stays so', async () => {
  const environmentId = newId();
  const gap = { type: 'gap', environmentId };
  await follow(environmentId);
  await expect.poll(() => linesOf(environmentId)).toEqual([gap]);
  vi.advanceTimersByTime(10_000);
  await follow(environmentId);
  vi.advanceTimersByTime(10_000);
  expect(isInboxFollowed(environmentId)).toBe(true);
  vi.advanceTimersByTime(6_000);
  expect(isInboxFollowed(environmentId)).toBe(false);
  await follow(environmentId);
  await expect.poll(() => linesOf(environmentId)).toEqual([gap, gap]);
});

test('changes of the same time share announcements', async () => {
  const environmentId = newId();
  await follow(environmentId);
  await expect.poll(() => linesOf(environmentId).length).toBe(1);
  const subscriberIds = Array.from({ length: 300 }, () => newId());
  for (const subscriberId of subscriberIds) announceInbox(environmentId, subscriberId, read);
  await expect.poll(() => linesOf(environmentId).length).toBe(301);
  expect(heard.filter((payload) => payload.includes(environmentId)).length).toBeLessThan(8);
});

test('ended sessions are announced after the commit', async () => {
  const [environmentId, subscriberId] = [newId(), newId()];
  await follow(environmentId);
  await transaction(async () => closeEndedSockets(environmentId, subscriberId));
  await expect.poll(() => linesOf(environmentId)).toContainEqual({ type: 'ended', environmentId, subscriberId });
});
