'use client';

import { ChevronDown, Lock } from 'lucide-react';
import { useId, useState } from 'react';
import { ChannelMark } from '#components/status/channels.tsx';
import { cn } from '#components/ui/cn.ts';
import { Prose } from '#components/ui/prose.tsx';
import type { SubscriberPreferences } from '#lib/preferences/schema.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import {
  type GeneralPreference,
  type PreferenceCell,
  usePreferenceCells,
  type WorkflowPreference,
} from './preference-cells.ts';
import { PreferenceLimits } from './preference-limits.tsx';
import { PreferenceName } from './preference-name.tsx';
import { PreferenceSwitch } from './preference-switch.tsx';

interface Props {
  subscriber: Subscriber;
  preferences: SubscriberPreferences;
}

/** The preferences for touch or narrow screens: the text of each tooltip is next to its switch. */
export function PreferenceList({ subscriber, preferences: { global, workflows } }: Props) {
  return (
    <ul aria-label="Preferences" className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
      <Everything subscriber={subscriber} global={global} />
      {workflows.map((each) => (
        <Workflow key={each.workflow.identifier} subscriber={subscriber} global={global} preference={each} />
      ))}
    </ul>
  );
}

interface GeneralProps {
  subscriber: Subscriber;
  global: GeneralPreference;
}

/** The preferences for all workflows, folded to one row while none is set. */
function Everything({ subscriber, global }: GeneralProps) {
  const cells = usePreferenceCells(subscriber, global, global);
  const isSet = cells.some(({ unset }) => !unset);
  const [open, setOpen] = useState(isSet);
  const content = useId();
  return (
    <li className="rounded-lg border border-line bg-sunken">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={content}
        onClick={() => setOpen(!open)}
        className="focus-inset flex min-h-12 w-full items-center gap-3 rounded-lg py-1.5 pr-4 pl-3 text-left"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-medium">All workflows</span>
          <span className="block text-xs text-pretty text-faint">
            {isSet ? 'Unless chosen below' : 'Not set: each workflow decides'}
          </span>
        </span>
        <ChevronDown
          aria-hidden
          className={cn('size-4 shrink-0 text-faint transition-transform', open && 'rotate-180')}
        />
      </button>
      <div className="px-3 [&>:last-child]:pb-2">
        <PreferenceLimits preference={global} />
      </div>
      <div id={content}>{open && cells.map((cell) => <Cell key={cell.channel} cell={cell} />)}</div>
    </li>
  );
}

function Workflow({ subscriber, global, preference }: GeneralProps & { preference: WorkflowPreference }) {
  const cells = usePreferenceCells(subscriber, global, preference);
  return (
    <li className="rounded-lg border border-line bg-surface">
      <div className="px-3 py-2.5 font-medium">
        <PreferenceName preference={preference} />
      </div>
      {cells.map((cell) => (
        <Cell key={cell.channel} cell={cell} />
      ))}
      {cells.length === 0 && (
        <p className="border-t border-line px-3 py-2 text-xs text-faint">No step of this workflow sends.</p>
      )}
    </li>
  );
}

function Cell({ cell }: { cell: PreferenceCell }) {
  const { locked, unreachable, unset, note, description } = cell;
  const both = locked && unreachable && note && `${note.what}; ${lowerFirst(unreachable)}`;
  const text = both || (unreachable ?? (note && (unset ? note.what : description)));
  return (
    // With room for two lines of text, so that a change moves no row.
    <div className="flex min-h-18 items-center gap-3 border-t border-line py-1.5 pr-4 pl-3">
      <div className="min-w-0 flex-1">
        <ChannelMark channel={cell.channel} withLabel />
        {text && (
          <p
            className={cn('line-clamp-2 pl-[22px] text-xs text-pretty wrap-anywhere text-faint', cell.undo && 'pr-11')}
          >
            {locked && <Lock aria-hidden className="mr-1 mb-0.5 inline size-3" />}
            <Prose>{text}</Prose>
          </p>
        )}
      </div>
      <PreferenceSwitch cell={cell} />
    </div>
  );
}
