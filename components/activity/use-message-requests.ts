import { useQueries } from '@tanstack/react-query';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { jobState } from '#lib/notifications/status/job-state.ts';
import { unknownAttemptsOf } from '#lib/notifications/status/run-status.ts';
import { mayHaveArrived } from '#lib/notifications/status/unknown-attempts.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import { timesAt } from '#lib/time/day-time.ts';
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
  const { now, zone } = useReader();
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
    return { ...request, ...resultOf(sending, now, zone) };
  });
}

/**
 * Returns what is known about the message of a step that sends the same message. `now` is in milliseconds.
 */
export function resultOf(
  job: Job | undefined,
  now = Date.now(),
  zone?: string,
): Pick<MessageRequest, 'result' | 'isUnknown'> {
  if (!job) return { result: undefined, isUnknown: false };
  const [unknown, state, next] = [unknownAttemptsOf(job), jobState(job), nextOf(job, now, zone)];
  if (unknown) {
    const known = mayHaveArrived(job.type, unknown, state === 'sent');
    return { result: next ? `${known}; ${next.text}` : known, isUnknown: true };
  }
  if (state === 'sent') return { result: 'sent', isUnknown: false };
  return next
    ? { result: next.text, isUnknown: next.isInRequest }
    : { result: 'nothing has arrived', isUnknown: false };
}

interface Next {
  text: string;
  /** Whether the message may arrive at any moment. */
  isInRequest: boolean;
}

const NOW: Next = { text: 'it is being sent now', isInRequest: true };
const later = (text: string): Next => ({ text, isInRequest: false });

/** Returns what happens next to the message of a step. Undefined if it was sent, or if the step has ended. */
function nextOf(job: Job, now: number, zone: string | undefined): Next | undefined {
  const { status } = job;
  const state = jobState(job);
  if (status === 'pending' || status === 'delayed') return later('it waits for its turn');
  if (!['queued', 'running'].includes(status) || state === 'sent') return undefined;
  // A queued step without a reason to wait may be in the middle of its request.
  const reason = state === 'waiting' ? parseReason(job.reason) : undefined;
  if (!reason) return NOW;
  const until = 'until' in reason.evidence ? reason.evidence.until : undefined;
  if (until === undefined)
    return later(UNAVAILABLE.has(reason.code) ? 'it waits until the provider responds' : 'it waits for its turn');
  // The reason of the last attempt stays until the next attempt has ended.
  return Date.parse(until) <= now ? NOW : later(`Belfry retries it ${timesAt(now, zone).on(until)}`);
}

const UNAVAILABLE: ReadonlySet<string> = new Set(['provider_unavailable', 'host_unavailable']);
