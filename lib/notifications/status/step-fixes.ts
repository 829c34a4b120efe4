import type { Job, Notification } from '#lib/notifications/schema.ts';
import type { ReasonLayer } from '#lib/reasons/definition.ts';
import { type Fix, fixOf, layerOf } from '#lib/reasons/registry.ts';
import { joinedFixes } from '#lib/reasons/several-fixes.ts';
import { channelOf } from '#lib/steps/labels.ts';
import { hasProblem, integrationOf, isSuccess, verdictOf } from './job-state.ts';

const OF_SUBSCRIBER: ReadonlySet<ReasonLayer> = new Set(['subscriber', 'preference']);
const OF_WORKFLOW: ReadonlySet<ReasonLayer> = new Set(['step', 'workflow']);

/**
 * Returns the fix for a job that is not a plain success. The fix never links to the run itself, or to a deleted
 * subscriber or workflow.
 */
export function jobFix(run: Pick<Notification, 'subscriber' | 'template'>, job: Job): Fix | undefined {
  const reason = verdictOf(job);
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
      const [reason, fix] = [verdictOf(job), jobFix(run, job)];
      return reason && fix ? [{ reason, fix }] : [];
    }),
  );
}
