import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { states } from '#components/status/states.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { messageQueries } from '#lib/messages/client.ts';
import type { Message } from '#lib/messages/schema.ts';
import { messageState } from '#lib/messages/state.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { addressField } from '#lib/reasons/links.ts';
import { isDelivery, stepLabels } from '#lib/steps/labels.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { isOtherAddress } from '#lib/subscribers/other-address.ts';
import { resentRuns } from './resent-runs.ts';
import type { StepAction } from './step-action.ts';

interface Props {
  run: Notification;
  job: Job;
  action: StepAction;
}

/** What the recipient already got from the run, where the message of the step goes now, and how the step runs. */
export function StepFacts({ run, job, action }: Props) {
  const { id } = useEnvironment();
  const { data } = useQuery(messageQueries.list(id, { notificationId: run._id ?? '', limit: 100 }));
  const messages = data?.data;
  const own = messages?.find(({ _messageTemplateId }) => _messageTemplateId === job.step._templateId);
  return (
    <div className="mb-4 flex flex-col gap-2 text-pretty wrap-anywhere text-muted">
      {isDelivery(job.type) && (
        <>
          {messages && <Received run={run} messages={messages} />}
          <Earlier run={{ ...run, jobs: [job] }} />
          <p className="text-fg">{destination(run, job, own)}</p>
        </>
      )}
      <p>{HOW[action]}</p>
      {action === 'retry' && <p>{afterFailure(job)}</p>}
    </div>
  );
}

const HOW: Readonly<Record<StepAction, string>> = {
  repeat: 'The run uses the original workflow version and payload, but the current preferences and suppression list.',
  retry: 'The step runs with the original workflow version, and the current subscriber, preferences and integrations.',
  hurry:
    'The step runs now with the original workflow version, and the current subscriber, preferences and integrations.',
};

function afterFailure({ type }: Job): string {
  const later = 'Steps that were cancelled because this step failed stay cancelled.';
  return isDelivery(type) ? `If the provider accepted the message after all, it may arrive twice. ${later}` : later;
}

/** The messages of the run that the recipient already got, each with its address and time. */
function Received({ run: { subscriber }, messages }: { run: Notification; messages: readonly Message[] }) {
  const sent = messages.filter(({ status }) => status === 'sent');
  const name = subscriber ? nameOf(subscriber) : 'The subscriber';
  if (sent.length === 0) return <p>{name} got nothing from this run yet.</p>;
  return (
    <div>
      <p>{name} already got:</p>
      <ul className="list-disc pl-5">
        {sent.map((message) => (
          <li key={message._id}>
            {stepLabels[message.channel]}, {states[messageState(message)].label.toLowerCase()}{' '}
            <RelativeTime value={message.createdAt} />
            {(message.email ?? message.phone) && ` to ${message.email ?? message.phone}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The earlier requests to send this step again. */
function Earlier({ run }: { run: Pick<Notification, 'jobs' | 'resendOf'> }) {
  const earlier = resentRuns(run);
  if (earlier.length === 0) return null;
  return (
    <ul className="list-disc pl-5">
      {earlier.map(({ id, at, actor, note }) => (
        <li key={id}>
          Sent again{actor && ` by ${actor}`} {at && <RelativeTime value={at} />}
          {note && `: “${note}”`}
        </li>
      ))}
    </ul>
  );
}

/** "It goes to Jane Cooper again, at jane@example.com, a different address than before." */
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
