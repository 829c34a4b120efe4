import { CircleX } from 'lucide-react';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { channelLabels } from '#lib/steps/labels.ts';
import type { ListedSubscriber } from '#lib/subscribers/schema.ts';

type Props = Pick<ListedSubscriber, 'failingChannels' | 'lastMessageAt'>;

/** The failing channels of the subscriber, or the time of the last message. Distinguishes subscribers with the same name. */
export function LastMessage({ failingChannels = [], lastMessageAt }: Props) {
  if (failingChannels.length > 0) {
    return (
      <span className="inline-flex items-center gap-1 text-bad">
        <CircleX aria-hidden className="size-3.5!" />
        {failingChannels.map((channel) => channelLabels[channel]).join(', ')} failing
      </span>
    );
  }
  if (!lastMessageAt) return 'No message yet';
  return (
    <>
      Last message <RelativeTime value={lastMessageAt} />
    </>
  );
}
