import { StepDetails, tellsMore } from '#components/activity/step-details.tsx';
import type { Job, Notification } from '#lib/notifications/schema.ts';

/**
 * How the message was delivered: the story of its step, with the provider's answer. Nothing where that says no more than
 * what became of it.
 */
export function MessageDelivery({ run, job }: { run: Notification; job: Job }) {
  if (!tellsMore(job, run.createdAt)) return null;
  return (
    <section aria-label="Delivery" className="min-w-0">
      <h2 className="text-base font-semibold">Delivery</h2>
      <StepDetails run={run} job={job} ofMessage />
    </section>
  );
}
