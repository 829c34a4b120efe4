import { useQuery } from '@tanstack/react-query';
import { LoaderCircle, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useDebounced } from '#components/ui/use-debounced.ts';
import { MailPreview } from '#components/workflows/preview/mail-preview.tsx';
import { layoutQueries } from '#lib/layouts/client.ts';
import type { LayoutContent, LayoutPreview as LayoutPreviewResult } from '#lib/layouts/schema.ts';

const REST_MS = 350;

/** An example email in the layout. It follows every change after a short delay. */
export function LayoutPreview({ layoutId, content }: { layoutId: string; content: LayoutContent }) {
  const { id } = useEnvironment();
  const preview = useQuery(layoutQueries.preview(id, layoutId, useDebounced(content, REST_MS)));
  const result = preview.data?.result;
  // Keeps the last good preview while the layout cannot be rendered.
  const [good, setGood] = useState<LayoutPreviewResult>();
  if (preview.data && preview.data !== good && preview.data.result.preview.body !== '') setGood(preview.data);
  const shown = good ?? preview.data;
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3">
      <div className="flex min-h-8 items-center gap-2">
        <h2 className="text-base font-semibold">Preview</h2>
        {preview.isFetching && <LoaderCircle aria-label="Rendering" className="size-3.5 animate-spin text-faint" />}
      </div>
      {result?.error && (
        <p role="status" className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{result.error.message}</span>
        </p>
      )}
      {shown ? (
        <div className={result?.error && 'opacity-60'}>
          <MailPreview preview={shown.result.preview} subscriber={shown.previewPayloadExample.subscriber} bodyOnly />
        </div>
      ) : preview.error ? (
        <ErrorState
          title="The preview could not be created"
          {...failure(preview.error)}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </section>
  );
}
