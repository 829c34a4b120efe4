import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { execute, prisma } from '#lib/postgres/db.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { exportSuppressions } from './export.ts';
import { listSuppressions } from './list.ts';
import { CreateSuppressionBody, ListSuppressionsQuery } from './schema.ts';
import { createSuppression, getSuppression, importSuppressions, removeSuppression } from './service.ts';

ownScratchDatabase();

const MANY = 40_000;

let sample: Sample;
let ctx: Ctx;
/** An environment with many addresses. */
let large: Ctx;

beforeAll(async () => {
  sample = await sampleEnvironment();
  ({ ctx } = sample);
  large = { ...ctx, environmentId: newId() };
  // The complaints are the oldest suppressions, and the only suppressions of their domain.
  await execute(
    `INSERT INTO suppressions (environment_id, channel, address, event, created_at)
     SELECT $1, CASE WHEN n % 2 = 0 THEN 'email' ELSE 'sms' END,
       CASE WHEN n % 2 = 0 THEN 'a' || n || '@' || CASE WHEN n <= 20 THEN 'old' ELSE 'shop' END || '.example' ELSE '+49' || n END,
       CASE WHEN n <= 20 THEN 'complained' ELSE 'bounced' END, '2026-01-01'::timestamptz + n * interval '1 second'
     FROM generate_series(1, ${MANY}) n`,
    [large.environmentId],
  );
  await execute('ANALYZE suppressions');
});

const list = (of: Ctx, query: Record<string, unknown> = {}) =>
  listSuppressions(of, ListSuppressionsQuery.parse({ limit: '7', ...query }));

const added = (address: string, more: object = {}) =>
  createSuppression(ctx, CreateSuppressionBody.parse({ address, ...more }));

/** All pages, forwards and back again. */
async function walk(query: Record<string, unknown>) {
  const pages = [await list(large, query)];
  for (let page = pages[0]; page?.next; pages.push(page)) page = await list(large, { ...query, after: page.next });
  const forwards = pages.map(({ data }) => data.map(({ _id }) => _id));
  const back = [];
  for (let page = pages.at(-1); page?.previous; back.unshift(page.data.map(({ _id }) => _id)))
    page = await list(large, { ...query, before: page.previous });
  return { forwards, back, first: pages[0] };
}

test.each([
  [{ cause: ['complained'] }, 20],
  [{ cause: ['complained'], channel: ['sms'] }, 10],
  [{ cause: ['complained', 'added'], channel: ['email'] }, 10],
  [{ cause: ['added', 'soft_bounced'] }, 0],
  [{ q: '@old.example' }, 10],
  [{ q: '@OLD.example', cause: ['bounced'] }, 0],
  [{ q: 'A39 99' }, 0],
  [{ q: 'A399' }, 55],
  [{ q: '+49 3999' }, 6],
  [{ q: '%' }, 0],
])('pages of %j have all %i matches once, in both directions', async (query, count) => {
  const { forwards, back, first } = await walk(query);
  expect(first?.totalCount).toBe(count);
  expect(new Set(forwards.flat()).size).toBe(count);
  expect(back).toEqual(forwards.slice(0, -1));
});

test('the newest comes first, and a beginning is sorted by address', async () => {
  expect((await list(large)).data.map(({ address }) => address).slice(0, 2)).toEqual([
    'a40000@shop.example',
    '+4939999',
  ]);
  expect((await list(large, { q: 'a3999' })).data.map(({ address }) => address)).toEqual(
    [0, 2, 4, 6, 8].map((digit) => `a3999${digit}@shop.example`),
  );
});

test.each([
  // The count reads an index too, up to 50,000 entries.
  ['all', {}, 2 * MANY],
  ['a channel', { channel: ['sms'] }, MANY],
  ['a cause', { cause: ['complained'] }, 100],
  ['a cause without matches', { cause: ['added'] }, 0],
  ['a domain', { q: '@old.example' }, 100],
  ['a beginning', { q: 'a3999' }, 100],
])('%s is read along an index', async (_, query, rows) => {
  const cost = await planCost(() => list(large, query));
  expect(cost.rows).toBeLessThanOrEqual(rows + 1_000);
  expect([...cost.nodes].filter((node) => node.startsWith('Seq'))).toEqual([]);
});

test('an address is added once, in its listed form', async () => {
  const first = await added('Jane@Bücher.example', { note: ' By phone ' });
  expect(first).toMatchObject({ address: 'jane@xn--bcher-kva.example', cause: 'added', note: 'By phone' });
  expect(await added('jane@bücher.EXAMPLE', { note: 'Again' })).toEqual(first);
  expect(await added('+49 (30) 123-456', { channel: 'sms' })).toMatchObject({ address: '+4930123456' });
  const where = { organizationId: ctx.organizationId, action: 'suppressions.create' };
  expect(await prisma().auditEntry.count({ where })).toBe(2);
});

test.each([
  [{ address: 'jane' }],
  [{ address: '' }],
  [{ address: 'jane@example.com', channel: 'push' }],
  [{ address: 'call me', channel: 'sms' }],
  [{ address: 'jane\u200b@example.com' }],
  [{ address: 'jane@example.com', note: 'x'.repeat(501) }],
])('%j is not an address', (body) => {
  expect(CreateSuppressionBody.safeParse(body).success).toBe(false);
});

test('an import adds valid entries, reports the others, and changes nothing when repeated', async () => {
  const suppressions = [
    { address: 'One@import.example', cause: 'complained', note: 'From SendGrid' },
    { address: 'one@import.example' },
    { address: 'two' },
    { address: 'three@import.example', cause: 'unknown' },
    7,
    { address: '+4915112345678', channel: 'sms' },
  ];
  const failed = [
    { index: 2, message: expect.stringContaining('must be an email address') },
    { index: 3, message: expect.stringContaining('cause') },
    { index: 4, message: expect.any(String) },
  ];
  expect(await importSuppressions(ctx, { suppressions }, { dryRun: true })).toEqual({
    created: 2,
    existing: 0,
    failed,
  });
  expect((await list(ctx, { q: '@import.example' })).data).toEqual([]);
  expect(await importSuppressions(ctx, { suppressions })).toEqual({ created: 2, existing: 0, failed });
  expect(await importSuppressions(ctx, { suppressions })).toEqual({ created: 0, existing: 2, failed });
  expect((await list(ctx, { q: '@import.example' })).data).toMatchObject([
    { address: 'one@import.example', cause: 'complained', note: 'From SendGrid' },
  ]);
});

test('an export is a file that the import reads, and audited', async () => {
  await added('export@files.example', { note: '=1+1' });
  const csv = await (await exportSuppressions(ctx, { q: '@files.example', format: 'csv', limit: 10 })).text();
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    'address,channel,cause,createdAt,words,note,messageId',
    expect.stringMatching(/^export@files\.example,email,added,2[^,]*,,"'=1\+1",$/),
  ]);
  const all = await (await exportSuppressions(large, { format: 'ndjson', limit: 1_200 })).text();
  expect(all.trim().split('\n')).toHaveLength(1_200);
});

test('a removal says what it changes, is audited with its reason, and the next message is sent', async () => {
  await sampleIntegrations(ctx, ['email']);
  const controlValues = { subject: 'Hello', body: 'Hello', editorType: 'html' };
  const workflow = await sampleWorkflow(ctx, [{ type: 'email', name: 'Mail', controlValues }]);
  const to = { subscriberId: 'jane', email: 'Jane@Removed.example' };
  const { _id } = await added('jane@removed.example');
  const outcomes = async () => {
    await trigger(ctx, workflow, to);
    await sample.drain();
    const jobs = await prisma().job.findMany({ where: { environmentId: ctx.environmentId }, orderBy: { id: 'asc' } });
    return jobs.map(({ status }) => status);
  };
  expect([await outcomes(), await outcomes()].at(-1)).toEqual(['skipped', 'skipped']);
  const effect = { subscriberIds: ['jane'], skipped: { count: 2, capped: false, lastAt: expect.any(String) } };
  expect(await getSuppression(ctx, _id)).toMatchObject(effect);
  expect(await list(ctx, { subscriberId: 'jane' })).toMatchObject({ data: [{ _id }], totalCount: 1 });
  expect(await removeSuppression(ctx, _id, { reason: 'Her mailbox works again' })).toMatchObject(effect);
  expect(await outcomes()).toEqual(['skipped', 'skipped', 'completed']);
  await expect(getSuppression(ctx, _id)).rejects.toThrow('Suppressed address not found');
  await expect(removeSuppression(ctx, _id, { reason: 'Again' })).rejects.toThrow('Suppressed address not found');
  const where = { organizationId: ctx.organizationId, action: 'suppressions.remove' };
  expect(await prisma().auditEntry.findMany({ where })).toMatchObject([
    {
      resourceLabel: 'jane@removed.example',
      before: { cause: 'added' },
      after: { reason: 'Her mailbox works again' },
    },
  ]);
});
