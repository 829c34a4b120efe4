/** The tenant of the measurements: an environment with a key, integrations, workflows and subscribers. */
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import type { CreateIntegrationBody } from '#lib/integrations/schema.ts';
import { createIntegration } from '#lib/integrations/service.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { CreateWorkflowBody } from '#lib/workflows/schema.ts';
import { createWorkflow } from '#lib/workflows/service.ts';

/** The number of subscribers: `s-1`, `s-2` and so on. */
export const SUBSCRIBERS = 1_000;

export interface Tenant {
  ctx: Ctx;
  environmentId: string;
  authorization: string;
}

export async function createTenant(database: pg.Pool): Promise<Tenant> {
  const organizationId = newId();
  const environmentId = newId();
  const key = `bf_bench_${randomBytes(24).toString('base64url')}`;
  await prisma().organization.create({ data: { id: organizationId, name: 'Bench' } });
  await prisma().environment.create({
    data: { id: environmentId, organizationId, name: 'Development', slug: 'development', type: 'development' },
  });
  await prisma().notificationGroup.create({ data: { id: newId(), environmentId, name: 'General' } });
  await database.query(
    `INSERT INTO api_keys (id, environment_id, name, hash, hint) VALUES ($1, $2, 'Bench', $3, 'bench')`,
    [newId(), environmentId, createHash('sha256').update(key).digest('hex')],
  );
  await database.query(
    `INSERT INTO subscribers (environment_id, id, subscriber_id, first_name, email, phone, created_at, updated_at)
     SELECT $1, left($2, 12) || lpad(to_hex(i), 12, '0'), 's-' || i, 'Jane', 'jane' || i || '@example.com', '+1555' || lpad(i::text, 7, '0'), now(), now()
     FROM generate_series(1, $3::int) i`,
    [environmentId, newId(), SUBSCRIBERS],
  );
  await database.query('ANALYZE subscribers, workflows');
  const actor = { type: 'apiKey', apiKeyId: newId(), scope: 'all', canPublish: false } as const;
  const ctx: Ctx = { organizationId, environmentId, actor, requestId: 'bench' };
  return { ctx, environmentId, authorization: `ApiKey ${key}` };
}

/** Creates a workflow with these steps. @returns its identifier. */
export async function addWorkflow({ ctx }: Tenant, workflowId: string, steps: readonly object[]): Promise<string> {
  await createWorkflow(ctx, { name: workflowId, workflowId, active: true, steps } as unknown as CreateWorkflowBody);
  return workflowId;
}

export function smsStep(body: string): object {
  return { type: 'sms', name: 'Text', controlValues: { body } };
}

export async function addSmsProvider(
  { ctx }: Tenant,
  baseUrl: string,
  more: Pick<CreateIntegrationBody, 'messagesPerSecond'> = {},
): Promise<void> {
  await createIntegration(ctx, {
    providerId: 'generic-sms',
    channel: 'sms',
    name: 'Loopback',
    active: true,
    credentials: {
      baseUrl,
      apiKeyRequestHeader: 'x-api-key',
      apiKey: 'bench-key',
      idPath: 'data.id',
      datePath: 'data.date',
      from: '+15550000000',
    },
    ...more,
  } as unknown as CreateIntegrationBody);
}

export async function addMailProvider({ ctx }: Tenant, port: number): Promise<void> {
  await createIntegration(ctx, {
    providerId: 'nodemailer',
    channel: 'email',
    name: 'Loopback',
    active: true,
    credentials: {
      host: '127.0.0.1',
      port: String(port),
      from: 'bench@example.com',
      senderName: 'Bench',
      ignoreTls: true,
    },
  } as unknown as CreateIntegrationBody);
}

/** The recipient of a trigger to the topic of `addTopic`. */
export const ALL_SUBSCRIBERS = { type: 'Topic', topicKey: 'all' } as const;

/** Creates a topic `all` with this many new subscribers: `m-1`, `m-2` and so on. */
export async function addTopic(database: pg.Pool, { environmentId }: Tenant, members: number): Promise<void> {
  await database.query(
    `WITH topic AS (INSERT INTO topics (environment_id, id, key, created_at, updated_at) VALUES ($1, 'topic', 'all', now(), now())),
     member AS (
       INSERT INTO subscribers (environment_id, id, subscriber_id, first_name, phone, created_at, updated_at)
       SELECT $1, lpad(to_hex(i), 24, '0'), 'm-' || i, 'Jane', '+1555' || lpad(i::text, 7, '0'), now(), now() FROM generate_series(1, $2::int) i
       RETURNING id)
     INSERT INTO topic_subscriptions (environment_id, id, topic_id, subscriber_id, identifier, created_at, updated_at)
     SELECT $1, id, 'topic', id, 'all:' || id, now(), now() FROM member`,
    [environmentId, members],
  );
  await database.query('VACUUM (ANALYZE) topics, subscribers, topic_subscriptions');
}
