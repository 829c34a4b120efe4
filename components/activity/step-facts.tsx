import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { messageQueries } from '#lib/messages/client.ts';
import type { Message } from '#lib/messages/schema.ts';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { jobState } from '#lib/notifications/status/job-state.ts';
import { unknownAttemptsOf } from '#lib/notifications/status/run-status.ts';
import { mayHaveArrived } from '#lib/notifications/status/unknown-attempts.ts';
import { addressField } from '#lib/reasons/links.ts';
import { isDelivery } from '#lib/steps/labels.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { isOtherAddress } from '#lib/subscribers/other-address.ts';
import { ReceivedList } from './received-list.tsx';
import type { StepAction } from './step-action.ts';
import { useMessageRequests } from './use-message-requests.ts';

interface Props {
  run: Notification;
  job: Job;
  action: StepAction;
}

/** The messages that the recipient already received, the destination of the step's message, and how the step runs. */
export function StepFacts({ run, job, action }: Props) {
  const { id } = useEnvironment();
  const isMessage = isDelivery(job.type);
  const { data: messages } = useQuery(messageQueries.list(id, { notificationId: run._id ?? '', limit: 100 }));
  const { data: received } = useQuery({
    ...notificationQueries.received(id, run._id ?? '', job._id),
    enabled: isMessage,
  });
  const requests = useMessageRequests(run, job);
  const own = messages?.data.find(({ _messageTemplateId }) => _messageTemplateId === job.step._templateId);
  return (
    <div className="mb-4 flex flex-col gap-2 text-pretty wrap-anywhere text-muted">
      {isMessage && (
        <>
          {received && requests && (
            <ReceivedList
              name={run.subscriber ? nameOf(run.subscriber) : 'The subscriber'}
              received={received}
              requests={requests}
              isUnknown={unknownAttemptsOf(job) !== undefined}
            />
          )}
          <Unknown job={job} />
          <p className="text-fg">{destination(run, job, own)}</p>
        </>
      )}
      <p>{HOW[action]}</p>
      {action === 'retry' && <p>{afterFailure(job)}</p>}
    </div>
  );
}

/** A warning that the message may have arrived in attempts whose outcome is unknown. Empty without such attempts. */
function Unknown({ job }: { job: Job }) {
  const unknown = unknownAttemptsOf(job);
  if (!unknown) return null;
  return <p className="text-warn">{mayHaveArrived(job.type, unknown, jobState(job) === 'sent')}.</p>;
}

const HOW: Readonly<Record<StepAction, string>> = {
  repeat: 'The run uses the original workflow version and payload, but the current preferences and suppression list.',
  retry: 'The step runs with the original workflow version, and the current subscriber, preferences and integrations.',
  hurry:
    'The step runs now with the original workflow version, and the current subscriber, preferences and integrations.',
};

function afterFailure(job: Job): string {
  const { type } = job;
  const later = 'Steps that were cancelled because this step failed stay cancelled.';
  return isDelivery(type) && !unknownAttemptsOf(job)
    ? `If the provider accepted the message after all, it may arrive twice. ${later}`
    : later;
}

/** Returns "It goes to Jane Cooper again, at jane@example.com, a different address than before." */
function destination({ subscriber }: Notification, { type, status }: Job, message?: Message): string {
  const goes = `It goes to ${subscriber ? nameOf(subscriber) : 'the subscriber'}${status === 'completed' ? ' again' : ''}`;
  const field = addressField(type);
  if (!field) return `${goes}.`;
  const address = subscriber?.[field];
  if (!address)
    return `Nothing is sent without ${field === 'email' ? 'an email address' : 'a phone number'}: add it first.`;
  const isOther = isOtherAddress(type, message?.[field], { [field]: address });
  return `${goes}, at ${address}${isOther ? ', a different address than before' : ''}.`;
}
