'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { cn } from '#components/ui/cn.ts';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { Failure, Failures } from '#lib/notifications/counts/failures-schema.ts';
import { useEditor } from './editor/editor-context.tsx';
import { type FailedRunsPlace, failedRunsAddress, failedRunsText } from './failed-runs.ts';

/** Returns the failures of the edited workflow. Undefined while they are loaded, and for a workflow that never ran. */
export function useFailures(): Failures | undefined {
  const { id } = useEnvironment();
  const { _id, lastTriggeredAt } = useEditor().workflow;
  return useQuery({ ...notificationQueries.failures(id, _id), enabled: Boolean(lastTriggeredAt) }).data;
}

interface Props {
  found: readonly Failure[];
  place: FailedRunsPlace;
  className?: string;
}

/** "58 runs failed at this step since 10 Nov", which links to these runs. Empty without a failure. */
export function FailedRunsLink({ found, place, className }: Props) {
  const { base } = useEnvironment();
  const { workflow } = useEditor();
  const hasMore = useFailures()?.hasMore ?? false;
  const text = failedRunsText(found, { place, hasMore });
  if (text === undefined) return null;
  return (
    <Link
      href={failedRunsAddress(base, workflow._id, found)}
      className={cn('touch-area w-fit rounded-sm text-xs text-bad underline-offset-2 hover:underline', className)}
    >
      {text}
    </Link>
  );
}
