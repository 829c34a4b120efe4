'use client';

import { useQuery } from '@tanstack/react-query';
import { cn } from '#components/ui/cn.ts';
import { toneSoft } from '#components/ui/tone.ts';
import { systemQueries } from '#lib/system/client.ts';
import { counted } from '#lib/text/counted.ts';

const POLL_MS = 60_000;

/** The number of red findings. Empty without one. For members who may see the page System. */
export function SystemMark() {
  const { data } = useQuery({ ...systemQueries.problems(), refetchInterval: POLL_MS, staleTime: POLL_MS });
  if (!data?.count) return null;
  return (
    <span
      className={cn('rounded-sm px-1.5 text-xs font-medium', toneSoft.bad)}
      data-tip={data.count === 1 ? data.first : counted(data.count, 'problem')}
    >
      <span aria-hidden>{data.count}</span>
      <span className="sr-only"> has problems</span>
    </span>
  );
}
