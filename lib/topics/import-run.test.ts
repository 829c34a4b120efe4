import { expect, test } from 'vitest';
import { subscribeBatch } from './import-run.ts';
import type { SubscriptionResults } from './schema.ts';

const rows = Array.from({ length: 250 }, (_, n) => ({ line: n + 2, body: { subscriberId: `s${n}` } }));

/** A service in which every tenth subscriber is subscribed, and `s5` does not exist. */
function service() {
  const calls: { ids: readonly string[]; dryRun: boolean }[] = [];
  const send = async (ids: readonly string[], dryRun: boolean) => {
    calls.push({ ids, dryRun });
    const existing = ids.filter((id) => Number(id.slice(1)) % 10 === 0);
    const data = existing.map((subscriberId) => ({ subscriber: { subscriberId } }));
    const errors = ids.filter((id) => id === 's5').map((subscriberId) => ({ subscriberId, message: 'Not found' }));
    return { data, errors } as unknown as SubscriptionResults;
  };
  return { calls, send };
}

test('a check saves nothing, and counts new and existing subscriptions and unknown subscribers', async () => {
  const { calls, send } = service();
  const { created, updated, failed } = await subscribeBatch(rows, true, send);
  expect([created.length, updated.length, failed]).toEqual([224, 25, [{ index: 5, message: 'Not found' }]]);
  expect(calls.map(({ ids, dryRun }) => [ids.length, dryRun])).toEqual([
    [100, true],
    [100, true],
    [50, true],
  ]);
});

test('an import sends the new subscriptions only', async () => {
  const { calls, send } = service();
  const { created, updated, failed } = await subscribeBatch(rows.slice(0, 20), false, send);
  expect([created.length, updated.length, failed.length]).toEqual([17, 2, 1]);
  const [, saved] = calls;
  expect(saved?.dryRun).toBe(false);
  expect(saved?.ids).toHaveLength(17);
  for (const id of ['s0', 's5', 's10']) expect(saved?.ids).not.toContain(id);
});

test('an import of existing subscriptions only saves nothing', async () => {
  const { calls, send } = service();
  const existing = rows.filter((_, index) => index % 10 === 0);
  expect(await subscribeBatch(existing, false, send)).toMatchObject({ created: [], failed: [] });
  expect(calls.map(({ dryRun }) => dryRun)).toEqual([true]);
});
