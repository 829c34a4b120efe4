import { beforeAll, describe, expect, test } from 'vitest';
import { ListAlertsQuery } from '#lib/alerts/schema.ts';
import { listAlertRules, listAlerts } from '#lib/alerts/service.ts';
import type { Ctx } from '#lib/api/context.ts';
import { listApiKeys } from '#lib/api-keys/service.ts';
import { triggerEvent } from '#lib/events/trigger.ts';
import { newId } from '#lib/id.ts';
import { openCredentials } from '#lib/integrations/credentials.ts';
import { messageOutcome } from '#lib/messages/state.ts';
import { retryStep } from '#lib/notifications/retry/retry-step.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import { getRequest } from '#lib/request-log/read.ts';
import { ListRequestsQuery } from '#lib/request-log/schema.ts';
import { listRequests } from '#lib/request-log/service.ts';
import { openChannelCredentials } from '#lib/subscribers/wire.ts';
import { bootstrapWorkspace } from '#lib/workspaces/bootstrap.ts';
import { sampleWorkLoop } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { JANE } from './people.ts';
import { seedDemoData } from './seed.ts';

ownScratchDatabase();

let environmentId = '';
let ctx: Ctx;
let clock = new Date();

beforeAll(async () => {
  await bootstrapWorkspace();
  await seedDemoData();
  const environment = await prisma().environment.findFirstOrThrow({ where: { isDemo: true } });
  environmentId = environment.id;
  const actor = { type: 'apiKey', apiKeyId: newId(), scope: 'all', canPublish: false } as const;
  ctx = { organizationId: environment.organizationId, environmentId, actor, requestId: 'test' };
  clock = new Date();
}, 120_000);

const workLoop = () => sampleWorkLoop(() => clock);

const counts = () =>
  query<{ snapshots: number; steps: number; windows: number; messages: number }>(
    'demo-test-counts',
    `SELECT (SELECT count(*)::int FROM workflow_snapshots WHERE environment_id = $1) AS snapshots,
       (SELECT count(*)::int FROM job_steps WHERE environment_id = $1) AS steps,
       (SELECT count(*)::int FROM digest_windows WHERE environment_id = $1 AND opener_job_id IS NOT NULL) AS windows,
       (SELECT count(*)::int FROM messages WHERE environment_id = $1) AS messages`,
    [environmentId],
  ).then(([row]) => row);

describe('a loaded demo', () => {
  test('is loaded once', async () => {
    const before = await counts();
    await seedDemoData();
    expect(await counts()).toEqual(before);
  });

  test('counts its runs by their outcome', async () => {
    const { _sum } = await prisma().outcomeCount.aggregate({ where: { environmentId }, _sum: { count: true } });
    expect(_sum.count).toBe(await prisma().notificationOutcome.count({ where: { environmentId } }));
  });

  test('counts failures as in the list of messages', async () => {
    const since = new Date(clock.getTime() - 30 * 86_400_000);
    const where = { environmentId, integrationId: { not: null } };
    const [stored, counted] = await Promise.all([
      prisma().message.findMany({
        where: { ...where, createdAt: { gte: since } },
        select: { status: true, reason: true },
      }),
      prisma().integrationStat.aggregate({
        where: { environmentId, minute: { gte: since } },
        _sum: { sent: true, failed: true },
      }),
    ]);
    const outcomes = stored.map((message) => messageOutcome(message as never));
    const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
    expect(count('failed')).toBeGreaterThan(10);
    expect(counted._sum).toEqual({ sent: count('sent'), failed: count('failed') });
  });

  test('leaves the other environments empty', async () => {
    const environments = await prisma().environment.findMany({ orderBy: { position: 'asc' } });
    expect(environments.map(({ name, isDemo }) => [name, isDemo])).toEqual([
      ['Development', false],
      ['Production', false],
      ['Demo', true],
    ]);
    const where = { environmentId: { in: environments.filter(({ isDemo }) => !isDemo).map(({ id }) => id) } };
    const counts = await Promise.all([
      prisma().workflow.count({ where }),
      prisma().integration.count({ where }),
      prisma().subscriber.count({ where }),
      prisma().notification.count({ where }),
      prisma().auditEntry.count({ where }),
    ]);
    expect(counts).toEqual([0, 0, 0, 0, 0]);
  });

  test('has no activity of the owner, who installed Belfry just now', async () => {
    const { userId, createdAt, user } = await prisma().member.findFirstOrThrow({ include: { user: true } });
    for (const date of [createdAt, user.createdAt]) expect(Date.now() - date.getTime()).toBeLessThan(600_000);
    expect(await prisma().auditEntry.count({ where: { actorId: userId } })).toBe(0);
    const texts = await query<{ found: boolean }>(
      'demo-test-owner',
      `SELECT EXISTS (SELECT FROM workflow_versions v WHERE v.environment_id = $1 AND v::text LIKE '%' || $2 || '%')
         OR EXISTS (SELECT FROM jobs j WHERE j.environment_id = $1 AND j::text LIKE '%' || $2 || '%')
         OR EXISTS (SELECT FROM execution_details d WHERE d.environment_id = $1 AND d::text LIKE '%' || $2 || '%') AS found`,
      [environmentId, userId],
    );
    expect(texts).toEqual([{ found: false }]);
  });

  test('was created by a person and a key that are older than all other rows', async () => {
    const [person, key, subscriber] = await Promise.all([
      prisma().user.findFirstOrThrow({ where: { email: 'robin@fennelandoak.example' } }),
      prisma().apiKey.findFirstOrThrow({ where: { environmentId } }),
      prisma().subscriber.findFirstOrThrow({ where: { environmentId }, orderBy: { createdAt: 'asc' } }),
    ]);
    const audited = await prisma().auditEntry.findFirstOrThrow({ orderBy: { createdAt: 'asc' } });
    for (const { createdAt } of [person, key]) {
      expect(createdAt <= subscriber.createdAt && createdAt <= audited.createdAt).toBe(true);
    }
  });

  test('has calls of two keys that lead to its runs, of which three failed, and an alert that ended', async () => {
    const keys = await listApiKeys(ctx);
    expect(keys.map(({ name, scope, createdByName }) => [name, scope, createdByName]).sort()).toEqual([
      ['Reports', 'read', 'Robin Oakes'],
      ['Shop', 'all', 'Robin Oakes'],
    ]);
    for (const { lastUsedAt } of keys) expect(lastUsedAt).toBeDefined();
    const calls = await listRequests(ctx, ListRequestsQuery.parse({ limit: '100' }));
    expect(calls.data).toHaveLength(60);
    expect(
      calls.data
        .map(({ status }) => status)
        .filter((status) => status >= 400)
        .sort(),
    ).toEqual([404, 422, 422]);
    expect(new Set(calls.data.map(({ apiKey }) => apiKey?.name))).toEqual(new Set(['Shop', 'Reports']));
    const triggers = calls.data.filter(({ status }) => status === 201);
    for (const { _id } of triggers.slice(0, 5)) {
      const [transactionId = ''] = (await getRequest(ctx, _id)).transactionIds;
      expect(await prisma().notification.count({ where: { environmentId, transactionId } })).toBeGreaterThan(0);
    }
    expect(calls.data.every(({ createdAt }) => Date.parse(createdAt) <= clock.getTime())).toBe(true);
    expect(await listAlertRules(ctx)).toMatchObject([{ name: 'Postmark fails', active: false }]);
    const alerts = await listAlerts(ctx, ListAlertsQuery.parse({}));
    expect(alerts.data).toMatchObject([
      {
        endCause: 'resolved',
        words: expect.stringContaining('Postmark'),
        notices: [{ sandboxed: true }, { sandboxed: true }],
      },
    ]);
  });

  test('has secrets encrypted with the keys of this installation', async () => {
    const integrations = await prisma().integration.findMany({ where: { environmentId } });
    const postmark = integrations.find(({ identifier }) => identifier === 'postmark-orders');
    expect(JSON.stringify(integrations)).not.toContain('5c1d7e0a-demo');
    const owner = { environmentId, integrationId: postmark?.id ?? '' };
    const opened = openCredentials(postmark?.credentials as Record<string, unknown>, owner);
    expect(opened).toMatchObject({ apiKey: '5c1d7e0a-demo-4e1b-9f63-2b7a90c4d8e1' });
    const channels = await prisma().subscriberChannel.findMany({ where: { environmentId, providerId: 'slack' } });
    for (const { id, credentials } of channels) {
      expect(JSON.stringify(credentials)).not.toContain('https://');
      expect(openChannelCredentials(credentials as never, environmentId, id).credentials).toHaveProperty('webhookUrl');
    }
  });

  test('has the workflow and step IDs that a new trigger uses', async () => {
    const before = await counts();
    // Whether a workflow sent a message since its last save depends on the time of day.
    const workflows = await query<{ identifier: string }>(
      'demo-test-triggered',
      `SELECT w.identifier FROM workflows w WHERE w.environment_id = $1 AND w.active AND w.deleted_at IS NULL AND EXISTS (
         SELECT FROM workflow_snapshots s JOIN notifications n ON n.environment_id = $1 AND n.snapshot_id = s.id
         WHERE s.environment_id = $1 AND s.workflow_id = w.id AND n.workflow_version = w.version)`,
      [environmentId],
    );
    expect(workflows.length).toBeGreaterThanOrEqual(8);
    for (const { identifier } of workflows) {
      const body = { name: identifier, to: JANE, payload: {} };
      await triggerEvent(ctx, body as never).catch(() => undefined);
    }
    const after = await counts();
    expect({ snapshots: after?.snapshots, steps: after?.steps }).toEqual({
      snapshots: before?.snapshots,
      steps: before?.steps,
    });
  });

  test('retries a failed message with its old ID', async () => {
    const [failed] = await query<{ notification_id: string; job_id: string; id: string }>(
      'demo-test-failed',
      `SELECT m.notification_id, m.job_id, m.id FROM messages m
       JOIN jobs j ON j.environment_id = m.environment_id AND j.id = m.job_id
       WHERE m.environment_id = $1 AND m.status = 'error' AND j.status = 'failed' AND m.channel = 'email' ORDER BY m.id DESC LIMIT 1`,
      [environmentId],
    );
    if (!failed) throw new Error('No email of the demo failed');
    const before = await counts();
    await retryStep(ctx, { notificationId: failed.notification_id, jobId: failed.job_id });
    clock = new Date(Date.now() + 1);
    await workLoop().drain();
    const own = await prisma().message.findMany({ where: { environmentId, jobId: failed.job_id, id: failed.id } });
    expect(own).toHaveLength(1);
    expect((await counts())?.messages).toBeGreaterThanOrEqual(before?.messages ?? 0);
    const all = await prisma().message.count({ where: { environmentId, jobId: failed.job_id } });
    expect(all).toBe(1);
  });

  test('continues its waiting steps, and closes each digest once', async () => {
    const open = (await counts())?.windows ?? 0;
    expect(open).toBeGreaterThan(0);
    const waiting = await prisma().work.count({ where: { environmentId } });
    const worker = workLoop();
    const end = clock.getTime() + 8 * 86_400_000;
    for (let next = await worker.drain(); next && next.getTime() <= end; next = await worker.drain()) clock = next;
    expect(await prisma().work.count({ where: { environmentId } })).toBeLessThan(waiting / 4);
    expect((await counts())?.windows).toBe(0);
    const lost = await prisma().digestEvent.count({ where: { environmentId } });
    expect(lost).toBe(0);
  }, 120_000);
});
