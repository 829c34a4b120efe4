'use client';

import { useQuery } from '@tanstack/react-query';
import { cn } from '#components/ui/cn.ts';
import { workerQueries } from '#lib/workers/client.ts';

/** Says that the page hears of runs at once. It is grey while no worker runs, because then no run goes on. */
export function LiveMark() {
  const { data: workers } = useQuery(workerQueries.state());
  const isIdle = workers?.running === 0;
  return (
    <span
      data-tip={
        isIdle
          ? 'New runs wait above the list; none goes on, because no worker is running'
          : 'Rows follow their runs; new ones wait above the list'
      }
      className={cn('flex items-center gap-1.5 px-1 text-xs', isIdle ? 'text-faint' : 'text-muted')}
    >
      <span aria-hidden className={cn('size-1.5 rounded-full', isIdle ? 'bg-idle' : 'bg-ok')} />
      Live
    </span>
  );
}
