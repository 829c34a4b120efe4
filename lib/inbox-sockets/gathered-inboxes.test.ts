import { expect, test } from 'vitest';
import { newId } from '#lib/id.ts';
import { type Announced, announcedBy, endedLine, GatheredInboxes, gapLine } from './gathered-inboxes.ts';

const [environmentId, jane, john] = [newId(), newId(), newId()];

const taken = (gathered: GatheredInboxes): Announced[] => gathered.take().flatMap(announcedBy);

test('changes are gathered by subscriber and survive the way through NOTIFY', () => {
  const gathered = new GatheredInboxes();
  expect(gathered.isEmpty).toBe(true);
  gathered.add(environmentId, jane, { kind: 'received', messageId: 'm1' });
  gathered.add(environmentId, john, { kind: 'seen' });
  gathered.add(environmentId, jane, { kind: 'received', messageId: 'm2' });
  gathered.add(environmentId, jane, { kind: 'received', messageId: 'm1' });
  gathered.add(environmentId, jane, { kind: 'read' });
  const type = 'changes';
  expect(taken(gathered)).toEqual([
    { type, environmentId, subscriberId: jane, messageIds: ['m1', 'm2'], isRead: true, isSeen: false },
    { type, environmentId, subscriberId: john, messageIds: [], isRead: false, isSeen: true },
  ]);
  expect(gathered.isEmpty).toBe(true);
  expect(gathered.take()).toEqual([]);
});

test('one subscriber has at most the 100 newest messages, and the same subscriber of another environment is another', () => {
  const gathered = new GatheredInboxes();
  const ids = Array.from({ length: 120 }, () => newId());
  for (const messageId of ids) gathered.add(environmentId, jane, { kind: 'received', messageId });
  gathered.add(newId(), jane, { kind: 'read' });
  expect(taken(gathered)).toMatchObject([{ messageIds: ids.slice(20) }, { messageIds: [] }]);
});

test('payloads have less than 8,000 bytes, and lose nothing', () => {
  const gathered = new GatheredInboxes();
  const expected = new Map(Array.from({ length: 500 }, () => [newId(), newId()]));
  for (const [subscriberId, messageId] of expected)
    gathered.add(environmentId, subscriberId, { kind: 'received', messageId });
  const payloads = gathered.take();
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
  expect(payloads.length).toBeLessThan(10);
  const heard = payloads.flatMap(announcedBy).flatMap((line) => (line.type === 'changes' ? [line] : []));
  expect(new Map(heard.map(({ subscriberId, messageIds }) => [subscriberId, messageIds[0]]))).toEqual(expected);
});

test('gaps, ended sessions, and lines of other versions', () => {
  const payload = ['later x y', gapLine(environmentId), '', endedLine(environmentId, jane)].join('\n');
  expect(announcedBy(payload)).toEqual([
    { type: 'gap', environmentId },
    { type: 'ended', environmentId, subscriberId: jane },
  ]);
});
