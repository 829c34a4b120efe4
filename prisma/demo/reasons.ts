/** Reasons for the simulated history: what the engine would have stored. */
import { findProvider } from '#lib/providers/catalogue.ts';
import { outcomeOf, type Reason, reasonFor } from '#lib/reasons/registry.ts';
import type { ExecutionDetailRow, JobRow, JobStatus, JsonObject } from './rows.ts';
import type { Run } from './scene.ts';

/** Gives every detail, job and message of the run its reason. */
export function giveReasons(run: Run): void {
  for (const [index, job] of run.jobs.entries()) {
    const told = run.details.filter((detail) => detail.job_id === job.id);
    for (const detail of told) detail.reason = reasonOf({ run, job, detail, index }) ?? null;
    // After a job that joined a digest, all later jobs are merged too.
    job.reason = decisive(job.status, told) ?? (job.status === 'merged' ? (run.jobs[index - 1]?.reason ?? null) : null);
  }
  for (const message of run.messages) {
    const told = run.details.filter((detail) => detail.message_id === message.id && detail.reason);
    message.reason = told.findLast((detail) => detail.status === 'Failed')?.reason ?? told.at(-1)?.reason ?? null;
  }
}

interface Told {
  run: Run;
  job: JobRow;
  detail: ExecutionDetailRow;
  index: number;
}

/** The outcomes that a job of a status may have. */
const OUTCOMES: Partial<Record<JobStatus, readonly (string | undefined)[]>> = {
  completed: ['sent', 'done'],
  failed: ['failed'],
  skipped: ['skipped', 'throttled'],
  delayed: ['waiting'],
  merged: ['merged'],
  canceled: ['cancelled'],
};

function decisive(status: JobStatus, details: readonly ExecutionDetailRow[]): Reason | undefined {
  const reasons = details.flatMap(({ reason }) => reason ?? []);
  return reasons.findLast((reason) => OUTCOMES[status]?.includes(outcomeOf(reason)));
}

function reasonOf(told: Told): Reason | undefined {
  const raw = parsed(told.detail.raw);
  return (SENDING[told.detail.detail] ?? DECIDING[told.detail.detail])?.(told, raw);
}

type Teller = (told: Told, raw: JsonObject) => Reason;

const providerOf = ({ job }: Told) => findProvider(job.provider_id)?.displayName ?? job.provider_id;
const bounced: Teller = (told, raw) => reasonFor('bounced', { provider: providerOf(told), words: wordsIn(raw) });
const channelOff =
  (code: 'preference_workflow' | 'preference_global'): Teller =>
  ({ job }) =>
    reasonFor(code, { channel: job.type });
const noAddress: Teller = ({ job }) => reasonFor('no_address', { channel: job.type });
const failedRequest: Teller = (_, raw) => reasonFor('request_failed', { problem: wordsIn(raw) });
const throttled: Teller = ({ run }, { count, threshold, until }) =>
  reasonFor('throttled', {
    count: Number(count ?? 1),
    limit: Number(threshold ?? 1),
    until: String(until ?? run.trigger.at.toISOString()),
  });

const SENDING: Record<string, Teller | undefined> = {
  'Step queued': () => reasonFor('step_queued', {}),
  'Integration instance selected': (told, raw) =>
    reasonFor('integration_selected', {
      provider: providerOf(told),
      integration: String(raw.identifier),
      rule: raw.primary ? 'primary' : 'override',
    }),
  'Message created': () => reasonFor('message_created', {}),
  'Message sent': (told) => reasonFor('sent', { provider: providerOf(told), attempt: told.detail.is_retry ? 2 : 1 }),
  'Unexpected provider error': (told, raw) => {
    const said = { provider: providerOf(told), words: wordsIn(raw), attempt: told.detail.is_retry ? 2 : 1 };
    const isFinal = told.detail.status === 'Failed';
    return isFinal ? reasonFor('provider_rejected', said) : reasonFor('provider_unavailable', said);
  },
  'Message delivered': (told) => reasonFor('delivered', { provider: providerOf(told) }),
  'Message complaint': (told) => reasonFor('complained', { provider: providerOf(told) }),
  'Message bounced': bounced,
  'Message blocked': bounced,
  'Message rejected': bounced,
  'Invalid push device token was removed from subscriber': (told, raw) =>
    reasonFor('token_gone', { provider: providerOf(told), address: String(raw.deviceToken) }),
  'Provider is missing or not configured': ({ job }) => reasonFor('no_channel', { channel: job.type }),
  'Message content could not be generated': (_, raw) =>
    reasonFor('render_failed', { problem: wordsIn(raw), control: String(raw.control) }),
};

const DECIDING: Record<string, Teller | undefined> = {
  'Step conditions matched': () => reasonFor('conditions_matched', {}),
  'Step was skipped based on steps conditions': (_, { skip }) =>
    reasonFor('skip_condition', { condition: skip ?? {}, values: {} }),
  "The step was skipped as it fell outside the subscriber's schedule": (_, { timezone }) =>
    reasonFor('outside_schedule', { hours: '09:00–18:00', timezone: String(timezone) }),
  'Step filtered by subscriber workflow preferences': channelOff('preference_workflow'),
  'Step filtered by subscriber global preferences': channelOff('preference_global'),
  'Step filtered by workflow preferences': ({ job }) => reasonFor('preference_default', { channel: job.type }),
  'Subscriber missing email address': noAddress,
  'Subscriber missing phone number': noAddress,
  'Subscriber does not have a configured channel': ({ job }) => reasonFor('no_channel', { channel: job.type }),
  'Subscriber credentials is missing the tokens for sending a push notification message': () =>
    reasonFor('no_token', {}),
  'Action step execution failed': failedRequest,
  'Bridge execution failed': failedRequest,
  'Response body schema validation failed': (_, raw) => reasonFor('response_invalid', { problem: wordsIn(raw) }),
  'Step completed': () => reasonFor('done', {}),
  'HTTP request step received a non-object response': () => reasonFor('done', {}),
  'Digest triggered events': () => reasonFor('done', {}),
  'Digest was skipped, first backoff event': () => reasonFor('done', {}),
  'Throttle limit exceeded for the given window': throttled,
  'Step was throttled due to rate limiting': throttled,
  'Defer duration limit exceeded': () =>
    reasonFor('delay_invalid', { problem: 'it is longer than 180 days', limit: 180 }),
  'Step delayed': (_, { until }) => reasonFor('delayed', { until: String(until) }),
  'Delay is finished': ({ run, detail }) =>
    reasonFor('delay_finished', { span: detail.created_at.getTime() - run.trigger.at.getTime() }),
  'Step digested': (_, { until }) => reasonFor('digest_waiting', { until: String(until) }),
  'Digest was merged with other digest': (_, { digestedNotificationId }) =>
    reasonFor('digest_merged', { notification: String(digestedNotificationId) }),
  'Step was canceled because a previous step failed': ({ run, index }) =>
    reasonFor('earlier_failed', { step: failedBefore(run, index) }),
  'Step was canceled on request': () => reasonFor('canceled', {}),
  'Step was extended to the next available time in the subscriber schedule': (_, { to }) =>
    reasonFor('extended_to_schedule', { until: String(to), count: 1 }),
};

function failedBefore({ jobs, workflow }: Run, index: number): string {
  const at = jobs.slice(0, index).findLastIndex(({ status }) => status === 'failed');
  return workflow.steps[at]?.row.name ?? 'A step';
}

function parsed(raw: string | null): JsonObject {
  try {
    const value: unknown = JSON.parse(raw ?? '');
    return typeof value === 'object' && value !== null ? (value as JsonObject) : { message: String(value) };
  } catch {
    return raw === null ? {} : { message: raw };
  }
}

const WORDS = [
  'Message',
  'ErrorMessage',
  'Details',
  'message',
  'error',
  'reason',
  'title',
  'description',
  'details',
  'body',
] as const;

/** The provider's text, wherever its answer contains it. */
function wordsIn(raw: JsonObject): string {
  for (const key of WORDS) {
    const value = raw[key];
    if (typeof value === 'string') return value.replace('smtp;', '').replace(/\.$/, '');
    if (typeof value === 'object' && value !== null)
      return wordsIn((Array.isArray(value) ? value[0] : value) as JsonObject);
  }
  const [inner] = Object.values(raw).filter((value) => typeof value === 'object' && value !== null);
  return inner ? wordsIn((Array.isArray(inner) ? inner[0] : inner) as JsonObject) : 'no details';
}
