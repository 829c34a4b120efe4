/** The status of a run as text for people. It begins with the sentence of the run's row. */

import type { Channel } from '#lib/providers/channel.ts';
import type { About, ReasonLayer } from '#lib/reasons/definition.ts';
import { isFixable } from '#lib/reasons/leading.ts';
import { addressField, addressName } from '#lib/reasons/links.ts';
import { OUTCOME_BY_STATUS, type RunOutcome } from '#lib/reasons/outcome.ts';
import {
  chosenIntegration,
  type Fix,
  fixOf,
  isCancellation,
  layerOf,
  outcomeOf,
  parseReason,
  type Reason,
  summaryOf,
  waitsToBeSent,
} from '#lib/reasons/registry.ts';
import { joinedFixes } from '#lib/reasons/several-fixes.ts';
import { ended, reasonLine, sentSummary, stepSummary } from '#lib/reasons/step-summary.ts';
import { channelOf, isDelivery, stepLabels } from '#lib/steps/labels.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { counted } from '#lib/text/counted.ts';
import { type TextTimes, timesAt } from '#lib/time/day-time.ts';
import { lateText } from './late-text.ts';
import { outcomeText, type RowState, stepsInText } from './run-sentence.ts';
import type { ExecutionDetail, Job, Notification, SummarisedRun } from './schema.ts';
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

/** The limit of failures in the text, because more would repeat the timeline. */
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

interface RunEnd {
  /** The reason why the run was ended from outside. */
  ended?: unknown;
  /** The present workflow. */
  template?:
    | { deletedAt?: string | Date | null | undefined; resendWithinHours?: number | null | undefined }
    | undefined;
  /**
   * The time at which the run was triggered. Undefined if its age does not matter, because Belfry sends the step
   * automatically in any case.
   */
  createdAt?: string | Date | undefined;
}

/**
 * Returns why no step of the run can be retried, whatever its result. The pages show this text beforehand, and the server
 * returns it as error. Undefined if steps can be retried.
 */
export function whyNoRetry(run: RunEnd): string | undefined {
  const cause = obstacleToRetry(run);
  return cause && `Cannot retry: ${cause}`;
}

/** Returns `whyNoRetry` for a step. The limit of the workflow does not apply to a step that waits for its next attempt. */
export function whyNoStepRetry(run: RunEnd, { status }: Pick<Job, 'status'>): string | undefined {
  return whyNoRetry(status === 'queued' ? { ...run, createdAt: undefined } : run);
}

/** Returns the same cause as a clause: "the run was cancelled". */
export function obstacleToRetry({ ended: reason, template, createdAt }: RunEnd): string | undefined {
  if (reason != null) return 'the run was cancelled';
  return template?.deletedAt ? 'the workflow was deleted' : tooOld({ template, createdAt });
}

const HOUR_MS = 3_600_000;

/** Returns a clause if the run is older than its workflow allows for sending again. */
function tooOld({ template, createdAt }: Omit<RunEnd, 'ended'>): string | undefined {
  const hours = template?.resendWithinHours ?? undefined;
  if (hours === undefined || createdAt === undefined) return undefined;
  const isOld = Date.now() - new Date(createdAt).getTime() > hours * HOUR_MS;
  return isOld ? `the run is older than its workflow’s limit of ${counted(hours, 'hour')}` : undefined;
}

const SENDABLE_AGAIN: ReadonlySet<string> = new Set(['completed', 'failed', 'skipped']);

/** Whether the step sent a message, or would have sent one, so that it can be sent again in a separate run. */
export function canResend({ type, status }: Pick<Job, 'type' | 'status'>): boolean {
  return isDelivery(type) && SENDABLE_AGAIN.has(status);
}

/**
 * Returns the label of the button that sends the step's message in a separate run. The message is sent again, or for
 * the first time if the step was skipped because something was missing. Undefined for steps without such a message, and
 * for failed steps, which are retried.
 */
export function resendLabel(job: Pick<Job, 'type' | 'status' | 'reason'>): string | undefined {
  if (!canResend(job)) return undefined;
  if (job.status === 'skipped') return hasProblem(job) ? 'Send now' : undefined;
  return jobState(job) === 'sent' ? 'Send again' : undefined;
}

/** Returns why no step of the run can be sent again. Undefined if steps can be sent again. */
export function whyNoResend({
  template,
  createdAt,
  subscriber,
}: Omit<RunEnd, 'ended'> & { subscriber?: { deletedAt?: unknown } | undefined }): string | undefined {
  if (template?.deletedAt) return 'Cannot send again: the workflow was deleted';
  if (!subscriber || subscriber.deletedAt) return 'Cannot send again: the subscriber was deleted';
  const cause = tooOld({ template, createdAt });
  return cause && `Cannot send again: ${cause}`;
}

/**
 * Returns why a skipped step cannot be sent now: the recipient still lacks its address. Otherwise returns
 * `whyNoResend`.
 */
export function whyNoStepResend(
  run: RunEnd & { subscriber?: Parameters<typeof nameOf>[0] & { email?: string; phone?: string; deletedAt?: unknown } },
  { type, status }: Pick<Job, 'type' | 'status'>,
): string | undefined {
  const field = addressField(channelOf(type));
  const { subscriber } = run;
  const isWithout = status === 'skipped' && field !== undefined && subscriber && !subscriber[field];
  const missing = isWithout ? `Cannot send: ${nameOf(subscriber)} has no ${addressName(channelOf(type))}` : undefined;
  return whyNoResend(run) ?? missing;
}

function isSandboxed({ reason }: Pick<Job, 'reason'>): boolean {
  return reason?.code === 'sandboxed';
}

function isStored({ reason }: Pick<Job, 'reason'>): boolean {
  return reason?.code === 'stored';
}

function jobSummary(job: Job, about: About): string {
  return stepSummary({ type: job.type, reason: parseReason(job.reason), outcome: jobState(job) }, about);
}

/** Returns the state of a job as people see it. */
export function jobState({ status, reason }: Pick<Job, 'status' | 'reason'>): RunOutcome {
  const parsed = parseReason(reason);
  const outcome = parsed && outcomeOf(parsed);
  if (status === 'failed') return 'failed';
  if (status === 'delayed') return 'waiting';
  if (status === 'pending' || status === 'running') return 'running';
  if (status === 'queued') return outcome === 'waiting' || outcome === 'sent' ? outcome : 'running';
  return outcome ?? OUTCOME_BY_STATUS[status] ?? 'running';
}

/**
 * Returns the state of a job in one word, with separate words for jobs in the sandbox, in-app messages without an inbox,
 * jobs that are queued, and jobs that wait for the end of an earlier one (`pending`).
 */
export function shownState(
  job: Pick<Job, 'status' | 'reason'>,
): RunOutcome | 'sandboxed' | 'stored' | 'queued' | 'pending' {
  const state = jobState(job);
  if (state === 'running' && (job.status === 'pending' || job.status === 'queued')) return job.status;
  if (state !== 'sent') return state;
  return isSandboxed(job) ? 'sandboxed' : isStored(job) ? 'stored' : state;
}

/**
 * Returns why a job is not a plain success, for the line below its name and state: "No phone number". Undefined for a
 * plain success.
 */
export function jobReason(job: Pick<Job, 'status' | 'reason'>, about: About): string | undefined {
  const reason = parseReason(job.reason);
  return reason && !isSuccess(reason) ? reasonLine(reason, about) : undefined;
}

/** Returns the end of the step's wait as an ISO 8601 time. Undefined if the step does not wait. */
export function waitsUntil({ reason }: Pick<Job, 'reason'>): string | undefined {
  const parsed = parseReason(reason);
  if (!parsed || !('until' in parsed.evidence)) return undefined;
  if (outcomeOf(parsed) !== 'waiting' && parsed.code !== 'rest_waiting') return undefined;
  return parsed.evidence.until;
}

const OF_SUBSCRIBER: ReadonlySet<ReasonLayer> = new Set(['subscriber', 'preference']);
const OF_WORKFLOW: ReadonlySet<ReasonLayer> = new Set(['step', 'workflow']);

/**
 * Returns the fix for a job that is not a plain success. The fix never links to the run itself, or to a deleted
 * subscriber or workflow.
 */
export function jobFix(run: Pick<Notification, 'subscriber' | 'template'>, job: Job): Fix | undefined {
  const reason = parseReason(job.reason);
  // The failed step is above this step, with its own fix.
  if (!reason || isSuccess(reason) || reason.code === 'earlier_failed') return undefined;
  const layer = layerOf(reason);
  if (run.subscriber?.deletedAt && OF_SUBSCRIBER.has(layer)) return undefined;
  if (run.template?.deletedAt && OF_WORKFLOW.has(layer)) return undefined;
  return fixOf(reason, {
    subscriber: run.subscriber?.subscriberId,
    workflow: run.template?.triggers[0]?.identifier,
    step: job.step._templateId,
    channel: channelOf(job.type),
    integration: integrationOf(job),
  });
}

/**
 * Returns the steps whose fix is above the timeline: the deciding step. If that step was skipped because something was
 * missing, also the other steps that were skipped for such a reason.
 */
export function stepsFixedAbove([first, ...more]: readonly Job[]): Job[] {
  if (!first) return [];
  return isLacking(first) ? [first, ...more.filter(isLacking)] : [first];
}

function isLacking(job: Job): boolean {
  return job.status === 'skipped' && hasProblem(job);
}

/** Returns the combined fixes for several steps. */
export function fixesOf(run: Pick<Notification, 'subscriber' | 'template'>, jobs: readonly Job[]): Fix[] {
  return joinedFixes(
    jobs.flatMap((job) => {
      const [reason, fix] = [parseReason(job.reason), jobFix(run, job)];
      return reason && fix ? [{ reason, fix }] : [];
    }),
  );
}

/**
 * Whether a retry of a failed step, or of a step that waits for its next attempt, may help. A retry runs the triggered
 * version of the workflow, so it cannot help if the step itself must be changed.
 */
export function canRetry({ status, reason }: Pick<Job, 'status' | 'reason'>, fix: Fix | undefined): boolean {
  const parsed = parseReason(reason);
  if (status === 'queued') return parsed !== undefined && waitsToBeSent(parsed);
  const needsVersion =
    fix !== undefined && fix.action !== 'retry' && parsed !== undefined && layerOf(parsed) === 'step';
  return status === 'failed' && !needsVersion;
}

/** Whether something is wrong with a job, so that its fix is the most important information. */
export function hasProblem({ status, reason }: Pick<Job, 'status' | 'reason'>): boolean {
  const parsed = parseReason(reason);
  return status === 'failed' || (status === 'skipped' && parsed !== undefined && isFixable(parsed));
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

/** Returns the identifier of the integration that was chosen last for a step. */
export function integrationOf({ executionDetails }: Pick<Job, 'executionDetails'>): string | undefined {
  return chosenIntegration(executionDetails.map(({ reason }) => parseReason(reason)));
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

/** Whether the reason belongs to a successful step. */
function isSuccess({ code }: Reason): boolean {
  return (
    code === 'sent' || code === 'sandboxed' || code === 'done' || code === 'delay_finished' || code === 'delivered'
  );
}
