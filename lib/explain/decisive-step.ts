/** Decides which step of a run answers the question. Pure. */
import { isLive } from '#lib/engine/job-status.ts';
import type { OutcomeSummary } from '#lib/notifications/list/run-summary.ts';
import { stepsInText } from '#lib/notifications/status/run-sentence.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { reasonOf } from '#lib/reasons/deciding-step.ts';
import { leadingStep } from '#lib/reasons/leading.ts';
import { chosenIntegration, outcomeOf, type Reason, reasonFor } from '#lib/reasons/registry.ts';
import type { Detail, Step } from './query.ts';

export interface Question {
  /** The channel of the question. Undefined for a question about the whole run. */
  channel?: Channel | undefined;
  /** The job that the question names. */
  jobId?: string | undefined;
  /** The message that the question names. */
  messageId?: string | undefined;
}

export interface Answer {
  reason: Reason;
  at?: Date | undefined;
  /** The step that the answer is about. Undefined if the run has no such step. */
  step?: Step | undefined;
  /** The earlier step that `step` waits for and whose reason is given, or the step whose failure cancelled `step`. */
  earlier?: Step | undefined;
  /** Why the earlier step failed. */
  cause?: Reason | undefined;
  /** The other steps whose reasons are in the sentence about the whole run. */
  more?: readonly ExplainedStep[] | undefined;
  /** The identifier of the integration that was chosen for the step. */
  integration?: string | undefined;
  /** The result of the whole run, if the question is about it. The answer then has the sentence of the run's row. */
  summary?: OutcomeSummary | undefined;
}

export type ExplainedStep = Step & { reason: Reason };

/**
 * Returns the answer. With a channel, it is about the channel's leading step that did not send, or else about its first
 * step that did. Without a channel, it is about the step that explains the whole run according to `summary`. A step
 * that has not begun is explained by the step that it waits for. A provider's later report about a sent message takes
 * precedence over the sending.
 */
export function answerOf(
  steps: readonly Step[],
  details: readonly Detail[],
  question: Question,
  summary: OutcomeSummary,
): Answer {
  const isWhole = question.channel === undefined && question.jobId === undefined;
  const late = isWhole && summary.status === 'sent' ? steps.find((each) => reportOf(each, details)) : undefined;
  const step = late ?? (isWhole ? stepOf(steps, summary.explainedBy) : stepOfQuestion(steps, question));
  const whole = isWhole && !late ? { summary, more: otherSteps(steps, summary) } : { more: [] };
  if (!step) return { reason: reasonFor('no_step', { channel: question.channel }), ...whole };
  const holder = step.status === 'pending' ? holderOf(steps, step) : undefined;
  const own = holder ?? step;
  const reported = reportOf(own, details);
  const reason = reported?.reason ?? reasonOf(own);
  const at = reported?.createdAt ?? own.updatedAt;
  const failed = reason.code === 'earlier_failed' ? failedBefore(steps, step) : undefined;
  const { id } = failed ?? own;
  const integration = chosenIntegration(details.filter(({ jobId }) => jobId === id).map((detail) => detail.reason));
  return { step, reason, at, earlier: holder ?? failed, cause: failed?.reason, integration, ...whole };
}

function otherSteps(steps: readonly Step[], summary: OutcomeSummary): ExplainedStep[] {
  const { explainedBy, alsoCancelled = [], alsoMerged = [] } = summary;
  const ids = new Set([...stepsInText(summary), ...alsoCancelled, ...alsoMerged].map(({ jobId }) => jobId));
  ids.delete(explainedBy);
  return [...ids].flatMap((id) => {
    const step = stepOf(steps, id);
    return step ? [{ ...step, reason: reasonOf(step) }] : [];
  });
}

function stepOf(steps: readonly Step[], jobId: string | undefined): Step | undefined {
  return steps.find(({ id }) => id === jobId);
}

function stepOfQuestion(steps: readonly Step[], { channel, jobId }: Question): Step | undefined {
  if (jobId !== undefined) return stepOf(steps, jobId);
  const own = steps.filter(({ type }) => type === channel);
  const unsent = own.filter(({ reason }) => reason === undefined || outcomeOf(reason) !== 'sent');
  return leadingStep(unsent, ({ reason }) => reason) ?? own[0];
}

/** Returns the last report of the provider about a step's message. */
function reportOf({ id }: Step, details: readonly Detail[]): Detail | undefined {
  return details.findLast(({ jobId, source }) => jobId === id && source === 'Webhook');
}

/** Returns the earlier step that the run is executing now. */
function holderOf(steps: readonly Step[], step: Step): Step | undefined {
  return steps.slice(0, steps.indexOf(step)).findLast(({ status }) => isLive(status) && status !== 'pending');
}

function failedBefore(steps: readonly Step[], step: Step): Step | undefined {
  return steps.slice(0, steps.indexOf(step)).findLast(({ status }) => status === 'failed');
}

/** Returns the other warnings of the step, which did not decide the answer. */
export function warningsOf({ reason, step, earlier }: Answer, details: readonly Detail[]): Reason[] {
  const id = (earlier ?? step)?.id;
  const warnings = details.filter(({ jobId, status }) => jobId === id && status === 'Warning');
  const others = warnings.map((detail) => detail.reason).filter(({ code }) => code !== reason.code);
  return [...new Map(others.map((other) => [other.code, other])).values()];
}
