/** The status of a run as text for people. It begins with the sentence of the run's row. */
import { lateText } from '#lib/notifications/lateness/late-text.ts';
import type { ExecutionDetail, Job, Notification, SummarisedRun } from '#lib/notifications/schema.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { About } from '#lib/reasons/definition.ts';
import { addressField, addressName } from '#lib/reasons/links.ts';
import { isCancellation, parseReason, type Reason, summaryOf, waitsToBeSent } from '#lib/reasons/registry.ts';
import { ended, reasonLine, sentSummary, stepSummary } from '#lib/reasons/step-summary.ts';
import { channelOf, isDelivery, stepLabels } from '#lib/steps/labels.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { type TextTimes, timesAt } from '#lib/time/day-time.ts';
import { isSandboxed, isStored, isSuccess, jobState } from './job-state.ts';
import { outcomeText, type RowState, stepsInText } from './run-sentence.ts';
import { mayHaveArrived, type UnknownAttempts, unknownAttempts } from './unknown-attempts.ts';

export interface RunStatus {
  state: RowState;
  /** Sentences: first the sentence of the run's row, then the results of other steps. */
  parts: readonly string[];
  /** The steps whose problems the parts explain, starting with the step that explains the run. */
  explainedJobs: readonly Job[];
}

type Run = Pick<SummarisedRun, 'jobs' | 'subscriber' | 'template' | 'createdAt' | 'ended' | 'summary' | 'late'>;

/** States in which a delay is the most important information. */
const PLAINLY_SENT: ReadonlySet<RowState> = new Set(['sent', 'sandboxed', 'stored']);

/** The maximum number of failures in the text. More would repeat the timeline. */
const MAX_FAILURES = 3;

/**
 * Returns the status of a run for its page and for tickets: the sentence of its row, built from the run's summary, and
 * sentences about other events. `now` is in milliseconds.
 */
export function runStatusOf(run: Run, now = Date.now(), about = aboutRun(run, timesAt(now))): RunStatus {
  const { jobs = [], summary, late } = run;
  const { text, state } = outcomeText(summary, about, now);
  const explaining = stepsInText(summary).flatMap(({ jobId }) => jobs.find(({ _id }) => _id === jobId) ?? []);
  const failures = jobs.filter((job) => job.status === 'failed' && job !== explaining[0]).slice(0, MAX_FAILURES - 1);
  const sent = jobs.filter((job) => jobState(job) === 'sent');
  const hasFailed = summary.steps.some(({ status }) => status === 'failed');
  const sentText = sentSummary(
    sent.map((job) => ({ type: job.type, sandbox: isSandboxed(job), stored: isStored(job) })),
  );
  const delay = late && lateText(late, about.on && about.time && { on: about.on, time: about.time });
  const isLed = delay !== undefined && PLAINLY_SENT.has(state);
  const parts = [
    ...(isLed ? [delay] : []),
    text,
    ...(delay !== undefined && !isLed ? [delay] : []),
    ...(hasFailed ? failures.map((job) => jobSummary(job, about)) : []),
    ...(hasFailed && sent.length > 0 ? [sentText] : []),
    ...retriedInVain(run, about),
    ...maybeTwice(run),
    ...cancelledLate(run, about),
    ...withoutRecipient(run),
  ];
  const [first, ...others] = explaining;
  return { state, parts: parts.map(ended), explainedJobs: first ? [first, ...failures, ...others] : [] };
}

/** Returns "Retried by Ann at 14:02: “It works again”; SMS waits again". */
function retriedInVain({ jobs = [] }: Run, about: About): string[] {
  return jobs.flatMap((job) => {
    const request = vainRetry(job);
    return request ? [`${summaryOf(request, about)}; ${stepLabels[job.type]} waits again`] : [];
  });
}

/** Returns the newest request to retry a step, if the step still waits for its next attempt. */
function vainRetry(job: Job): Reason<'retry_requested'> | undefined {
  const reason = parseReason(job.reason);
  if (job.status !== 'queued' || !reason || !waitsToBeSent(reason)) return undefined;
  return newestRequest(job.executionDetails.map((detail) => detail.reason));
}

/** Returns the newest request to retry a step. `stored` are the reasons of its execution details, in order. */
export function newestRequest(stored: readonly unknown[]): Reason<'retry_requested'> | undefined {
  const reasons = stored.map(parseReason);
  return reasons.findLast((each) => each?.code === 'retry_requested') as Reason<'retry_requested'> | undefined;
}

/** Returns "SMS may have arrived twice: a worker stopped during attempt 1". */
function maybeTwice({ jobs = [] }: Run): string[] {
  return jobs.flatMap((job) => {
    const unknown = unknownAttemptsOf(job);
    return unknown ? [mayHaveArrived(job.type, unknown, jobState(job) === 'sent')] : [];
  });
}

/**
 * Returns the attempts of a step whose outcome is unknown. In-app messages are excluded, because they are stored only
 * once.
 */
export function unknownAttemptsOf(job: Job): UnknownAttempts | undefined {
  if (!isDelivery(job.type) || job.type === 'in_app' || isSandboxed(job)) return undefined;
  return unknownAttempts(job.executionDetails.map(({ reason }) => reason));
}

/** Returns the sentence about a cancellation during the last step, which came too late to stop that step. */
function cancelledLate({ ended: stored, jobs = [] }: Run, about: About): string[] {
  const reason = parseReason(stored);
  const isShown = jobs.some((job) => {
    const own = parseReason(job.reason);
    return own !== undefined && (isCancellation(own) || own.code === 'rest_cancelled');
  });
  return reason && !isShown ? [`${summaryOf(reason, about)}, while its last step was running`] : [];
}

/** Returns the sentence about a deleted subscriber, because waiting steps are skipped only when they are due. */
function withoutRecipient({ subscriber, ended: stored, jobs = [] }: Run): string[] {
  const goesOn = jobs.some((job) => ['waiting', 'running'].includes(jobState(job)));
  return subscriber?.deletedAt && !stored && goesOn ? ['The subscriber was deleted; nothing more is sent'] : [];
}

function jobSummary(job: Job, about: About): string {
  return stepSummary({ type: job.type, reason: parseReason(job.reason), outcome: jobState(job) }, about);
}

/**
 * Returns why a job is not a plain success, for the line below its name and state: "No phone number". Undefined for a
 * plain success.
 */
export function jobReason(job: Pick<Job, 'status' | 'reason'>, about: About): string | undefined {
  const reason = parseReason(job.reason);
  return reason && !isSuccess(reason) ? reasonLine(reason, about) : undefined;
}

/** Returns the addresses that the recipient lacks for the channels of the run: "No phone number". */
export function missingAddresses({ email, phone }: { email?: string; phone?: string }, jobs: readonly Job[] = []) {
  const has: Partial<Record<string, string>> = { email, phone };
  const channels = [...new Set(jobs.flatMap(({ type }) => channelOf(type) ?? []))];
  return channels.filter((channel) => isWithout(channel)).map((channel) => `No ${addressName(channel)}`);

  function isWithout(channel: Channel): boolean {
    const field = addressField(channel);
    if (field) return !has[field];
    return jobs.some(({ type, reason }) => type === channel && MISSING.has(reason?.code ?? ''));
  }
}

/** Returns the text of an execution detail: the text of its reason, or otherwise the text of the interface. */
export function detailText({ detail, reason }: Pick<ExecutionDetail, 'detail' | 'reason'>, about: About): string {
  const parsed = parseReason(reason);
  return parsed ? summaryOf(parsed, about) : detail;
}

/**
 * Returns the names for the texts of reasons, with times relative to today. Addresses are not included: the
 * subscriber's address may have changed, and only the message has the address that was used.
 */
export function aboutRun(
  { subscriber, template }: Pick<Notification, 'subscriber' | 'template'>,
  times: TextTimes = timesAt(Date.now()),
): About {
  return { subscriber: subscriber && nameOf(subscriber), workflow: template?.name, ...times };
}

const MISSING: ReadonlySet<string> = new Set(['no_channel', 'no_token']);
