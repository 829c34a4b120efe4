'use client';

import type { ReactNode } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { Message } from '#lib/messages/schema.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { EmailPreview } from './email-preview.tsx';

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

function Stage({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center justify-center rounded-lg border border-line bg-sunken px-4 py-6 sm:py-10">
      {children}
    </div>
  );
}

function text(message: Message): string {
  return typeof message.content === 'string'
    ? message.content
    : (message.content ?? []).map(({ content }) => content).join('\n');
}

function BubblePreview({ message }: { message: Message }) {
  return (
    <Stage>
      <div className="flex w-full max-w-80 flex-col gap-1">
        <p className="max-w-[85%] rounded-xl rounded-bl-sm bg-pressed px-3.5 py-2.5 text-base break-words whitespace-pre-wrap">
          {text(message)}
        </p>
        <p className="px-1 text-xs text-faint">{text(message).length} characters</p>
      </div>
    </Stage>
  );
}

function ChatPreview({ message }: { message: Message }) {
  return (
    <Stage>
      <div className="w-full max-w-lg rounded-lg bg-surface px-4 py-3 text-base break-words whitespace-pre-wrap shadow-float">
        {text(message)}
      </div>
    </Stage>
  );
}

function PushPreview({ message }: { message: Message }) {
  return (
    <Stage>
      <div className="w-full max-w-80 rounded-xl bg-surface px-4 py-3 shadow-float">
        <p className="text-base font-semibold break-words">{message.title ?? message.subject}</p>
        <p className="break-words whitespace-pre-wrap text-muted">{text(message)}</p>
      </div>
    </Stage>
  );
}

function InAppPreview({ message }: { message: Message }) {
  const buttons = message.cta.action?.buttons ?? [];
  return (
    <Stage>
      <div className="flex w-full max-w-md gap-3 rounded-xl bg-surface px-4 py-3.5 shadow-float">
        <span aria-hidden className={`mt-1.5 size-2 shrink-0 rounded-full ${message.read ? 'bg-line' : 'bg-accent'}`} />
        <div className="min-w-0">
          {message.subject && <p className="text-base font-semibold break-words">{message.subject}</p>}
          <p className="break-words whitespace-pre-wrap text-muted">{text(message)}</p>
          {buttons.length > 0 && (
            <div className="mt-2.5 flex flex-wrap gap-2">
              {buttons.map((button) => (
                <span
                  key={button.type}
                  className={`rounded-md px-2.5 py-1 text-xs font-medium ${button.type === 'primary' ? 'bg-accent text-accent-fg' : 'border border-line-strong'}`}
                >
                  {button.content}
                </span>
              ))}
            </div>
          )}
        </div>
      </div>
    </Stage>
  );
}
