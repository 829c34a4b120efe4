'use client';

import { Lock } from 'lucide-react';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { ChannelMark, channelNames, channels } from '#components/status/channels.tsx';
import { Missing } from '#components/ui/missing.tsx';
import type { SubscriberPreferences } from '#lib/preferences/schema.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import {
  type GeneralPreference,
  type Preference,
  type PreferenceCell,
  usePreferenceCells,
} from './preference-cells.ts';
import { PreferenceName } from './preference-name.tsx';
import { PreferenceSwitch } from './preference-switch.tsx';
import { missingOf } from './reachability.ts';

interface Props {
  subscriber: Subscriber;
  preferences: SubscriberPreferences;
}

/** Matches texts that are shortened to "No address", because the channel's name is above them. */
const NAMED = /^No (email|phone|chat|push) /;

/** Preferences by workflow and channel, for wide screens with a mouse. */
export function PreferenceTable({ subscriber, preferences: { global, workflows } }: Props) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 rounded-lg border border-line bg-surface">
      <thead>
        <tr className="text-xs text-faint *:sticky *:top-(--sticky-top,48px) *:z-10 *:border-b *:border-line *:bg-surface *:py-2 *:align-top *:first:rounded-tl-lg *:last:rounded-tr-lg">
          <th scope="col" className="px-3 text-left font-medium">
            Workflow
          </th>
          {channelNames.map((channel) => (
            <th
              key={channel}
              scope="col"
              className="w-[98px] px-1 font-medium lg:max-[1279px]:w-[72px] min-[1280px]:max-xl:w-[86px] xl:w-[108px]"
            >
              <ChannelMark
                channel={channel}
                withLabel
                className="flex justify-center text-xs whitespace-nowrap lg:max-[1279px]:flex-col lg:max-[1279px]:gap-0.5"
              />
              <span className="block font-normal text-balance min-[1280px]:-mx-1 min-[1280px]:whitespace-nowrap">
                {missingOf(subscriber, channel)?.replace(NAMED, 'No ')}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Row subscriber={subscriber} global={global} preference={global} />
        {workflows.map((each) => (
          <Row key={each.workflow.identifier} subscriber={subscriber} global={global} preference={each} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  subscriber: Subscriber;
  global: GeneralPreference;
  preference: Preference;
}

function Row({ subscriber, global, preference }: RowProps) {
  const cells = usePreferenceCells(subscriber, global, preference);
  const workflow = 'workflow' in preference ? preference.workflow : undefined;
  return (
    <tr className={workflow ? '*:border-t *:border-line hover:bg-hover' : '*:bg-sunken'}>
      <th scope="row" className="h-11 px-3 py-1.5 text-left font-medium">
        <PreferenceName preference={preference} />
      </th>
      {channelNames.map((channel) => {
        const cell = cells.find((each) => each.channel === channel);
        return (
          <td key={channel} className="px-1 py-1 text-center align-middle">
            {cell ? (
              <Cell cell={cell} />
            ) : (
              <Missing label={`${workflow?.name} has no ${channels[channel].label} step`} />
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** The switch with its note. Without a note the line stays empty, so that a change moves no row. */
function Cell({ cell }: { cell: PreferenceCell }) {
  return (
    <>
      <PreferenceSwitch cell={cell} />
      <span className="mt-0.5 block h-4 truncate text-xs leading-4 text-faint">
        {cell.note && <Note cell={cell} note={cell.note} />}
      </span>
    </>
  );
}

/** Who made a choice is in the tooltip. A choice by a link in a message leads to the run of the message. */
function Note({ cell, note: { what, runId } }: { cell: PreferenceCell; note: NonNullable<PreferenceCell['note']> }) {
  const { base } = useEnvironment();
  return (
    <span data-tip={cell.description}>
      {cell.locked && <Lock aria-hidden className="mr-0.5 mb-0.5 inline size-3" />}
      {runId ? (
        <Link href={`${base}/activity?run=${runId}`} className="rounded-sm underline underline-offset-2 hover:text-fg">
          {what}
          <span className="sr-only">, by the link in a message</span>
        </Link>
      ) : (
        what
      )}
    </span>
  );
}
