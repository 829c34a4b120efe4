/** The status of a run as people read it. It begins with the sentence of its row. */

import type { Channel } from '#lib/providers/channel.ts';
import type { About, ReasonLayer } from '#lib/reasons/definition.ts';
import { canBePutRight } from '#lib/reasons/leading.ts';
import { addressField, addressName } from '#lib/reasons/links.ts';
import type { RunOutcome } from '#lib/reasons/outcome.ts';
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
import { channelOf, stepLabels } from '#lib/steps/labels.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { type TextTimes, timesAt } from '#lib/time/day-time.ts';
import { outcomeText, type RowState, stepsInText } from './row-text.ts';
import type { ExecutionDetail, Job, Notification, SummarisedRun } from './schema.ts';

export interface RunStatus {
  state: RowState;
  /** The sentence of its row, then what else became of its steps; each a sentence. */
  parts: readonly string[];
  /** The steps whose problems the parts explain, the one that explains the run first. */
  explainedJobs: readonly Job[];
}

type Run = Pick<SummarisedRun, 'jobs' | 'subscriber' | 'template' | 'createdAt' | 'ended' | 'summary'>;

/** More sentences would be the timeline itself. */
const MOST_FAILURES = 3;

/**
 * The status of a run as its page and a ticket say it: the sentence of its row, by the summary that came with it, and what else
 * happened. `now` in milliseconds.
 */
export function runStatusOf(run: Run, now = Date.now(), about = aboutRun(run, timesAt(now))): RunStatus {
  const { jobs = [], summary } = run;
  const { text, state } = outcomeText(summary, about, now);
  const explaining = stepsInText(summary).flatMap(({ jobId }) => jobs.find(({ _id }) => _id === jobId) ?? []);
  const failures = jobs.filter((job) => job.status === 'failed' && job !== explaining[0]).slice(0, MOST_FAILURES - 1);
  const sent = jobs.filter((job) => jobState(job) === 'sent');
  const hasFailed = summary.steps.some(({ status }) => status === 'failed');
  const sentText = sentSummary(sent.map((job) => ({ type: job.type, sandbox: isSandboxed(job) })));
  const parts = [
    text,
    ...(hasFailed ? failures.map((job) => jobSummary(job, about)) : []),
    ...(hasFailed && sent.length > 0 ? [sentText] : []),
    ...maybeTwice(run),
    ...cancelledLate(run, about),
    ...withoutRecipient(run),
  ];
  const [first, ...others] = explaining;
  return { state, parts: parts.map(ended), explainedJobs: first ? [first, ...failures, ...others] : [] };
}

/** "SMS may have arrived twice: a worker stopped during attempt 1". What is in an inbox is stored once. */
function maybeTwice({ jobs = [] }: Run): string[] {
  return jobs.flatMap((job) => {
    if (jobState(job) !== 'sent' || job.type === 'in_app' || isSandboxed(job)) return [];
    const reasons = job.executionDetails.map(({ reason }) => parseReason(reason));
    const stopped = reasons.find((reason) => reason?.code === 'outcome_unknown');
    if (stopped?.code !== 'outcome_unknown') return [];
    return [
      `${stepLabels[job.type]} may have arrived twice: a worker stopped during attempt ${stopped.evidence.attempt}`,
    ];
  });
}

/** The sentence about a cancellation during the last step, which then ended as without the cancellation. */
function cancelledLate({ ended: stored, jobs = [] }: Run, about: About): string[] {
  const reason = parseReason(stored);
  const isShown = jobs.some((job) => {
    const own = parseReason(job.reason);
    return own !== undefined && (isCancellation(own) || own.code === 'rest_cancelled');
  });
  return reason && !isShown ? [`${summaryOf(reason, about)}, while its last step was on its way`] : [];
}

/** Steps that still wait find out only when they are due. */
function withoutRecipient({ subscriber, ended: stored, jobs = [] }: Run): string[] {
  const goesOn = jobs.some((job) => ['waiting', 'running'].includes(jobState(job)));
  return subscriber?.deletedAt && !stored && goesOn ? ['The subscriber was deleted; nothing more is sent'] : [];
}

interface RunEnd {
  /** The reason why it was ended from outside. */
  ended?: unknown;
  template?: { deletedAt?: string | Date | null | undefined } | undefined;
}

/**
 * Why no step of the run is tried again, whatever became of it: what the pages say beforehand, and the server's answer.
 * Undefined when they can be.
 */
export function whyNoRetry({ ended: reason, template }: RunEnd): string | undefined {
  if (reason != null) return 'The run was cancelled, and what is cancelled is not sent';
  return template?.deletedAt ? 'The workflow was deleted, and nothing of it is sent any more' : undefined;
}

function isSandboxed({ reason }: Pick<Job, 'reason'>): boolean {
  return reason?.code === 'sandboxed';
}

function jobSummary(job: Job, about: About): string {
  return stepSummary({ type: job.type, reason: parseReason(job.reason), outcome: jobState(job) }, about);
}

/** The state of a job as people see it. */
export function jobState({ status, reason }: Pick<Job, 'status' | 'reason'>): RunOutcome {
  const parsed = parseReason(reason);
  const outcome = parsed && outcomeOf(parsed);
  if (status === 'failed') return 'failed';
  if (status === 'delayed') return 'waiting';
  if (status === 'pending' || status === 'running') return 'running';
  if (status === 'queued') return outcome === 'waiting' || outcome === 'sent' ? outcome : 'running';
  return outcome ?? BY_STATUS[status] ?? 'running';
}

const NOT_BEGUN: ReadonlySet<string> = new Set(['pending', 'queued']);

/** The state of a job in a word: what went to the sandbox only says so, and so does what has not begun. */
export function shownState(job: Pick<Job, 'status' | 'reason'>): RunOutcome | 'sandboxed' | 'queued' {
  if (NOT_BEGUN.has(job.status) && jobState(job) === 'running') return 'queued';
  return isSandboxed(job) && jobState(job) === 'sent' ? 'sandboxed' : jobState(job);
}

/** The state of a job without a stored reason. */
const BY_STATUS: Readonly<Record<string, RunOutcome>> = {
  completed: 'done',
  skipped: 'skipped',
  merged: 'merged',
  canceled: 'cancelled',
};

/** Why a job did not simply succeed, beneath its name and state: "No phone number". Undefined when it did. */
export function jobReason(job: Pick<Job, 'status' | 'reason'>, about: About): string | undefined {
  const reason = parseReason(job.reason);
  return reason && !isPlain(reason) ? reasonLine(reason, about) : undefined;
}

/** Until when the step waits. ISO 8601. */
export function waitsUntil({ reason }: Pick<Job, 'reason'>): string | undefined {
  const parsed = parseReason(reason);
  if (!parsed || !('until' in parsed.evidence)) return undefined;
  if (outcomeOf(parsed) !== 'waiting' && parsed.code !== 'rest_waiting') return undefined;
  return parsed.evidence.until;
}

const OF_SUBSCRIBER: ReadonlySet<ReasonLayer> = new Set(['subscriber', 'preference']);
const OF_WORKFLOW: ReadonlySet<ReasonLayer> = new Set(['step', 'workflow']);

/**
 * What to do about a job that did not simply succeed. It never leads to the run itself, nor to a subscriber or a workflow
 * that was deleted.
 */
export function jobFix(run: Pick<Notification, 'subscriber' | 'template'>, job: Job): Fix | undefined {
  const reason = parseReason(job.reason);
  // The step that failed stands above it.
  if (!reason || isPlain(reason) || reason.code === 'earlier_failed') return undefined;
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
 * The steps whose remedy stands above the timeline: the one that decided, and with one that lacked something, those that
 * lacked something too.
 */
export function remediedAbove([first, ...more]: readonly Job[]): Job[] {
  if (!first) return [];
  return isLacking(first) ? [first, ...more.filter(isLacking)] : [first];
}

function isLacking(job: Job): boolean {
  return job.status === 'skipped' && isAmiss(job);
}

/** What to do about several steps at once. */
export function fixesOf(run: Pick<Notification, 'subscriber' | 'template'>, jobs: readonly Job[]): Fix[] {
  return joinedFixes(
    jobs.flatMap((job) => {
      const [reason, fix] = [parseReason(job.reason), jobFix(run, job)];
      return reason && fix ? [{ reason, fix }] : [];
    }),
  );
}

/**
 * Whether trying a step again may help that failed, or trying one at once that waits to be tried again. It runs by the
 * version that was triggered: what only another version puts right fails again.
 */
export function canRetry({ status, reason }: Pick<Job, 'status' | 'reason'>, fix: Fix | undefined): boolean {
  const parsed = parseReason(reason);
  if (status === 'queued') return parsed !== undefined && waitsToBeSent(parsed);
  const needsVersion =
    fix !== undefined && fix.action !== 'retry' && parsed !== undefined && layerOf(parsed) === 'step';
  return status === 'failed' && !needsVersion;
}

/** Whether something is wrong with a job, so that what to do about it is the main thing. */
export function isAmiss({ status, reason }: Pick<Job, 'status' | 'reason'>): boolean {
  const parsed = parseReason(reason);
  return status === 'failed' || (status === 'skipped' && parsed !== undefined && canBePutRight(parsed));
}

/** What the recipient has no address for, of the channels that the run uses: "No phone number". */
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

/** The identifier of the last integration that was chosen for a step. */
export function integrationOf({ executionDetails }: Pick<Job, 'executionDetails'>): string | undefined {
  return chosenIntegration(executionDetails.map(({ reason }) => parseReason(reason)));
}

/** The text of an execution detail: its reason's, or the interface's where it has no reason. */
export function detailText({ detail, reason }: Pick<ExecutionDetail, 'detail' | 'reason'>, about: About): string {
  const parsed = parseReason(reason);
  return parsed ? summaryOf(parsed, about) : detail;
}

/**
 * The names for the texts of reasons, with times for a reader of today. No addresses: only the message has the used one,
 * because the subscriber's may have changed.
 */
export function aboutRun(
  { subscriber, template }: Pick<Notification, 'subscriber' | 'template'>,
  times: TextTimes = timesAt(Date.now()),
): About {
  return { subscriber: subscriber && nameOf(subscriber), workflow: template?.name, ...times };
}

const MISSING: ReadonlySet<string> = new Set(['no_channel', 'no_token']);

/** The step did what it should. */
function isPlain({ code }: Reason): boolean {
  return (
    code === 'sent' || code === 'sandboxed' || code === 'done' || code === 'delay_finished' || code === 'delivered'
  );
}
