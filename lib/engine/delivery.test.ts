import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pool, prisma } from '#lib/db.ts';
import { ownScratchDatabase } from '#lib/testing/own-database.ts';
import { startDelivery } from './delivery.ts';

ownScratchDatabase();

const losePresence = () =>
  pool().query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'belfry-worker-presence'`,
  );

test('a worker that loses its connection enters anew, also again and again', async () => {
  const delivery = await startDelivery();
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
  const delivery = await startDelivery();
  await prisma().worker.deleteMany({});
  await losePresence();
  await delivery.stop();
  await sleep(1_500);
  expect(await prisma().worker.count()).toBe(0);
});
