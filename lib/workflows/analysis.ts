import type { WorkflowDefinition } from './schema.ts';
import type { ComputedIssues } from './store.ts';

/** The issues of a definition by its content, as they are stored with it. */
export function computeIssues(definition: WorkflowDefinition): ComputedIssues {
  return { issues: undefined, steps: definition.steps.map(() => undefined) };
}
