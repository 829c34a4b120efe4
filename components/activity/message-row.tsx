'use client';

import Link from 'next/link';
import { useId, useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { ChannelMark } from '#components/status/channels.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { FoldButton } from '#components/ui/fold-button.tsx';
import type { Message } from '#lib/messages/schema.ts';
import { messageState } from '#lib/messages/state.ts';
import { messageTitle } from '#lib/messages/title.ts';
import { MessagePreview } from './lazy-message-preview.ts';

interface Props {
  message: Message;
  /** Whether the content is open at first, if the message has content. */
  startOpen?: boolean;
  /** Whether the state is also shown as text, where there is room. */
  isWhole?: boolean;
}

/** A message of a run: its recipient and result. It opens to show the content that the subscriber saw. */
export function MessageRow({ message, startOpen = false, isWhole = false }: Props) {
  const { base } = useEnvironment();
  const [open, setOpen] = useState(startOpen && Boolean(message.content));
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
          <StateMark
            state={messageState(message)}
            show={isWhole ? 'text' : 'icon'}
            className={isWhole ? 'max-sm:[&>span]:sr-only' : undefined}
          />
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
