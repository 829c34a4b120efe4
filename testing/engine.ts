/**
 * For tests: a separate environment, and an engine with the real statements. The test moves the clock, and integrations
 * in sandbox mode accept the messages.
 */

import type { Ctx } from '#lib/api/context.ts';
import type { AttemptTools } from '#lib/engine/attempt/attempt.ts';
import { makeRequest } from '#lib/engine/attempt/make-request.ts';
import { sendTarget } from '#lib/engine/attempt/send.ts';
import type { SendTarget } from '#lib/engine/decision.ts';
import { Fanouts } from '#lib/engine/fanout/fanouts.ts';
import { loadCopyLimits } from '#lib/engine/load/copy-limits.ts';
import { WorkLoop } from '#lib/engine/work-loop.ts';
import { triggerEvent } from '#lib/events/trigger.ts';
import { newId } from '#lib/id.ts';
import { createIntegration } from '#lib/integrations/service.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import { runLinks } from '#lib/recipient-page/run-links.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import { runTracking } from '#lib/tracking/run-tracking.ts';
import { createWorkflow } from '#lib/workflows/service.ts';

export interface Sample {
  ctx: Ctx;
  /** Moves the clock to each next due time until nothing is due before `until`. */
  drain(until?: Date): Promise<void>;
  now(): Date;
  moveTo(at: Date): void;
  /** Starts a work loop with the real clock, which runs until it is stopped. */
  start(): WorkLoop;
}

/** Returns the dependencies of attempts, with the test's clock. */
export function sampleTools(now: () => Date, send: SendTarget = sendTarget): AttemptTools {
  const limits = { maxSpanDays: 180, copyLimits: loadCopyLimits, links: runLinks, tracking: runTracking };
  return { now, render: renderStep, ...limits, send, request: makeRequest, isPresent: () => true };
}

/** Returns a worker's work loop with the test's clock. */
export function sampleWorkLoop(now: () => Date, send: SendTarget = sendTarget, slots = 50): WorkLoop {
  return new WorkLoop({
    workerId: newId(),
    tools: sampleTools(now, send),
    metrics: { countStart: () => {}, countAttempt: () => {}, countRecovered: () => {} },
    slots,
    leaseMs: 30_000,
    pollMs: 10,
  });
}

export async function sampleEnvironment(send: SendTarget = sendTarget, slots = 50): Promise<Sample> {
  const organizationId = newId();
  const environmentId = newId();
  await prisma().organization.create({ data: { id: organizationId, name: 'Sample' } });
  await prisma().environment.create({
    data: { id: environmentId, organizationId, name: 'Development', slug: 'development', type: 'development' },
  });
  await prisma().notificationGroup.create({ data: { id: newId(), environmentId, name: 'General' } });
  const actor = { type: 'apiKey', apiKeyId: newId(), scope: 'all', canPublish: false } as const;
  const clock = { at: new Date() };
  const workLoop = sampleWorkLoop(() => clock.at, send, slots);
  const fanouts = new Fanouts({ now: () => clock.at, pollMs: 10 });
  const drainBoth = async () => {
    const times = [await fanouts.drain(), await workLoop.drain()].flatMap((at) => at?.getTime() ?? []);
    return times.length > 0 ? new Date(Math.min(...times)) : undefined;
  };
  return {
    ctx: { organizationId, environmentId, actor, requestId: 'sample' },
    now: () => clock.at,
    moveTo: (at) => {
      clock.at = at;
    },
    start() {
      const started = sampleWorkLoop(() => new Date(), send, slots);
      started.start();
      return started;
    },
    async drain(until = new Date(clock.at.getTime() + 86_400_000)) {
      clock.at = new Date(Math.max(clock.at.getTime(), Date.now()) + 1);
      for (let next = await drainBoth(); next && next <= until; next = await drainBoth()) clock.at = next;
    },
  };
}

export async function sampleIntegrations(ctx: Ctx, channels: readonly string[]): Promise<void> {
  for (const channel of channels) {
    const providerId = PROVIDERS[channel] ?? '';
    await createIntegration(ctx, {
      providerId,
      channel: channel as 'email',
      name: channel,
      active: true,
      sandbox: true,
      credentials: {},
    } as never);
  }
  const { environmentId } = ctx;
  await prisma().integration.updateMany({ where: { environmentId, channel: 'in_app' }, data: { connected: true } });
}

/** Creates an integration for SMS to the server at `origin`, which responds with a message ID. @returns the integration's ID. */
export async function sampleGateway(ctx: Ctx, origin: string, identifier = 'gateway'): Promise<string> {
  const credentials = {
    baseUrl: `${origin}/sms`,
    apiKeyRequestHeader: 'x-key',
    apiKey: 'key',
    secretKeyRequestHeader: 'x-secret',
    secretKey: 'secret',
    from: 'Belfry',
    idPath: 'message.id',
    datePath: 'message.at',
  };
  const named = { name: identifier, identifier, providerId: 'generic-sms', channel: 'sms' };
  await createIntegration(ctx, { ...named, active: true, sandbox: false, credentials } as never);
  const where = { environmentId: ctx.environmentId, identifier };
  return (await prisma().integration.findFirstOrThrow({ where })).id;
}

const PROVIDERS: Record<string, string> = {
  email: 'sendgrid',
  sms: 'twilio',
  chat: 'slack',
  push: 'fcm',
  in_app: 'svc',
};

export interface SampleStep {
  type: string;
  name: string;
  controlValues: Record<string, unknown>;
}

export async function sampleWorkflow(ctx: Ctx, steps: readonly SampleStep[], more: object = {}): Promise<string> {
  const workflowId = `workflow-${newId()}`;
  await createWorkflow(ctx, { name: 'Sample', workflowId, active: true, steps, ...more } as never);
  return workflowId;
}

export function trigger(ctx: Ctx, workflowId: string, to: unknown, more: object = {}) {
  return triggerEvent(ctx, { name: workflowId, to, ...more } as never);
}

export interface StoredRun {
  id: string;
  outcome: string | null;
  reason: string | null;
  jobs: { type: string; status: string; reason: string | null; attempts: number }[];
  messages: { channel: string; status: string }[];
  details: string[];
  work: number;
}

/** Returns the stored runs of a transaction, ordered by ID. */
export function storedRuns(ctx: Ctx, transactionId: string): Promise<StoredRun[]> {
  return query<StoredRun & Record<string, unknown>>(
    'sample-runs',
    `SELECT n.id, o.outcome, o.reason,
       (SELECT json_agg(json_build_object('type', j.type, 'status', j.status, 'reason', j.reason ->> 'code', 'attempts', j.attempts) ORDER BY j.position)
        FROM jobs j WHERE j.environment_id = $1 AND j.notification_id = n.id) AS jobs,
       coalesce((SELECT json_agg(json_build_object('channel', m.channel, 'status', m.status) ORDER BY m.channel, m.id)
        FROM messages m WHERE m.environment_id = $1 AND m.notification_id = n.id), '[]') AS messages,
       (SELECT array_agg(e.detail ORDER BY e.id) FROM execution_details e
        WHERE e.environment_id = $1 AND e.notification_id = n.id) AS details,
       (SELECT count(*)::int FROM work w WHERE w.environment_id = $1 AND w.notification_id = n.id) AS work
     FROM notifications n LEFT JOIN notification_outcomes o ON o.environment_id = $1 AND o.notification_id = n.id
     WHERE n.environment_id = $1 AND n.transaction_id = $2 ORDER BY n.id`,
    [ctx.environmentId, transactionId],
  );
}
