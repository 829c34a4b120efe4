import { expect, test } from 'vitest';
import { transaction } from '#lib/postgres/db.ts';
import { listening } from '#testing/heard.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { announceWork, WORK_CHANNEL } from './wake.ts';

ownScratchDatabase();

test('workers are notified of new work after the commit, and of much work together', async () => {
  const heard = await listening(WORK_CHANNEL);
  await transaction(async () => announceWork());
  await expect.poll(() => heard).toEqual(['jobs']);
  const undone = new Error('undone');
  const failed = transaction(async () => {
    announceWork();
    throw undone;
  });
  await expect(failed).rejects.toBe(undone);
  for (let n = 0; n < 100; n++) announceWork('fanouts');
  await expect.poll(() => heard.at(-1)).toBe('fanouts');
  expect(heard.filter((what) => what === 'jobs')).toHaveLength(1);
  expect(heard.length).toBeLessThan(5);
});
