import { hasExtraDetails, StepDetails } from '#components/activity/step-details.tsx';
import type { Message } from '#lib/messages/schema.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { providerName } from '#lib/providers/catalogue/facts.ts';
import { maskToken } from '#lib/steps/mask-address.ts';
import { InboxEvents } from './inbox-events.tsx';

interface Props {
  run: Notification;
  job: Job;
  message: Message;
}

/**
 * The delivery of the message: the events of its step, with the provider's response. Empty if the events add nothing to
 * the result.
 */
export function MessageDelivery({ run, job, message }: Props) {
  const { providerId, email, phone, deviceTokens = [] } = message;
  // The facts of the page name the integration with its provider.
  const shown = [providerId && providerName(providerId), email, phone, ...deviceTokens.map(maskToken)];
  const known = shown.filter((each) => typeof each === 'string');
  const own = withState(ofDevices(job, deviceTokens.map(maskToken)), message);
  if (!hasExtraDetails(own, run.createdAt)) return null;
  return (
    <section aria-label="Delivery" className="min-w-0">
      <h2 className="text-base font-semibold">Delivery</h2>
      <StepDetails run={run} job={own} ofMessage={known} messages={[message]}>
        <InboxEvents message={message} />
      </StepDetails>
    </section>
  );
}

/** Returns the step without the remark that no inbox was connected, once an inbox has shown the message. */
function withState(job: Job, message: Message): Job {
  if (message.channel !== 'in_app' || !message.seen) return job;
  const executionDetails = job.executionDetails.map(({ reason, ...detail }) =>
    reason?.code === 'stored' ? detail : { ...detail, ...(reason && { reason }) },
  );
  const { reason, ...rest } = job;
  return { ...rest, ...(reason && reason.code !== 'stored' && { reason }), executionDetails };
}

/** Returns the step without events for other devices, which have separate messages. */
export function ofDevices(job: Job, masked: readonly string[]): Job {
  if (masked.length === 0) return job;
  const executionDetails = job.executionDetails.filter(({ reason }) => {
    const address = (reason?.evidence as { address?: unknown } | undefined)?.address;
    return typeof address !== 'string' || masked.includes(address);
  });
  return { ...job, executionDetails };
}
