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
  className?: string;
}

export function ChannelMark({ channel, withLabel, className }: Props) {
  const { icon: Icon, label } = channels[channel];
  return (
    <span
      data-tip={withLabel ? undefined : label}
      className={cn('inline-flex items-center gap-1.5 text-muted', className)}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={withLabel ? 'text-fg' : 'sr-only'}>{label}</span>
    </span>
  );
}
