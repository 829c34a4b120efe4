import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { logger } from '#lib/logger.ts';
import { pool, prisma } from '#lib/postgres/db.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { enterWorker } from './queue/presence.ts';
import { startWorker } from './start-worker.ts';
import { Upkeep } from './upkeep/upkeep.ts';

ownScratchDatabase();

const losePresence = () =>
  pool().query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'belfry-worker-presence'`,
  );

test('a worker re-registers each time it loses its connection', async () => {
  const delivery = await startWorker();
  const known = async () => (await prisma().worker.findMany({ orderBy: { id: 'desc' } })).map(({ id }) => id);
  for (const before of [1, 2]) {
    const [newest] = await known();
    await losePresence();
    await expect.poll(async () => (await known())[0]).not.toBe(newest);
    expect(before).toBeLessThan(3);
  }
  await delivery.stop();
});

test('a worker that is stopped while it re-registers leaves nothing running', async () => {
  const delivery = await startWorker();
  await prisma().worker.deleteMany({});
  await losePresence();
  await delivery.stop();
  await sleep(1_500);
  expect(await prisma().worker.count()).toBe(0);
});

test('one living worker is the oldest until it freezes or leaves', async () => {
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

test('only one worker at a time does the maintenance', async () => {
  const [first, second] = [await enterWorker(new Date(), () => {}), await enterWorker(new Date(), () => {})];
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const doneByFirst = first.alone('test', async () => {
    begin();
    await released;
  });
  await begun;
  const never = vi.fn(async () => undefined);
  expect(await second.alone('test', never)).toBe(false);
  expect(never).not.toHaveBeenCalled();
  release();
  expect(await doneByFirst).toBe(true);
  await expect(second.alone('test', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await first.alone('test', never)).toBe(true);
  await Promise.all([first.leave(), second.leave()]);
});

test('maintenance runs at the start, 30 s after a failure, and then every hour', async () => {
  const worker = await enterWorker(new Date(), () => {});
  using warn = vi.spyOn(logger(), 'warn').mockReturnValue(undefined);
  using clock = vi.spyOn(performance, 'now');
  const upkeep = new Upkeep();
  const runs: number[] = [];
  const fails = new Set([0]);
  const presence = {
    ...worker,
    alone: async (name: string) => {
      if (name !== 'upkeep') return true;
      const at = performance.now() / 1000;
      runs.push(at);
      if (fails.has(at)) throw new Error('no');
      return true;
    },
  };
  for (const second of [0, 1, 29, 30, 31, 3_600, 3_629, 3_630, 3_631]) {
    clock.mockReturnValue(second * 1000);
    await upkeep.turn(presence);
  }
  expect(runs).toEqual([0, 30, 3_630]);
  expect(warn).toHaveBeenCalledOnce();
  clock.mockRestore();
  await upkeep.stop(0);
  await worker.leave();
});

test('a worker is present as long as its connection responds', async () => {
  const worker = await enterWorker(new Date(), () => {});
  expect(worker.isPresent()).toBe(true);
  await worker.confirm();
  expect(worker.isPresent()).toBe(true);
  await losePresence();
  await worker.lost;
  expect(worker.isPresent()).toBe(false);
});

test('a frozen worker is not present until its connection responds again', async () => {
  const worker = await enterWorker(new Date(), () => {});
  const now = performance.now();
  using clock = vi.spyOn(performance, 'now').mockReturnValue(now + 6_000);
  expect(worker.isPresent()).toBe(false);
  await worker.confirm();
  expect(worker.isPresent()).toBe(true);
  clock.mockRestore();
  await worker.leave();
});
