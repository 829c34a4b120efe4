import type { Job } from '#lib/notifications/schema.ts';
import { isFixable } from '#lib/reasons/leading.ts';
import { OUTCOME_BY_STATUS, type RunOutcome } from '#lib/reasons/outcome.ts';
import { chosenIntegration, outcomeOf, parseReason, type Reason } from '#lib/reasons/registry.ts';
import { REPORTED_STATES, type ReportedState, reportOfStep } from '#lib/reasons/report-codes.ts';

export function isSandboxed({ reason }: Pick<Job, 'reason'>): boolean {
  return reason?.code === 'sandboxed';
}

export function isStored({ reason }: Pick<Job, 'reason'>): boolean {
  return reason?.code === 'stored';
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
 * jobs that are queued, jobs that wait for the end of an earlier one (`pending`), and messages that bounced or were
 * reported as spam after they were sent.
 */
export function shownState(
  job: Pick<Job, 'status' | 'reason' | 'executionDetails'>,
): RunOutcome | 'sandboxed' | 'stored' | 'queued' | 'pending' | ReportedState {
  const state = jobState(job);
  if (state === 'running' && (job.status === 'pending' || job.status === 'queued')) return job.status;
  if (state !== 'sent') return state;
  const report = reportOfStep(job.executionDetails);
  if (report) return REPORTED_STATES[report.code];
  return isSandboxed(job) ? 'sandboxed' : isStored(job) ? 'stored' : state;
}

/** Returns the end of the step's wait as an ISO 8601 time. Undefined if the step does not wait. */
export function waitsUntil({ reason }: Pick<Job, 'reason'>): string | undefined {
  const parsed = parseReason(reason);
  if (!parsed || !('until' in parsed.evidence)) return undefined;
  if (outcomeOf(parsed) !== 'waiting' && parsed.code !== 'rest_waiting') return undefined;
  return parsed.evidence.until;
}

/** Whether something is wrong with a job, so that its fix is the most important information. */
export function hasProblem({ status, reason }: Pick<Job, 'status' | 'reason'>): boolean {
  const parsed = parseReason(reason);
  return status === 'failed' || (status === 'skipped' && parsed !== undefined && isFixable(parsed));
}

/** Returns the identifier of the integration that was chosen last for a step. */
export function integrationOf({ executionDetails }: Pick<Job, 'executionDetails'>): string | undefined {
  return chosenIntegration(executionDetails.map(({ reason }) => parseReason(reason)));
}

/** Whether the reason belongs to a successful step. */
export function isSuccess({ code }: Reason): boolean {
  return (
    code === 'sent' || code === 'sandboxed' || code === 'done' || code === 'delay_finished' || code === 'delivered'
  );
}

/** Returns what the provider reported about the sent message of the step, or otherwise the reason of the step. */
export function verdictOf({ reason, executionDetails }: Pick<Job, 'reason' | 'executionDetails'>): Reason | undefined {
  return reportOfStep(executionDetails) ?? parseReason(reason);
}
