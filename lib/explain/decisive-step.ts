/** Which step of a run answers the question. Pure. */
import { isLive } from '#lib/engine/job-status.ts';
import { reasonOf, runOutcome } from '#lib/engine/record/run-outcome.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { isIntended, leadingFirst, leadingStep } from '#lib/reasons/leading.ts';
import type { RunOutcome } from '#lib/reasons/outcome.ts';
import { chosenIntegration, isCancellation, outcomeOf, type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { isDelivery } from '#lib/steps/labels.ts';
import type { Detail, Step } from './query.ts';

export interface Question {
  /** Undefined: about the run as a whole. */
  channel?: Channel | undefined;
  /** The job that the question names. */
  jobId?: string | undefined;
}

export interface Answer {
  reason: Reason;
  at?: Date | undefined;
  /** The step that the answer is about. Undefined: the run has none. */
  step?: Step | undefined;
  /** The earlier step that it waits for, and whose reason it is; or the one whose failure cancelled it. */
  earlier?: Step | undefined;
  /** Why the earlier step failed. */
  cause?: Reason | undefined;
  /** The other messages that were skipped or cancelled, as the row of the run tells them. */
  more?: readonly SkippedStep[] | undefined;
  /** The identifier of the integration that the told step was to send with. */
  integration?: string | undefined;
}

export type SkippedStep = Step & { reason: Reason };

/**
 * Of the channel's steps that did not send the one that leads, otherwise the first one that did. Without a channel, the step that
 * decides about the whole run. A step that has not begun is explained by the one that it waits for. What a provider
 * reported later about a sent message counts more than that it was sent.
 */
export function answerOf(steps: readonly Step[], details: readonly Detail[], question: Question): Answer {
  const step = askedStep(steps, details, question);
  if (!step) return { reason: reasonFor('no_step', { channel: question.channel }) };
  const holder = step.status === 'pending' ? holderOf(steps, step) : undefined;
  const told = holder ?? step;
  const reported = reportOf(told, details);
  const reason = reported?.reason ?? reasonOf(told);
  const at = reported?.createdAt ?? told.updatedAt;
  const failed = reason.code === 'earlier_failed' ? failedBefore(steps, step) : undefined;
  const { id } = failed ?? told;
  const integration = chosenIntegration(details.filter(({ jobId }) => jobId === id).map((detail) => detail.reason));
  const more =
    question.channel || question.jobId ? [] : [...skippedBeside(steps, told), ...cancelledBeside(steps, told)];
  return { step, reason, at, earlier: holder ?? failed, cause: failed?.reason, integration, more };
}

/**
 * The other messages that were skipped, as the row tells them: those that a rule of the workflow skipped only beside another
 * such one, or where nothing was sent.
 */
function skippedBeside(steps: readonly Step[], told: Step): SkippedStep[] {
  if (!isSkipped(told)) return [];
  const tellsAll = isIntended(told.reason) || !steps.some(wentOut);
  const others = steps.filter((step): step is SkippedStep => step !== told && isSkipped(step) && isDelivery(step.type));
  return leadingFirst(
    others.filter(({ reason }) => tellsAll || !isIntended(reason)),
    ({ reason }) => reason,
  );
}

/** The messages that somebody cancelled after the told one had gone out, failed or been skipped. */
function cancelledBeside(steps: readonly Step[], told: Step): SkippedStep[] {
  if (isLive(told.status) || isCancelled(told)) return [];
  return steps.filter((step): step is SkippedStep => isCancelled(step) && isDelivery(step.type));
}

function isCancelled({ reason }: Step): boolean {
  return reason !== undefined && isCancellation(reason);
}

function isSkipped(step: Step): step is SkippedStep {
  return step.status === 'skipped' && isDecidedAs(step, 'skipped');
}

function isDecidedAs({ reason }: Step, outcome: RunOutcome): boolean {
  return reason !== undefined && outcomeOf(reason) === outcome;
}

function askedStep(steps: readonly Step[], details: readonly Detail[], { channel, jobId }: Question): Step | undefined {
  if (jobId !== undefined) return steps.find(({ id }) => id === jobId);
  if (channel === undefined) return decidingStep(steps, details);
  const own = steps.filter(({ type }) => type === channel);
  return leading(own.filter((step) => !wentOut(step))) ?? own[0];
}

/**
 * As the row of a run: a failed step, then one that waits or runs, then one that was skipped, else the one that decided how
 * the run ended.
 */
function decidingStep(steps: readonly Step[], details: readonly Detail[]): Step | undefined {
  const failed = leading(steps.filter(({ status }) => status === 'failed'));
  const live = steps.filter(({ status }) => isLive(status) && status !== 'pending');
  const waiting = live.find(({ reason }) => reason && outcomeOf(reason) === 'waiting');
  const [before] = steps.filter(({ status }) => status === 'pending');
  const ended = steps.length > 0 ? runOutcome(steps)?.outcome : undefined;
  const decided = leading(steps.filter((step) => runOutcome([step])?.outcome === ended));
  const held = ended === 'sent' && !steps.some((step) => reportOf(step, details)) ? heldStep(steps) : undefined;
  return failed ?? waiting ?? live[0] ?? held ?? decided ?? before ?? steps[0];
}

/** Of a run that sent something, the step that did not. */
function heldStep(steps: readonly Step[]): Step | undefined {
  return leading(steps.filter((step) => isDecidedAs(step, 'throttled'))) ?? leading(steps.filter(isSkipped));
}

/** What the provider of a step reported after it was sent. */
function reportOf({ id }: Step, details: readonly Detail[]): Detail | undefined {
  return details.findLast(({ jobId, source }) => jobId === id && source === 'Webhook');
}

function leading(steps: readonly Step[]): Step | undefined {
  return leadingStep(steps, ({ reason }) => reason);
}

function wentOut(step: Step): boolean {
  return isDecidedAs(step, 'sent');
}

/** The earlier step that has its turn now. */
function holderOf(steps: readonly Step[], step: Step): Step | undefined {
  return steps.slice(0, steps.indexOf(step)).findLast(({ status }) => isLive(status) && status !== 'pending');
}

function failedBefore(steps: readonly Step[], step: Step): Step | undefined {
  return steps.slice(0, steps.indexOf(step)).findLast(({ status }) => status === 'failed');
}

/** What happened to the step besides: a warning that did not decide. */
export function warningsOf({ reason, step, earlier }: Answer, details: readonly Detail[]): Reason[] {
  const id = (earlier ?? step)?.id;
  const warnings = details.filter(({ jobId, status }) => jobId === id && status === 'Warning');
  const others = warnings.map((detail) => detail.reason).filter(({ code }) => code !== reason.code);
  return [...new Map(others.map((other) => [other.code, other])).values()];
}
