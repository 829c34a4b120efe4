import { isId } from '#lib/api/wire.ts';
import { idFromSlug } from '#lib/text/slug.ts';

/** The text with which a caller names a workflow (spec 4.5, 4.7): `_id`, slug, or trigger identifier. */
export interface WorkflowReference {
  /** Set if the text is formatted like an ID or a slug. */
  id: string | undefined;
  /** The text as given, which may be a trigger identifier. */
  identifier: string;
}

export function workflowReference(text: string): WorkflowReference {
  return { id: isId(text) ? text.toLowerCase() : idFromSlug('wf', text), identifier: text };
}

/** Finds the workflow that `text` names. An ID wins over an identifier of the same form. */
export function findReferenced<Workflow extends { id: string; identifier: string }>(
  text: string,
  workflows: readonly Workflow[],
): Workflow | undefined {
  const { id, identifier } = workflowReference(text);
  return (
    workflows.find((workflow) => workflow.id === id) ?? workflows.find((workflow) => workflow.identifier === identifier)
  );
}
