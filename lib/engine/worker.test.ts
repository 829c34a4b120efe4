import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { pool, prisma } from '#lib/postgres/db.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { enterWorker } from './queue/presence.ts';
import { startWorker } from './worker.ts';

ownScratchDatabase();

const losePresence = () =>
  pool().query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'belfry-worker-presence'`,
  );

test('a worker that loses its connection enters anew, also again and again', async () => {
  const delivery = await startWorker();
  const known = async () => (await prisma().worker.findMany({ orderBy: { id: 'desc' } })).map(({ id }) => id);
  for (const before of [1, 2]) {
    const [newest] = await known();
    await losePresence();
    await expect.poll(async () => (await known())[0], { timeout: 10_000 }).not.toBe(newest);
    expect(before).toBeLessThan(3);
  }
  await delivery.stop();
});

test('one that is stopped while it enters anew leaves nothing that goes on', async () => {
  const delivery = await startWorker();
  await prisma().worker.deleteMany({});
  await losePresence();
  await delivery.stop();
  await sleep(1_500);
  expect(await prisma().worker.count()).toBe(0);
});

test('one of the living workers is the oldest, until it is frozen or has left', async () => {
  const start = Date.now();
  const first = await enterWorker(new Date(start), () => {});
  const second = await enterWorker(new Date(start + 1), () => {});
  const at = async (seconds: number) => {
    const now = new Date(start + seconds * 1_000);
    return [(await first.recover(now)).isOldest, (await second.recover(now)).isOldest];
  };
  expect(await at(1)).toEqual([true, false]);
  expect((await second.recover(new Date(start + 7_000))).isOldest).toBe(true);
  expect(await at(8)).toEqual([true, false]);
  await first.leave();
  expect((await second.recover(new Date(start + 9_000))).isOldest).toBe(true);
  await second.leave();
});

test('a worker is present while its connection answers, and not once it is lost', async () => {
  const worker = await enterWorker(new Date(), () => {});
  expect(worker.isPresent()).toBe(true);
  await worker.confirm();
  expect(worker.isPresent()).toBe(true);
  await losePresence();
  await worker.lost;
  expect(worker.isPresent()).toBe(false);
});

test('a worker that stood still is not present until its connection answers again', async () => {
  const worker = await enterWorker(new Date(), () => {});
  const now = performance.now();
  using clock = vi.spyOn(performance, 'now').mockReturnValue(now + 6_000);
  expect(worker.isPresent()).toBe(false);
  await worker.confirm();
  expect(worker.isPresent()).toBe(true);
  clock.mockRestore();
  await worker.leave();
});
