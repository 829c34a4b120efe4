import { beforeAll, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import * as database from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { insertRuns } from '#testing/notification-runs.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { exportRuns } from './export.ts';
import { ExportQuery } from './export-schema.ts';
import { RunSummary } from './run-summary.ts';

ownScratchDatabase();

const RUNS = 2_300;
let ctx: Ctx;

beforeAll(async () => {
  ({ ctx } = await sampleEnvironment());
  await insertRuns(ctx, { count: RUNS, from: Date.now() - 7_200_000, everyMs: 1_000 });
});

async function textOf(query: Record<string, string>): Promise<string> {
  const response = await exportRuns(ctx, ExportQuery.parse(query));
  // `text` would remove the byte order mark.
  return Buffer.from(await response.arrayBuffer()).toString();
}

test('NDJSON has every run once, newest first, in the form of the list', async () => {
  const lines = (await textOf({ format: 'ndjson' })).trimEnd().split('\n');
  const runs = lines.map((line) => RunSummary.parse(JSON.parse(line)));
  expect(runs.map(({ transactionId }) => transactionId)).toEqual(
    Array.from({ length: RUNS }, (_, n) => `txn_${RUNS - n}`),
  );
});

test('CSV has the outcome as text, and applies filters and limit', async () => {
  const text = await textOf({ limit: '2' });
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const [head, first, second, end] = text.slice(1).split('\r\n');
  expect(head).toBe('Time,Status,Workflow,Subscriber ID,Name,Email,Outcome,Reason,Severity,Transaction,Run');
  expect(first).toContain(`,skipped,"Order, ""shipped""",,,,SMS skipped: no phone number,no_address,none,txn_${RUNS},`);
  expect([second?.includes(`txn_${RUNS - 1}`), end]).toEqual([true, '']);
  expect((await textOf({ transactionId: 'txn_7' })).split('\r\n')).toHaveLength(3);
});

test('the export reads no further than its reader, and stops when the reader leaves', async () => {
  const response = await exportRuns(ctx, ExportQuery.parse({}));
  const reader = response.body?.getReader();
  const queries = vi.spyOn(database, 'hotQuery');
  await reader?.read();
  await expect.poll(() => queries.mock.calls.length).toBeGreaterThan(0);
  await new Promise((resolve) => setImmediate(resolve));
  // The requested batch and the next batch are read, with two statements each.
  expect(queries.mock.calls.length).toBeLessThanOrEqual(4);
  await reader?.cancel();
  const before = queries.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(queries.mock.calls.length).toBeLessThanOrEqual(before + 2);
  queries.mockRestore();
});
