import { expect, test } from 'vitest';
import { query, transaction } from '#lib/postgres/db.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { storeReply, takeClaim } from './idempotency-store.ts';

ownScratchDatabase();

const claim = { environmentId: 'e', scopeHash: 'a'.repeat(64), bodyHash: 'b' };
const reply = { status: 201, text: '{"key":"shown once"}', headers: { etag: '"1"' } };
const store = (given = claim, answer = reply) => transaction(() => storeReply(given, answer));
const taken = (given = claim) => transaction(() => takeClaim(given));

const age = (interval: string) =>
  query('test-age', 'UPDATE idempotency_records SET created_at = now() - $1::interval', [interval]);

test('a reply is stored encrypted, for its environment and scope, and comes back as it was', async () => {
  expect(await store()).toBe(true);
  expect(await store(claim, { ...reply, text: 'second' }), 'the first one counts').toBe(false);
  expect(await taken()).toEqual({ locked: true, stored: { bodyHash: 'b', reply } });
  expect(await taken({ ...claim, environmentId: 'other' })).toMatchObject({ stored: undefined });
  const [row] = await query<{ body: Buffer }>('test-body', 'SELECT body FROM idempotency_records');
  expect(row?.body.toString()).toMatch(/^v1\.test\./);
  expect(row?.body.toString('latin1')).not.toContain('shown once');
});

test('a reply moved to another scope is unreadable', async () => {
  const moved = { ...claim, scopeHash: 'c'.repeat(64) };
  await query('test-move', 'UPDATE idempotency_records SET scope_hash = $1', [moved.scopeHash]);
  expect(await taken(moved)).toMatchObject({ stored: { reply: undefined } });
  await query('test-move', 'UPDATE idempotency_records SET scope_hash = $1', [claim.scopeHash]);
});

test('after 24 hours there is no replay, and the next reply replaces the old one', async () => {
  await age('23 hours 59 minutes');
  expect(await taken()).toMatchObject({ stored: { reply } });
  expect(await store()).toBe(false);
  await age('24 hours 1 minute');
  expect(await taken()).toEqual({ locked: true, stored: undefined });
  expect(await store({ ...claim, bodyHash: 'new' })).toBe(true);
  expect(await taken()).toMatchObject({ stored: { bodyHash: 'new', reply } });
});

test('a claim that another transaction holds is not locked', async () => {
  const [held, release] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
  const holding = transaction(async () => {
    held.resolve((await takeClaim(claim)).locked);
    await release.promise;
  });
  expect(await held.promise).toBe(true);
  expect((await taken()).locked).toBe(false);
  release.resolve();
  await holding;
  expect((await taken()).locked).toBe(true);
});
