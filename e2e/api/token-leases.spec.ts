import { expect, test } from '@playwright/test';
import { TokenLeases } from '#lib/api/token-leases.ts';
import { newId } from '#lib/id.ts';
import { disconnect } from '#lib/postgres/db.ts';

const BULK = 100;
// The rate is so low that no token is added during a test.
const size = { capacity: 110, rate: 0.01 };

test.afterAll(() => disconnect());

test('a rejected bulk call leaves the remaining tokens to single calls, of its own process and of others', async () => {
  const [here, there] = [new TokenLeases(), new TokenLeases()];
  const key = newId();
  expect(await here.take(key, size, BULK)).toMatchObject({ allowed: true, remaining: 10 });
  const assertError = await here.take(key, size, BULK);
  expect(assertError).toMatchObject({ allowed: false, remaining: 10 });
  expect(Math.round(assertError.waitSeconds * size.rate)).toBe(BULK - 10);
  for (let left = 9; left >= 5; left--)
    expect(await here.take(key, size, 1)).toMatchObject({ allowed: true, remaining: left });
  expect(await there.take(key, size, BULK)).toMatchObject({ allowed: false, remaining: 5 });
  for (let left = 4; left >= 0; left--)
    expect(await there.take(key, size, 1)).toMatchObject({ allowed: true, remaining: left });
  for (const leases of [here, there]) {
    const empty = await leases.take(key, size, 1);
    expect(empty).toMatchObject({ allowed: false, remaining: 0 });
    expect(Math.round(empty.waitSeconds * size.rate)).toBe(1);
  }
});

test('single and bulk calls at once never get more than the bucket holds', async () => {
  const processes = [new TokenLeases(), new TokenLeases(), new TokenLeases()];
  const key = newId();
  const costs = Array.from({ length: 60 }, (_, index) => (index % 20 === 10 ? 50 : 1));
  const takes = await Promise.all(
    processes.flatMap((leases) => costs.map(async (cost) => ((await leases.take(key, size, cost)).allowed ? cost : 0))),
  );
  let taken = takes.reduce<number>((sum, cost) => sum + cost, 0);
  for (const leases of processes) while ((await leases.take(key, size, 1)).allowed) taken += 1;
  expect(taken).toBe(size.capacity);
});

test('tokens flow back at the rate', async () => {
  const leases = new TokenLeases();
  // The bucket takes 5 s to fill, and half a second to add two tokens.
  const fast = { capacity: 20, rate: 4 };
  const key = newId();
  expect(await leases.take(key, fast, 20)).toMatchObject({ allowed: true });
  expect(await leases.take(key, fast, 20)).toMatchObject({ allowed: false });
  await expect.poll(async () => (await leases.take(key, fast, 2)).allowed).toBe(true);
});
