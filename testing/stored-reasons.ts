/**
 * For tests: one scenario for each reason that a step can have. A scenario is a workflow, a trigger, and the events
 * before and after the trigger. The engine does everything else.
 */
import { expect } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { claimInterrupted, recoverWork } from '#lib/engine/queue/recovery.ts';
import { claimWork, LANES } from '#lib/engine/queue/work.ts';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { newId } from '#lib/id.ts';
import { query } from '#lib/postgres/db.ts';
import { updatePreferences } from '#lib/preferences/service.ts';
import { parseReason, type ReasonCode } from '#lib/reasons/registry.ts';
import { deleteWorkflow } from '#lib/workflows/service.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, storedRuns, trigger } from './engine.ts';

const CONTROLS: Record<string, Record<string, unknown>> = {
  email: { subject: 'Hello {{ subscriber.firstName }}', body: '<p>Hi</p>', editorType: 'html' },
  sms: { body: 'Code {{ payload.code }}' },
  chat: { body: 'Hi' },
  push: { subject: 'Hi', body: 'Hi' },
  in_app: { subject: 'Hi', body: 'Hi' },
  delay: { type: 'regular', amount: 2, unit: 'hours' },
  digest: { type: 'regular', amount: 2, unit: 'hours' },
  throttle: { type: 'fixed', amount: 2, unit: 'days' },
  http_request: { method: 'GET', url: '{{ payload.origin }}/' },
};
/** Returns the controls of an HTTP step that calls a path of the test server. */
const to = (path: string) => ({ url: `{{ payload.origin }}${path}` });
export const step = (type: string, controlValues: object = {}) => ({
  type,
  name: `Step ${type}`,
  controlValues: { ...CONTROLS[type], ...controlValues },
});
const FREE = { '==': [{ var: 'payload.plan' }, 'free'] };
const PHONES = { rejected: '1', auth: '2', limited: '3', down: '4', blocked: '7', flaky: '8', account: '9' };
export const phone = (word: keyof typeof PHONES) => ({ ...JANE, phone: `+1500555000${PHONES[word]}` });
export const JANE = { subscriberId: 'jane', firstName: 'Jane', email: 'jane@example.com', phone: '+15555550123' };
/** A schedule that is closed on every day. */
const CLOSED = { isEnabled: true, weeklySchedule: {} };
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const later = DAYS[(new Date().getUTCDay() + 2) % 7] ?? '';
/** A schedule that is open on one day only, the day after tomorrow. */
export const LATER = { isEnabled: true, weeklySchedule: { [later]: { isEnabled: true } } };

export interface Scenario {
  steps: ReturnType<typeof step>[];
  /** The channels that have an integration. Default: the channels of the steps. */
  channels?: string[];
  to?: object | string;
  payload?: object;
  overrides?: object;
  workflow?: object;
  /** Called before the trigger, when Jane already exists. */
  before?: (sample: Sample, workflowId: string) => Promise<unknown>;
  /** Called after the trigger, before any job. */
  after?: (sample: Sample, transactionId: string, workflowId: string) => Promise<unknown>;
  outcome: string;
}

export const stored = (sql: string, ...values: unknown[]) => query(`stored-reasons-${newId()}`, sql, values);
const ofJane = (sql: string) => (sample: Sample) => stored(sql, sample.ctx.environmentId);
export const connect =
  (channel: string, credentials: object, tokens: string[] = []) =>
  (sample: Sample) =>
    stored(
      `INSERT INTO subscriber_channels (environment_id, id, subscriber_id, integration_id, provider_id, credentials, device_tokens,
       has_device_tokens, created_at, updated_at)
     SELECT $1, $2, s.id, i.id, i.provider_id, $4::jsonb, $5::text[], true, now(), now()
     FROM subscribers s JOIN integrations i ON i.environment_id = $1 AND i.channel = $3
     WHERE s.environment_id = $1 AND s.subscriber_id = 'jane'`,
      sample.ctx.environmentId,
      newId(),
      channel,
      JSON.stringify(credentials),
      tokens,
    );
const preferring =
  (change: (workflowId: string) => object) =>
  ({ ctx }: Sample, workflowId: string) =>
    updatePreferences(ctx, 'jane', change(workflowId) as never);
const filtering = (value: string) =>
  ofJane(
    `UPDATE workflow_steps SET filters = '[{"isNegated":false,"type":"TEXT","value":"AND","children":[{"field":"plan","value":"${value}","operator":"EQUAL","on":"payload"}]}]'
     WHERE environment_id = $1`,
  );

export const MAILBOX_FULL = { ...JANE, email: 'mailbox-full@sandbox.example' };

export const SCENARIOS: Partial<Record<ReasonCode, Scenario>> = {
  step_queued: { steps: [step('sms')], outcome: 'sent' },
  integration_selected: { steps: [step('email')], outcome: 'sent' },
  message_created: { steps: [step('email')], outcome: 'sent' },
  sandboxed: { steps: [step('email')], outcome: 'sent' },
  sent: {
    steps: [step('in_app')],
    before: ofJane('UPDATE integrations SET sandbox = false WHERE environment_id = $1'),
    outcome: 'sent',
  },
  stored: {
    steps: [step('in_app')],
    before: ofJane(`UPDATE integrations SET connected = false WHERE environment_id = $1`),
    outcome: 'sent',
  },
  conditions_matched: { steps: [step('sms')], before: filtering('free'), payload: { plan: 'free' }, outcome: 'sent' },
  filter: { steps: [step('sms')], before: filtering('pro'), payload: { plan: 'free' }, outcome: 'skipped' },
  skip_condition: { steps: [step('sms', { skip: FREE })], payload: { plan: 'free' }, outcome: 'skipped' },
  render_failed: { steps: [step('sms', { body: '{{ payload.code | no_such_filter }}' })], outcome: 'failed' },
  layout_missing: { steps: [step('email')], overrides: { layoutIdentifier: 'gone' }, outcome: 'sent' },
  done: { steps: [step('custom', { custom: { plan: '{{ payload.plan }}' } })], channels: [], outcome: 'done' },
  throttle_passed: { steps: [step('throttle'), step('sms')], channels: ['sms'], outcome: 'sent' },
  throttled: {
    steps: [step('throttle'), step('sms')],
    channels: ['sms'],
    before: ({ ctx, drain }, workflowId) => trigger(ctx, workflowId, 'jane').then(() => drain()),
    outcome: 'throttled',
  },
  throttle_invalid: {
    steps: [step('throttle', { type: 'dynamic', dynamicKey: 'payload.window' })],
    channels: [],
    payload: { window: '2020-01-01T00:00:00.000Z' },
    outcome: 'failed',
  },
  digest_waiting: { steps: [step('digest'), step('sms')], channels: ['sms'], outcome: 'sent' },
  digest_finished: { steps: [step('digest'), step('sms')], channels: ['sms'], outcome: 'sent' },
  digest_merged: {
    steps: [step('digest'), step('sms')],
    channels: ['sms'],
    before: ({ ctx, drain, now }, workflowId) => trigger(ctx, workflowId, 'jane').then(() => drain(now())),
    outcome: 'merged',
  },
  digest_first: {
    steps: [step('digest', { lookBackWindow: { amount: 1, unit: 'hours' } })],
    channels: [],
    outcome: 'done',
  },
  digest_invalid: { steps: [step('digest', { amount: 400, unit: 'days' })], channels: [], outcome: 'failed' },
  requested: { steps: [step('http_request')], channels: [], outcome: 'done' },
  response_ignored: { steps: [step('http_request', to('/list'))], channels: [], outcome: 'done' },
  request_failed: { steps: [step('http_request', to('/missing'))], channels: [], outcome: 'failed' },
  response_invalid: {
    steps: [
      step('http_request', { responseBodySchema: { type: 'object', required: ['id'] }, enforceSchemaValidation: true }),
    ],
    channels: [],
    outcome: 'failed',
  },
  earlier_failed: { steps: [step('http_request', to('/missing')), step('sms')], channels: ['sms'], outcome: 'failed' },
  delayed: { steps: [step('delay')], channels: [], outcome: 'done' },
  delay_finished: { steps: [step('delay'), step('sms')], channels: ['sms'], outcome: 'sent' },
  delay_invalid: { steps: [step('delay', { amount: 400, unit: 'days' })], channels: [], outcome: 'failed' },
  outside_schedule: { steps: [step('sms')], before: preferring(() => ({ schedule: CLOSED })), outcome: 'skipped' },
  preference_global: {
    steps: [step('sms')],
    before: preferring(() => ({ channels: { sms: false } })),
    outcome: 'skipped',
  },
  preference_workflow: {
    steps: [step('sms')],
    before: preferring((workflowId) => ({ workflowId, channels: { sms: false } })),
    outcome: 'skipped',
  },
  preference_default: {
    steps: [step('sms')],
    workflow: { preferences: { user: null, workflow: { all: { enabled: false, readOnly: false }, channels: {} } } },
    outcome: 'skipped',
  },
  preference_condition: {
    steps: [step('sms')],
    before: ofJane(
      `INSERT INTO preferences (environment_id, id, subscriber_id, context_keys, channels, condition, created_at, updated_at)
       SELECT $1, 'a', id, '{}', '{}', '{"==": [{"var": "payload.plan"}, "pro"]}', now(), now() FROM subscribers WHERE environment_id = $1`,
    ),
    outcome: 'skipped',
  },
  extended_to_schedule: {
    steps: [step('delay'), step('sms')],
    channels: ['sms'],
    before: preferring(() => ({ schedule: LATER })),
    outcome: 'sent',
  },
  extensions_spent: {
    steps: [step('delay'), step('in_app')],
    channels: ['in_app'],
    before: preferring(() => ({ schedule: CLOSED })),
    outcome: 'sent',
  },
  suppressed: {
    steps: [step('email')],
    before: ofJane(
      `INSERT INTO suppressions (environment_id, channel, address, event, created_at) VALUES ($1, 'email', 'jane@example.com', 'bounced', now())`,
    ),
    outcome: 'skipped',
  },
  no_address: { steps: [step('sms')], to: 'unknown', outcome: 'skipped' },
  address_changed: {
    steps: [step('sms')],
    to: phone('down'),
    before: ofJane('UPDATE workflows SET is_sensitive = true WHERE environment_id = $1'),
    after: async (sample) => {
      await sample.drain(new Date(sample.now().getTime() + 2_000));
      await ofJane(`UPDATE subscribers SET phone = '+15555550199' WHERE environment_id = $1`)(sample);
    },
    outcome: 'failed',
  },
  no_channel: { steps: [step('chat')], outcome: 'skipped' },
  no_token: { steps: [step('push')], before: connect('push', {}), outcome: 'skipped' },
  token_gone: { steps: [step('push')], before: connect('push', {}, ['sandbox-gone']), outcome: 'skipped' },
  no_integration: { steps: [step('sms')], channels: [], outcome: 'failed' },
  override_unknown: { steps: [step('sms')], overrides: { sms: { integrationIdentifier: 'gone' } }, outcome: 'failed' },
  provider_unsupported: {
    steps: [step('sms')],
    before: ofJane(`UPDATE integrations SET sandbox = false, provider_id = 'firetext' WHERE environment_id = $1`),
    outcome: 'failed',
  },
  provider_rejected: { steps: [step('sms')], to: phone('rejected'), outcome: 'failed' },
  provider_auth: { steps: [step('sms')], to: phone('auth'), outcome: 'failed' },
  provider_account: { steps: [step('sms')], to: phone('account'), outcome: 'failed' },
  connection_refused: {
    steps: [step('chat')],
    before: connect('chat', { channel: 'sandbox-gone' }),
    outcome: 'failed',
  },
  integration_invalid: {
    steps: [step('sms')],
    before: ofJane(`UPDATE integrations SET sandbox = false, provider_id = 'generic-sms',
      credentials = '{"baseUrl":"nowhere","apiKeyRequestHeader":"x-key","apiKey":"a-key","idPath":"id","from":"Shop"}'
      WHERE environment_id = $1`),
    outcome: 'failed',
  },
  secret_unreadable: {
    steps: [step('sms')],
    before: ofJane(`UPDATE integrations SET sandbox = false, credentials = '{"token":{"$sealed":"v1.gone.a.b.c"}}'
      WHERE environment_id = $1`),
    outcome: 'failed',
  },
  outbound_blocked: { steps: [step('sms')], to: phone('blocked'), outcome: 'failed' },
  provider_unavailable: { steps: [step('sms')], to: phone('flaky'), outcome: 'sent' },
  mailbox_exhausted: { steps: [step('email')], to: MAILBOX_FULL, outcome: 'failed' },
  rest_failed: {
    steps: [step('email')],
    overrides: { email: { to: 'rejected@sandbox.example' } },
    outcome: 'sent',
  },
  rest_cancelled: {
    steps: [step('email')],
    overrides: { email: { to: MAILBOX_FULL.email } },
    after: async ({ ctx, now, drain }, transactionId) => {
      await drain(new Date(now().getTime() + 60_000));
      await cancelTransaction(ctx, transactionId);
    },
    outcome: 'sent',
  },
  provider_rate_limited: { steps: [step('sms')], to: phone('limited'), outcome: 'failed' },
  retries_exhausted: { steps: [step('sms')], to: phone('down'), outcome: 'failed' },
  subscriber_deleted: {
    steps: [step('sms')],
    after: (sample) => ofJane('DELETE FROM subscribers WHERE environment_id = $1')(sample),
    outcome: 'skipped',
  },
  canceled: {
    steps: [step('delay'), step('sms')],
    channels: ['sms'],
    after: ({ ctx }, transactionId) => cancelTransaction(ctx, transactionId),
    outcome: 'cancelled',
  },
  workflow_deleted: {
    steps: [step('delay'), step('sms')],
    channels: ['sms'],
    after: async (sample, _, workflowId) => {
      await sample.drain(new Date(sample.now().getTime() + 1000));
      await deleteWorkflow(sample.ctx, workflowId);
    },
    outcome: 'cancelled',
  },
  outcome_unknown: { steps: [step('sms')], after: (sample) => die(sample, 1), outcome: 'sent' },
  poison: { steps: [step('sms')], after: (sample) => die(sample, 5), outcome: 'failed' },
};

/**
 * Lets the worker that claims the job die several times before it records a result: first while the job is among other
 * jobs, then among interrupted jobs, and then while the job runs alone.
 */
async function die({ ctx, now, moveTo }: Sample, times: number): Promise<void> {
  moveTo(new Date(Math.max(now().getTime(), Date.now()) + 1));
  for (let time = 0; time < times; time++) {
    const holder = { workerId: `dead-${newId()}`, now: now(), leaseMs: 30_000 };
    if (time > 0) await claimInterrupted(holder, 1);
    else await claimWork({ environmentId: ctx.environmentId, lane: LANES.normal }, holder, 1);
    expect(await recoverWork([holder.workerId], now())).toBe(1);
  }
}

const FOUR_DAYS_MS = 4 * 86_400_000;

export interface PlayedScenario {
  sample: Sample;
  transactionId: string;
  workflowId: string;
}

/** Triggers the scenario. Its HTTP steps send their requests to `origin`. */
async function begin(scenario: Scenario, origin: string): Promise<PlayedScenario> {
  const sample = await sampleEnvironment();
  const { ctx } = sample;
  await sampleIntegrations(ctx, scenario.channels ?? scenario.steps.map(({ type }) => type));
  const workflowId = await sampleWorkflow(ctx, scenario.steps, scenario.workflow);
  await known(ctx);
  await scenario.before?.(sample, workflowId);
  const { payload = {}, overrides = {} } = scenario;
  const { transactionId = '' } = await trigger(ctx, workflowId, scenario.to ?? JANE, {
    payload: { ...payload, origin },
    overrides,
  });
  await scenario.after?.(sample, transactionId, workflowId);
  return { sample, transactionId, workflowId };
}

/** Plays the scenario to the end of its run. */
export async function play(scenario: Scenario, origin: string): Promise<PlayedScenario> {
  const played = await begin(scenario, origin);
  const { drain, now } = played.sample;
  await drain(new Date(now().getTime() + FOUR_DAYS_MS));
  return played;
}

/** Stores the subscriber Jane, with the data that an earlier trigger would have stored. */
export function known({ environmentId }: Ctx) {
  const at = new Date();
  return stored(
    `INSERT INTO subscribers (environment_id, id, subscriber_id, first_name, email, phone, created_at, updated_at)
     VALUES ($1, $2, 'jane', 'Jane', 'jane@example.com', '+15555550123', $3, $3)`,
    environmentId,
    newId(at),
    at,
  );
}

/** Expects that the run of the scenario has ended with the reason, and that every stored reason can be read. */
export async function expectStored(code: string, { outcome }: Scenario, played: PlayedScenario): Promise<void> {
  const { ctx } = played.sample;
  const [run] = await storedRuns(ctx, played.transactionId);
  expect(run).toMatchObject({ outcome, work: 0 });
  const reasons = await storedReasons(ctx, run?.id ?? '');
  expect(reasons.filter((reason) => parseReason(reason) === undefined)).toEqual([]);
  expect(reasons.map((reason) => parseReason(reason)?.code)).toContain(code);
  // Every job of every ended run has a reason.
  expect(run?.jobs.filter(({ reason }) => reason === null)).toEqual([]);
}

async function storedReasons({ environmentId }: Ctx, runId: string): Promise<unknown[]> {
  const rows = await query<{ reason: unknown }>(
    'stored-reasons',
    `SELECT reason FROM execution_details WHERE environment_id = $1 AND notification_id = $2
     UNION ALL SELECT reason FROM jobs WHERE environment_id = $1 AND notification_id = $2
     UNION ALL SELECT reason FROM messages WHERE environment_id = $1 AND notification_id = $2`,
    [environmentId, runId],
  );
  return rows.map(({ reason }) => reason);
}
