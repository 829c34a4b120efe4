'use client';

import type { ReactNode } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { Message } from '#lib/messages/schema.ts';
import { textOf } from '#lib/messages/title.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { EmailPreview } from './email-preview.tsx';
import { InAppPreview } from './in-app-preview.tsx';
import { PreviewStage } from './preview-stage.tsx';

interface Props {
  message: Message;
  /** Whether the address is already shown next to the preview. */
  isAddressed?: boolean;
}

type Preview = (props: Props) => ReactNode;

/** The message as the subscriber saw it: one preview per channel. */
const previews = {
  email: EmailPreview,
  in_app: InAppPreview,
  sms: BubblePreview,
  chat: ChatPreview,
  push: PushPreview,
} as const satisfies Record<Channel, Preview>;

export function MessagePreview({ message, isAddressed = false }: Props) {
  if (!message.content && !message.subject && !message.title) {
    return (
      <EmptyState title="No content to show">
        It has no content, or its content could not be rendered. The run’s timeline shows why.
      </EmptyState>
    );
  }
  const Chosen = previews[message.channel];
  return <Chosen message={message} isAddressed={isAddressed} />;
}

function BubblePreview({ message }: { message: Message }) {
  return (
    <PreviewStage>
      <div className="flex w-full max-w-80 flex-col gap-1">
        <p className="max-w-[85%] rounded-xl rounded-bl-sm bg-pressed px-3.5 py-2.5 text-base break-words whitespace-pre-wrap">
          {textOf(message.content)}
        </p>
        <p className="px-1 text-xs text-faint">{textOf(message.content).length} characters</p>
      </div>
    </PreviewStage>
  );
}

function ChatPreview({ message }: { message: Message }) {
  return (
    <PreviewStage>
      <div className="w-full max-w-lg rounded-lg bg-surface px-4 py-3 text-base break-words whitespace-pre-wrap shadow-float">
        {textOf(message.content)}
      </div>
    </PreviewStage>
  );
}

function PushPreview({ message }: { message: Message }) {
  return (
    <PreviewStage>
      <div className="w-full max-w-80 rounded-xl bg-surface px-4 py-3 shadow-float">
        <p className="text-base font-semibold break-words">{message.title ?? message.subject}</p>
        <p className="break-words whitespace-pre-wrap text-muted">{textOf(message.content)}</p>
      </div>
    </PreviewStage>
  );
}
