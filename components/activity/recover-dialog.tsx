'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { ReasonForm } from '#components/form/reason-form.tsx';
import { useReader } from '#components/layout/first-paint.ts';
import { RealPeople } from '#components/layout/real-people.tsx';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { cn } from '#components/ui/cn.ts';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { notify } from '#components/ui/notify.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { recoveryMutations, recoveryQueries } from '#lib/recoveries/client.ts';
import type { RecoveryPreview } from '#lib/recoveries/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { type ActivityQuery, rangeText } from './activity-query.ts';
import { recoverFilter } from './recover-filter.ts';
import { arrivedText, previewRows, previewTitle } from './recovery-text.ts';
import { usualReasons } from './usual-reasons.ts';

interface Props {
  query: ActivityQuery;
  until: number;
  open: boolean;
  onClose: () => void;
}

/**
 * Shows the results that a retry of the list's failed runs would have now, and requires a reason. The retry then leads to
 * the list of its runs.
 */
export function RecoverDialog({ query, until, open, onClose }: Props) {
  const { id, base } = useEnvironment();
  const router = useRouter();
  const { environment } = useSession();
  const filter = recoverFilter(query, until);
  const { data, error, isFetching, refetch } = useQuery({
    ...recoveryQueries.preview(id, filter),
    enabled: open,
    refetchOnWindowFocus: false,
  });
  const recover = useMutation(recoveryMutations.create(id));
  const submit = async (reason: string) => {
    const { _id } = await recover.mutateAsync({ filter, reason });
    notify.done('Retrying failed runs');
    // The retried runs soon leave the list of failed ones.
    router.push(`${base}/activity?${new URLSearchParams({ range: '90d', recovery: _id })}`);
  };
  return (
    <Dialog open={open} onOpenChange={onClose}>
      <DialogContent title="Retry failed runs?" className="max-w-lg">
        {error && !isFetching ? (
          <ErrorState title="The runs could not be counted" {...failure(error)} onRetry={() => void refetch()} />
        ) : !data || isFetching ? (
          <Skeleton className="h-40 rounded-lg" />
        ) : (
          <>
            {data.retryable > 0 && <RealPeople environment={environment} className="mb-4" />}
            <Explanation preview={data} query={query} until={until} />
            {(data.retryable > 0 || data.isPartial) && (
              <ReasonForm
                submit={data.isPartial ? 'Retry failed runs' : `Retry ${counted(data.retryable, 'run')}`}
                {...usualReasons('retry', data.wouldWait > 0)}
                onSubmit={submit}
                onCancel={onClose}
              />
            )}
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}

function Explanation({ preview, query, until }: Pick<Props, 'query' | 'until'> & { preview: RecoveryPreview }) {
  const { zone } = useReader();
  const arrived = arrivedText(preview);
  return (
    <div className="mb-4 flex flex-col gap-2 text-pretty wrap-anywhere text-muted">
      <div role="status" className="text-fg" data-numeric>
        <p>{previewTitle(preview)}</p>
        {preview.total > 0 && <PreviewRows preview={preview} />}
        {preview.isPartial && <p className="mt-1.5 text-muted">The older runs are checked as they are retried.</p>}
        {arrived && <p className="mt-1.5 text-warn">{arrived}</p>}
      </div>
      <p>The filters are those of the list ({rangeText(query, until, zone)}).</p>
      <p>
        Each failed step runs with the original workflow version and payload. Subscribers, preferences, suppressions and
        integrations are the current ones. You can stop at any time.
      </p>
    </div>
  );
}

/** The counts in one column, so that readers can add them up. */
function PreviewRows({ preview }: { preview: RecoveryPreview }) {
  return (
    <ul className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1">
      {previewRows(preview).map(({ count, text, isPart }) => (
        <li key={text} className={cn('col-span-2 grid grid-cols-subgrid', isPart && 'text-muted')}>
          <span className={cn('text-right', !isPart && 'font-medium')}>{count.toLocaleString('en')}</span>
          <span className={cn(isPart && 'pl-4')}> {text}</span>
        </li>
      ))}
    </ul>
  );
}
