/**
 * Runs whole workflows through the core, in memory, with a virtual clock. Each run ends once and with a reason,
 * whatever the providers return.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { stepType, type WorkflowStepType } from '#lib/steps/index.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import {
  accepted,
  decided,
  NOW,
  refused,
  type SampleWindows,
  sampleIntegration,
  samplePerson,
  sampleRun,
  sampleStep,
} from '#testing/run.ts';
import { conclude } from './attempt/conclude.ts';
import type { Decision, RequestAnswer, SendFailure, SendResult } from './decision.ts';
import { isLive } from './job-status.ts';
import type { OutcomeRecord, Records } from './record/records.ts';
import { runOutcome } from './record/run-outcome.ts';
import type { RunContext, RunJob, RunStep } from './run-context.ts';

const OPEN = { opener: { jobId: 'job-0', notificationId: 'notification-0' } };
const FULL = { count: 1, endsAt: new Date('9999-01-01T00:00:00.000Z') };

type Answer = 'accept' | SendFailure['kind'] | 'wait' | 'mixed';
const ANSWERS: readonly Answer[] = [
  'accept',
  'accept',
  'rejected',
  'auth',
  'configuration',
  'rate_limited',
  'unavailable',
  'token_gone',
  'blocked',
  'wait',
  'mixed',
];

interface Plan {
  steps: readonly RunStep[];
  /** One response per attempt. After the last response, the list starts again. */
  answers: readonly Answer[];
  isCritical: boolean;
  failover: boolean;
  /** Whether the trigger names the integrations of chat and push. */
  isNamed: boolean;
  /** Whether the windows of throttle steps are full. */
  isThrottled: boolean;
  /** Whether a digest already collects other runs. */
  isMerged: boolean;
  /** The attempt during which the run is cancelled. */
  cancelAt: number | undefined;
}

const TYPES = [
  'in_app',
  'email',
  'sms',
  'chat',
  'push',
  'delay',
  'custom',
  'throttle',
  'digest',
  'http_request',
] as const satisfies WorkflowStepType[];

const step = fc
  .record({
    type: fc.constantFrom<WorkflowStepType>(...TYPES),
    shouldStopOnFail: fc.boolean(),
    isSkipped: fc.integer({ max: 3, min: 0 }).map((number) => number === 0),
  })
  .map(({ type, shouldStopOnFail, isSkipped }) => ({
    ...sampleStep(type, isSkipped ? { controls: { skip: { '==': [1, 1] } } } : {}),
    shouldStopOnFail,
  }));

const plan: fc.Arbitrary<Plan> = fc.record({
  steps: fc
    .array(step, { minLength: 1, maxLength: 5 })
    .map((steps) => steps.map((each, at) => ({ ...each, stepId: `step-${at}`, name: `Step ${at}` }))),
  answers: fc.array(fc.constantFrom(...ANSWERS), { minLength: 1, maxLength: 12 }),
  isCritical: fc.boolean(),
  failover: fc.boolean(),
  isNamed: fc.boolean(),
  isThrottled: fc.boolean(),
  isMerged: fc.boolean(),
  cancelAt: fc.option(fc.nat(8), { nil: undefined }),
});

interface Work {
  jobId: string;
  readyAt: Date;
  attempts: number;
  firstClaimedAt?: Date;
}

/** Replaces the database with plain objects. */
class Played {
  jobs: RunJob[];
  work: Work[];
  messages = new Map<string, { jobId: string; status: string }>();
  /** The integration that reached the subscriber, by job, if the trigger names one. */
  reachedBy = new Map<string, string | undefined>();
  outcomes: OutcomeRecord[] = [];
  turns = 0;
  readonly plan: Plan;

  constructor(plan: Plan) {
    const [first, ...more] = plan.steps;
    this.plan = plan;
    this.jobs = [...sampleRun(first as RunStep, {}, more).jobs];
    this.work = [{ jobId: (this.jobs[0] as RunJob).id, readyAt: NOW, attempts: 0 }];
  }

  async toTheEnd(): Promise<void> {
    while (this.work.length > 0) {
      this.work.sort((one, other) => one.readyAt.getTime() - other.readyAt.getTime());
      const work = this.work.shift() as Work;
      work.firstClaimedAt ??= work.readyAt;
      if (++this.turns > 1000) throw new Error('The run has no end.');
      const run = this.loaded(work, work.firstClaimedAt);
      const outcome = await decided(run, work.readyAt, { windows: this.windows(), answer: this.response() });
      this.record(work, conclude(run, outcome, this.answer(outcome), work.readyAt));
    }
  }

  loaded(work: Work, firstClaimedAt: Date): RunContext {
    const job = this.jobs.find(({ id }) => id === work.jobId) as RunJob;
    const sent = [...this.messages].filter(([, { jobId, status }]) => jobId === job.id && status === 'sent');
    const run = sampleRun(job.step, {
      attempt: { number: work.attempts + 1, firstClaimedAt, seriesStartedAt: firstClaimedAt },
      workflow: { defaultPreferences: { all: { readOnly: this.plan.isCritical } } },
      sentMessages: new Set(sent.map(([id]) => id)),
      ended: this.ended(),
      ...(job.waitedSince && stepType(job.step.type).collects && { digestWindow: 'window-1' }),
    });
    const spare = run.integrations.flatMap(({ channel }) =>
      sampleIntegration(channel, { id: 'spare', identifier: 'spare', primary: false }),
    );
    const environment = { ...run.environment, failover: this.plan.failover };
    const named = Object.fromEntries(
      ['chat', 'push'].map((channel) => [channel, { integrationIdentifier: `my-${channel}` }]),
    );
    const notification = { ...run.notification, overrides: this.plan.isNamed ? named : {} };
    const { subscriber = samplePerson() } = run;
    const channels = subscriber.channels.flatMap((each) => [
      each,
      { ...each, id: `${each.id}-2`, integrationId: 'spare' },
    ]);
    return {
      ...run,
      environment,
      notification,
      subscriber: { ...subscriber, channels },
      jobs: this.jobs,
      job,
      integrations: [...run.integrations, ...spare],
    };
  }

  /** Returns the response to a request of a step. */
  response(): RequestAnswer {
    const answer = this.plan.answers[this.turns % this.plan.answers.length] as Answer;
    if (answer === 'blocked') return { problem: 'private', kind: 'blocked' };
    if (answer === 'unavailable' || answer === 'mixed') return { problem: 'no answer', kind: 'unavailable' };
    if (answer === 'wait') return { status: 429, body: '', retryAfterMs: 20_000 };
    return answer === 'accept' ? { status: 200, body: '{"id":1}' } : { status: 400, body: 'no' };
  }

  windows(): SampleWindows {
    const { isThrottled, isMerged } = this.plan;
    return { ...(isThrottled && { limit: FULL }), ...(isMerged && { digest: OPEN }) };
  }

  ended(): Reason<'canceled'> | undefined {
    const { cancelAt } = this.plan;
    return cancelAt !== undefined && this.turns > cancelAt ? reasonFor('canceled', {}) : undefined;
  }

  answer(outcome: Decision): SendResult[] {
    const answer = this.plan.answers[this.turns % this.plan.answers.length] as Answer;
    if (answer === 'accept') return accepted(outcome);
    if (answer === 'wait') return refused(outcome, 'rate_limited', { retryAfterMs: 3_600_000 });
    if (answer !== 'mixed') return refused(outcome, answer);
    return [...accepted(outcome).slice(0, 1), ...refused(outcome, 'unavailable').slice(1)];
  }

  record(work: Work, records: Records): void {
    const { job, others, work: next } = records;
    const changes = new Map([job, ...others].map((change) => [change.id, change]));
    this.jobs = this.jobs.map((each) => ({ ...each, ...changes.get(each.id) }));
    for (const { id, status, channel, integrationId } of records.messages) {
      expect(this.messages.get(id)?.status).not.toBe('sent');
      this.messages.set(id, { jobId: job.id, status });
      // The subscriber has the message through one integration only.
      if (status !== 'sent' || !this.plan.isNamed || (channel !== 'chat' && channel !== 'push')) continue;
      expect(this.reachedBy.get(job.id) ?? integrationId).toBe(integrationId);
      this.reachedBy.set(job.id, integrationId);
    }
    if (next.type === 'again') this.work.push({ ...work, readyAt: next.readyAt, attempts: next.attempts });
    for (const { id, readyAt } of others) if (readyAt) this.work.push({ jobId: id, readyAt, attempts: 0 });
    const outcome = records.hasActiveSibling ? runOutcome(this.jobs) : records.outcome;
    if (outcome) this.outcomes.push(outcome);
    for (const { reason } of records.details) expect(reason.code).toBeDefined();
  }
}

test('every run ends once, with a reason for each of its jobs', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(plan, async (given) => {
      const played = new Played(given);
      await played.toTheEnd();
      expect(played.jobs.filter(({ status }) => isLive(status))).toEqual([]);
      expect(played.jobs.filter(({ reason }) => reason === undefined)).toEqual([]);
      expect(played.outcomes).toEqual([runOutcome(played.jobs)]);
      seen.add(String(played.outcomes[0]?.outcome));
    }),
    { numRuns: 1_500 },
  );
  expect([...seen].sort()).toEqual(['cancelled', 'done', 'failed', 'merged', 'sent', 'skipped', 'throttled']);
}, 120_000);

test('messages of a dead provider fail after about a day', async () => {
  const steps = [sampleStep('email')];
  const played = new Played({
    steps,
    answers: ['unavailable'],
    isCritical: false,
    failover: false,
    isNamed: false,
    isThrottled: false,
    isMerged: false,
    cancelAt: undefined,
  });
  await played.toTheEnd();
  expect(played.turns).toBe(9);
  const reason = played.jobs[0]?.reason as Reason<'retries_exhausted'>;
  expect(reason.code).toBe('retries_exhausted');
  expect(reason.evidence.span).toBeGreaterThan(0.75 * DAY_MS);
  expect(reason.evidence.span).toBeLessThan(1.25 * DAY_MS);
});

test('steps after a slow retry are sent before it', async () => {
  const steps = [sampleStep('email'), sampleStep('sms')];
  const answers: Answer[] = ['unavailable', 'unavailable', 'unavailable', 'unavailable', 'accept'];
  const played = new Played({
    steps,
    answers,
    isCritical: false,
    failover: false,
    isNamed: false,
    isThrottled: false,
    isMerged: false,
    cancelAt: undefined,
  });
  await played.toTheEnd();
  expect(played.outcomes).toEqual([expect.objectContaining({ outcome: 'sent' })]);
  expect(played.jobs.map(({ status }) => status)).toEqual(['completed', 'completed']);
});
