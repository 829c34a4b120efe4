'use client';

import { useQuery } from '@tanstack/react-query';
import { systemQueries } from '#lib/system/client.ts';
import { counted } from '#lib/text/counted.ts';

const POLL_MS = 60_000;

/** A dot while something is red. For members who may see the system. */
export function SystemMark() {
  const { data } = useQuery({ ...systemQueries.report(), refetchInterval: POLL_MS, staleTime: POLL_MS });
  const red = data?.findings.filter(({ level }) => level === 'bad') ?? [];
  if (red.length === 0) return null;
  return (
    <span
      className="grid size-5 place-items-center"
      data-tip={red.length === 1 ? red[0]?.title : counted(red.length, 'problem')}
    >
      <span aria-hidden className="size-2 rounded-full bg-bad" />
      <span className="sr-only"> has problems</span>
    </span>
  );
}
