import { expect, test, vi } from 'vitest';
import { hotPool, prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { saveSubscribers } from './changes.ts';

ownScratchDatabase();

test('many subscribers are saved by one statement, and a second one clears fields, each with its given fields', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  const old = ['ann', 'bob', 'eve'].map((subscriberId) => ({
    subscriberId,
    firstName: 'Old',
    email: 'old@example.com',
  }));
  await saveSubscribers(ctx, { subscribers: old });
  const statements = vi.spyOn(hotPool(), 'query');
  const subscribers = [
    { subscriberId: 'new', firstName: 'New' },
    { subscriberId: 'eve', email: null, data: { plan: 'pro' } },
    { subscriberId: 'bad', email: 'no address' },
    { subscriberId: 'ann', firstName: 'Ann', lastName: 'Early', phone: '+491711234567' },
    { subscriberId: '__proto__', email: 'proto@example.com' },
    { subscriberId: 'bob' },
    { subscriberId: 'ann', lastName: 'Late', phone: null },
  ];
  const { created, updated, failed } = await saveSubscribers(ctx, { subscribers });
  const texts = statements.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text);
  statements.mockRestore();
  expect(texts.filter((text) => /subscribers/.test(text))).toEqual(
    [/INSERT INTO/, /UPDATE/].map((verb) => expect.stringMatching(verb)),
  );
  expect(created).toEqual([{ subscriberId: 'new' }, { subscriberId: '__proto__' }]);
  expect(updated).toEqual([{ subscriberId: 'eve' }, { subscriberId: 'ann' }, { subscriberId: 'bob' }]);
  expect(failed).toMatchObject([{ subscriberId: 'bad' }]);
  const rows = await prisma().subscriber.findMany({ where: { environmentId }, orderBy: { subscriberId: 'asc' } });
  const known = rows.map(({ subscriberId, firstName, lastName, email, phone, data }) => [
    ...[subscriberId, firstName, lastName, email, phone, data],
  ]);
  expect(known).toEqual([
    ['__proto__', null, null, 'proto@example.com', null, null],
    ['ann', 'Ann', 'Late', 'old@example.com', null, null],
    ['bob', 'Old', null, 'old@example.com', null, null],
    ['eve', 'Old', null, null, null, { plan: 'pro' }],
    ['new', 'New', null, null, null, null],
  ]);
});

test('a rejected entry has a plain text for each field', async () => {
  const { ctx } = await sampleEnvironment();
  const subscribers = [
    { firstName: 'without an id' },
    { subscriberId: 5 },
    { subscriberId: 'types', firstName: 5, email: [], data: 'text', locale: true },
    { subscriberId: 'long', firstName: 'x'.repeat(256), email: 'no address' },
    { subscriberId: 'fine' },
  ];
  for (const dryRun of [true, false]) {
    const { failed, created } = await saveSubscribers(ctx, { subscribers }, { dryRun });
    expect(created).toEqual([{ subscriberId: 'fine' }]);
    expect(failed).toEqual([
      { index: 0, message: 'subscriberId: is required' },
      { index: 1, message: 'subscriberId: must be a text' },
      {
        subscriberId: 'types',
        index: 2,
        message: 'firstName: must be a text; email: must be a text; locale: must be a text; data: must be an object',
      },
      {
        subscriberId: 'long',
        index: 3,
        message: 'firstName: must be at most 255 characters; email: must be an email address',
      },
    ]);
  }
});

test('an entry that cannot be saved affects no other, and is named by its position', async () => {
  const { ctx } = await sampleEnvironment();
  const webhook = { providerId: 'slack', credentials: { webhookUrl: 'no address' } };
  const subscribers = [
    { subscriberId: 'a', channels: [] },
    'text',
    null,
    [],
    { firstName: 'Without id' },
    { subscriberId: 'b', phone: 'abc' },
    { subscriberId: 'c', channels: [webhook] },
    { subscriberId: 'd', phone: '+49 (0) 30 12-34 ext. 5', channels: null },
    { subscriberId: 'e', phone: '' },
  ];
  const { created, failed } = await saveSubscribers(ctx, { subscribers });
  expect(created.map(({ subscriberId }) => subscriberId)).toEqual(['a', 'd', 'e']);
  expect(failed.map(({ index, subscriberId, message }) => [index, subscriberId, message])).toEqual([
    [1, undefined, expect.stringMatching(/must be an object/)],
    [2, undefined, expect.stringMatching(/must be an object/)],
    [3, undefined, expect.stringMatching(/must be an object/)],
    [4, undefined, expect.stringMatching(/subscriberId/i)],
    [5, 'b', expect.stringMatching(/phone: must be a phone number/)],
    [6, 'c', expect.stringMatching(/channels: cannot be saved here: use PUT/)],
  ]);
});
