import type { Ctx } from '#lib/api/context.ts';
import { audit } from '#lib/audit-log/service.ts';
import { prisma } from '#lib/db.ts';
import type { WorkflowRecord } from './query.ts';

/**
 * Marks a locked workflow as one with sensitive content, or unmarks it (lib/notifications/withheld.ts). No version holds
 * the mark, so that restoring one never uncovers anything. Undefined changes nothing.
 */
export async function markSensitive(
  ctx: Ctx,
  { id, name, isSensitive: before }: Pick<WorkflowRecord, 'id' | 'name' | 'isSensitive'>,
  isSensitive: boolean | undefined,
): Promise<void> {
  if (isSensitive === undefined || isSensitive === before) return;
  const { environmentId } = ctx;
  await prisma().workflow.updateMany({ where: { environmentId, id }, data: { isSensitive } });
  await audit(ctx, {
    action: isSensitive ? 'workflows.markSensitive' : 'workflows.unmarkSensitive',
    resourceType: 'workflows',
    resourceId: id,
    resourceLabel: name,
    before: { isSensitive: before },
    after: { isSensitive },
  });
}
