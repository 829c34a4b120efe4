import type { WorkflowDefinition } from './definition.ts';

/** A copy of unsaved changes that survives a reload or a crash, in this tab only. */
export interface DraftCopy {
  now: WorkflowDefinition;
  /** The version on which the changes are based. */
  etag: string | undefined;
  /** The time of the last edit, in ms. */
  at: number;
}

const keyOf = (environmentId: string, workflowId: string) => `workflow-draft ${environmentId} ${workflowId}`;

export function keepCopy(environmentId: string, workflowId: string, copy: DraftCopy): void {
  try {
    sessionStorage.setItem(keyOf(environmentId, workflowId), JSON.stringify(copy));
  } catch {
    // The storage is full or disabled. The page itself still has the draft.
  }
}

export function dropCopy(environmentId: string, workflowId: string): void {
  try {
    sessionStorage.removeItem(keyOf(environmentId, workflowId));
  } catch {
    // Without storage there is no copy to delete.
  }
}

/** Returns the copy. Undefined if there is none or it is unusable. */
export function findCopy(environmentId: string, workflowId: string): DraftCopy | undefined {
  try {
    const copy = JSON.parse(sessionStorage.getItem(keyOf(environmentId, workflowId)) ?? 'null') as DraftCopy | null;
    return copy && Array.isArray(copy.now?.steps) ? copy : undefined;
  } catch {
    return undefined;
  }
}
