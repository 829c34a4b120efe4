'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useId, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { ChannelMark } from '#components/status/channels.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { messageQueries } from '#lib/messages/client.ts';
import type { Message } from '#lib/messages/schema.ts';
import { messageState } from '#lib/messages/state.ts';
import { messageTitle } from '#lib/messages/title.ts';
import type { Job, Notification } from '#lib/notifications/schema.ts';

const MessagePreview = dynamic(
  () => import('#components/messages/message-preview.tsx').then((module) => module.MessagePreview),
  { ssr: false },
);

interface Props {
  run: Notification;
  job: Job;
}

/** The messages that a step made, one per address, each opening to what the subscriber saw. */
export function StepMessages(props: Props) {
  const own = useOwnMessages(props);
  if (!own || own.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-t border-line">
      {own.map((message) => (
        <StepMessage key={message._id} message={message} />
      ))}
    </ul>
  );
}

/** What a closed step sent, as a link to it. Its line is there before the message is. */
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

/** Undefined until they are read. */
function useOwnMessages({ run, job }: Props): Message[] | undefined {
  const { id } = useEnvironment();
  const { data } = useQuery(messageQueries.list(id, { notificationId: run._id ?? '', limit: 100 }));
  return data?.data.filter((message) => message._messageTemplateId === job.step._templateId);
}

function StepMessage({ message }: { message: Message }) {
  const { base } = useEnvironment();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <div className="flex min-h-10 items-center gap-2 pr-3">
        <FoldButton
          open={open}
          aria-controls={id}
          onFold={setOpen}
          className="focus-inset flex min-h-10 pointer-coarse:min-h-11 min-w-0 flex-1 items-center gap-2 rounded-lg px-3 text-left hover:bg-hover"
        >
          <ChannelMark channel={message.channel} />
          <span className="min-w-0 flex-1 truncate">{messageTitle(message)}</span>
          <StateMark state={messageState(message)} show="icon" />
        </FoldButton>
        <Link
          href={`${base}/messages/${message._id}`}
          className="touch-area shrink-0 rounded-sm text-xs font-medium text-accent-text hover:underline"
        >
          Open<span className="sr-only"> the message</span>
        </Link>
      </div>
      <div id={id}>
        {open && (
          <div className="px-3 pb-3">
            {message.withheld ? (
              <p className="text-muted">Withheld. Open the message to reveal it.</p>
            ) : (
              <MessagePreview message={message} />
            )}
          </div>
        )}
      </div>
    </li>
  );
}
