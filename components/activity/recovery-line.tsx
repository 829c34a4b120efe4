'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LoaderCircle, RotateCw, X } from 'lucide-react';
import dynamic from 'next/dynamic';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useEffect, useRef } from 'react';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { useOpened } from '#components/ui/use-opened.ts';
import { recoveryMutations, recoveryQueries } from '#lib/recoveries/client.ts';
import type { Recovery } from '#lib/recoveries/schema.ts';
import type { ActivityQuery } from './activity-query.ts';
import { isSameFilter, recoverFilter } from './recover-filter.ts';
import { RecoveryResults } from './recovery-results.tsx';
import { progressText } from './recovery-text.ts';
import { useDismissed } from './use-dismissed.ts';

const RecoverDialog = dynamic(() => import('./recover-dialog.tsx').then((module) => module.RecoverDialog), {
  ssr: false,
});

/** Older results are not shown, even if the user never dismissed them. */
const SHOWN_MS = 7 * 86_400_000;

interface Props {
  query: ActivityQuery;
  until: number;
  /** Whether the list shows failed runs only, and at least one. */
  offers: boolean;
}

/**
 * The line above the list of runs: the progress of the newest recovery, its result in lists with its filter, and the
 * button for the next recovery.
 */
export function RecoveryLine({ query, until, offers }: Props) {
  const { id } = useEnvironment();
  const { now } = useReader();
  const [dismissed, dismiss] = useDismissed(`recovery ${id}`);
  const { data } = useQuery(recoveryQueries.list(id));
  const newest = data?.data[0];
  useRefreshedRuns(newest);
  const isRunning = newest?.status === 'running';
  const isOwn = newest && (query.recovery === newest._id || isSameFilter(newest.filter, recoverFilter(query, until)));
  const isResult = isOwn && newest.endedAt && newest._id !== dismissed && now - Date.parse(newest.endedAt) < SHOWN_MS;
  if (!isRunning && !isResult && !offers) return null;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line page-x py-1.5">
      <p role="status" className="flex min-w-0 items-center gap-2 wrap-anywhere empty:hidden" data-numeric>
        {isRunning && <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-muted" />}
        {newest && (isRunning || isResult) && (
          <span>
            {progressText(newest)}. <RecoveryResults recovery={newest} />
          </span>
        )}
      </p>
      {isRunning && <Stop recovery={newest} />}
      {newest && isResult && (
        <Button size="sm" variant="ghost" onClick={() => dismiss(newest._id)}>
          <X aria-hidden />
          Dismiss
        </Button>
      )}
      {offers && !isRunning && !isResult && <p className="text-muted">Is the cause of the failures fixed?</p>}
      {offers && <RetryAll query={query} until={until} isRunning={isRunning} />}
    </div>
  );
}

/** Reads the lists of runs again whenever the progress or the results of the newest recovery change. */
function useRefreshedRuns(newest: Recovery | undefined) {
  const { id } = useEnvironment();
  const client = useQueryClient();
  const shown = useRef<string>(undefined);
  const progress =
    newest && JSON.stringify([newest._id, newest.status, newest.retried, newest.skipped, newest.results]);
  useEffect(() => {
    const isChange = shown.current !== undefined && shown.current !== progress;
    shown.current = progress;
    if (isChange) void client.invalidateQueries({ queryKey: ['notifications', id] });
  }, [progress, client, id]);
}

function Stop({ recovery }: { recovery: Recovery }) {
  const { id } = useEnvironment();
  const denied = useWhyNot('messages:recover');
  const stop = useMutation({
    ...recoveryMutations.stop(id),
    onSuccess: () => notify.done('Stopped retrying failed runs'),
  });
  return (
    <Button
      size="sm"
      variant="secondary"
      disabledReason={denied}
      pending={stop.isPending}
      onClick={() => stop.mutate(recovery._id)}
    >
      Stop
    </Button>
  );
}

/**
 * The button and its dialog. While a recovery is running, an open dialog stays open, so that typed text is not lost.
 */
function RetryAll({ query, until, isRunning }: Pick<Props, 'query' | 'until'> & { isRunning: boolean }) {
  const denied = useWhyNot('messages:recover');
  // A link on the page of an outage opens the dialog.
  const [dialog, setDialog] = useQueryState('dialog', parseAsStringLiteral(['retry']));
  const isOpen = dialog === 'retry' && denied === undefined;
  const hasOpened = useOpened(isOpen);
  return (
    <>
      {!isRunning && (
        <Button size="sm" variant="secondary" disabledReason={denied} onClick={() => void setDialog('retry')}>
          <RotateCw aria-hidden />
          Retry all…
        </Button>
      )}
      {hasOpened && <RecoverDialog query={query} until={until} open={isOpen} onClose={() => void setDialog(null)} />}
    </>
  );
}
