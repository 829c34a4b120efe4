import { CircleHelp } from 'lucide-react';
import { explainAddress } from '#components/explain/explain-query.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** The message that a question is about. An undefined part means any. */
interface MessagePart {
  workflow?: { name: string; workflowId: string } | undefined;
  channel?: Channel | undefined;
  /** Whether the message came several times. */
  isTwice?: boolean | undefined;
  /** Whether the message was late. */
  isLate?: boolean | undefined;
}

/** “Why didn’t Jane get it?” */
export function explainEntry(
  base: string,
  subscriber: Subscriber,
  { workflow, channel, isTwice, isLate }: MessagePart,
): PaletteEntry {
  const { subscriberId } = subscriber;
  const name = nameOf(subscriber);
  const message = `${workflow ? `“${workflow.name}”` : 'it'}${channel ? BY_CHANNEL[channel] : ''}`;
  return {
    value: `explain ${subscriberId}`,
    group: 'Why didn’t …?',
    icon: CircleHelp,
    label: isTwice
      ? `Why did ${name} get ${message} several times?`
      : isLate
        ? `Why did ${name} get ${message} late?`
        : `Why didn’t ${name} get ${message}?`,
    ...addressOf(subscriber),
    href: explainAddress(base, { subscriber: subscriberId, workflow: workflow?.workflowId, channel, twice: isTwice }),
  };
}

/** Returns the hint of an entry about a subscriber: an address, or else the ID. */
export function addressOf({ email, phone, subscriberId }: Subscriber): Pick<PaletteEntry, 'hint' | 'mono'> {
  return email || phone ? { hint: email || phone } : { hint: subscriberId, mono: true };
}

const BY_CHANNEL: Readonly<Record<Channel, string>> = {
  in_app: ' in the app',
  email: ' by email',
  sms: ' by SMS',
  chat: ' by chat',
  push: ' as a push notification',
};
