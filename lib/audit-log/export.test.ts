import { beforeAll, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import * as database from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { exportAudit } from './export.ts';
import * as list from './list.ts';
import { ExportAuditQuery } from './schema.ts';

ownScratchDatabase();

const ENTRIES = 2_300;
let ctx: Ctx;

beforeAll(async () => {
  ({ ctx } = await sampleEnvironment());
  await database.execute(
    `INSERT INTO audit_log (organization_id, environment_id, id, actor_type, actor_id, actor_label, action, resource_type,
       resource_id, resource_label, request_id, before, after, created_at)
     SELECT $1, CASE n % 2 WHEN 0 THEN $2 END, 'aa' || lpad(to_hex(n), 22, '0'), 'user', 'ann', 'ann@shop.example',
       'integrations.update', 'integrations', 'thing', 'Mail ' || n, 'req_' || n, '{"name": "Mail"}', '{"name": "=1+1"}', now()
     FROM generate_series(1, $3::int) n`,
    [ctx.organizationId, ctx.environmentId, ENTRIES],
  );
});

async function linesOf(query: Record<string, string>): Promise<string[]> {
  const response = await exportAudit(ctx, ExportAuditQuery.parse({ resourceType: 'integrations', ...query }));
  // `Response.text` would remove the byte order mark.
  const text = Buffer.from(await response.arrayBuffer()).toString();
  expect(text.charCodeAt(0)).toBe(0xfeff);
  return text.slice(1).trimEnd().split('\r\n');
}

test('CSV has every entry of the filter once, newest first, with old and new values', async () => {
  const [head, ...all] = await linesOf({});
  expect(head).toBe('Time,Who,Kind,What,Environment,Changes,Action,Resource ID,Address,Request,Entry');
  expect(all.map((line) => line.split(',').at(-2))).toEqual(
    Array.from({ length: ENTRIES }, (_, n) => `req_${ENTRIES - n}`),
  );
  expect(all[0]).toContain(',ann@shop.example,user,changed the name of Mail 2300,Development,Name: Mail → =1+1,');
  expect(await linesOf({ limit: '2' })).toHaveLength(3);
  expect(await linesOf({ environmentId: ctx.environmentId })).toHaveLength(ENTRIES / 2 + 1);
  expect(await linesOf({ q: 'Mail 1150' })).toHaveLength(2);
});

test('the export reads no further than its reader, and stops when the reader leaves', async () => {
  const pages = vi.spyOn(list, 'listAudit');
  const response = await exportAudit(ctx, ExportAuditQuery.parse({ resourceType: 'integrations' }));
  const reader = response.body?.getReader();
  await reader?.read();
  await expect.poll(() => pages.mock.calls.length).toBeGreaterThan(0);
  await new Promise((resolve) => setImmediate(resolve));
  // The requested batch and the next batch.
  expect(pages.mock.calls.length).toBeLessThanOrEqual(2);
  await reader?.cancel();
  const before = pages.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(pages.mock.calls.length).toBeLessThanOrEqual(before + 1);
  pages.mockRestore();
});
