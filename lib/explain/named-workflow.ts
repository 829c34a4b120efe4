import { closest } from '#lib/analyser/suggest.ts';
import { prisma } from '#lib/postgres/db.ts';
import { workflowReference } from '#lib/workflows/reference.ts';

export interface NamedWorkflow {
  id: string;
  /** With those of deleted workflows that had the same identifier. */
  ids: string[];
  identifier: string;
  name: string;
  active: boolean;
  isDeleted: boolean;
  updatedAt: Date;
  /** The types of its active steps. */
  channels: string[];
}

/** The workflow that the text names by `_id`, slug or identifier; a deleted one when there is no other. */
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

/** How many workflows are looked through for one that is spelled alike, the newest first. */
const MOST_WORKFLOWS = 500;

/** The identifier of a workflow that is spelled nearly so. */
export async function findSimilarWorkflow(environmentId: string, identifier: string): Promise<string | undefined> {
  const rows = await prisma().workflow.findMany({
    where: { environmentId, deletedAt: null },
    orderBy: { id: 'desc' },
    take: MOST_WORKFLOWS,
    select: { identifier: true },
  });
  return closest(
    identifier,
    rows.map((row) => row.identifier),
  );
}
