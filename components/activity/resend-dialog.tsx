'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { ReasonForm } from '#components/form/reason-form.tsx';
import { RealPeople } from '#components/layout/real-people.tsx';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { states } from '#components/status/states.ts';
import { failure } from '#components/table/read-error.ts';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { notify } from '#components/ui/notify.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Message } from '#lib/messages/schema.ts';
import { messageState } from '#lib/messages/state.ts';
import { notificationMutations, notificationQueries } from '#lib/notifications/client.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { addressField } from '#lib/reasons/links.ts';
import { stepLabels } from '#lib/steps/labels.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { isOtherAddress } from '#lib/subscribers/other-address.ts';
import { resentRuns } from './resent-runs.ts';
import { useOwnMessages } from './step-messages.tsx';

interface Props {
  runId: string;
  jobId: string;
  open: boolean;
  /** "Send again" */
  label: string;
  onClose: () => void;
}

/** Shows what the recipient already got and where the message goes now, and asks for the reason. */
export function ResendDialog({ runId, jobId, open, label, onClose }: Props) {
  const { id, base } = useEnvironment();
  const { environment } = useSession();
  const router = useRouter();
  const { data: run, error, refetch } = useQuery({ ...notificationQueries.one(id, runId), enabled: open });
  const job = run?.jobs?.find(({ _id }) => _id === jobId);
  const resend = useMutation(notificationMutations.resendStep(id, runId));
  const submit = async (reason: string) => {
    const { notificationId } = await resend.mutateAsync({ jobId, reason });
    onClose();
    notify.done('New run started');
    router.push(`${base}/activity?run=${notificationId}`);
  };
  return (
    <Dialog open={open} onOpenChange={onClose}>
      <DialogContent title={job ? `${label}: “${job.step.name || stepLabels[job.type]}”?` : label} className="max-w-lg">
        {run && job ? (
          <>
            <RealPeople environment={environment} className="mb-4" />
            <Explanation run={run} job={job} />
            <ReasonForm
              submit={label}
              help="For the run and the audit log"
              placeholder="The customer deleted it"
              usual={USUAL}
              onSubmit={submit}
              onCancel={onClose}
            />
          </>
        ) : error ? (
          <ErrorState title="The run could not be loaded" {...failure(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-40 rounded-lg" />
        )}
      </DialogContent>
    </Dialog>
  );
}

const USUAL = ['Requested by the customer', 'Deleted by mistake'] as const;

interface ResentStep {
  run: Notification;
  job: Job;
}

function Explanation({ run, job }: ResentStep) {
  const messages = useOwnMessages({ run, job });
  return (
    <div className="mb-4 flex flex-col gap-2 text-pretty wrap-anywhere text-muted">
      <Received messages={messages} />
      <Earlier run={{ ...run, jobs: [job] }} />
      <p className="text-fg">{destination(run, job, messages?.[0])}</p>
      <p>The run uses the original workflow version and payload, but the current preferences and suppression list.</p>
    </div>
  );
}

/** The messages that the recipient already got, each with its address and time. */
function Received({ messages = [] }: { messages: readonly Message[] | undefined }) {
  const sent = messages.filter(({ status }) => status === 'sent');
  if (sent.length === 0) return null;
  return (
    <ul>
      {sent.map((message) => (
        <li key={message._id}>
          {states[messageState(message)].label} <RelativeTime value={message.createdAt} />
          {(message.email ?? message.phone) && ` to ${message.email ?? message.phone}`}
        </li>
      ))}
    </ul>
  );
}

/** The earlier requests to send this step again. */
function Earlier({ run }: { run: Pick<Notification, 'jobs' | 'resendOf'> }) {
  const earlier = resentRuns(run);
  if (earlier.length === 0) return null;
  return (
    <ul>
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
