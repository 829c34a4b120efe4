import { StepDetails, tellsMore } from '#components/activity/step-details.tsx';
import type { Message } from '#lib/messages/schema.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { providerName } from '#lib/providers/facts.ts';

interface Props {
  run: Notification;
  job: Job;
  message: Message;
}

/**
 * How the message was delivered: the story of its step, with the provider's answer. Nothing where that says no more than
 * what became of it.
 */
export function MessageDelivery({ run, job, message }: Props) {
  const { providerId, email, phone } = message;
  const known = [providerId && providerName(providerId), email, phone].filter((each) => typeof each === 'string');
  if (!tellsMore(job, run.createdAt)) return null;
  return (
    <section aria-label="Delivery" className="min-w-0">
      <h2 className="text-base font-semibold">Delivery</h2>
      <StepDetails run={run} job={job} ofMessage={known} />
    </section>
  );
}
