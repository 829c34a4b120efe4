import { changeSummary } from '#components/workflows/versions/change-summary.ts';
import { ChangesView } from '#components/workflows/versions/changes-view.tsx';
import type { ResourceDiff } from '#lib/publishing/schema.ts';
import { changedSteps, withoutAddedContent, workflowChanges } from './workflow-changes.ts';

interface Props {
  resource: ResourceDiff;
}

/** The changes of a workflow in one line. */
export function WorkflowSummary({ resource: { changes } }: Props) {
  return changeSummary(workflowChanges(withoutAddedContent(changes)), changedSteps(changes));
}

/** The text differences of a workflow. */
export function WorkflowDifference({ resource: { changes } }: Props) {
  return <ChangesView changes={workflowChanges(changes)} names={changedSteps(changes)} />;
}
