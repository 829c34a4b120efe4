import type { StepNames } from '#components/workflows/versions/change-summary.ts';
import type { ResourceChange } from '#lib/publishing/schema.ts';
import { isWorkflowStepType } from '#lib/steps/data-schema.ts';
import { differences } from '#lib/workflows/changes.ts';
import type { WorkflowChange } from '#lib/workflows/client.ts';

/** Converts the changes of a published workflow to the form of changes between two versions of a workflow. */
export function workflowChanges(changes: readonly ResourceChange[]): WorkflowChange[] {
  return changes.flatMap((change) => (change.stepType === undefined ? differing([], change) : stepChanges(change)));
}

/** Returns the changes without the content of added steps, for a text of one line. */
export function withoutAddedContent(changes: readonly ResourceChange[]): ResourceChange[] {
  return changes.map(({ diffs, ...change }) => (diffs && change.action !== 'added' ? { ...change, diffs } : change));
}

/** Returns the names of the steps that the changes are about. */
export function changedSteps(changes: readonly ResourceChange[]): StepNames {
  const steps = changes.flatMap((change) => {
    const step = change.sourceResource ?? change.targetResource;
    if (change.stepType === undefined || !step) return [];
    const { stepType: type } = change;
    return [[step.id, { name: step.name, ...(isWorkflowStepType(type) && { type }) }] as const];
  });
  return Object.fromEntries(steps);
}

function stepChanges(change: ResourceChange): WorkflowChange[] {
  const { action, sourceResource, targetResource, stepType: type, previousIndex: before, newIndex: after } = change;
  const step = sourceResource ?? targetResource;
  if (!step) return [];
  const path = `steps.${step.id}`;
  const content = { name: step.name, type };
  if (action === 'added') return [{ path, kind: 'added', after: content }, ...differing(['steps', step.id], change)];
  if (action === 'deleted') return [{ path, kind: 'removed', before: content }];
  if (action === 'moved') return [{ path: `${path}.position`, kind: 'changed', before, after }];
  const found = differing(['steps', step.id], change);
  // Without differences, the change is a secret: both sides have the same mask.
  return found.length > 0 ? found : [{ path: `${path}.controlValues`, kind: 'changed' }];
}

function differing(at: readonly string[], { diffs }: ResourceChange): WorkflowChange[] {
  return diffs ? differences(at, diffs.previous, diffs.new) : [];
}
