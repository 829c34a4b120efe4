import { useQueries } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import { jobState, unknownAttemptsOf } from '#lib/notifications/run-status.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { mayHaveArrived } from '#lib/notifications/unknown-attempts.ts';
import { type ResentRun, resentRuns } from './resent-runs.ts';

/** Another run that sends the message of a step. */
export interface MessageRequest extends ResentRun {
  /** Whether it is the earlier run, which the run of the step repeats. */
  isEarlier?: boolean;
  /** What is known about its message: "SMS may have arrived: the response to attempt 1 was lost". */
  result: string | undefined;
  /** Whether its message may have arrived although no response confirms it. */
  isUnknown: boolean;
}

/**
 * Returns the other runs that send the message of a step, with the results of their attempts. Undefined until all of
 * them are loaded. A run that cannot be loaded has no result.
 */
export function useMessageRequests(run: Notification, job: Job): MessageRequest[] | undefined {
  const { id } = useEnvironment();
  const { resendOf } = run;
  const earlier = resendOf && { id: resendOf.notificationId, at: undefined, actor: undefined, note: undefined };
  const requests = [...(earlier ? [{ ...earlier, isEarlier: true }] : []), ...resentRuns({ ...run, jobs: [job] })];
  const runs = useQueries({ queries: requests.map((request) => notificationQueries.one(id, request.id)) });
  if (runs.some(({ isPending }) => isPending)) return undefined;
  return requests.map((request, index) => {
    const jobs = runs[index]?.data?.jobs ?? [];
    // A run that sends a step again ends with this step.
    const sending =
      request.id === resendOf?.notificationId ? jobs.find(({ _id }) => _id === resendOf.jobId) : jobs.at(-1);
    return { ...request, ...resultOf(sending) };
  });
}

/** Returns what is known about the message of a step that sends the same message. */
export function resultOf(job: Job | undefined): Pick<MessageRequest, 'result' | 'isUnknown'> {
  if (!job) return { result: undefined, isUnknown: false };
  const [unknown, state] = [unknownAttemptsOf(job), jobState(job)];
  if (unknown) return { result: mayHaveArrived(job.type, unknown, state === 'sent'), isUnknown: true };
  if (state === 'sent') return { result: 'sent', isUnknown: false };
  // A queued step without a reason to wait may be in the middle of its request.
  if (state === 'running' && job.status !== 'pending') return { result: 'it is being sent now', isUnknown: true };
  return { result: 'nothing has arrived', isUnknown: false };
}
