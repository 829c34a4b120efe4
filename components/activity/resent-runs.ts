import type { Notification } from '#lib/notifications/schema.ts';
import { parseReason } from '#lib/reasons/registry.ts';

export interface ResentRun {
  id: string;
  /** The time at which the run was requested (ISO 8601). */
  at: string | undefined;
  /** The name of the person or program that requested the run. */
  actor: string | undefined;
  /** The given reason. */
  note: string | undefined;
}

type WithJobs = Pick<Notification, 'jobs'>;

/** Returns the runs that send a step of the run again, the earliest first. */
export function resentRuns({ jobs, resendOf }: Pick<Notification, 'jobs' | 'resendOf'>): ResentRun[] {
  const runs = reasonsIn({ jobs }).flatMap(({ reason }) => {
    if (reason?.code !== 'resend_requested') return [];
    const { notification: id, at, actor, note } = reason.evidence;
    return id === resendOf?.notificationId ? [] : [{ id, at, actor, note }];
  });
  return runs.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Returns the newest request to retry a step of the run. Undefined if there is none. */
export function newestRetry(run: WithJobs): Omit<ResentRun, 'id'> | undefined {
  const requests = reasonsIn(run).flatMap(({ reason, createdAt }) => {
    if (reason?.code !== 'retry_requested') return [];
    const { actor, note, at = createdAt } = reason.evidence;
    return [{ at, actor, note }];
  });
  return requests.sort((one, other) => ((one.at ?? '') < (other.at ?? '') ? -1 : 1)).at(-1);
}

function reasonsIn({ jobs = [] }: WithJobs) {
  const details = jobs.flatMap(({ executionDetails }) => executionDetails);
  return details.map(({ reason, createdAt }) => ({ reason: parseReason(reason), createdAt }));
}
