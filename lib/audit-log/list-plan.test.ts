import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { execute } from '#lib/postgres/db.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { listAudit } from './list.ts';
import { ListAuditQuery } from './schema.ts';

const ENTRIES = 20_000;
const PAGE = 20;
const ctx = { organizationId: 'one' } as Ctx;

ownScratchDatabase();

/**
 * In one environment, one key changes workflows and another key changes subscribers, so that each key has separate
 * entries. A second organization has the same entries, and one more.
 */
beforeAll(async () => {
  for (const [organization, more] of [
    ['one', 'workflows.update'],
    ['other', 'members.update'],
  ])
    await execute(
      `INSERT INTO audit_log (organization_id, environment_id, id, actor_type, actor_id, actor_label, action, resource_type, resource_id,
         request_id, created_at)
       SELECT $1, 'e1', left($1, 2) || lpad(to_hex(n), 22, '0'), 'apiKey', CASE n % 2 WHEN 0 THEN 'ann' ELSE 'bob' END, 'A key',
         CASE WHEN n % 2 = 0 THEN 'subscribers.update' WHEN n % 3 = 0 THEN $2 ELSE 'workflows.update' END,
         CASE WHEN n % 2 = 0 THEN 'subscribers' WHEN n % 3 = 0 THEN split_part($2, '.', 1) ELSE 'workflows' END,
         'thing-' || n % 5000, 'request', now()
       FROM generate_series(1, $3::int) n`,
      [organization, more, ENTRIES],
    );
  await execute('ANALYZE audit_log');
}, 120_000);

const lists: [filter: object, found: number][] = [
  [{}, PAGE],
  [{ actorId: 'ann' }, PAGE],
  [{ actorId: 'unknown' }, 0],
  [{ action: 'subscribers.update' }, PAGE],
  [{ action: 'members.update' }, 0],
  [{ resourceType: 'members' }, 0],
  [{ resourceId: 'thing-5000' }, 0],
  [{ q: 'ab'.repeat(12) }, 0],
  [{ resourceType: 'members', resourceId: 'thing-7' }, 0],
  [{ environmentId: 'e2' }, 0],
  [{ createdLt: '2026-01-01T00:00:00.000Z' }, 0],
  [{ actorId: 'ann', createdLt: '2026-01-01T00:00:00.000Z', createdGte: '2025-01-01T00:00:00.000Z' }, 0],
  [{ actorId: 'ann', action: 'workflows.update' }, 0],
  [{ actorId: 'bob', resourceType: 'subscribers' }, 0],
  [{ actorId: 'bob', resourceType: 'subscribers', action: 'subscribers.update' }, 0],
  [{ actorId: 'bob', resourceType: 'workflows', action: 'workflows.update' }, PAGE],
];

test.each(lists)('%j: a page reads only its own entries of an index, however large the log', async (filter, found) => {
  const work = () => listAudit(ctx, ListAuditQuery.parse(filter));
  expect((await work()).data).toHaveLength(found);
  const { rows, nodes } = await planCost(work);
  // One resource has few entries, and the list reads all of them.
  expect(rows).toBeLessThanOrEqual('resourceId' in filter ? ENTRIES / 5000 : PAGE + 1);
  expect([...nodes].filter((node) => node !== 'Limit')).toEqual(['Index Scan']);
});

test('a text search reads a limited number of entries, and continues from there', async () => {
  const search = (more: object) => listAudit(ctx, ListAuditQuery.parse({ q: 'absent', ...more }));
  expect((await listAudit(ctx, ListAuditQuery.parse({ q: 'KEY a' }))).data).toHaveLength(PAGE);
  const { data, next } = await search({});
  expect(data).toEqual([]);
  expect(next).not.toBeNull();
  await execute(
    `INSERT INTO audit_log SELECT (jsonb_populate_record(a, jsonb_build_object('id', 'a' || substr(a.id, 2)))).* FROM audit_log a
     WHERE organization_id = 'one'`,
  );
  const { rows } = await planCost(() => search({}));
  expect(rows).toBeLessThanOrEqual(2 * ENTRIES);
});

test('a long log of one key does not hide an empty one of another', async () => {
  await execute(`UPDATE audit_log SET actor_id = 'ann', action = 'workflows.update', resource_type = 'workflows'`);
  await execute('ANALYZE audit_log');
  for (const filter of [{ actorId: 'bob' }, { action: 'members.update' }, { resourceType: 'members' }]) {
    const { rows } = await planCost(() => listAudit(ctx, ListAuditQuery.parse(filter)));
    expect(rows, JSON.stringify(filter)).toBe(0);
  }
});
