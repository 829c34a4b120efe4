import { isLive } from '#lib/engine/job-status.ts';
import { endOf, type RecordedStep, reasonOf } from '#lib/reasons/deciding-step.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import type { OutcomeRecord } from './records.ts';

/** Returns the end of a run, and the reason of the job that decided. Undefined while any job has not ended. */
export function runOutcome(jobs: readonly RecordedStep[]): OutcomeRecord | undefined {
  if (jobs.length === 0) return { outcome: 'skipped', reason: reasonFor('no_step', {}) };
  if (jobs.some(({ status }) => isLive(status))) return undefined;
  const end = endOf(jobs);
  return end && { outcome: end.outcome, reason: reasonOf(end.step) };
}
