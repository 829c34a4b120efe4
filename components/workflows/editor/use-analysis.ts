import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '#components/ui/use-debounced.ts';
import type { ApiFailure } from '#lib/api/client.ts';
import { type WorkflowWriteBody, workflowQueries } from '#lib/workflows/client.ts';
import type { Workflow } from '#lib/workflows/schema.ts';

const pauseMs = 400;

export interface Analysis {
  /** The draft as it would be after saving, or the stored workflow. */
  result: Workflow;
  /** Whether `result` belongs to the draft. */
  ofDraft: boolean;
  error: ApiFailure | null;
  retry: () => void;
}

/** Returns the analyser's result for the draft, requested whenever typing pauses. */
export function useAnalysis(environmentId: string, saved: Workflow, body: WorkflowWriteBody, dirty: boolean): Analysis {
  const settled = useDebounced(body, pauseMs);
  const query = useQuery({ ...workflowQueries.analysis(environmentId, saved.workflowId, settled), enabled: dirty });
  const ofDraft = dirty && query.data !== undefined;
  return {
    result: ofDraft ? query.data : saved,
    ofDraft,
    error: dirty ? query.error : null,
    retry: () => void query.refetch(),
  };
}
