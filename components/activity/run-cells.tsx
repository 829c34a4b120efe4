'use client';

import { createContext, use } from 'react';
import { useRowTime } from '#components/layout/row-time.tsx';
import { LateMark } from '#components/status/late-mark.tsx';
import { WithSandboxIcon } from '#components/status/sandbox-note.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { cn } from '#components/ui/cn.ts';
import { Prose } from '#components/ui/prose.tsx';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';
import { failedWords, type RowState, rowState, rowText } from '#lib/notifications/status/run-sentence.ts';

const PreferredChannels = createContext<readonly string[]>([]);

/** The channels of the filter. Rows show the outcome of these channels first. */
export const PreferredChannelsProvider = PreferredChannels.Provider;

export function RunState({ run }: { run: RunSummary }) {
  return <StateMark state={rowState(run)} show="icon" />;
}

/** States without problems, so their text is faint. */
const PLAIN: ReadonlySet<string> = new Set<RowState>(['sent', 'sandboxed']);

/** The outcome and its reason, so that users see the reason without opening the run. */
export function RunOutcome({ run, className }: { run: RunSummary; className?: string }) {
  const { now, zone } = useRowTime();
  const { text, failed, state } = rowText(run, now, zone, use(PreferredChannels));
  // The failure is red and its cause is plain text, as in the other lists.
  const label = failedWords({ text, failed });
  const tone =
    failed && !label ? 'text-bad' : state === 'stuck' ? 'text-warn' : PLAIN.has(state) ? 'text-faint' : 'text-muted';
  return (
    <span
      data-tip-truncated={text}
      className={cn('line-clamp-2 leading-[18px] wrap-anywhere whitespace-normal', tone, className)}
    >
      {run.lateMs !== undefined && (
        <>
          <LateMark ms={run.lateMs} />
          {' · '}
        </>
      )}
      {label && (
        <span className="text-bad">
          <Prose>{label}</Prose>
        </span>
      )}
      <WithSandboxIcon bare={state === 'sandboxed'}>{text.slice(label?.length ?? 0)}</WithSandboxIcon>
    </span>
  );
}
