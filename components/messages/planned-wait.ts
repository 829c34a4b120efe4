import type { Notification } from '#lib/notifications/schema.ts';
import { parseReason } from '#lib/reasons/registry.ts';

/** The waits that the workflow or the subscriber's hours prescribe. */
const PLANNED: ReadonlySet<string | undefined> = new Set(['delayed', 'digest_waiting', 'extended_to_schedule']);

/**
 * Returns the milliseconds for which a run waited on purpose before a message was sent. Waits that overlap, as when a
 * digest reports its window several times, count once.
 *
 * @param sentAt milliseconds since 1970.
 */
export function plannedWaitMs({ jobs = [] }: Pick<Notification, 'jobs'>, sentAt: number): number {
  const waits = jobs.flatMap(({ executionDetails }) =>
    executionDetails.flatMap(({ reason: stored, createdAt }) => {
      const reason = parseReason(stored);
      const until = reason && PLANNED.has(reason.code) ? (reason.evidence as { until?: unknown }).until : undefined;
      return createdAt && typeof until === 'string' ? [{ from: Date.parse(createdAt), to: Date.parse(until) }] : [];
    }),
  );
  let total = 0;
  let end = 0;
  for (const { from, to } of waits.toSorted((one, other) => one.from - other.from)) {
    total += Math.max(0, Math.min(to, sentAt) - Math.max(from, end));
    end = Math.max(end, to);
  }
  return total;
}
