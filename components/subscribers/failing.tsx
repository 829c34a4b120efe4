'use client';

import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { Prose } from '#components/ui/prose.tsx';
import type { ChannelHealth, Subscriber } from '#lib/subscribers/schema.ts';
import { type ChannelReach, failureText } from './reachability.ts';

/** The failure below its channel, shown while the details are folded. */
export function Failing({
  of: { channel, missing, health },
  subscriber,
}: {
  of: ChannelReach;
  subscriber: Subscriber;
}) {
  if (missing || !health?.failing) return null;
  return (
    <p className="pb-1 pl-[22px] text-xs text-pretty wrap-anywhere text-muted">
      <Failure channel={channel} failing={health.failing} subscriber={subscriber} />
    </p>
  );
}

interface FailureProps extends Pick<ChannelReach, 'channel'> {
  failing: NonNullable<ChannelHealth['failing']>;
  subscriber: Subscriber;
}

/** The last failure in a channel, with a link to the run. */
export function Failure({ channel, failing, subscriber }: FailureProps) {
  const { base } = useEnvironment();
  const profile = `${base}/subscribers/${encodeURIComponent(subscriber.subscriberId)}`;
  return (
    <>
      <Prose>{failureText(channel, failing, subscriber)}</Prose>{' '}
      <Link
        href={`${profile}?run=${failing.notificationId}`}
        scroll={false}
        className="rounded-sm whitespace-nowrap text-accent-text underline-offset-2 hover:underline"
      >
        See the run
      </Link>
    </>
  );
}
