'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { ChannelMark } from '#components/status/channels.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { Button } from '#components/ui/button.tsx';
import { Copied } from '#components/ui/copied.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { providerChannel, providerName } from '#lib/providers/catalogue/facts.ts';
import { capitalised } from '#lib/reasons/definition.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { suppressionQueries } from '#lib/suppressions/client.ts';
import { counted } from '#lib/text/counted.ts';
import { Failure } from './failing.tsx';
import { useProfile } from './profile-query.ts';
import { type ChannelReach, failingText, NOT_TRIED } from './reachability.ts';

interface Props {
  subscriber: Subscriber;
  reach: readonly ChannelReach[];
  /** Whether reading the results of messages failed. */
  isUnknown: boolean;
}

/** By channel: whether and where the subscriber can be reached, and whether the last messages were delivered. */
export function DeliveryHealth({ subscriber, reach, isUnknown }: Props) {
  const suppressed = useSuppressed(subscriber);
  return (
    <ul aria-label="Delivery" className="flex flex-col gap-1.5">
      {reach.map((of) => (
        <li key={of.channel}>
          <div className="flex min-h-7 items-center justify-between gap-3">
            <ChannelMark channel={of.channel} withLabel />
            {of.missing ? (
              <Missing of={of} missing={of.missing} />
            ) : suppressed.has(addressOf(of, subscriber)) ? (
              <StateMark state="warning" label="Suppressed" />
            ) : (
              <LastOutcome of={of} isUnknown={isUnknown} />
            )}
          </div>
          <div className="flex flex-col gap-0.5 pl-[22px]">
            <Address of={of} subscriber={subscriber} />
            <Details of={of} subscriber={subscriber} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Returns the subscriber's suppressed addresses. */
function useSuppressed({ subscriberId }: Subscriber): ReadonlySet<string | null | undefined> {
  const { id } = useEnvironment();
  const { data } = useQuery(suppressionQueries.list(id, { subscriberId }));
  return new Set(data?.data.map(({ address }) => address));
}

/** Returns the address in the form in which the suppression list has it. */
function addressOf({ channel }: ChannelReach, { email, phone }: Subscriber): string | undefined {
  if (channel === 'email') return email?.trim().toLowerCase();
  return channel === 'sms' ? (phone ?? undefined) : undefined;
}

/** Names the missing address, with the way to add it. */
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
  const { now, zone } = useReader();
  if (isUnknown) return <span className="text-faint">Unavailable</span>;
  if (health?.failing?.isAddressNew) return <span className="text-faint">{NOT_TRIED}</span>;
  if (health?.failing) {
    return <StateMark state="failed" label={capitalised(failingText(health.failing, now, zone))} />;
  }
  if (!health?.lastDeliveredAt) return <span className="text-faint">Nothing sent yet</span>;
  return (
    <span className="flex items-center gap-2 text-muted">
      <StateMark state={health.lastWasSandboxed ? 'sandboxed' : 'sent'} />
      <RelativeTime value={health.lastDeliveredAt} />
    </span>
  );
}

/** The subscriber's address in a channel. Chat and push addresses are on a separate tab. */
function Address({ of: { channel, missing }, subscriber }: { of: ChannelReach; subscriber: Subscriber }): ReactNode {
  const { openTab } = useProfile();
  if (missing || channel === 'in_app') return null;
  if (channel === 'email') return <Copied value={subscriber.email} what="email address" whole />;
  if (channel === 'sms') return <Copied value={subscriber.phone} what="phone number" whole />;
  const ofChannel = (subscriber.channels ?? []).filter(({ providerId }) => providerChannel(providerId) === channel);
  const devices = ofChannel.reduce((sum, { credentials }) => sum + (credentials.deviceTokens?.length ?? 0), 0);
  const names = new Set(ofChannel.map(({ providerId }) => providerName(providerId)));
  return (
    <button
      type="button"
      onClick={() => openTab('channels')}
      className="touch-area w-fit rounded-sm text-left text-accent-text underline-offset-2 hover:underline"
    >
      {[...names].join(', ')}
      {devices > 0 && `, ${counted(devices, 'device')}`}
    </button>
  );
}

function Details({ of: { channel, missing, health }, subscriber }: { of: ChannelReach; subscriber: Subscriber }) {
  const [sent, skipped] = missing ? [health?.lastDeliveredAt, health?.lastSkippedAt] : [];
  if (!health?.failing && !sent && !skipped) return null;
  return (
    <p className="pb-1 text-xs text-pretty wrap-anywhere text-muted">
      {health?.failing && <Failure channel={channel} failing={health.failing} subscriber={subscriber} />}
      {skipped && (
        <>
          Last skipped <RelativeTime value={skipped} />
          {sent && !health?.failing && '. '}
        </>
      )}
      {sent && !health?.failing && (
        <>
          Last sent <RelativeTime value={sent} />, when there was an address.
        </>
      )}
    </p>
  );
}
