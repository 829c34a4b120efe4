import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { disconnect, execute, transaction } from '#lib/postgres/db.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';
import { findPreviewSubscriber } from './query.ts';
import { saveManySubscribers, saveSubscriber } from './save.ts';
import type { CreateSubscriberBody } from './schema.ts';

let stop: () => Promise<void>;

beforeAll(async () => {
  stop = await startScratchDatabase();
});

afterAll(async () => {
  await disconnect();
  await stop?.();
});

const ctx = (environmentId: string) => ({ environmentId, actor: { type: 'system' } }) as Ctx;
const save = (environmentId: string, body: CreateSubscriberBody) => saveSubscriber(ctx(environmentId), body);
const stored = (environmentId: string) =>
  execute<{ subscriber_id: string; first_name: string | null; email: string | null; version: number; data: unknown }>(
    'SELECT subscriber_id, first_name, email, version, data FROM subscribers WHERE environment_id = $1 ORDER BY subscriber_id',
    [environmentId],
  );

test('200 simultaneous saves in two environments return their own subscribers', async () => {
  const ids = Array.from({ length: 200 }, (_, n) => `user-${String((n * 37) % 200).padStart(3, '0')}`);
  const saveAll = (environmentId: string) =>
    Promise.all(
      ids.map((subscriberId) => save(environmentId, { subscriberId, email: `${subscriberId}@${environmentId}` })),
    );
  const [first, second] = await Promise.all([saveAll('one'), saveAll('two')]);
  expect(first.map((row) => row.subscriber_id)).toEqual(ids);
  expect(second.map((row) => row.email)).toEqual(ids.map((id) => `${id}@two`));
  expect([...first, ...second].every(({ created, version }) => created && version === 0)).toBe(true);
  expect((await saveAll('one')).every(({ created, version }) => !created && version === 1)).toBe(true);
  expect(await stored('two')).toHaveLength(200);
});

test('each of 60 simultaneous writes of one subscriber takes effect', async () => {
  const rows = await Promise.all(
    Array.from({ length: 60 }, (_, n) => save('same', { subscriberId: 'jane', firstName: `Jane ${n}` })),
  );
  expect(rows.map(({ version }) => version).sort((a, b) => a - b)).toEqual(rows.map((_, n) => n));
  expect(rows.filter(({ created }) => created)).toHaveLength(1);
  expect(await stored('same')).toMatchObject([{ version: 59 }]);
});

test('absent fields stay, and null removes', async () => {
  const given: CreateSubscriberBody[] = [
    { subscriberId: 'ann', firstName: 'Ann', email: 'ann@example.com', data: { deep: { text: 'a "b" \\ ü 山' } } },
    { subscriberId: 'bob', firstName: 'Bob', email: 'bob@example.com', data: { list: [1, 2.5, null] } },
  ];
  for (const body of given) await save('fields', body);
  await Promise.all([
    save('fields', { subscriberId: 'ann', email: null }),
    save('fields', { subscriberId: 'bob', data: null }),
    save('fields', { subscriberId: 'bob', firstName: 'Robert' }),
    save('fields', { subscriberId: 'ann' }),
  ]);
  expect(await stored('fields')).toEqual([
    { subscriber_id: 'ann', first_name: 'Ann', email: null, version: 2, data: given[0]?.data },
    { subscriber_id: 'bob', first_name: 'Robert', email: 'bob@example.com', version: 2, data: null },
  ]);
});

test('none of 200 simultaneous writes of different fields undoes another', async () => {
  const people = ['ann', 'bob', 'cat', 'dan'];
  for (const subscriberId of people)
    await save('mixed', { subscriberId, firstName: 'F', email: 'e@example.com', data: { a: 1 } });
  const rounds = Array.from({ length: 25 }, (_, n) => n);
  const ofOne = (subscriberId: string, at: number) =>
    rounds.flatMap((n) => [
      save('mixed', { subscriberId, [at % 2 ? 'firstName' : 'email']: n % 2 ? null : `e${n}@example.com` }),
      transaction(() => save('mixed', { subscriberId, lastName: n % 2 ? `L${n}` : null })),
    ]);
  await Promise.all(people.flatMap(ofOne));
  const found = await stored('mixed');
  expect(found.map(({ version, data }) => [version, data])).toEqual(people.map(() => [50, { a: 1 }]));
  expect(found.map(({ first_name, email }, at) => (at % 2 ? email : first_name))).toEqual([
    'F',
    'e@example.com',
    'F',
    'e@example.com',
  ]);
});

test('simultaneous bodies that clear fields in opposite order do not deadlock', async () => {
  const all = Array.from({ length: 20 }, (_, n) => `user-${n}`);
  const clearing = (order: string[], field: string) =>
    transaction(() =>
      saveManySubscribers(
        ctx('opposite'),
        order.map((subscriberId) => ({ subscriberId, [field]: null })),
      ),
    );
  await saveManySubscribers(
    ctx('opposite'),
    all.map((subscriberId) => ({ subscriberId, firstName: 'F', email: 'e@example.com' })),
  );
  await Promise.all([
    clearing(all, 'email'),
    clearing(all.toReversed(), 'firstName'),
    clearing(all, 'lastName'),
    clearing(all.toReversed(), 'email'),
  ]);
  const found = await stored('opposite');
  expect(found.map(({ first_name, email, version }) => [first_name, email, version])).toEqual(
    all.map(() => [null, null, 4]),
  );
});

test('a restriction begins when the row is locked, not when the write arrived', async () => {
  const support = { environmentId: 'support', actor: { type: 'user', role: 'support' } } as Ctx;
  await save('support', { subscriberId: 'held', email: 'old@example.com' });
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = transaction(async () => {
    await execute("SELECT 1 FROM subscribers WHERE environment_id = 'support' FOR UPDATE");
    locked.resolve();
    await over.promise;
  });
  await locked.promise;
  const waiting = saveSubscriber(support, { subscriberId: 'held', email: 'new@example.com', firstName: 'Held' });
  await untilWaiting(1);
  const [clock] = await execute<{ now: Date }>('SELECT clock_timestamp() AS now');
  over.resolve();
  await held;
  expect(await waiting).toMatchObject({ email: 'new@example.com', first_name: 'Held', version: 1 });
  const restricted = () =>
    execute<{ at: Date | null }>("SELECT email_restricted_at AS at FROM subscribers WHERE environment_id = 'support'");
  const [row] = await restricted();
  expect(Number(row?.at)).toBeGreaterThanOrEqual(Number(clock?.now));
  await saveSubscriber(support, { subscriberId: 'held', email: 'new@example.com', phone: null });
  expect(await restricted()).toEqual([row]);
  await saveSubscriber(support, { subscriberId: 'held', email: null });
  expect(await restricted()).toEqual([{ at: null }]);
});

test('a save within a transaction is rolled back with it', async () => {
  const undone = transaction(async () => {
    await save('undone', { subscriberId: 'ann' });
    expect(await stored('undone')).toHaveLength(1);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await stored('undone')).toEqual([]);
});

test('a subscriber that another transaction locks delays its own statement only', async () => {
  await save('held', { subscriberId: 'held' });
  const locked = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const held = transaction(async () => {
    await execute("SELECT 1 FROM subscribers WHERE environment_id = 'held' FOR UPDATE");
    locked.resolve();
    await over.promise;
  });
  await locked.promise;
  const waiting = save('held', { subscriberId: 'held', firstName: 'Later' });
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => save('held', { subscriberId: `free-${n}`, firstName: 'Free' })),
  );
  over.resolve();
  await held;
  expect((await waiting).first_name).toBe('Later');
});

test('a subscriber that PostgreSQL rejects does not affect others', async () => {
  const names = Array.from({ length: 12 }, (_, n) => (n === 9 ? 'with \u0000' : `Ann ${n}`));
  const outcomes = await Promise.allSettled(
    names.map((firstName, n) => save('refused', { subscriberId: `ann-${n}`, firstName })),
  );
  expect(outcomes.flatMap(({ status }, n) => (status === 'rejected' ? n : []))).toEqual([9]);
  expect(await stored('refused')).toHaveLength(11);
});

test('templates read the stored fields of a subscriber', async () => {
  const fields = {
    ...{
      subscriberId: 'jane',
      firstName: 'Jane',
      lastName: 'Cooper',
      email: 'jane@example.com',
      phone: '+15555550123',
    },
    ...{ avatar: 'https://example.com/jane.png', locale: 'de_DE', timezone: 'Europe/Berlin', data: { plan: 'pro' } },
  };
  const { id } = await save('read', fields);
  const read = { ...fields, isOnline: null, lastOnlineAt: null };
  expect(await findPreviewSubscriber('read', { id, subscriberId: 'another' })).toEqual(read);
  expect(await findPreviewSubscriber('read', { id: undefined, subscriberId: 'jane' })).toEqual(read);
  expect(await findPreviewSubscriber('other', { id, subscriberId: 'jane' })).toBeUndefined();
});
