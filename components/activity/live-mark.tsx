'use client';

import { useQuery } from '@tanstack/react-query';
import { useOnline } from '#components/layout/use-online.ts';
import { cn } from '#components/ui/cn.ts';
import { workerQueries } from '#lib/workers/client.ts';
import type { PauseReason } from './activity-query.ts';

interface Props {
  paused: PauseReason | undefined;
  isConnected: boolean;
  /** Whether the list could not be loaded. */
  isFailing: boolean;
  className?: string;
}

const GONE = 'Paused so that rows don’t disappear while you read';

/** The text after "Live off" and the tooltip, by the cause of the pause. */
const reasons = {
  page: [' after the first page', 'Only the first page updates live'],
  range: [': the range has ended', 'A range that ends in the past gets no new rows'],
  status: [' while filtered by status', GONE],
  integration: [' while filtered by integration', GONE],
  duration: [' while filtered by duration', GONE],
  reason: [' while filtered by reason', GONE],
  search: [' while searching', 'A search reads up to 20,000 messages, so it runs only on demand'],
} as const satisfies Record<PauseReason, readonly [string, string]>;

/** Shows whether the page updates live, or why not. The dot is grey while no worker is running or loading fails. */
export function LiveMark({ paused, isConnected, isFailing, className }: Props) {
  const { data: workers } = useQuery(workerQueries.state());
  const isOnline = useOnline();
  const isIdle = workers?.running === 0;
  const [why, pausedTip] = paused && isOnline && !isFailing ? reasons[paused] : [];
  const [label, tip] = !isOnline
    ? ['Offline', 'Rows do not update until the connection is back']
    : isFailing
      ? ['Not live', 'The rows could not be loaded']
      : pausedTip
        ? ['Live off', pausedTip]
        : !isConnected
          ? ['Live', 'Connecting. Until the connection is open, the page checks for new rows every 15 seconds']
          : isIdle
            ? ['Live', 'Runs do not continue, because no worker is running. New runs are counted here']
            : ['Live', 'Rows update with their runs; new runs are counted here'];
  const isOn = isOnline && !isFailing && !paused && isConnected && !isIdle;
  return (
    <span
      data-tip={tip}
      className={cn(
        'flex items-center gap-1.5 px-1 text-xs whitespace-nowrap',
        isOn ? 'text-muted' : 'text-faint',
        className,
      )}
    >
      <span aria-hidden className={cn('size-1.5 rounded-full', isOn ? 'bg-ok' : 'bg-idle')} />
      <span>
        {label}
        {why && <span className="max-sm:sr-only">{why}</span>}
      </span>
    </span>
  );
}
