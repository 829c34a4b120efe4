'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { messageQueries } from '#lib/messages/client.ts';
import type { Message } from '#lib/messages/schema.ts';
import { messageTitle } from '#lib/messages/title.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { MessageRow } from './message-row.tsx';

interface Props {
  run: Notification;
  job: Job;
}

/** The messages of a step, one per address. Each message opens to show the content that the subscriber saw. */
export function StepMessages(props: Props) {
  const own = useOwnMessages(props);
  if (!own || own.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-t border-line">
      {own.map((message) => (
        <MessageRow key={message._id} message={message} />
      ))}
    </ul>
  );
}

/** A link to the message of a closed step. The line has its full height before the message is loaded. */
export function SentMessage(props: Props) {
  const { base } = useEnvironment();
  const own = useOwnMessages(props);
  const [first] = own ?? [];
  if (own && !first) return null;
  return (
    <p className="flex min-h-5 gap-2">
      {first && (
        <Link
          href={`${base}/messages/${first._id}`}
          className="touch-area min-w-0 truncate rounded-sm text-accent-text hover:underline"
        >
          {messageTitle(first)}
        </Link>
      )}
    </p>
  );
}

/** Returns the messages of the step. Undefined while they load. */
export function useOwnMessages({ run, job }: { run: Notification; job: Job | undefined }): Message[] | undefined {
  const { id } = useEnvironment();
  const { data } = useQuery(messageQueries.list(id, { notificationId: run._id ?? '', limit: 100 }));
  return data?.data.filter((message) => message._messageTemplateId === job?.step._templateId);
}
