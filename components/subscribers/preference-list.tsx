'use client';

import { Lock } from 'lucide-react';
import { ChannelMark } from '#components/status/channels.tsx';
import { cn } from '#components/ui/cn.ts';
import type { SubscriberPreferences } from '#lib/preferences/schema.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { type GeneralPreference, type Preference, usePreferenceCells } from './preference-cells.ts';
import { PreferenceName } from './preference-name.tsx';
import { PreferenceSwitch } from './preference-switch.tsx';
import { missingOf } from './reachability.ts';

interface Props {
  subscriber: Subscriber;
  preferences: SubscriberPreferences;
}

/** The same as the table, for a finger or a narrow screen: what a tooltip would say stands beside each switch. */
export function PreferenceList({ subscriber, preferences: { global, workflows } }: Props) {
  return (
    <ul aria-label="Preferences" className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
      <Item subscriber={subscriber} global={global} preference={global} />
      {workflows.map((each) => (
        <Item key={each.workflow.identifier} subscriber={subscriber} global={global} preference={each} />
      ))}
    </ul>
  );
}

interface ItemProps {
  subscriber: Subscriber;
  global: GeneralPreference;
  preference: Preference;
}

function Item({ subscriber, global, preference }: ItemProps) {
  const cells = usePreferenceCells(subscriber.subscriberId, global, preference);
  const isGeneral = preference === global;
  return (
    <li className={cn('rounded-lg border border-line', isGeneral ? 'bg-sunken' : 'bg-surface')}>
      <div className="px-3 py-2.5 font-medium">
        <PreferenceName preference={preference} />
      </div>
      {cells.map((cell) => (
        <div key={cell.channel} className="flex min-h-12 items-center gap-3 border-t border-line py-1.5 pr-4 pl-3">
          <div className="min-w-0 flex-1">
            <ChannelMark channel={cell.channel} withLabel />
            <p className={cn('pl-[22px] text-xs text-pretty wrap-anywhere text-faint', cell.undo && 'pr-11')}>
              {cell.locked && <Lock aria-hidden className="mr-1 mb-0.5 inline size-3" />}
              {cell.description}
              {isGeneral && missingOf(subscriber, cell.channel) && `. ${missingOf(subscriber, cell.channel)}`}
            </p>
          </div>
          <PreferenceSwitch cell={cell} />
        </div>
      ))}
      {cells.length === 0 && <p className="border-t border-line px-3 py-2 text-xs text-faint">No step of it sends.</p>}
    </li>
  );
}
