import { useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { payloadOf, useNewestPayload } from '#components/events/use-newest-payload.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { PreviewPayload } from '#lib/workflows/client.ts';
import { useSample } from './sample-store.ts';

/** A stored workflow. */
interface Stored {
  _id: string;
  workflowId: string;
}

/**
 * Returns the data of a preview: the sample data that the user chose, with the payload of the newest run unless the
 * sample has one. Without a run, the preview uses example values. A link from a run has its recipient and payload.
 */
export function usePreviewData({ _id, workflowId }: Stored) {
  const { id } = useEnvironment();
  const [runId] = useQueryState('run', parseAsString.withDefault(''));
  const run = useQuery({ ...notificationQueries.one(id, runId), enabled: runId !== '' });
  const [sample, setSample] = useSample([id, workflowId, runId].join(' '));
  const newest = useNewestPayload(id, runId === '' ? _id : undefined);
  const from = runId === '' ? newest.newest : payloadOf(run.data);
  const recipient = run.data?.subscriber && { subscriberId: run.data.subscriber.subscriberId };
  return {
    sample,
    setSample,
    /** The run whose payload the preview has. Undefined if the sample has another payload, and without a run. */
    newest: sample?.payload ? undefined : from,
    data: previewData(sample, from?.payload, recipient),
    /** Until the run is known, a preview would show other values first. */
    isLoading: runId === '' ? newest.isLoading : run.isLoading,
  };
}

export function previewData(
  sample: PreviewPayload | undefined,
  payload: PreviewPayload['payload'] | undefined,
  subscriber?: PreviewPayload['subscriber'],
): PreviewPayload | undefined {
  const run = { ...(payload && { payload }), ...(subscriber && { subscriber }) };
  return payload || subscriber ? { ...run, ...sample } : sample;
}
