import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure, type Tagged } from '#lib/api/client.ts';
import { type StaleWorkflow, workflowMutations, workflowQueries } from '#lib/workflows/client.ts';
import type { Workflow } from '#lib/workflows/schema.ts';
import { type WorkflowDefinition, writeBodyOf } from './definition.ts';
import { type RejectedField, rejectedFields } from './rejected-fields.ts';

/** Why the last save failed. */
export type SaveFailure =
  | { kind: 'stale'; by: StaleWorkflow }
  | { kind: 'rejected'; fields: RejectedField[] }
  | { kind: 'failed'; message: string; requestId: string | undefined };

interface Options {
  environmentId: string;
  workflowId: string;
  onStored: (stored: Tagged<Workflow>, sent: WorkflowDefinition) => void;
}

/** Saves, one save at a time. A failed save does not change the draft. */
export function useSave({ environmentId, workflowId, onStored }: Options) {
  const queries = useQueryClient();
  const update = useMutation(workflowMutations.update(environmentId));
  const patch = useMutation(workflowMutations.patch(environmentId));
  const [failure, setFailure] = useState<SaveFailure>();
  const run = async (sent: WorkflowDefinition, action: () => Promise<Tagged<Workflow>>): Promise<boolean> => {
    if (update.isPending || patch.isPending) return false;
    setFailure(undefined);
    try {
      const stored = await action();
      queries.setQueryData(workflowQueries.one(environmentId, workflowId).queryKey, stored);
      onStored(stored, sent);
      return true;
    } catch (error) {
      setFailure(failureOf(error, sent));
      return false;
    }
  };
  return {
    failure,
    saving: update.isPending || patch.isPending,
    forget: () => setFailure(undefined),
    /** Saves a definition. `ifMatch` is the version that may be replaced. */
    save: (sent: WorkflowDefinition, ifMatch: string | undefined) =>
      run(sent, () => update.mutateAsync({ workflowId, body: writeBodyOf(sent), ...(ifMatch && { ifMatch }) })),
    activate: (sent: WorkflowDefinition, active: boolean) =>
      run(sent, () => patch.mutateAsync({ workflowId, body: { active } })),
  };
}

function failureOf(error: unknown, sent: WorkflowDefinition): SaveFailure {
  if (!(error instanceof ApiFailure)) return { kind: 'failed', message: String(error), requestId: undefined };
  if (error.statusCode === 412) return { kind: 'stale', by: error.body as unknown as StaleWorkflow };
  const fields = error.statusCode === 422 ? rejectedFields(error, sent) : [];
  if (fields.length > 0) return { kind: 'rejected', fields };
  return { kind: 'failed', message: error.message, requestId: error.requestId };
}
