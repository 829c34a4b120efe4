import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { idCeil } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { WorkflowRecord } from './query.ts';

/**
 * Marks a locked workflow as sensitive, or unmarks it (lib/notifications/withheld.ts). Versions do not contain the mark, so
 * restoring one never reveals content. Unmarking affects only later triggers; earlier content stays withheld. Undefined
 * changes nothing.
 *
 * @throws ApiError `unprocessable` on unmarking while a trigger is still creating runs, because these would be revealed.
 */
export async function markSensitive(
  ctx: Ctx,
  { id, name, isSensitive: before }: Pick<WorkflowRecord, 'id' | 'name' | 'isSensitive'>,
  isSensitive: boolean | undefined,
): Promise<void> {
  if (isSensitive === undefined || isSensitive === before) return;
  const { environmentId } = ctx;
  if (!isSensitive) await assertNoFanout(environmentId, id);
  const data = isSensitive ? { isSensitive } : { isSensitive, sensitiveUntil: idCeil(new Date()) };
  await prisma().workflow.updateMany({ where: { environmentId, id }, data });
  await audit(ctx, {
    action: isSensitive ? 'workflows.markSensitive' : 'workflows.unmarkSensitive',
    resourceType: 'workflows',
    resourceId: id,
    resourceLabel: name,
    before: { isSensitive: before },
    after: { isSensitive },
  });
}

async function assertNoFanout(environmentId: string, workflowId: string): Promise<void> {
  if (!(await prisma().fanout.findFirst({ where: { environmentId, workflowId }, select: { id: true } }))) return;
  throw new ApiError('unprocessable', 'A trigger of this workflow is still creating runs: retry once it has finished');
}
