import { prisma } from '#lib/postgres/db.ts';
import { readsVariable } from './reads-variable.ts';

interface Reader {
  environmentId: string;
  /** Workflow.id */
  id: string;
  name: string;
  identifier: string;
}

/** Finds the workflows whose steps read one of the variables, by name. */
export async function workflowsThatRead(
  environmentIds: readonly string[],
  keys: ReadonlySet<string>,
): Promise<Reader[]> {
  const workflows = await prisma().workflow.findMany({
    where: { environmentId: { in: [...environmentIds] }, deletedAt: null },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { environmentId: true, id: true, name: true, identifier: true, steps: { select: { controlValues: true } } },
  });
  return workflows.filter(({ steps }) =>
    steps.some(({ controlValues }) => [...keys].some((key) => readsVariable(controlValues, key))),
  );
}
