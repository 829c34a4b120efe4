import { prisma } from '#lib/db.ts';
import { templateReferences } from '#lib/liquid/references.ts';

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
    .filter(({ steps }) => steps.some(({ controlValues }) => reads(controlValues, key)))
    .map(({ name, identifier }) => ({ name, workflowId: identifier }));
}

/** Whether a text among the controls reads `env.<key>`, or a member of `env` that is known only at rendering. */
function reads(value: unknown, key: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((inner) => reads(inner, key));
  if (typeof value !== 'string' || !value.includes('env')) return false;
  if (!value.includes('{{') && !value.includes('{%')) return false;
  return templateReferences(plain(value)).references.some(
    ({ path: [root, name], local }) => !local && root === 'env' && (name === key || name === '*'),
  );
}

/** The body of an e-mail made of blocks is JSON, in which quotes are escaped. */
function plain(text: string): string {
  return text.startsWith('{') ? text.replaceAll('\\"', '"') : text;
}
