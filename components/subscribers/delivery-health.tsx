'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { ChannelMark, channelNames } from '#components/status/channels.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Channel } from '#lib/providers/channel.ts';
import { parseReason, summaryOf } from '#lib/reasons/registry.ts';
import { subscriberQueries } from '#lib/subscribers/client.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { reachableBy } from '#lib/subscribers/reachable.ts';
import type { ChannelHealth, Subscriber } from '#lib/subscribers/schema.ts';
import { shortDateText } from '#lib/time.ts';

/** By channel: whether the subscriber can be reached, and whether the newest messages went through. */
export function DeliveryHealth({ subscriber }: { subscriber: Subscriber }) {
  const { id } = useEnvironment();
  const health = useQuery(subscriberQueries.deliveryHealth(id, subscriber.subscriberId));
  const reachable = reachableBy(subscriber);
  const known = new Map(health.data?.channels.map((each) => [each.channel, each]));
  const shown = channelNames.filter((channel) => reachable.has(channel) || known.has(channel));
  if (shown.length === 0) return <Missing label="By no channel" />;
  return (
    <ul className="flex flex-col gap-2">
      {shown.map((channel) => (
        <li key={channel} className="flex flex-col gap-0.5">
          <span className="flex items-center justify-between gap-3">
            <ChannelMark channel={channel} withLabel />
            {health.isPending ? (
              <Skeleton className="w-24" />
            ) : (
              <LastOutcome health={known.get(channel)} failed={health.isError} />
            )}
          </span>
          <Problem health={known.get(channel)} addressed={isAddressed(channel, reachable)} subscriber={subscriber} />
        </li>
      ))}
    </ul>
  );
}

/** The inbox needs no address. */
function isAddressed(channel: Channel, reachable: ReadonlySet<Channel>): boolean {
  return channel === 'in_app' || reachable.has(channel);
}

function LastOutcome({ health, failed }: { health: ChannelHealth | undefined; failed: boolean }) {
  if (failed) return <span className="text-faint">Not known now</span>;
  if (health?.failing) {
    const { since, isOlder } = health.failing;
    return <StateMark state="failed" label={`Failing since ${isOlder ? 'before ' : ''}${shortDateText(since)}`} />;
  }
  if (!health?.lastDeliveredAt) return <span className="text-faint">Nothing sent yet</span>;
  return (
    <span className="flex items-center gap-2 text-muted">
      <StateMark state="sent" />
      <RelativeTime value={health.lastDeliveredAt} />
    </span>
  );
}

interface ProblemProps {
  health: ChannelHealth | undefined;
  addressed: boolean;
  subscriber: Subscriber;
}

function Problem({ health, addressed, subscriber }: ProblemProps) {
  const { failing } = health ?? {};
  const reason = parseReason(failing?.reason);
  if (!failing && addressed) return null;
  return (
    <span className="text-xs text-pretty text-muted">
      {!addressed && 'There is no address for this channel any more. '}
      {failing && `${failing.count === 1 ? 'The last message' : `The last ${failing.count} messages`} failed`}
      {failing && (reason ? `: ${summaryOf(reason, { subscriber: nameOf(subscriber) })}.` : '.')}
    </span>
  );
}
