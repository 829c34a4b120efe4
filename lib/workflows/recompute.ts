import { isDeepStrictEqual } from 'node:util';
import { ANALYSER_VERSION } from '#lib/analyser/analyse.ts';
import { env } from '#lib/env.ts';
import { knownVariables } from '#lib/environment-variables/known.ts';
import { keepVariables } from '#lib/environment-variables/lock.ts';
import { logger } from '#lib/logger.ts';
import { json, jsonOrNull, prisma, transaction } from '#lib/postgres/db.ts';
import { computeIssues } from './analysis.ts';
import { definitionOf } from './definition.ts';
import { type FoundWorkflow, findWorkflow } from './query.ts';
import { saveStepIssues } from './step-store.ts';
import { lockWorkflowRow } from './store.ts';

const SETTING = 'analyser';
const BATCH = 100;

/**
 * Recomputes the stored issues of all workflows if a different analyser version or span limit computed them. Locks one
 * workflow at a time, so services may run in the meantime. After an interruption, the next start repeats the whole
 * work.
 */
export async function recomputeIssues(): Promise<void> {
  const wanted = { version: ANALYSER_VERSION, maxSpanDays: env().MAX_SPAN_DAYS };
  const known = await prisma().setting.findFirst({ where: { key: SETTING } });
  if (isDeepStrictEqual(known?.value, wanted)) return;
  let count = 0;
  for (let keys = await keysAfter(); keys.length > 0; keys = await keysAfter(keys.at(-1))) {
    for (const { environmentId, id } of keys) await recompute(environmentId, id);
    count += keys.length;
  }
  const create = { key: SETTING, value: json(wanted) };
  await prisma().setting.upsert({ where: { key: SETTING }, create, update: create });
  if (count > 0) logger().info({ workflows: count }, 'Workflow issues recomputed');
}

interface WorkflowKey {
  environmentId: string;
  id: string;
}

function keysAfter({ environmentId, id }: WorkflowKey = { environmentId: '', id: '' }): Promise<WorkflowKey[]> {
  return prisma().workflow.findMany({
    where: { deletedAt: null, OR: [{ environmentId: { gt: environmentId } }, { environmentId, id: { gt: id } }] },
    orderBy: [{ environmentId: 'asc' }, { id: 'asc' }],
    take: BATCH,
    select: { environmentId: true, id: true },
  });
}

/** Recomputes the stored issues of one workflow, in the caller's transaction if there is one. */
export async function recompute(environmentId: string, id: string): Promise<void> {
  await transaction(async () => {
    const where = { id: environmentId };
    const environment = await prisma().environment.findFirst({ where, select: { organizationId: true } });
    if (!environment) return;
    await keepVariables(environment.organizationId);
    const reference = { id, identifier: '' };
    if (!(await lockWorkflowRow(environmentId, reference))) return;
    const found = await findWorkflow(environmentId, reference);
    if (found === undefined) return;
    const definition = definitionOf((JSON.parse(found) as FoundWorkflow).workflow);
    const computed = computeIssues(definition, await knownVariables(environmentId));
    await prisma().workflow.updateMany({ where: { environmentId, id }, data: { issues: jsonOrNull(computed.issues) } });
    await saveStepIssues({ environmentId, id, definition, computed, at: new Date() });
  });
}
