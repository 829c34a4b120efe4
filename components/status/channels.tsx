import { X } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';
import { stepTypes } from './step-types.tsx';

/** One icon and one label per channel, in the order in which they are always shown. */
export const channels = Object.fromEntries(CHANNELS.map((channel) => [channel, stepTypes[channel]])) as Pick<
  typeof stepTypes,
  Channel
>;

export const channelNames = CHANNELS;

export const channelOptions = channelNames.map((value) => ({ value, label: channels[value].label }));

interface Props {
  channel: Channel;
  withLabel?: boolean;
  /** Whether the last message of the channel failed. */
  failed?: boolean;
  className?: string;
}

export function ChannelMark({ channel, withLabel, failed, className }: Props) {
  const { icon: Icon, label } = channels[channel];
  const text = failed ? `${label}: the last message failed` : label;
  return (
    <span
      data-tip={withLabel ? undefined : text}
      className={cn('inline-flex items-center gap-1.5', failed ? 'text-bad' : 'text-muted', className)}
    >
      <span className="relative shrink-0">
        <Icon aria-hidden className="size-4" />
        {failed && (
          <X
            aria-hidden
            strokeWidth={4}
            className="absolute -right-1 -bottom-1 size-2.5 rounded-full bg-bad-soft p-px"
          />
        )}
      </span>
      <span className={withLabel ? 'text-fg' : 'sr-only'}>{text}</span>
    </span>
  );
}
