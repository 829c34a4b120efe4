import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { insertMessages } from '#testing/stored-messages.ts';
import { exportMessages } from './export.ts';
import { ExportMessagesQuery } from './export-schema.ts';
import { Message } from './schema.ts';

ownScratchDatabase();

const COUNT = 500;
let ctx: Ctx;

beforeAll(async () => {
  ({ ctx } = await sampleEnvironment());
  await insertMessages(ctx, { count: COUNT, from: Date.now() - 7_200_000, everyMs: 1_000 });
});

async function textOf(query: Record<string, string>): Promise<string> {
  const response = await exportMessages(ctx, ExportMessagesQuery.parse(query));
  // `text` would remove the byte order mark.
  return Buffer.from(await response.arrayBuffer()).toString();
}

const transactions = (ndjson: string) =>
  ndjson
    .trimEnd()
    .split('\n')
    .map((line) => Message.parse(JSON.parse(line)).transactionId);

test('NDJSON has every message once, newest first, in the form of the list', async () => {
  expect(transactions(await textOf({ format: 'ndjson' }))).toEqual(
    Array.from({ length: COUNT }, (_, n) => `txn_${COUNT - n}`),
  );
});

test('CSV has outcome and duration as text, and applies filters and limit', async () => {
  const text = await textOf({ limit: '2' });
  const [head, first, second, end] = text.slice(1).split('\r\n');
  expect(head).toMatch(/^Time,Status,Channel,Subject,Workflow,.*,Seconds after the trigger,Transaction,Run,Message$/);
  expect(first).toContain(
    `,skipped,Email,Subject ${COUNT},,,,,Email skipped: no email address,no_address,a deleted integration,SendGrid,,,txn_${COUNT},`,
  );
  expect([second?.includes('SendGrid'), end]).toEqual([true, '']);
  expect(second).toMatch(/,0\.(?:499|500|501),txn_499,/);
});

test('an export with a search has the messages of the list', async () => {
  expect(transactions(await textOf({ format: 'ndjson', q: 'subject 49' }))).toEqual([
    ...Array.from({ length: 10 }, (_, n) => `txn_${499 - n}`),
    'txn_49',
  ]);
  expect(transactions(await textOf({ format: 'ndjson', templates: 'w', limit: '3' }))).toHaveLength(3);
});
