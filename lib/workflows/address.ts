/** Where a person goes to see a workflow, or one control of it. */
export interface WorkflowPlace {
  /** `stepId` of the step to open. */
  step?: string | undefined;
  /** Dotted path of the control to put the cursor in. */
  control?: string | undefined;
}

/** The dashboard's address of a workflow. `base` is its environment's (`/production`); the identifier is any text. */
export function workflowAddress(base: string, workflowId: string, { step, control }: WorkflowPlace = {}): string {
  const search = new URLSearchParams();
  if (step) search.set('step', step);
  if (control) search.set('control', control);
  const query = search.toString();
  return `${base}/workflows/${encodeURIComponent(workflowId)}${query && `?${query}`}`;
}
