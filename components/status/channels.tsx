import { Bell, Inbox, type LucideIcon, Mail, MessageCircle, MessageSquare } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';

import type { Channel } from '#lib/providers/channel.ts';
import { channelWords } from '#lib/steps/words.ts';

interface Look {
  word: string;
  icon: LucideIcon;
}

/** One icon and one word per channel, in the order in which they are always shown. */
export const channels = {
  in_app: { word: channelWords.in_app, icon: Inbox },
  email: { word: channelWords.email, icon: Mail },
  sms: { word: channelWords.sms, icon: MessageSquare },
  chat: { word: channelWords.chat, icon: MessageCircle },
  push: { word: channelWords.push, icon: Bell },
} as const satisfies Record<Channel, Look>;

export const channelNames = Object.keys(channels) as Channel[];

export const channelOptions = channelNames.map((value) => ({ value, label: channels[value].word }));

interface Props {
  channel: Channel;
  withWord?: boolean;
  className?: string;
}

export function ChannelMark({ channel, withWord, className }: Props) {
  const { icon: Icon, word } = channels[channel];
  return (
    <span
      data-tip={withWord ? undefined : word}
      className={cn('inline-flex items-center gap-1.5 text-muted', className)}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={withWord ? 'text-fg' : 'sr-only'}>{word}</span>
    </span>
  );
}
