/**
 * For tests: random environments with workflows and cases, and runs in a form that can be compared. Each case has a
 * separate subscriber. The engine runs the cases with its real statements and sandbox providers.
 */
import fc from 'fast-check';
import type { Ctx } from '#lib/api/context.ts';
import type { DryRunResult } from '#lib/events/dry-run-schema.ts';
import { newId } from '#lib/id.ts';
import { json, prisma, query } from '#lib/postgres/db.ts';
import { type Sample, sampleWorkflow, trigger } from './engine.ts';

const CHANNELS = ['in_app', 'email', 'sms', 'chat', 'push'] as const;
const FREE = { '==': [{ var: 'payload.plan' }, 'free'] };

const CONTROLS = {
  email: { subject: 'Hello {{ subscriber.firstName }}', body: '<p>{{ payload.code }}</p>', editorType: 'html' },
  sms: { body: 'Code {{ payload.code }} {{ steps.custom.plan }}' },
  chat: { body: 'Hi {{ subscriber.data.nick }}' },
  push: { subject: 'Hi', body: '{{ payload.code }}' },
  in_app: { subject: 'Hi', body: '{{ steps.digest.eventCount }} {{ actor.firstName }}' },
  delay: { type: 'regular', amount: 2, unit: 'hours' },
  digest: { type: 'regular', amount: 2, unit: 'hours' },
  throttle: { type: 'fixed', amount: 2, unit: 'days' },
  custom: { custom: { plan: '{{ payload.plan }}' } },
  http_request: { method: 'POST', url: '{{ payload.origin }}/', body: '{"code":"{{ payload.code }}"}' },
} as const;

type Type = keyof typeof CONTROLS;

interface StepPlan {
  type: Type;
  controls: object;
  skip: boolean;
  /** The value of the subscriber's plan that the step's filter requires. */
  filter: string | undefined;
  stops: boolean;
}

/** Further controls of steps by type. */
export type Variants = Partial<Record<Type, object[]>>;

/** Controls that fail, wait longer or continue immediately, in addition to the usual controls. */
const VARIANTS: Variants = {
  sms: [{ body: '{{ payload.code | no_such_filter }}' }, { body: '' }],
  email: [{ layoutId: null }, { subject: '{{ payload.missing }}' }],
  delay: [
    { amount: 400, unit: 'days' },
    { amount: 3, unit: 'days' },
  ],
  digest: [
    { digestKey: 'payload.plan' },
    { lookBackWindow: { amount: 1, unit: 'hours' } },
    { amount: 400, unit: 'days' },
  ],
  throttle: [{ type: 'dynamic', dynamicKey: 'payload.window' }, { throttleKey: 'payload.plan' }],
  http_request: [{ url: '' }],
};

const types = Object.keys(CONTROLS) as Type[];
const rarely = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const stepPlan = (more: Variants): fc.Arbitrary<StepPlan> =>
  fc.constantFrom(...types, ...CHANNELS, ...(Object.keys(more) as Type[])).chain((type) =>
    fc.record({
      type: fc.constant(type),
      controls: fc.constantFrom({}, {}, {}, ...(VARIANTS[type] ?? []), ...(more[type] ?? [])),
      skip: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
      filter: rarely(fc.constantFrom('free', 'pro')),
      stops: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
    }),
  );

const workflowPlan = (more: Variants) =>
  fc.record({
    steps: fc.array(stepPlan(more), { minLength: 1, maxLength: 5 }),
    critical: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
    off: rarely(fc.constantFrom(...CHANNELS)),
  });

const PHONES = [
  '+15555550123',
  '+15005550001',
  '+15005550002',
  '+15005550003',
  '+15005550004',
  '+15005550007',
  '+15005550008',
];
const EMAILS = ['jane@example.com', 'rejected@sandbox.example', 'auth@sandbox.example', 'flaky@sandbox.example'];

const casePlan = fc.record({
  phone: fc.constantFrom(null, PHONES[0] as string, PHONES[0] as string, ...PHONES),
  email: fc.constantFrom(null, EMAILS[0] as string, EMAILS[0] as string, ...EMAILS),
  tokens: fc.subarray(['living', 'sandbox-gone', 'sandbox-rejected']),
  chat: fc.boolean(),
  /** Whether the subscriber exists before the trigger, which may change it. */
  exists: fc.integer({ min: 0, max: 3 }).map((number) => number > 0),
  given: fc.constantFrom({}, {}, { firstName: 'Joan' }, { phone: null }, { data: { nick: 'J' } }),
  preference: fc.constantFrom(
    undefined,
    undefined,
    'global' as const,
    'workflow' as const,
    'condition' as const,
    'closed' as const,
  ),
  suppressed: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  plan: fc.constantFrom('free', 'pro'),
  window: fc.constantFrom('2020-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z'),
  override: fc.constantFrom(
    {},
    {},
    { sms: { integrationIdentifier: 'gone' } },
    { email: { subject: 'Overridden' } },
    { layoutIdentifier: 'gone' },
  ),
  actor: fc.constantFrom(undefined, { subscriberId: 'actor', firstName: 'Ann' }),
  /** The number of earlier runs of the subscriber. */
  earlier: fc.constantFrom(0, 0, 1, 2),
});

export type CasePlan = typeof casePlan extends fc.Arbitrary<infer Plan> ? Plan : never;

/** Returns random environments with workflows and cases. `more` contains controls in addition to the usual controls. */
export const worldPlan = (more: Variants = {}) =>
  fc.record({
    channels: fc.subarray([...CHANNELS], { minLength: 3 }),
    failover: fc.boolean(),
    workflows: fc.array(workflowPlan(more), { minLength: 5, maxLength: 5 }),
    cases: fc.array(casePlan, { minLength: 25, maxLength: 25 }),
  });

export type WorldPlan = ReturnType<typeof worldPlan> extends fc.Arbitrary<infer Plan> ? Plan : never;

export const CASES_PER_WORLD = 25;

export interface Subject {
  plan: CasePlan;
  subscriberId: string;
  workflowId: string;
  body: object & { name: string };
}

/** @returns the workflow's identifier. */
export async function makeWorkflow(
  ctx: Ctx,
  { steps, critical, off }: WorldPlan['workflows'][number],
): Promise<string> {
  const workflow = { all: { enabled: true, readOnly: critical }, channels: off ? { [off]: { enabled: false } } : {} };
  const identifier = await sampleWorkflow(
    ctx,
    steps.map(({ type, controls, skip }, at) => ({
      type,
      name: `${type} ${at}`,
      stepId: steps.findIndex((each) => each.type === type) === at ? type : `${type}-${at}`,
      controlValues: { ...CONTROLS[type], ...controls, ...(skip && { skip: FREE }) },
    })),
    { preferences: { user: null, workflow } },
  );
  const { environmentId } = ctx;
  const found = await prisma().workflow.findFirst({ where: { environmentId, identifier } });
  for (const [position, { filter, stops }] of steps.entries()) {
    await prisma().workflowStep.updateMany({
      where: { environmentId, workflowId: found?.id ?? '', position },
      data: { shouldStopOnFail: stops, ...(filter !== undefined && { filters: json(filters(filter)) }) },
    });
  }
  return identifier;
}

function filters(value: string) {
  const child = { field: 'plan', value, operator: 'EQUAL', on: 'payload' };
  return [{ isNegated: false, type: 'TEXT', value: 'AND', children: [child] }];
}

export function subjectOf(plan: CasePlan, workflowId: string, origin: string): Subject {
  const subscriberId = `case-${newId()}`;
  const { phone, email, given, actor, override } = plan;
  const fields = plan.exists ? given : { firstName: 'Jane', phone, email, ...given };
  const payload = { code: '4711', plan: plan.plan, window: plan.window, origin };
  const body = {
    name: workflowId,
    to: { subscriberId, ...fields },
    payload,
    overrides: override,
    ...(actor && { actor }),
  };
  return { plan, subscriberId, workflowId, body };
}

/** Creates the subscriber, its addresses and preferences, and its earlier runs. */
export async function arrange({ ctx }: Sample, { plan, subscriberId, workflowId, body }: Subject): Promise<void> {
  const { environmentId } = ctx;
  const at = new Date();
  const id = newId(at);
  if (plan.suppressed && plan.email) {
    const suppression = { environmentId, channel: 'email', address: plan.email, event: 'bounced', createdAt: at };
    await prisma().suppression.createMany({ data: [suppression], skipDuplicates: true });
  }
  if (!plan.exists) return;
  const { phone, email } = plan;
  const stamps = { createdAt: at, updatedAt: at };
  await prisma().subscriber.create({
    data: { id, environmentId, subscriberId, firstName: 'Jane', phone, email, data: json({ nick: 'Jay' }), ...stamps },
  });
  if (plan.chat) await connect(ctx, id, 'chat', { channel: 'sandbox-team' }, []);
  if (plan.tokens.length > 0) await connect(ctx, id, 'push', {}, plan.tokens);
  await prefer(ctx, { id, workflowId, wanted: plan.preference });
  for (let earlier = 0; earlier < plan.earlier; earlier++) {
    const { name, ...more } = body as { name: string; to?: unknown };
    await trigger(ctx, name, subscriberId, { ...more, to: subscriberId });
  }
}

async function connect(
  { environmentId }: Ctx,
  subscriberId: string,
  channel: string,
  credentials: object,
  tokens: string[],
) {
  const integration = await prisma().integration.findFirst({ where: { environmentId, channel } });
  if (!integration) return;
  const at = new Date();
  const id = newId(at);
  const { id: integrationId, providerId } = integration;
  const stored = { deviceTokens: tokens, hasDeviceTokens: true, createdAt: at, updatedAt: at };
  await prisma().subscriberChannel.create({
    data: { id, environmentId, subscriberId, integrationId, providerId, credentials: json(credentials), ...stored },
  });
}

interface Preferring {
  id: string;
  /** The workflow's identifier. */
  workflowId: string;
  wanted: CasePlan['preference'];
}

/** Stores preferences directly, because the API rejects some of them for critical workflows. */
async function prefer({ environmentId }: Ctx, { id, workflowId, wanted }: Preferring): Promise<void> {
  if (wanted === undefined) return;
  const workflow = await prisma().workflow.findFirst({ where: { environmentId, identifier: workflowId } });
  const stamps = { createdAt: new Date(), updatedAt: new Date() };
  const wishes = {
    global: { channels: json({ sms: false }) },
    workflow: { channels: json({ email: false }), workflowId: workflow?.id ?? null },
    closed: { schedule: json({ isEnabled: true, weeklySchedule: {} }) },
    condition: { condition: json({ '==': [{ var: 'payload.plan' }, 'pro'] }) },
  } as const;
  await prisma().preference.create({
    data: { id: newId(), environmentId, subscriberId: id, contextKeys: [], ...wishes[wanted], ...stamps },
  });
}

/** Returns the subscribers with an unfinished run. Runs that only wait for the end of their digest are excluded. */
export async function underWay({ environmentId }: Ctx): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    'dry-run-under-way',
    `SELECT DISTINCT s.subscriber_id AS id FROM work w JOIN jobs j ON j.environment_id = $1 AND j.notification_id = w.notification_id AND j.id = w.job_id
     JOIN subscribers s ON s.environment_id = $1 AND s.id = j.subscriber_id
     WHERE w.environment_id = $1 AND coalesce(j.reason ->> 'code', '') <> 'digest_waiting'`,
    [environmentId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The parts of a run that are compared: the events of each step in order, and its messages. */
export interface Story {
  outcome: string | undefined;
  steps: { type: string; status: string; details: string[]; result: unknown; messages: object[] }[];
}

/**
 * Reads the real run in the format of a dry run. `names` maps the reasons of real events to the reasons of a dry run.
 */
export async function readRun(
  { environmentId }: Ctx,
  transactionId: string,
  names: Readonly<Record<string, string>>,
): Promise<Story> {
  const rows = await query<
    Omit<Story['steps'][number], 'details'> & { details: string[] | null; outcome: string | null }
  >(
    'dry-run-real',
    `SELECT j.type, j.status, o.outcome, coalesce(j.result, '{}') AS result,
       (SELECT array_agg(e.reason ->> 'code' ORDER BY e.id) FROM execution_details e
        WHERE e.environment_id = $1 AND e.notification_id = n.id AND e.job_id = j.id) AS details,
       coalesce((SELECT json_agg(json_build_object('channel', m.channel, 'status', m.status, 'subject', m.subject, 'title', m.title,
          'content', m.content, 'integration', m.integration_id) ORDER BY m.integration_id, m.status, m.id)
        FROM messages m WHERE m.environment_id = $1 AND m.notification_id = n.id AND m.job_id = j.id), '[]') AS messages
     FROM notifications n JOIN jobs j ON j.environment_id = $1 AND j.notification_id = n.id
     LEFT JOIN notification_outcomes o ON o.environment_id = $1 AND o.notification_id = n.id
     WHERE n.environment_id = $1 AND n.transaction_id = $2 ORDER BY j.position`,
    [environmentId, transactionId],
  );
  return {
    outcome: rows[0]?.outcome ?? undefined,
    steps: rows.map(({ type, status, details, result, messages }) => ({
      type,
      status,
      details: (details ?? []).map((code) => names[code] ?? code),
      result: withoutEvents(result),
      messages,
    })),
  };
}

/** Removes the IDs and times of events, which are different in every run. */
function withoutEvents(result: unknown): unknown {
  const { events, ...rest } = (result ?? {}) as { events?: { payload: unknown }[] };
  return events ? { ...rest, events: events.map(({ payload }) => payload) } : rest;
}

/** Returns a dry run in the format of a real run. */
export function plannedRun({ outcome, steps }: DryRunResult): Story {
  return {
    outcome,
    steps: steps.map(({ type, status, details, result = {}, messages }) => ({
      type,
      status,
      details: details.map(({ reason }) => reason.code),
      result: withoutEvents(result),
      messages: messages
        .map(({ channel, status: sent, subject = null, title = null, content = null, integration }) => ({
          channel,
          status: sent,
          subject,
          title,
          content,
          integration: integration?._id ?? null,
        }))
        .toSorted((one, other) => order(one) - order(other) || (sortKey(one) < sortKey(other) ? -1 : 1)),
    })),
  };
}

function order({ integration }: { integration: string | null }): number {
  return integration === null ? 1 : 0;
}

function sortKey({ integration, status }: { integration: string | null; status: string }): string {
  return `${integration} ${status}`;
}
