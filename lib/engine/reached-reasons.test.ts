/** Reaches every reason that the core can give through `advance` and `conclude`, and checks the status of the job. */
import { expect, test } from 'vitest';
import { type ReasonCode, reasonFor, summaryOf } from '#lib/reasons/registry.ts';
import {
  accepted,
  decided,
  NOW,
  refused,
  type SampleWindows,
  SUNDAYS_ONLY,
  sampleIntegration,
  samplePerson,
  samplePreference,
  sampleRun,
  sampleStep,
  WORKFLOW_ID,
} from '#testing/run.ts';
import { conclude } from './attempt/conclude.ts';
import type { Decision, RequestAnswer, SendFailure, SendResult } from './decision.ts';
import { isLive, type JobStatus } from './job-status.ts';
import type { Records } from './record/records.ts';
import type { RunContext } from './run-context.ts';

interface Scenario {
  run: RunContext;
  answers?: (outcome: Decision) => SendResult[];
  status: JobStatus;
  windows?: SampleWindows;
  /** The response to a request of the step. */
  answer?: RequestAnswer;
}

/**
 * The reasons that `advance` and `conclude` do not return for these sample runs: those of triggers, reports, retries
 * and copies.
 */
type ReachedElsewhere =
  | 'bounced'
  | 'complained'
  | 'data_left_out'
  | 'delivered'
  | 'dropped'
  | 'duplicate_transaction'
  | 'fanout_failed'
  | 'fanout_running'
  | 'never_triggered'
  | 'no_step'
  | 'not_in_topic'
  | 'message_deleted'
  | 'not_requested'
  | 'other_environment'
  | 'payload_invalid'
  | 'recipient_invalid'
  | 'rest_cancelled'
  | 'rest_failed'
  | 'rest_waiting'
  | 'retention_passed'
  | 'resend_requested'
  | 'retry_requested'
  | 'subscriber_ambiguous'
  | 'subscriber_unknown'
  | 'topic_condition'
  | 'unrecorded'
  | 'unsubscribed'
  | 'workflow_inactive'
  | 'workflow_unknown'
  | 'would_send';

const FREE = { '==': [{ var: 'payload.plan' }, 'free'] };
const PRO = { '==': [{ var: 'payload.plan' }, 'pro'] };
const filter = (value: string) => [
  {
    isNegated: false,
    type: 'TEXT' as const,
    value: 'AND' as const,
    children: [{ field: 'plan', value, operator: 'EQUAL' as const, on: 'payload' as const }],
  },
];
const refusal =
  (kind: SendFailure['kind'], more: Partial<SendFailure> = {}) =>
  (outcome: Decision) =>
    refused(outcome, kind, more);
const HOUR = { amount: 1, unit: 'hours' };
const FULL = { count: 1, endsAt: new Date(NOW.getTime() + 60_000) };
const closed = samplePreference({ schedule: SUNDAYS_ONLY });
const waited = { status: 'delayed', waitedSince: new Date(NOW.getTime() - 3_600_000) } as const;
/** The next day, UTC. */
const TOMORROW = new Date('2026-11-19T00:00:00.000Z');

const lastAttempt = { number: 9, seriesStartedAt: new Date(NOW.getTime() - 86_000_000) };

const SCENARIOS = {
  step_queued: { run: sampleRun('sms'), status: 'completed' },
  integration_selected: { run: sampleRun('email'), status: 'completed' },
  message_created: { run: sampleRun('in_app'), status: 'completed' },
  sent: { run: sampleRun('chat'), status: 'completed' },
  sandboxed: {
    run: sampleRun('email', { integrations: [sampleIntegration('email', { sandbox: true, deliverable: false })] }),
    status: 'completed',
  },
  stored: {
    run: sampleRun('in_app', { integrations: [sampleIntegration('in_app', { connected: false })] }),
    status: 'completed',
  },
  conditions_matched: { run: sampleRun(sampleStep('email', { filters: filter('free') })), status: 'completed' },
  skip_condition: { run: sampleRun(sampleStep('email', { controls: { skip: FREE } })), status: 'skipped' },
  filter: { run: sampleRun(sampleStep('email', { filters: filter('pro') })), status: 'skipped' },
  render_failed: { run: sampleRun(sampleStep('sms', { controls: { body: '{% if %}' } })), status: 'failed' },
  layout_missing: { run: sampleRun(sampleStep('email', { controls: { layoutId: 'gone' } })), status: 'completed' },
  part_left_out: {
    run: sampleRun(sampleStep('email', { controls: { cc: ['{{ payload.plan }}'] } })),
    status: 'completed',
  },
  requested: { run: sampleRun('http_request'), status: 'completed' },
  response_ignored: { run: sampleRun('http_request'), answer: { status: 200, body: '[1]' }, status: 'completed' },
  host_unavailable: {
    run: sampleRun('http_request'),
    answer: { kind: 'held', problem: 'It closed the connection', since: NOW, retryAfterMs: 20_000 },
    status: 'queued',
  },
  request_failed: { run: sampleRun('http_request'), answer: { status: 404, body: 'No such page' }, status: 'failed' },
  response_invalid: {
    run: sampleRun(
      sampleStep('http_request', {
        controls: { responseBodySchema: { type: 'object', required: ['id'] }, enforceSchemaValidation: true },
      }),
    ),
    status: 'failed',
  },
  digest_waiting: { run: sampleRun('digest'), status: 'delayed' },
  digest_merged: {
    run: sampleRun('digest', {}, [sampleStep('email')]),
    windows: { digest: { opener: { jobId: 'job-0', notificationId: 'notification-0' } } },
    status: 'merged',
  },
  digest_finished: { run: sampleRun('digest', { job: waited, digestWindow: 'window-1' }), status: 'completed' },
  digest_first: { run: sampleRun(sampleStep('digest', { controls: { lookBackWindow: HOUR } })), status: 'completed' },
  digest_invalid: {
    run: sampleRun(sampleStep('digest', { controls: { amount: 300, unit: 'days' } })),
    status: 'failed',
  },
  done: { run: sampleRun('custom'), status: 'completed' },
  throttle_passed: { run: sampleRun('throttle'), windows: { limit: { count: 1, endsAt: NOW } }, status: 'completed' },
  throttled: { run: sampleRun('throttle', {}, [sampleStep('email')]), windows: { limit: FULL }, status: 'skipped' },
  throttle_invalid: {
    run: sampleRun(sampleStep('throttle', { controls: { type: 'dynamic', dynamicKey: 'name' } })),
    status: 'failed',
  },
  delayed: { run: sampleRun('delay'), status: 'delayed' },
  delay_finished: { run: sampleRun('delay', { job: waited }), status: 'completed' },
  delay_invalid: { run: sampleRun(sampleStep('delay', { controls: { amount: 300, unit: 'days' } })), status: 'failed' },
  extended_to_schedule: { run: sampleRun('delay', { job: waited, preferences: [closed] }), status: 'delayed' },
  extensions_spent: {
    run: sampleRun('delay', { job: { ...waited, scheduleExtensions: 3 }, preferences: [closed] }),
    status: 'completed',
  },
  outside_schedule: { run: sampleRun('email', { preferences: [closed] }), status: 'skipped' },
  preference_workflow: {
    run: sampleRun('email', {
      preferences: [samplePreference({ workflowId: WORKFLOW_ID, channels: { email: false } })],
    }),
    status: 'skipped',
  },
  preference_global: {
    run: sampleRun('email', { preferences: [samplePreference({ channels: { email: false } })] }),
    status: 'skipped',
  },
  preference_default: {
    run: sampleRun('email', { workflow: { defaultPreferences: { all: { enabled: false } } } }),
    status: 'skipped',
  },
  preference_condition: {
    run: sampleRun('email', { preferences: [samplePreference({ condition: PRO })] }),
    status: 'skipped',
  },
  suppressed: {
    run: sampleRun('email', {
      suppressions: [{ channel: 'email', address: 'Jane@example.com', event: 'bounced', since: NOW }],
    }),
    status: 'skipped',
  },
  no_address: { run: sampleRun('sms', { subscriber: samplePerson({ phone: null }) }), status: 'skipped' },
  address_changed: {
    run: sampleRun('email', { earlierAddresses: new Set(['earlier@example.com']) }),
    status: 'failed',
  },
  no_channel: { run: sampleRun('chat', { subscriber: samplePerson({ channels: [] }) }), status: 'skipped' },
  no_token: {
    run: sampleRun('push', {
      subscriber: samplePerson({
        channels: [{ id: 'p', channel: 'push', integrationId: 'i', credentials: {}, deviceTokens: [] }],
      }),
    }),
    status: 'skipped',
  },
  token_gone: { run: sampleRun('push'), answers: refusal('token_gone'), status: 'skipped' },
  no_integration: { run: sampleRun('sms', { integrations: [] }), status: 'failed' },
  override_unknown: {
    run: sampleRun('sms', { notification: { overrides: { sms: { integrationIdentifier: 'gone' } } } }),
    status: 'failed',
  },
  provider_unsupported: {
    run: sampleRun('sms', { integrations: [sampleIntegration('sms', { deliverable: false })] }),
    status: 'failed',
  },
  provider_rejected: {
    run: sampleRun('email'),
    answers: refusal('rejected', { providerCode: '5.7.1' }),
    status: 'failed',
  },
  address_refused: { run: sampleRun('email'), answers: refusal('rejected'), status: 'failed' },
  provider_auth: { run: sampleRun('email'), answers: refusal('auth'), status: 'failed' },
  connection_refused: { run: sampleRun('chat'), answers: refusal('recipient'), status: 'failed' },
  provider_account: { run: sampleRun('email'), answers: refusal('account'), status: 'failed' },
  integration_invalid: { run: sampleRun('email'), answers: refusal('configuration'), status: 'failed' },
  secret_unreadable: {
    run: sampleRun('email'),
    answers: refusal('configuration', { isOwn: true, isUnreadable: true }),
    status: 'failed',
  },
  outbound_blocked: { run: sampleRun('email'), answers: refusal('blocked'), status: 'failed' },
  provider_unavailable: { run: sampleRun('email'), answers: refusal('unavailable'), status: 'queued' },
  mailbox_waiting: { run: sampleRun('email'), answers: refusal('deferred'), status: 'queued' },
  mailbox_exhausted: {
    run: sampleRun('email', { attempt: lastAttempt }),
    answers: refusal('deferred'),
    status: 'failed',
  },
  provider_rate_limited: {
    run: sampleRun('email'),
    answers: refusal('rate_limited', { retryAfterMs: 20_000 }),
    status: 'queued',
  },
  rate_limit_waiting: {
    run: sampleRun('email'),
    answers: refusal('rate_limited', { retryAfterMs: 20_000, messagesPerSecond: 5 }),
    status: 'queued',
  },
  rate_limit_exceeded: {
    run: sampleRun('email', { attempt: { seriesStartedAt: new Date(NOW.getTime() - 130_000_000) } }),
    answers: refusal('rate_limited', { retryAfterMs: 20_000, messagesPerSecond: 5 }),
    status: 'failed',
  },
  quota_waiting: {
    run: sampleRun('email'),
    answers: refusal('rate_limited', { retryAfterMs: 50_400_000, quota: { messagesPerDay: 5, until: TOMORROW } }),
    status: 'queued',
  },
  quota_exceeded: {
    run: sampleRun('email', { attempt: { seriesStartedAt: new Date(NOW.getTime() - 100_000_000) } }),
    answers: refusal('rate_limited', { retryAfterMs: 50_400_000, quota: { messagesPerDay: 5, until: TOMORROW } }),
    status: 'failed',
  },
  retry_waiting: { run: sampleRun('email'), answers: refusal('rate_limited'), status: 'queued' },
  retries_exhausted: {
    run: sampleRun('email', { attempt: lastAttempt }),
    answers: refusal('unavailable'),
    status: 'failed',
  },
  earlier_failed: {
    run: sampleRun(sampleStep('http_request', { controls: { url: '' } }), {}, [sampleStep('email')]),
    status: 'failed',
  },
  subscriber_deleted: { run: sampleRun('email', { subscriber: undefined }), status: 'skipped' },
  canceled: { run: sampleRun('email', { ended: reasonFor('canceled', { actor: 'Ann' }) }), status: 'canceled' },
  workflow_deleted: { run: sampleRun('email', { ended: reasonFor('workflow_deleted', {}) }), status: 'canceled' },
  outcome_unknown: { run: sampleRun('email', { attempt: { deaths: 1 } }), status: 'completed' },
  poison: { run: sampleRun('email', { attempt: { deaths: 5 } }), status: 'failed' },
} as const satisfies Record<Exclude<ReasonCode, ReachedElsewhere>, Scenario>;

async function played({ run, answers = accepted, windows, answer }: Scenario): Promise<Records> {
  const outcome = await decided(run, NOW, { windows, answer });
  return conclude(run, outcome, answers(outcome), NOW);
}

function codesIn({ job, details, others, messages, outcome }: Records): Set<ReasonCode> {
  const reasons = [job.reason, outcome?.reason, ...[...details, ...others, ...messages].map(({ reason }) => reason)];
  return new Set(reasons.flatMap((reason) => reason?.code ?? []));
}

test.each(Object.entries<Scenario>(SCENARIOS))('%s', async (code, scenario) => {
  const records = await played(scenario);
  expect(codesIn(records)).toContain(code);
  expect(records.job.status).toBe(scenario.status);
  // A run that ends has a reason, and a run that continues has no outcome yet.
  expect(records.outcome !== undefined).toBe(records.work.type === 'done' && records.others.every(isOver));
  expect(records.details.at(-1)?.reason).toBeDefined();
});

const isOver = ({ status }: { status: JobStatus }) => !isLive(status);

test('reasons contain their evidence', async () => {
  const jobReason = async (code: keyof typeof SCENARIOS) => (await played(SCENARIOS[code])).job.reason;
  expect(await jobReason('skip_condition')).toEqual(
    reasonFor('skip_condition', { condition: FREE, values: { 'payload.plan': 'free' } }),
  );
  expect(await jobReason('filter')).toEqual(
    reasonFor('filter', { condition: filter('pro'), values: { 'payload.plan': 'free' } }),
  );
  expect(await jobReason('preference_workflow')).toEqual(
    reasonFor('preference_workflow', {
      channel: 'email',
      layer: 'subscriber_workflow',
      preference: 'preference-1',
      since: '2026-05-03T12:05:00.000Z',
    }),
  );
  expect(await jobReason('outside_schedule')).toEqual(
    reasonFor('outside_schedule', { hours: 'closed', timezone: 'Europe/Berlin', until: '2026-11-22T08:00:00.000Z' }),
  );
  expect(await jobReason('address_refused')).toEqual(
    reasonFor('address_refused', {
      provider: 'Provider of email',
      sender: 'My email',
      words: 'mailbox not found',
      attempt: 1,
      status: 550,
      providerCode: '5.1.1',
      address: 'j•••@example.com',
    }),
  );
});

test('Belfry’s own text for a missing response is not the provider’s text', async () => {
  for (const attempt of [{}, lastAttempt]) {
    const broken = refusal('unavailable', { words: 'it closed the connection', isOwn: true });
    const { job, details } = await played({ run: sampleRun('email', { attempt }), answers: broken, status: 'queued' });
    for (const { evidence } of [job.reason, details.at(-1)?.reason].filter((each) => each !== undefined)) {
      expect(evidence).toMatchObject({ problem: 'it closed the connection' });
      expect(evidence).not.toHaveProperty('words');
    }
  }
});

test('credentials that Belfry cannot use are not reported as refused by the provider', async () => {
  const broken = refusal('auth', { words: 'The private key is malformed', isOwn: true, status: undefined });
  const { job } = await played({ run: sampleRun('email'), answers: broken, status: 'failed' });
  expect(job.reason).toEqual(
    reasonFor('integration_invalid', {
      provider: 'Provider of email',
      sender: 'My email',
      problem: 'The private key is malformed',
      attempt: 1,
    }),
  );
  const silent = refusal('auth', { words: 'Responded with 401', isOwn: true, status: 401 });
  const { job: refused } = await played({ run: sampleRun('email'), answers: silent, status: 'failed' });
  expect(refused.reason && summaryOf(refused.reason)).toBe(
    'My email refused the integration’s credentials (responded with 401)',
  );
});

test('a preference condition that cannot be evaluated blocks the message, with a reason', async () => {
  const run = sampleRun('email', { preferences: [samplePreference({ condition: { explode: [] } })] });
  const { reason } = (await played({ run, status: 'skipped' })).job;
  expect(reason).toMatchObject({
    code: 'preference_condition',
    evidence: { problem: expect.stringContaining('explode') },
  });
});

test('a skip rule that cannot be evaluated fails the step', async () => {
  const run = sampleRun(sampleStep('email', { controls: { skip: { explode: [] } } }));
  expect((await played({ run, status: 'failed' })).job.reason).toMatchObject({
    code: 'render_failed',
    evidence: { control: 'skip' },
  });
});

test('the attempts during which workers died are recorded by the next attempt', async () => {
  const interruptedAttempts = async (number: number, deaths: number) => {
    const attempt = { number, deaths };
    const { details } = await played({ run: sampleRun('email', { attempt }), status: 'completed' });
    return details.flatMap(({ reason }) => (reason.code === 'outcome_unknown' ? [reason.evidence.attempt] : []));
  };
  expect(await interruptedAttempts(2, 1)).toEqual([1]);
  expect(await interruptedAttempts(4, 2)).toEqual([2, 3]);
  expect(await interruptedAttempts(1, 1)).toEqual([1]);
});
