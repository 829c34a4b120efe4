import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { compareRandomCases } from '#testing/dry-run.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { testSeed } from '#testing/seed.ts';
import { startVendor, type VendorServer } from '#testing/vendor-server.ts';

ownScratchDatabase();

let vendor: VendorServer;

beforeAll(async () => {
  vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
  vendor = await startVendor({ status: 200, body: {} });
});

afterAll(() => vendor.stop());

/** The number of random cases. `node bench/dry-run.ts` compares any number of cases. */
const CASES = 100;

test('a dry run predicts the real run', async () => {
  const { cases, differences, reasons } = await compareRandomCases(testSeed(), CASES, vendor.origin);
  expect(differences).toEqual([]);
  expect(cases).toBeGreaterThanOrEqual(CASES);
  // The cases must reach many reasons, so that the comparison is meaningful.
  expect(reasons.size).toBeGreaterThan(15);
}, 120_000);
