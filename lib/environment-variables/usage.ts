import { ANY } from '#lib/liquid/references.ts';
import { prisma } from '#lib/postgres/db.ts';
import { variablesRead } from './reads-variable.ts';

/** A workflow or layout whose templates read variables. */
export interface Reader {
  type: 'workflow' | 'layout';
  environmentId: string;
  /** The ID of the workflow or layout. */
  id: string;
  name: string;
  identifier: string;
  /** The keys that its templates read. `*` represents a key that is known only when a template is rendered. */
  reads: ReadonlySet<string>;
}

/**
 * Whether a workflow or layout reads the variable, or a variable whose key is known only when a template is rendered.
 */
export function isReadBy({ reads }: Pick<Reader, 'reads'>, key: string): boolean {
  return reads.has(key) || reads.has(ANY);
}

/**
 * Returns the workflows and layouts whose templates read any variable: first the workflows, then the layouts, each
 * sorted by name.
 */
export async function variableReaders(environmentIds: readonly string[]): Promise<Reader[]> {
  const layouts = await prisma().layout.findMany({
    where: { environmentId: { in: [...environmentIds] } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { environmentId: true, id: true, name: true, identifier: true, body: true },
  });
  const readers = [
    ...(await workflowReaders(environmentIds)),
    ...layouts.map(({ body, ...layout }) => ({ ...layout, type: 'layout' as const, reads: variablesRead(body) })),
  ];
  return readers.filter(({ reads }) => reads.size > 0);
}

/** Finds the workflows whose steps read one of the variables, sorted by name. */
export async function workflowsThatRead(
  environmentIds: readonly string[],
  keys: ReadonlySet<string>,
): Promise<Reader[]> {
  const readers = await workflowReaders(environmentIds);
  return readers.filter((reader) => [...keys].some((key) => isReadBy(reader, key)));
}

async function workflowReaders(environmentIds: readonly string[]): Promise<Reader[]> {
  const workflows = await prisma().workflow.findMany({
    where: { environmentId: { in: [...environmentIds] }, deletedAt: null },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { environmentId: true, id: true, name: true, identifier: true, steps: { select: { controlValues: true } } },
  });
  return workflows.map(({ steps, ...workflow }) => ({
    ...{ ...workflow, type: 'workflow' as const },
    reads: variablesRead(steps.map(({ controlValues }) => controlValues)),
  }));
}
