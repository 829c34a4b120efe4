'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { ReasonForm } from '#components/form/reason-form.tsx';
import { useReader } from '#components/layout/first-paint.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { notify } from '#components/ui/notify.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { recoveryMutations, recoveryQueries } from '#lib/recoveries/client.ts';
import type { RecoveryPreview } from '#lib/recoveries/schema.ts';
import { type ActivityQuery, rangeText } from './activity-query.ts';
import { recoverFilter } from './recover-filter.ts';
import { previewSentences } from './recovery-text.ts';

interface Props {
  query: ActivityQuery;
  until: number;
  open: boolean;
  onClose: () => void;
}

/** Shows what retrying the failed runs of the list would do now, and asks for the reason. */
export function RecoverDialog({ query, until, open, onClose }: Props) {
  const { id } = useEnvironment();
  const filter = recoverFilter(query, until);
  const { data, error, isFetching, refetch } = useQuery({
    ...recoveryQueries.preview(id, filter),
    enabled: open,
    refetchOnWindowFocus: false,
  });
  const recover = useMutation(recoveryMutations.create(id));
  const submit = async (reason: string) => {
    await recover.mutateAsync({ filter, reason });
    onClose();
    notify.done('Retrying failed runs');
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
            <Explanation preview={data} query={query} until={until} />
            {(data.retryable > 0 || data.isPartial) && (
              <ReasonForm
                submit="Retry failed runs"
                placeholder="The provider works again"
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
  return (
    <div className="mb-4 flex flex-col gap-2 text-pretty wrap-anywhere text-muted">
      <p>If the failed runs of the list ({rangeText(query, until, zone)}) are retried now:</p>
      <div role="status" className="text-fg" data-numeric>
        {previewSentences(preview).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <p>
        Each failed step runs with the original workflow version and payload. Subscribers, preferences, suppressions and
        integrations are the current ones. You can stop at any time.
      </p>
    </div>
  );
}
