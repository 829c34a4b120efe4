import { useNewestPayload } from '#components/events/use-newest-payload.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import type { PreviewPayload } from '#lib/workflows/client.ts';
import { useSample } from './sample-store.ts';

/** A stored workflow. */
interface Stored {
  _id: string;
  workflowId: string;
}

/**
 * Returns the data of a preview: the sample data that the user chose, with the payload of the newest run unless the
 * sample has one. Without a run, the preview uses example values.
 */
export function usePreviewData({ _id, workflowId }: Stored) {
  const { id } = useEnvironment();
  const [sample, setSample] = useSample(`${id} ${workflowId}`);
  const { newest, isLoading } = useNewestPayload(id, _id);
  return {
    sample,
    setSample,
    /** Undefined if the sample has another payload, and without a run. */
    newest: sample?.payload ? undefined : newest,
    data: previewData(sample, newest?.payload),
    /** Until the newest run is known, a preview would show other values first. */
    isLoading,
  };
}

export function previewData(
  sample: PreviewPayload | undefined,
  payload: PreviewPayload['payload'] | undefined,
): PreviewPayload | undefined {
  return payload ? { payload, ...sample } : sample;
}
