import { prisma } from '#lib/db.ts';
import { readsVariable } from './reads-variable.ts';

/** The workflows of an environment whose steps read the variable, by name. */
export async function workflowsThatRead(
  environmentId: string,
  key: string,
): Promise<{ name: string; workflowId: string }[]> {
  const workflows = await prisma().workflow.findMany({
    where: { environmentId, deletedAt: null },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { name: true, identifier: true, steps: { select: { controlValues: true } } },
  });
  return workflows
    .filter(({ steps }) => steps.some(({ controlValues }) => readsVariable(controlValues, key)))
    .map(({ name, identifier }) => ({ name, workflowId: identifier }));
}
