import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownScratchDatabase } from '#lib/testing/own-database.ts';
import { startVendor, type VendorServer } from '#lib/testing/vendor-server.ts';
import { testSeed } from '#scripts/test-seed.ts';
import { compareRandomCases } from './dry-run.sample.ts';

ownScratchDatabase();

let vendor: VendorServer;

beforeAll(async () => {
  vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
  vendor = await startVendor({ status: 200, body: {} });
});

afterAll(() => vendor.stop());

/** `node bench/dry-run.ts` compares as many as are wanted. */
const CASES = 100;

test('a dry run says what the real run then does', async () => {
  const { cases, differences, reasons } = await compareRandomCases(testSeed(), CASES, vendor.origin);
  expect(differences).toEqual([]);
  expect(cases).toBeGreaterThanOrEqual(CASES);
  // The cases differ from one another, so that equality says something.
  expect(reasons.size).toBeGreaterThan(15);
}, 120_000);
