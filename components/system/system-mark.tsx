'use client';

import { useQuery } from '@tanstack/react-query';
import { systemQueries } from '#lib/system/client.ts';
import { counted } from '#lib/text/counted.ts';

const POLL_MS = 60_000;

/** A dot while a finding is red. For members who may see the page System. */
export function SystemMark() {
  const { data } = useQuery({ ...systemQueries.problems(), refetchInterval: POLL_MS, staleTime: POLL_MS });
  if (!data?.count) return null;
  return (
    <span
      className="grid size-5 place-items-center"
      data-tip={data.count === 1 ? data.first : counted(data.count, 'problem')}
    >
      <span aria-hidden className="size-2 rounded-full bg-bad" />
      <span className="sr-only"> has problems</span>
    </span>
  );
}
