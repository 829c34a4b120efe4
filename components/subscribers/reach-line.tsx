'use client';

import { useReader } from '#components/layout/first-paint.ts';
import { channels } from '#components/status/channels.tsx';
import { WithSandboxIcon } from '#components/status/sandbox-note.tsx';
import { type State, states } from '#components/status/states.ts';
import { cn } from '#components/ui/cn.ts';
import { toneText } from '#components/ui/tone.ts';
import { Truncate } from '#components/ui/truncate.tsx';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { Failing } from './failing.tsx';
import { type ChannelReach, reachState, reachText } from './reachability.ts';

interface ReachProps {
  subscriber: Subscriber;
  reach: readonly ChannelReach[];
  isUnknown: boolean;
}

/**
 * All channels while the details are folded: the address, the last result and its time, and failures or missing
 * addresses.
 */
export function ReachLine({ subscriber, reach, isUnknown }: ReachProps) {
  return (
    <ul
      aria-label="Reachable by"
      // The wider second column fits the email address.
      className="grid items-start gap-x-10 sm:col-span-full sm:grid-cols-[2fr_3fr] lg:hidden"
    >
      {reach.map((of) => (
        <li key={of.channel} className="min-w-0">
          <Reach of={of} subscriber={subscriber} isUnknown={isUnknown} />
          <Failing of={of} subscriber={subscriber} />
        </li>
      ))}
    </ul>
  );
}

/** The icon of the channel and its address. Text that does not fit next to the address is below. */
function Reach({ of, subscriber, isUnknown }: Pick<ReachProps, 'subscriber' | 'isUnknown'> & { of: ChannelReach }) {
  const { now, zone } = useReader();
  const { icon: Icon, label } = channels[of.channel];
  const { email, phone } = subscriber;
  const address = of.channel === 'email' ? email : of.channel === 'sms' ? phone : undefined;
  const state = reachState(of);
  const tone = of.missing ? 'text-faint' : of.health?.failing ? toneText.bad : 'text-muted';
  return (
    <p className={cn('flex min-h-6 flex-wrap items-center gap-x-1.5', tone)}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={cn(address && 'sr-only', !of.missing && 'text-fg')}>{label}</span>{' '}
      {address && <Truncate value={address} className="max-w-[calc(100%-22px)] text-fg" />}
      {(of.missing || !isUnknown) && (
        <span className="ml-auto flex shrink-0 items-center gap-1.5 pl-2 leading-6">
          {state && <StateIcon state={state} />}
          <span className="inline-block first-letter:uppercase">
            <WithSandboxIcon bare>{reachText(of, now, zone)}</WithSandboxIcon>
          </span>
        </span>
      )}
    </p>
  );
}

/** The state's icon, which the text next to it explains. */
function StateIcon({ state }: { state: State }) {
  const { icon: Icon, tone } = states[state];
  return <Icon aria-hidden className={cn('size-4 shrink-0', toneText[tone])} />;
}
