import { expect, test, vi } from 'vitest';
import { pool, prisma } from '#lib/db.ts';
import { sampleEnvironment } from '#lib/engine/engine.sample.ts';
import { ownScratchDatabase } from '#lib/testing/own-database.ts';
import { saveSubscribers } from './changes.ts';

ownScratchDatabase();

test('many are saved by one statement, each with the fields that were given of it', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  const old = ['ann', 'bob', 'eve'].map((subscriberId) => ({
    subscriberId,
    firstName: 'Old',
    email: 'old@example.com',
  }));
  await saveSubscribers(ctx, { subscribers: old });
  const statements = vi.spyOn(pool(), 'query');
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
  expect(texts.filter((text) => /subscribers/.test(text))).toHaveLength(1);
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
