import { RotateCw, Send } from 'lucide-react';
import { StepButton } from '#components/activity/step-button.tsx';
import { useWhyNot } from '#components/layout/session.tsx';
import type { Message } from '#lib/messages/schema.ts';
import { type MessageState, messageState } from '#lib/messages/state.ts';
import { whyNotSent } from './why-not-sent.ts';

const RESEND = { action: 'repeat', label: 'Send again', icon: Send } as const;
const SEND = { ...RESEND, label: 'Send now' } as const;

/** The action that sends a message again, by the state of the message. */
const ACTIONS = {
  sent: RESEND,
  sandboxed: RESEND,
  stored: RESEND,
  bounced: RESEND,
  rejected: RESEND,
  complained: RESEND,
  skipped: SEND,
  warning: SEND,
  failed: { action: 'retry', label: 'Retry', icon: RotateCw },
  attempted: { action: 'hurry', label: 'Retry now', icon: RotateCw },
} as const satisfies Record<MessageState, unknown>;

/** Sends the message of a row again, or retries it, without opening the message. */
export function MessageAction({ message }: { message: Message }) {
  const { action, label, icon } = ACTIONS[messageState(message)];
  const denied = useWhyNot(action === 'repeat' ? 'messages:resend' : 'messages:retry') ?? whyNotSent(message);
  if (!message._messageTemplateId) return null;
  return (
    <StepButton
      runId={message._notificationId}
      step={{ templateId: message._messageTemplateId }}
      action={action}
      label={label}
      icon={icon}
      denied={denied}
      iconOnly
    />
  );
}
