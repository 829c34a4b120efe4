import { closest } from '#lib/analyser/suggest.ts';
import { prisma } from '#lib/postgres/db.ts';
import { workflowReference } from '#lib/workflows/reference.ts';

export interface NamedWorkflow {
  id: string;
  /** Workflow.id of this workflow and of deleted workflows with the same identifier. */
  ids: string[];
  identifier: string;
  name: string;
  active: boolean;
  isDeleted: boolean;
  updatedAt: Date;
  /** The types of the active steps. */
  channels: string[];
}

/**
 * Finds the workflow that the text names by `_id`, slug or identifier. A match by `_id` takes precedence. By
 * identifier, a deleted workflow is found only if there is no other.
 */
export async function findNamedWorkflow(environmentId: string, text: string): Promise<NamedWorkflow | undefined> {
  const { id, identifier } = workflowReference(text);
  const rows = await prisma().workflow.findMany({
    where: { environmentId, OR: [{ identifier }, ...(id === undefined ? [] : [{ id }])] },
    include: { steps: { where: { active: true }, select: { type: true } } },
  });
  const byAge = rows.toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const named = byAge.find((row) => row.id === id) ?? byAge.find(({ deletedAt }) => !deletedAt) ?? byAge[0];
  if (!named) return undefined;
  const { name, active, updatedAt, deletedAt, steps } = named;
  return {
    id: named.id,
    ids: rows.filter((row) => row.identifier === named.identifier).map((row) => row.id),
    identifier: named.identifier,
    name,
    active,
    isDeleted: deletedAt !== null,
    updatedAt,
    channels: steps.map(({ type }) => type),
  };
}

/** The number of workflows, newest first, that are searched for a similar identifier. */
const MAX_WORKFLOWS = 500;

/** Finds the identifier of a workflow with a similar spelling. */
export async function findSimilarWorkflow(environmentId: string, identifier: string): Promise<string | undefined> {
  const rows = await prisma().workflow.findMany({
    where: { environmentId, deletedAt: null },
    orderBy: { id: 'desc' },
    take: MAX_WORKFLOWS,
    select: { identifier: true },
  });
  return closest(
    identifier,
    rows.map((row) => row.identifier),
  );
}
