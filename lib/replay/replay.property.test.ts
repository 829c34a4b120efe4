import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { answerOf, replayRandomCases } from '#testing/replay.ts';
import { testSeed } from '#testing/seed.ts';
import { startVendor, type VendorServer } from '#testing/vendor-server.ts';

ownScratchDatabase();

let vendor: VendorServer;

beforeAll(async () => {
  vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
  vendor = await startVendor(answerOf);
});

afterAll(() => vendor.stop());

/** The number of random cases. `node bench/replay.ts` compares any number of cases. */
const CASES = 50;

test('a replay has the result of the real run', async () => {
  const { cases, drafts, differences, reasons } = await replayRandomCases(testSeed(), CASES, vendor.origin);
  expect(differences).toEqual([]);
  expect(cases).toBeGreaterThanOrEqual(CASES);
  // Enough drafts must have been saved and compared with real runs, so that the test is meaningful.
  expect(drafts).toBeGreaterThan(CASES / 5);
  // The cases must reach many reasons, so that the comparison is meaningful. They usually reach 19 to 24 reasons.
  expect(reasons.size).toBeGreaterThan(10);
}, 120_000);
