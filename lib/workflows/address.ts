/** The part of a workflow that a link opens: the whole workflow, a step, or one control. */
export interface WorkflowPlace {
  /** `stepId` of the step to open. */
  step?: string | undefined;
  /** The dotted path of the control that gets the focus. */
  control?: string | undefined;
  /** The dialog to open. */
  dialog?: 'test' | 'code' | undefined;
  /** The `_id` of the run that provides the recipient and payload for previews. */
  run?: string | undefined;
}

/**
 * Returns the dashboard path of a workflow. `base` is the path of its environment (`/production`). The workflow
 * identifier may contain any characters.
 */
export function workflowAddress(
  base: string,
  workflowId: string,
  { step, control, dialog, run }: WorkflowPlace = {},
): string {
  const search = new URLSearchParams();
  if (step) search.set('step', step);
  if (control) search.set('control', control);
  if (dialog) search.set('dialog', dialog);
  if (run) search.set('run', run);
  const query = search.toString();
  return `${base}/workflows/${encodeURIComponent(workflowId)}${query && `?${query}`}`;
}
