import { isId } from '#lib/api/wire.ts';
import { idFromSlug } from '#lib/text/slug.ts';

/** How callers name a workflow (4.5, 4.7): by `_id`, slug, or trigger identifier. */
export interface WorkflowReference {
  /** Set when the text has the form of an id or a slug. */
  id: string | undefined;
  /** The text itself. */
  identifier: string;
}

export function workflowReference(text: string): WorkflowReference {
  return { id: isId(text) ? text.toLowerCase() : idFromSlug('wf', text), identifier: text };
}

/** The workflow that `text` names. An id wins over an identifier of the same form. */
export function findReferenced<Workflow extends { id: string; identifier: string }>(
  text: string,
  workflows: readonly Workflow[],
): Workflow | undefined {
  const { id, identifier } = workflowReference(text);
  return (
    workflows.find((workflow) => workflow.id === id) ?? workflows.find((workflow) => workflow.identifier === identifier)
  );
}
