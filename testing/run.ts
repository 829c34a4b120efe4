/** For tests: loaded runs. All of them can send, until a test changes their data. */

import { advance, type CoreTools } from '#lib/engine/attempt/advance.ts';
import { settleRequest } from '#lib/engine/attempt/request-step.ts';
import {
  type Decision,
  isRequestDecision,
  isWindowDecision,
  type RequestAnswer,
  type SendFailure,
  type SendResult,
} from '#lib/engine/decision.ts';
import type { RunContext, RunIntegration, RunJob, RunStep } from '#lib/engine/run-context.ts';
import {
  type DigestWindow,
  eventsOf,
  type LimitWindow,
  settleClose,
  settleCollect,
  settleLimit,
} from '#lib/engine/windows/windows.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { StoredPreference } from '#lib/preferences/effective.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import type { Recipient } from '#lib/steps/run.ts';

/** No limits for addresses that get copies. */
export const copyLimits: CoreTools['copyLimits'] = async () => ({ suppressions: [], isSensitive: false });

const TOOLS: CoreTools = { render: renderStep, maxSpanDays: 180, copyLimits };

/** The current time of the tests, a Wednesday. */
export const NOW = new Date('2026-11-18T10:00:00.000Z');

export const WORKFLOW_ID = '5f0a9c3e7b21d4f86a0e9d17';

const CONTROLS: Partial<Record<WorkflowStepType, JsonObject>> = {
  in_app: { subject: 'Hello', body: 'Hello {{ subscriber.firstName }}' },
  email: { subject: 'Hello {{ subscriber.firstName }}', body: '<p>Hello</p>', editorType: 'html' },
  sms: { body: 'Hello {{ subscriber.firstName }}' },
  chat: { body: 'Hello' },
  push: { subject: 'Hello', body: 'Hello {{ payload.name }}' },
  delay: { type: 'regular', amount: 1, unit: 'hours' },
  digest: { type: 'regular', amount: 1, unit: 'hours' },
  throttle: { type: 'fixed', amount: 1, unit: 'hours' },
  custom: { custom: {} },
  http_request: { method: 'GET', url: 'https://example.com/' },
};

export function sampleStep(type: WorkflowStepType, changes: Partial<RunStep> = {}): RunStep {
  const controls = { ...CONTROLS[type], ...changes.controls };
  return {
    id: `step-${type}`,
    stepId: `the-${type}`,
    name: `The ${type}`,
    type,
    filters: [],
    shouldStopOnFail: false,
    ...changes,
    controls,
  };
}

function sampleJob(step: RunStep, changes: Partial<RunJob> = {}): RunJob {
  return { id: `job-${step.stepId}`, step, status: 'queued', attempts: 0, scheduleExtensions: 0, ...changes };
}

export function samplePerson(changes: Partial<Recipient> = {}): Recipient {
  return {
    id: 'subscriber-1',
    subscriberId: 'jane',
    firstName: 'Jane',
    lastName: 'Doe',
    email: 'jane@example.com',
    phone: '+15555550123',
    avatar: null,
    locale: null,
    timezone: 'Europe/Berlin',
    data: {},
    isOnline: null,
    lastOnlineAt: null,
    channels: [
      {
        id: 'chat-1',
        channel: 'chat',
        integrationId: 'integration-chat',
        credentials: { webhookUrl: 'https://chat.example/hooks/1' },
        deviceTokens: [],
      },
      {
        id: 'push-1',
        channel: 'push',
        integrationId: 'integration-push',
        credentials: {},
        deviceTokens: ['token-aaaaaaaaaa', 'token-bbbbbbbbbb'],
      },
    ],
    ...changes,
  };
}

export function sampleIntegration(channel: Channel, changes: Partial<RunIntegration> = {}): RunIntegration {
  return {
    id: `integration-${channel}`,
    identifier: `my-${channel}`,
    name: `My ${channel}`,
    providerId: `provider-${channel}`,
    providerName: `Provider of ${channel}`,
    sealedCredentials: '{}',
    channel,
    primary: channel === 'email' || channel === 'sms',
    priority: 1,
    conditions: [],
    sandbox: false,
    deliverable: true,
    ...changes,
  };
}

export function samplePreference(changes: Partial<StoredPreference>): StoredPreference {
  return {
    id: 'preference-1',
    workflowId: null,
    contextKeys: [],
    enabled: true,
    channels: {},
    condition: null,
    schedule: null,
    updatedAt: new Date('2026-05-03T12:05:00.000Z'),
    ...changes,
  };
}

/** A schedule that is closed on every day except Sunday. */
export const SUNDAYS_ONLY = {
  isEnabled: true,
  weeklySchedule: { sunday: { isEnabled: true, hours: [{ start: '09:00', end: '17:00' }] } },
};

type Changes = Partial<Omit<RunContext, 'job' | 'attempt' | 'notification' | 'workflow'>> & {
  job?: Partial<RunJob>;
  attempt?: Partial<RunContext['attempt']>;
  notification?: Partial<RunContext['notification']>;
  workflow?: Partial<RunContext['workflow']>;
};

/** Returns a run whose first job is claimed and has the given type or step. The steps `more` follow it. */
export function sampleRun(
  given: WorkflowStepType | RunStep,
  { job: jobChanges, attempt, notification, workflow, ...changes }: Changes = {},
  more: readonly RunStep[] = [],
): RunContext {
  const step = typeof given === 'string' ? sampleStep(given) : given;
  const job = sampleJob(step, jobChanges);
  const jobs = [job, ...more.map((each) => sampleJob(each, { status: 'pending' }))];
  const channel = step.type in CHANNEL_OF ? (step.type as Channel) : undefined;
  return {
    environment: { id: 'environment-1', organizationId: 'organization-1', failover: false },
    workflow: {
      id: WORKFLOW_ID,
      identifier: 'welcome',
      name: 'Welcome',
      description: '',
      tags: [],
      severity: 'none',
      defaultPreferences: {},
      userPreferences: null,
      ...workflow,
    },
    notification: {
      id: '6ba1f3d00000000000000001',
      transactionId: 'transaction-1',
      subscriberId: 'subscriber-1',
      contextKeys: [],
      payload: { name: 'Ada', plan: 'free' },
      overrides: {},
      context: {},
      ...notification,
    },
    jobs,
    job,
    attempt: { number: 1, firstClaimedAt: NOW, seriesStartedAt: NOW, deaths: 0, hasTurn: false, ...attempt },
    subscriber: samplePerson(),
    preferences: [],
    integrations: channel ? [sampleIntegration(channel)] : [],
    suppressions: [],
    layouts: [],
    sentMessages: new Set(),
    ...changes,
  };
}

const CHANNEL_OF = { in_app: 1, email: 1, sms: 1, chat: 1, push: 1 };

/** The state of windows that the run shares with other runs. */
export interface SampleWindows {
  limit?: LimitWindow;
  digest?: DigestWindow;
}

const EMPTY: RequestAnswer = { status: 200, body: '{}' };

interface SampleWorld {
  tools?: CoreTools;
  windows?: SampleWindows | undefined;
  /** The response to a request of the step. */
  answer?: RequestAnswer | undefined;
}

/** Returns the decision about the run if nothing else changes its windows at the same time. */
export async function decided(
  run: RunContext,
  now = NOW,
  { tools = TOOLS, windows = {}, answer = EMPTY }: SampleWorld = {},
): Promise<Decision> {
  const outcome = await advance(run, now, tools);
  if (isRequestDecision(outcome)) {
    const exchange = { request: 'GET /', response: '200' };
    return settleRequest(run, outcome, { host: 'example.com', exchange, answer }, now);
  }
  if (!isWindowDecision(outcome)) return outcome;
  const { limit, digest = {} } = windows;
  if (outcome.type === 'limit') return settleLimit(outcome, limit, now).outcome;
  if (outcome.type === 'collect') return settleCollect(outcome, digest, run, now).outcome;
  if (outcome.type === 'leave') return outcome.outcome;
  return settleClose(outcome, digest, eventsOf(run)).outcome;
}

/** Returns results in which every target accepted its message. */
export function accepted(outcome: Decision): SendResult[] {
  if (outcome.type !== 'deliver') return [];
  return outcome.targets
    .filter(({ message }) => message)
    .map(({ messageId, integration }) => ({
      messageId,
      type: 'accepted',
      sandbox: integration.sandbox,
      providerMessageId: `vendor-${messageId}`,
      status: 202,
      exchange: { request: 'POST /', response: '202' },
    }));
}

/** Returns results in which no target accepted its message. */
export function refused(outcome: Decision, kind: SendFailure['kind'], more: Partial<SendFailure> = {}): SendResult[] {
  const error: SendFailure = {
    kind,
    words: 'mailbox not found',
    isOwn: false,
    status: 550,
    providerCode: '5.1.1',
    retryAfterMs: undefined,
    unreachable: false,
    exchange: { request: 'POST /', response: '550' },
    ...more,
  };
  if (outcome.type !== 'deliver') return [];
  return outcome.targets
    .filter(({ message }) => message)
    .map(({ messageId }) => ({ messageId, type: 'refused', error }));
}
