'use client';

import { useQuery } from '@tanstack/react-query';
import { useOnline } from '#components/layout/use-online.ts';
import { cn } from '#components/ui/cn.ts';
import { workerQueries } from '#lib/workers/client.ts';
import type { whyPaused } from './activity-query.ts';

interface Props {
  paused: ReturnType<typeof whyPaused>;
  isConnected: boolean;
  className?: string;
}

const GONE = 'Rows would go while you read them. New runs wait above the list';

/** Behind "Live off", and the tooltip. */
const reasons = {
  page: [' after the first page', 'Later pages stay as they are; the first one follows its runs'],
  range: [': the range has ended', 'Nothing new comes into a range that ends in the past'],
  status: [' while filtered by status', GONE],
  reason: [' while filtered by reason', GONE],
} as const;

/** Says whether the page hears of runs at once, or why not. It is grey while no run goes on. */
export function LiveMark({ paused, isConnected, className }: Props) {
  const { data: workers } = useQuery(workerQueries.state());
  const isOnline = useOnline();
  const isIdle = workers?.running === 0;
  const [why, pausedTip] = paused && isOnline ? reasons[paused] : [];
  const [label, tip] = !isOnline
    ? ['Offline', 'Rows stay as they are until the connection is back']
    : pausedTip
      ? ['Live off', pausedTip]
      : !isConnected
        ? ['Live', 'Connecting; until then the page looks for new runs every 15 seconds']
        : isIdle
          ? ['Live', 'New runs wait above the list; none goes on, because no worker is running']
          : ['Live', 'Rows follow their runs; new ones wait above the list'];
  const isOn = isOnline && !paused && isConnected && !isIdle;
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
