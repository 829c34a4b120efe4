/**
 * The labelled set: scenarios that produce every reason of a step, with triggers, the real statements and sandbox
 * providers. Checks the stored reason and the explanation of each, and then every other deciding code. Only later
 * reports of providers are inserted directly.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { failBatch } from '#lib/engine/fanout/failures.ts';
import { newId } from '#lib/id.ts';
import { dayNumber } from '#lib/integrations/quota-day.ts';
import { getMessage } from '#lib/messages/service.ts';
import { resendStep } from '#lib/notifications/retry/resend-step.ts';
import { retryStep } from '#lib/notifications/retry/retry-step.ts';
import type { SummarisedRun } from '#lib/notifications/schema.ts';
import { getNotification } from '#lib/notifications/service.ts';
import { runStatusOf } from '#lib/notifications/status/run-status.ts';
import { disconnect, prisma, query } from '#lib/postgres/db.ts';
import { flushAll } from '#lib/postgres/write-behind.ts';
import { updatePreferences } from '#lib/preferences/service.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';
import { REASON_CODES, type ReasonCode } from '#lib/reasons/registry.ts';
import { createSubscriptions } from '#lib/topics/subscriptions.ts';
import {
  type Sample,
  sampleEnvironment,
  sampleIntegrations,
  sampleWorkflow,
  storedRuns,
  trigger,
} from '#testing/engine.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';
import {
  connect,
  expectStored,
  JANE,
  known,
  LATER,
  MAILBOX_FULL,
  phone,
  play,
  SCENARIOS,
  step,
  stored,
} from '#testing/stored-reasons.ts';
import { startVendor, type VendorServer } from '#testing/vendor-server.ts';
import { ExplainQuery, Explanation } from './schema.ts';
import { explain } from './service.ts';

let stop: () => Promise<void>;
let vendor: VendorServer;

beforeAll(async () => {
  vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
  stop = await startScratchDatabase();
  vendor = await startVendor(({ path }) =>
    path === '/missing' ? { status: 404 } : { status: 200, body: path === '/list' ? [1] : {} },
  );
});

afterAll(async () => {
  await disconnect();
  await vendor.stop();
  await stop();
});

/** Returns the response of the route. */
async function explained(ctx: Ctx, question: Record<string, string>): Promise<Explanation> {
  return Explanation.parse(JSON.parse(JSON.stringify(await explain(ctx, ExplainQuery.parse(question)))));
}

/** The code that explains a scenario whose own reason is recorded before the deciding one. */
const DECIDED: Partial<Record<ReasonCode, ReasonCode>> = {
  step_queued: 'sandboxed',
  integration_selected: 'sandboxed',
  message_created: 'sandboxed',
  conditions_matched: 'sandboxed',
  layout_missing: 'sandboxed',
  throttle_passed: 'sandboxed',
  digest_waiting: 'sandboxed',
  digest_finished: 'sandboxed',
  // The run whose digest this run joined was sent.
  digest_merged: 'sandboxed',
  delayed: 'delay_finished',
  delay_finished: 'sandboxed',
  response_ignored: 'requested',
  extended_to_schedule: 'sandboxed',
  extensions_spent: 'sent',
  provider_unavailable: 'sandboxed',
  provider_rate_limited: 'retries_exhausted',
  outcome_unknown: 'sandboxed',
};

/** Reasons that the answer shows as warnings, because they did not decide. */
const NOTED: readonly ReasonCode[] = ['layout_missing', 'response_ignored', 'outcome_unknown'];

const answered = new Set<string>();

test.each(Object.entries(SCENARIOS))('ended: %s', async (code, scenario) => {
  const played = await play(scenario, vendor.origin);
  await expectStored(code, scenario, played);
  const { sample, transactionId } = played;
  const person = typeof scenario.to === 'string' ? scenario.to : 'jane';
  const last = scenario.steps.at(-1)?.type ?? '';
  const channel: Record<string, string> = CHANNELS.includes(last as Channel) ? { channel: last } : {};
  // Only the run of a deleted subscriber still exists.
  const subscriber = code === 'subscriber_deleted' ? transactionId : person;
  const { decisive, ...answer } = await explained(sample.ctx, { subscriber, ...channel });
  expect(answer.code).toBe(DECIDED[code as ReasonCode] ?? code);
  expect(answer.summary).toMatch(/^\S.*[^.]\.$/);
  expect(decisive.reason.code).toBe(answer.code);
  expect((decisive.joined ?? decisive.run)?.transactionId).toBe(transactionId);
  if (NOTED.includes(code as ReasonCode)) expect(answer.evidence.map(({ field }) => field)).toContain('warning');
  if (code === 'request_failed' || code === 'earlier_failed') {
    expect(answer.evidence).toContainEqual({
      field: 'request',
      label: 'Request',
      value: `GET ${vendor.origin}/missing`,
    });
  }
  if (code === 'earlier_failed') {
    expect(decisive).toMatchObject({ cause: { code: 'request_failed' }, earlier: { type: 'http_request' } });
    expect(answer.fix).toMatchObject({ link: expect.stringMatching(/&control=url$/), action: 'retry' });
  }
  if (code === 'digest_merged') expect(decisive.joined).toBeDefined();
  answered.add(answer.code);
});

interface Case {
  arrange: (sample: Sample) => Promise<Record<string, string> | undefined>;
  /** The query, in addition to the result of `arrange`. Default: about Jane. */
  question?: Record<string, string>;
  code: ReasonCode;
  /** A part of the sentence. */
  says: string;
  /** The link or the action of the fix. */
  fix?: { link?: unknown; action?: string };
}

const SMS = [step('sms')];
const DELAYED_SMS = [step('delay'), step('sms')];
const DIGESTED_SMS = [step('digest'), step('sms')];

/** Creates Jane, an SMS integration and a workflow. Returns the identifier of the workflow. */
async function workflow({ ctx }: Sample, steps = SMS, more: object = {}): Promise<string> {
  await sampleIntegrations(ctx, ['sms']);
  await known(ctx);
  return sampleWorkflow(ctx, steps, more);
}

async function triggered(sample: Sample, steps: typeof SMS, to: unknown = JANE, more: object = {}): Promise<string> {
  const { transactionId = '' } = await trigger(sample.ctx, await workflow(sample, steps), to, more);
  return transactionId;
}

/** Runs the jobs that are due now, so that waits begin but do not end. */
const beginWaits = (sample: Sample) => sample.drain(new Date(Date.now() + 1_000));

/** Sends a trigger that is rejected, and waits until the rejection is stored. */
async function refused(sample: Sample, name: string, to: unknown = 'jane', more: object = {}) {
  await trigger(sample.ctx, name, to, more).catch(() => undefined);
  await flushAll();
  return { workflow: name };
}

async function follow({ ctx }: Sample, key: string, who: string): Promise<void> {
  await createSubscriptions(ctx, key, { subscriptions: [who] } as never);
}

/** Uses up the rate of the environment's SMS integration until `until`, in milliseconds since 1970. */
async function reachLimit({ ctx: { environmentId } }: Sample, until: number): Promise<void> {
  await query(
    'labelled-limited',
    `WITH limited AS (
       UPDATE integrations SET sandbox = false, messages_per_second = 2 WHERE environment_id = $1 RETURNING id
     )
     INSERT INTO send_rates (environment_id, integration_id, messages_per_second, paid_until_ms, line_until_ms) SELECT $1, id, 2, $2, $2 FROM limited`,
    [environmentId, until],
  );
}

/** Uses up the quota of the environment's SMS integration for today and the next days. */
async function useUpQuota({ ctx: { environmentId } }: Sample): Promise<void> {
  await prisma().integration.updateMany({ where: { environmentId }, data: { sandbox: false, messagesPerDay: 2 } });
  const integrations = await prisma().integration.findMany({ where: { environmentId }, select: { id: true } });
  const day = dayNumber(new Date()) + 5;
  const data = integrations.map(({ id }) => ({ environmentId, integrationId: id, day, used: 2 }));
  await prisma().sendQuota.createMany({ data });
}

/** Returns a function that stores a provider’s report about the message of a run, in the form of an inbound event. */
function reporting(code: 'delivered' | 'bounced' | 'dropped' | 'complained' | 'unsubscribed') {
  return async (sample: Sample) => {
    await triggered(sample, SMS);
    await sample.drain();
    const { environmentId } = sample.ctx;
    const [job] = await prisma().job.findMany({ where: { environmentId } });
    const at = new Date();
    await query(
      'labelled-reported',
      `INSERT INTO execution_details (environment_id, id, notification_id, job_id, status, source, detail, reason, created_at)
       VALUES ($1, $2, $3, $4, 'Success', 'Webhook', 'reported', $5, $6)`,
      [environmentId, newId(at), job?.notificationId, job?.id, JSON.stringify({ code, evidence: {} }), at],
    );
    return undefined;
  };
}

/** Creates another environment of the same organization, in which Jane had a run. */
async function ranElsewhere(sample: Sample) {
  const other = await sampleEnvironment();
  await prisma().environment.updateMany({
    where: { id: other.ctx.environmentId },
    data: { organizationId: sample.ctx.organizationId, name: 'Production', slug: 'production' },
  });
  await triggered(other, SMS);
  await known(sample.ctx);
  return undefined;
}

const CASES: Record<string, Case> = {
  'a delay is not over': {
    arrange: (sample) =>
      triggered(sample, DELAYED_SMS)
        .then(() => beginWaits(sample))
        .then(() => undefined),
    code: 'delayed',
    says: 'SMS waits until',
    fix: { action: 'cancel' },
  },
  'a delay waits for the hours of a subscriber': {
    arrange: async (sample) => {
      const name = await workflow(sample, DELAYED_SMS);
      await updatePreferences(sample.ctx, 'jane', { schedule: LATER } as never);
      await trigger(sample.ctx, name, JANE);
      await sample.drain(new Date(Date.now() + 3 * 3_600_000));
      return undefined;
    },
    code: 'extended_to_schedule',
    says: 'SMS waits until',
  },
  'a trigger for later': {
    arrange: (sample) =>
      triggered(sample, SMS, JANE, { scheduledAt: new Date(Date.now() + 3_600_000) }).then(() => undefined),
    code: 'delayed',
    says: 'waits until',
  },
  'a digest collects': {
    arrange: (sample) =>
      triggered(sample, DIGESTED_SMS)
        .then(() => beginWaits(sample))
        .then(() => undefined),
    code: 'digest_waiting',
    says: 'SMS waits for a digest that collects events until',
  },
  'a run joined a digest that collects': {
    arrange: async (sample) => {
      const name = await workflow(sample, DIGESTED_SMS);
      await trigger(sample.ctx, name, JANE);
      await beginWaits(sample);
      await trigger(sample.ctx, name, JANE);
      await beginWaits(sample);
      return undefined;
    },
    code: 'digest_waiting',
    says: 'SMS waits for a digest that collects events until',
  },
  'the digest that a run joined is gone': {
    arrange: async (sample) => {
      const name = await workflow(sample, DIGESTED_SMS);
      const { transactionId = '' } = await trigger(sample.ctx, name, JANE);
      await beginWaits(sample);
      await trigger(sample.ctx, name, JANE);
      await beginWaits(sample);
      await prisma().notification.deleteMany({ where: { environmentId: sample.ctx.environmentId, transactionId } });
      return undefined;
    },
    code: 'digest_merged',
    says: 'SMS joined the digest of another run',
  },
  'a provider is called again later': {
    arrange: async (sample) => {
      await triggered(sample, SMS, phone('down'));
      await sample.drain(new Date(Date.now() + 60_000));
      return undefined;
    },
    code: 'retry_waiting',
    says: ', attempt ',
    fix: { action: 'retry' },
  },
  'the recipient’s mailbox is full': {
    arrange: async (sample) => {
      await sampleIntegrations(sample.ctx, ['email']);
      const transactionId = await triggered(sample, [step('email')], MAILBOX_FULL);
      await sample.drain(new Date(Date.now() + 60_000));
      return { subscriber: transactionId, channel: 'email' };
    },
    code: 'mailbox_waiting',
    says: ': the mailbox of m•••@sandbox.example is full: the sandbox said “452 4.2.2 Mailbox full”, attempt ',
    fix: { action: 'retry', link: expect.stringContaining('field=email') },
  },
  'a copy waits, and the recipient has the message': {
    arrange: async (sample) => {
      await sampleIntegrations(sample.ctx, ['email']);
      const overrides = { email: { to: MAILBOX_FULL.email } };
      const transactionId = await triggered(sample, [step('email')], JANE, { overrides });
      await sample.drain(new Date(Date.now() + 60_000));
      return { subscriber: transactionId, channel: 'email' };
    },
    code: 'rest_waiting',
    says: 'Email sent; copy to m•••@sandbox.example waits until ',
    fix: { action: 'retry' },
  },
  'no worker has begun': {
    arrange: (sample) => triggered(sample, SMS).then(() => undefined),
    code: 'step_queued',
    says: 'SMS is in progress: the step is queued',
  },
  'a user requested another attempt': {
    arrange: async (sample) => {
      await triggered(sample, SMS, phone('rejected'));
      await sample.drain();
      const [job] = await prisma().job.findMany({ where: { environmentId: sample.ctx.environmentId } });
      await retryStep(sample.ctx, { notificationId: job?.notificationId ?? '', jobId: job?.id ?? '' });
      return undefined;
    },
    code: 'retry_requested',
    says: 'SMS is in progress: retried',
  },
  'the provider is known to be down': {
    arrange: async (sample) => {
      await triggered(sample, SMS);
      const { environmentId } = sample.ctx;
      await query('labelled-real', 'UPDATE integrations SET sandbox = false WHERE environment_id = $1', [
        environmentId,
      ]);
      await query(
        'labelled-breaker',
        `INSERT INTO circuit_breakers (environment_id, integration_id, opened_at, probe_at, words)
         SELECT $1, id, now(), now() + interval '1 hour', 'connection refused' FROM integrations WHERE environment_id = $1`,
        [environmentId],
      );
      await beginWaits(sample);
      return undefined;
    },
    code: 'provider_unavailable',
    says: 'SMS waits: sms has not been available since',
  },
  'the host of an HTTP step is known to be down': {
    arrange: async (sample) => {
      await triggered(sample, [step('http_request', { url: 'http://down.example/' })]);
      await query(
        'labelled-host',
        `INSERT INTO host_breakers (environment_id, host, opened_at, probe_at, words)
         VALUES ($1, 'down.example', now(), now() + interval '25 s', 'connection refused')`,
        [sample.ctx.environmentId],
      );
      await beginWaits(sample);
      return undefined;
    },
    question: { subscriber: 'jane' },
    code: 'host_unavailable',
    says: 'down.example has not responded since',
  },
  'the rate limit of the integration is reached': {
    arrange: async (sample) => {
      await triggered(sample, SMS);
      await reachLimit(sample, Date.now() + 60_000);
      await beginWaits(sample);
      return undefined;
    },
    code: 'rate_limit_waiting',
    says: 'SMS waits for its turn: sms gets at most 2 messages per second',
    fix: { link: expect.stringContaining('integrations?open='), action: 'retry' },
  },
  'the rate limit of the integration was reached for too long': {
    arrange: async (sample) => {
      await triggered(sample, SMS);
      await reachLimit(sample, Date.now() + 10 * 86_400_000);
      await sample.drain(new Date(Date.now() + 2 * 86_400_000));
      return undefined;
    },
    code: 'rate_limit_exceeded',
    says: 'SMS failed: the rate limit delayed the message for more than 2 d: sms gets at most 2 messages per second',
    fix: { action: 'retry' },
  },
  'the daily quota of the integration is used up': {
    arrange: async (sample) => {
      await triggered(sample, SMS);
      await useUpQuota(sample);
      await beginWaits(sample);
      return undefined;
    },
    code: 'quota_waiting',
    says: 'sms gets at most 2 messages per day',
    fix: { link: expect.stringContaining('integrations?open=') },
  },
  'the daily quota of the integration leaves no room in time': {
    arrange: async (sample) => {
      await triggered(sample, SMS);
      await useUpQuota(sample);
      await sample.drain(new Date(Date.now() + 3 * 86_400_000));
      return undefined;
    },
    code: 'quota_exceeded',
    says: 'SMS failed: the message could not wait for the next day',
    fix: { action: 'retry' },
  },
  'the reason is of a later release': {
    arrange: async (sample) => {
      await triggered(sample, SMS);
      await sample.drain();
      const { environmentId } = sample.ctx;
      const reason = { code: 'of_a_later_release', evidence: {} };
      await prisma().job.updateMany({ where: { environmentId }, data: { reason } });
      return undefined;
    },
    code: 'unrecorded',
    says: 'SMS done: no reason was recorded',
  },
  'a digest alone': {
    arrange: async (sample) => {
      await triggered(sample, [step('digest')]);
      await sample.drain();
      return undefined;
    },
    question: { subscriber: 'jane' },
    code: 'digest_finished',
    says: 'Collected one event, then continued',
  },
  'a throttle alone': {
    arrange: async (sample) => {
      await triggered(sample, [step('throttle')]);
      await sample.drain();
      return undefined;
    },
    question: { subscriber: 'jane' },
    code: 'throttle_passed',
    says: 'Within the limit: 1 of 1 until',
  },
  'the workflow had no step for the channel': {
    arrange: async (sample) => {
      await triggered(sample, SMS);
      await sample.drain();
      return undefined;
    },
    question: { subscriber: 'jane', channel: 'email' },
    code: 'no_step',
    says: 'Sample has no active email step',
    fix: { link: expect.stringMatching(/^workflows\/workflow-/) },
  },
  'the condition of a subscription is false': {
    arrange: async (sample) => {
      const name = await workflow(sample);
      await createSubscriptions(sample.ctx, 'news', {
        subscriptions: [{ identifier: 'jane-news', subscriberId: 'jane' }],
        preferences: [{ workflowId: name, condition: { '==': [{ var: 'payload.plan' }, 'pro'] } }],
      } as never);
      sample.moveTo(new Date(Date.now() + 5));
      await trigger(sample.ctx, name, { type: 'Topic', topicKey: 'news' });
      await sample.drain();
      return undefined;
    },
    code: 'topic_condition',
    says: 'SMS skipped: plan is missing, needs pro (the condition of the subscription to news)',
  },
  ...Object.fromEntries(
    (['delivered', 'bounced', 'dropped', 'complained', 'unsubscribed'] as const).map((code) => [
      `a provider reports: ${code}`,
      { arrange: reporting(code), code, says: 'SMS ' } satisfies Case,
    ]),
  ),
  'an address that the provider refuses': {
    arrange: async (sample) => {
      await triggered(sample, SMS, phone('rejected'));
      await sample.drain();
      await query(
        'labelled-address-refused',
        `UPDATE jobs SET reason = jsonb_set(jsonb_set(reason, '{code}', '"address_refused"'), '{evidence,providerCode}', '"21211"')
         WHERE environment_id = $1`,
        [sample.ctx.environmentId],
      );
      return undefined;
    },
    code: 'address_refused',
    says: 'SMS failed: ',
    fix: { action: 'retry', link: expect.stringContaining('field=phone') },
  },
  'an inactive workflow': {
    arrange: async (sample) => refused(sample, await workflow(sample, SMS, { active: false })),
    code: 'workflow_inactive',
    says: 'was paused since',
    fix: { link: expect.stringMatching(/^workflows\/workflow-/) },
  },
  'an inactive workflow that was never triggered': {
    arrange: async (sample) => ({ workflow: await workflow(sample, SMS, { active: false }) }),
    code: 'workflow_inactive',
    says: 'was paused since',
  },
  'an unknown workflow': {
    arrange: async (sample) => {
      await known(sample.ctx);
      return refused(sample, 'no-such-workflow');
    },
    code: 'workflow_unknown',
    says: 'There is no workflow “no-such-workflow”',
  },
  'an unknown workflow that was never triggered': {
    arrange: async (sample) => known(sample.ctx).then(() => ({ workflow: 'misspelt' })),
    code: 'workflow_unknown',
    says: 'There is no workflow “misspelt”',
  },
  'a payload that does not fit, for a subscriber who was never stored': {
    arrange: async (sample) => {
      const schema = { type: 'object', required: ['code'] };
      const name = await workflow(sample, SMS, { validatePayload: true, payloadSchema: schema });
      await refused(sample, name, { subscriberId: 'newcomer', email: 'new@example.com' });
      return { subscriber: 'new@example.com' };
    },
    code: 'payload_invalid',
    says: 'The payload is not valid: code is required',
  },
  'a transaction ID that was used for another subscriber': {
    arrange: async (sample) => {
      const name = await workflow(sample);
      await trigger(sample.ctx, name, 'someone-else', { transactionId: 'once' });
      return refused(sample, name, 'jane', { transactionId: 'once' });
    },
    code: 'duplicate_transaction',
    says: 'once was used before',
  },
  'a topic that does not exist': {
    arrange: async (sample) => refused(sample, await workflow(sample), { type: 'Topic', topicKey: 'gone' }),
    code: 'recipient_invalid',
    says: '“gone” is not a valid recipient',
  },
  'a topic that the subscriber does not follow': {
    arrange: async (sample) => {
      const name = await workflow(sample);
      await follow(sample, 'news', 'jane');
      await query('labelled-other', `UPDATE subscribers SET subscriber_id = 'other' WHERE environment_id = $1`, [
        sample.ctx.environmentId,
      ]);
      await known(sample.ctx);
      await new Promise((resolve) => setTimeout(resolve, 2));
      await trigger(sample.ctx, name, { type: 'Topic', topicKey: 'news' });
      await sample.drain();
      return { workflow: name };
    },
    code: 'not_in_topic',
    says: 'Jane is not subscribed to the topic news',
    fix: { link: 'subscribers/jane?tab=topics' },
  },
  'a topic that is not all reached yet': {
    arrange: async (sample) => {
      const name = await workflow(sample);
      await follow(sample, 'news', 'jane');
      await new Promise((resolve) => setTimeout(resolve, 2));
      await trigger(sample.ctx, name, { type: 'Topic', topicKey: 'news' });
      return { workflow: name };
    },
    code: 'fanout_running',
    says: 'The trigger has reached 0 recipients so far',
  },
  'a topic whose other runs could not be made': {
    arrange: async (sample) => {
      const name = await workflow(sample);
      await follow(sample, 'news', 'jane');
      await new Promise((resolve) => setTimeout(resolve, 2));
      await trigger(sample.ctx, name, { type: 'Topic', topicKey: 'news' });
      const { environmentId } = sample.ctx;
      const { id } = await prisma().fanout.findFirstOrThrow({ where: { environmentId } });
      for (let failure = 1; failure <= 16; failure += 1) await failBatch({ environmentId, id }, new Date());
      return { workflow: name };
    },
    code: 'fanout_failed',
    says: 'The trigger stopped after 0 recipients',
  },
  'a time before all that is kept': {
    arrange: async (sample) => known(sample.ctx).then(() => ({ at: '2020-05-03T12:00:00.000Z' })),
    code: 'retention_passed',
    says: 'Runs from before',
  },
  'a workflow without a step for the channel, not triggered': {
    arrange: async (sample) => ({ workflow: await workflow(sample) }),
    question: { subscriber: 'jane', channel: 'push' },
    code: 'no_step',
    says: 'Sample has no active push step',
  },
  'a workflow that was never triggered for the subscriber': {
    arrange: async (sample) => {
      const name = await workflow(sample);
      await trigger(sample.ctx, name, 'someone-else');
      return { workflow: name };
    },
    code: 'never_triggered',
    says: 'Sample was not triggered for Jane',
    fix: { link: expect.stringMatching(/^workflows\/workflow-/) },
  },
  'a run of last month': {
    arrange: async (sample) => {
      await triggered(sample, SMS);
      return { at: new Date(Date.now() - 30 * 86_400_000).toISOString() };
    },
    code: 'never_triggered',
    says: 'No workflow was triggered for Jane between',
  },
  'a run in another environment': {
    arrange: ranElsewhere,
    code: 'other_environment',
    says: 'The workflow ran in Production, not here',
    fix: { link: expect.stringMatching(/^\/production\/activity\?run=/) },
  },
  'an unknown subscriber': {
    arrange: async () => ({ subscriber: 'no one at all' }),
    code: 'subscriber_unknown',
    says: 'No subscriber, run or message matches “no one at all”',
  },
  'several people': {
    arrange: async (sample) => {
      await known(sample.ctx);
      const other = { subscriberId: 'janet', firstName: 'Jane', lastName: 'Janssen' };
      await trigger(sample.ctx, await sampleWorkflow(sample.ctx, SMS), other);
      return { subscriber: 'Jan' };
    },
    code: 'subscriber_ambiguous',
    says: '“Jan” matches 2 people',
  },
};

test.each(Object.entries(CASES))(
  '%s',
  async (_, { arrange, question = { subscriber: 'jane', channel: 'sms' }, ...expected }) => {
    const sample = await sampleEnvironment();
    const more = await arrange(sample);
    const actor = { type: 'user', userId: newId(), email: 'a@example.com', role: 'support', sessionId: 's' } as const;
    const answer = await explained({ ...sample.ctx, actor }, { ...question, ...more });
    expect({ code: answer.code, summary: answer.summary }).toMatchObject({
      code: expected.code,
      summary: expect.stringContaining(expected.says),
    });
    if (expected.fix) expect(answer.fix).toMatchObject(expected.fix);
    answered.add(answer.code);
  },
);

/** Codes that never decide, because they are recorded before the deciding reason or belong to dry runs. */
const NEVER_DECIDE: readonly ReasonCode[] = [
  'integration_selected',
  'message_created',
  'conditions_matched',
  'layout_missing',
  'part_left_out',
  'data_left_out',
  'response_ignored',
  'extensions_spent',
  'outcome_unknown',
  'provider_rate_limited',
  'would_send',
  'not_requested',
  'resend_requested',
  'message_deleted',
];

test('the set has every deciding code', () => {
  expect(Object.keys(SCENARIOS).length + Object.keys(CASES).length).toBeGreaterThan(80);
  const missing = REASON_CODES.filter((code) => !answered.has(code) && !NEVER_DECIDE.includes(code));
  expect(missing).toEqual([]);
});

test('an unknown workflow is shown with a similar name', async () => {
  const sample = await sampleEnvironment();
  const name = await workflow(sample);
  const answer = await explained(sample.ctx, { subscriber: 'jane', workflow: name.replace('workflow', 'workfow') });
  expect(answer.code).toBe('workflow_unknown');
  expect(answer.evidence).toContainEqual({ field: 'similar', label: 'Similar identifier', value: name });
});

test('a sent message and its address are evidence', async () => {
  const sample = await sampleEnvironment();
  const transactionId = await triggered(sample, SMS);
  await sample.drain();
  const answer = await explained(sample.ctx, { subscriber: transactionId });
  expect(answer.evidence).toContainEqual({ field: 'addressUsed', label: 'Address used', value: JANE.phone });
  expect(answer.evidence.map(({ field }) => field)).not.toContain('addressNow');
  const [message] = await prisma().message.findMany({ where: { environmentId: sample.ctx.environmentId } });
  expect(answer.decisive.messageId).toBe(message?.id);
  const where = { environmentId: sample.ctx.environmentId, id: message?.integrationId ?? '' };
  const { id, name, identifier } = await prisma().integration.findFirstOrThrow({ where });
  expect(answer.decisive.integration).toEqual({ _id: id, name, identifier });
  await prisma().integration.updateMany({ where, data: { deletedAt: new Date() } });
  const later = await explained(sample.ctx, { subscriber: transactionId });
  expect(later.decisive.integration).toEqual({ _id: id, name });
});

test('the explanation includes other runs of the person, with their results', async () => {
  const sample = await sampleEnvironment();
  const name = await workflow(sample);
  await trigger(sample.ctx, name, { ...JANE, phone: null });
  await sample.drain();
  const { transactionId = '' } = await trigger(sample.ctx, name, JANE);
  await sample.drain();
  const { alternatives, code } = await explained(sample.ctx, { subscriber: transactionId });
  expect(code).toBe('sandboxed');
  expect(alternatives).toMatchObject([
    { type: 'run', row: { status: 'skipped', decidedBy: { step: 'sms', reason: { code: 'no_address' } } } },
  ]);
});

test('the other runs are in the order of their time, also those without the channel of the question', async () => {
  const sample = await sampleEnvironment();
  const withSms = await workflow(sample);
  const withoutSms = await sampleWorkflow(sample.ctx, [step('delay')]);
  const transactions: string[] = [];
  for (const name of [withSms, withSms, withoutSms, withSms]) {
    const { transactionId = '' } = await trigger(sample.ctx, name, JANE);
    transactions.push(transactionId);
  }
  await beginWaits(sample);
  const { decisive, alternatives } = await explained(sample.ctx, { subscriber: 'jane', channel: 'sms' });
  const others = alternatives.flatMap((each) => (each.type === 'run' ? each.run.transactionId : []));
  expect([decisive.run?.transactionId, ...others]).toEqual(transactions.toReversed());
});

test('equal messages are counted, with their triggers and those that were sent again', async () => {
  const sample = await sampleEnvironment();
  const { ctx } = sample;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [
    { type: 'sms', name: 'Text', controlValues: { body: 'Order {{ payload.order }}' } },
  ]);
  const order = async (number: number) => {
    const { transactionId = '' } = await trigger(ctx, workflowId, JANE, { payload: { order: number } });
    await sample.drain();
    return transactionId;
  };
  const equalOf = async (transactionId: string) => (await explained(ctx, { subscriber: transactionId })).equal;
  const [first, second] = [await order(1), await order(2)];
  expect([await equalOf(first), await equalOf(second)]).toEqual([undefined, undefined]);
  const copy = { messageId: expect.any(String), sentAt: expect.any(String), _notificationId: expect.any(String) };
  const third = await order(1);
  expect(await equalOf(first)).toEqual({
    ...{ channel: 'sms', messageId: expect.any(String), sentAt: expect.any(String) },
    ...{ messages: 2, triggers: 2, resent: 0 },
    copies: [{ ...copy, transactionId: third, by: 'trigger' }],
  });
  const { environmentId } = ctx;
  const job = await prisma().job.findFirstOrThrow({ where: { environmentId }, orderBy: { id: 'asc' } });
  await resendStep(ctx, { notificationId: job.notificationId, jobId: job.id }, { reason: 'Lost' });
  await sample.drain();
  expect(await equalOf(first)).toMatchObject({
    ...{ messages: 3, triggers: 2, resent: 1 },
    copies: expect.arrayContaining([
      // The transaction is explained by its newest run, which is the one that was sent again.
      { ...copy, transactionId: first, by: 'original' },
      { ...copy, transactionId: third, by: 'trigger' },
    ]),
  });
  expect(await equalOf(second)).toBeUndefined();
});

test('a message is late if its step needed much longer than in earlier runs', async () => {
  const sample = await sampleEnvironment();
  const { ctx } = sample;
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [step('delay'), step('sms')]);
  const sentAfter = async (minutes: number, options = {}) => {
    const { transactionId = '' } = await trigger(ctx, workflowId, JANE, options);
    await sample.drain(new Date(Date.now() + 60 * 86_400_000));
    const message = await prisma().message.findFirstOrThrow({ where: { environmentId, transactionId } });
    const sentAt = new Date((message.sentAt?.getTime() ?? 0) + minutes * 60_000);
    await prisma().message.updateMany({ where: { environmentId, id: message.id }, data: { sentAt } });
    return (await explained(ctx, { subscriber: transactionId })).late;
  };
  for (const minutes of [0, 0, 0, 0, 10]) expect(await sentAfter(minutes)).toBeUndefined();
  const late = await sentAfter(10);
  expect(late?.afterMs).toBeGreaterThanOrEqual(600_000);
  expect(late?.usualMs).toBeLessThan(60_000);
  expect(late).toMatchObject({ channel: 'sms', cause: 'unknown' });
  const scheduledAt = new Date(Date.now() + 20 * 86_400_000);
  expect(await sentAfter(0, { scheduledAt }), 'neither a delay nor a schedule is late').toBeUndefined();
});

/** Returns the delay, and checks that Explain, the run and the message agree about the delay. */
async function lateOf(ctx: Ctx, transactionId: string) {
  const { environmentId } = ctx;
  const message = await prisma().message.findFirstOrThrow({ where: { environmentId, transactionId } });
  const { late } = await explained(ctx, { subscriber: transactionId });
  const run = JSON.parse(await getNotification(ctx, message.notificationId)) as SummarisedRun;
  expect(run.late).toEqual(late);
  expect(JSON.parse(await getMessage(ctx, message.id)).late).toEqual(late);
  return { late, first: runStatusOf(run).parts[0] };
}

test('a failed message that is retried later is late at once, also in the sandbox and without earlier messages', async () => {
  const sample = await sampleEnvironment();
  const { ctx, drain, now } = sample;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [step('sms')]);
  const { transactionId = '' } = await trigger(ctx, workflowId, { subscriberId: 'jane', phone: '+15005550001' });
  await drain();
  const [run] = await storedRuns(ctx, transactionId);
  expect(run?.outcome).toBe('failed');
  await prisma().subscriber.updateMany({
    where: { environmentId: ctx.environmentId },
    data: { phone: '+15555550123' },
  });
  const job = await prisma().job.findFirstOrThrow({ where: { environmentId: ctx.environmentId } });
  await retryStep(ctx, { notificationId: job.notificationId, jobId: job.id });
  sample.moveTo(new Date(now().getTime() + 40 * 60_000));
  await drain();
  const { late, first } = await lateOf(ctx, transactionId);
  expect(late).toMatchObject({ cause: 'retry', shares: [{ cause: 'retry', actor: 'an API key' }] });
  expect(first).toMatch(/^SMS sent \d+ min late: the message had failed, and an API key retried it (at|on) .+\.$/);
});

test('a message that waited for a worker is late, and a scheduled one only if it waited longer than that', async () => {
  const sample = await sampleEnvironment();
  const { ctx, drain, now } = sample;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [step('sms')]);
  const sentAfter = async (minutes: number, options = {}) => {
    const { transactionId = '' } = await trigger(ctx, workflowId, JANE, options);
    sample.moveTo(new Date(now().getTime() + minutes * 60_000));
    await drain(new Date(now().getTime() + 86_400_000));
    return lateOf(ctx, transactionId);
  };
  expect(await sentAfter(7)).toMatchObject({
    late: { cause: 'queue' },
    first: 'SMS sent 7 min late: no worker was free.',
  });
  const scheduledAt = new Date(now().getTime() + 3_600_000);
  expect((await sentAfter(0, { scheduledAt })).late).toBeUndefined();
});

test('only a deleted device is removed', async () => {
  const sample = await sampleEnvironment();
  const { ctx, drain } = sample;
  await sampleIntegrations(ctx, ['push']);
  const workflowId = await sampleWorkflow(ctx, [step('push')]);
  await known(ctx);
  await connect('push', {}, ['sandbox-gone', 'a-living-token'])(sample);
  const { transactionId = '' } = await trigger(ctx, workflowId, 'jane');
  await drain();
  const [run] = await storedRuns(ctx, transactionId);
  expect(run?.jobs).toMatchObject([{ status: 'completed' }]);
  const rows = await stored(
    'SELECT device_tokens FROM subscriber_channels WHERE environment_id = $1',
    ctx.environmentId,
  );
  expect(rows).toEqual([{ device_tokens: ['a-living-token'] }]);
});
