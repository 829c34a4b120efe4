'use client';

import Link from 'next/link';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { ChannelMark } from '#components/status/channels.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { Button } from '#components/ui/button.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { ChannelHealth, Subscriber } from '#lib/subscribers/schema.ts';
import { shortDateText } from '#lib/time.ts';
import { useProfile } from './profile-query.ts';
import { type ChannelReach, failureText } from './reachability.ts';

interface Props {
  subscriber: Subscriber;
  reach: readonly ChannelReach[];
  /** What became of messages could not be read. */
  isUnknown: boolean;
}

/** By channel: whether the subscriber can be reached, and whether what was last sent went through. */
export function DeliveryHealth({ subscriber, reach, isUnknown }: Props) {
  return (
    <ul aria-label="Delivery" className="flex flex-col gap-1">
      {reach.map((of) => (
        <li key={of.channel}>
          <div className="flex min-h-7 items-center justify-between gap-3">
            <ChannelMark channel={of.channel} withLabel />
            {of.missing ? <Missing of={of} missing={of.missing} /> : <LastOutcome of={of} isUnknown={isUnknown} />}
          </div>
          <Details of={of} subscriber={subscriber} />
        </li>
      ))}
    </ul>
  );
}

/** Says what is missing, with the way to add it. */
function Missing({ of: { channel }, missing }: { of: ChannelReach; missing: string }) {
  const denied = useWhyNot('subscribers:write');
  const { edit, openTab } = useProfile();
  const field = channel === 'email' ? 'email' : channel === 'sms' ? 'phone' : undefined;
  const thing = missing.replace(/^No /, '');
  return (
    <span className="flex items-center gap-2">
      <StateMark state="skipped" label={missing} />
      {field ? (
        <Button size="sm" disabledReason={denied} aria-label={`Add ${thing}`} onClick={() => edit(field)}>
          Add
        </Button>
      ) : (
        <Button size="sm" aria-label={`How to add a ${thing}`} onClick={() => openTab('channels')}>
          How to add
        </Button>
      )}
    </span>
  );
}

function LastOutcome({ of: { health }, isUnknown }: { of: ChannelReach; isUnknown: boolean }) {
  if (isUnknown) return <span className="text-faint">Not known now</span>;
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

function Details({ of: { missing, health }, subscriber }: { of: ChannelReach; subscriber: Subscriber }) {
  const sent = missing && health?.lastDeliveredAt;
  if (!health?.failing && !sent) return null;
  return (
    <p className="pb-1 pl-[22px] text-xs text-pretty wrap-anywhere text-muted">
      {health?.failing && <Failure failing={health.failing} subscriber={subscriber} />}
      {sent && !health?.failing && (
        <>
          Last sent <RelativeTime value={sent} />, when there was one.
        </>
      )}
    </p>
  );
}

interface FailureProps {
  failing: NonNullable<ChannelHealth['failing']>;
  subscriber: Subscriber;
}

function Failure({ failing, subscriber }: FailureProps) {
  const { base } = useEnvironment();
  const profile = `${base}/subscribers/${encodeURIComponent(subscriber.subscriberId)}`;
  return (
    <>
      <Prose>{failureText(failing, subscriber)}</Prose>{' '}
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
