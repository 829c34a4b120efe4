import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startScratchDatabase } from '#scripts/scratch-database.ts';

process.env.ENCRYPTION_KEYS ??= `k1:${randomBytes(32).toString('base64')}`;
process.env.AUTH_SECRET ??= 'x'.repeat(40);

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startScratchDatabase();
}, 60_000);
afterAll(async () => {
  const { disconnect } = await import('#lib/db.ts');
  await disconnect();
  await stop();
});

test('placeholder: statements parse', async () => {
  const { findReady, claimAlone, recoverWork, renewLeases } = await import('./queue.ts');
  const now = new Date();
  expect(await findReady()).toEqual([]);
  expect(await claimAlone({ workerId: 'w', now, leaseMs: 1000 })).toBeUndefined();
  expect(await recoverWork(['w'], now)).toBe(0);
  await renewLeases(['e'], { workerId: 'w', now, leaseMs: 1 });
});
