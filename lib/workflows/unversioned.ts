/**
 * The settings of a workflow that no version contains: they apply immediately, also to earlier runs, and restoring content does
 * not change them.
 */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { idCeil } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { WorkflowRecord } from './query.ts';

type Settings = Pick<WorkflowRecord, 'isSensitive' | 'isTracked' | 'resendWithinHours'>;
type SettingsOf = Pick<WorkflowRecord, 'id' | 'name'> & Settings;

/** The settings of a new workflow. */
export const NEW_SETTINGS: Settings = { isSensitive: false, isTracked: false, resendWithinHours: null };

/**
 * Changes the settings of a locked workflow. Absent settings stay unchanged. Each change has a separate audit entry.
 *
 * - `isSensitive` withholds content (lib/notifications/withheld.ts). Unmarking affects only later triggers; earlier
 *   content stays withheld.
 * - `resendWithinHours`: the hours after the trigger in which runs may be retried, sent again or recovered. Null: no
 *   limit.
 * - `isTracked`: tracks openings and clicks. Publishing does not change it: each environment decides.
 *
 * @throws ApiError `unprocessable` on unmarking as sensitive while a trigger is still creating runs, because the
 * content of these runs would be revealed.
 */
export async function changeSettings(
  ctx: Ctx,
  workflow: SettingsOf,
  { isSensitive, resendWithinHours, isTracked }: { [Name in keyof Settings]?: Settings[Name] | undefined },
): Promise<void> {
  if (isSensitive !== undefined && isSensitive !== workflow.isSensitive) {
    if (!isSensitive) await assertNoFanout(ctx.environmentId, workflow.id);
    const action = isSensitive ? 'workflows.markSensitive' : 'workflows.unmarkSensitive';
    await save(ctx, workflow, action, { isSensitive }, isSensitive ? {} : { sensitiveUntil: idCeil(new Date()) });
  }
  if (resendWithinHours !== undefined && resendWithinHours !== workflow.resendWithinHours)
    await save(ctx, workflow, 'workflows.limitResending', { resendWithinHours });
  if (isTracked !== undefined && isTracked !== workflow.isTracked)
    await save(ctx, workflow, isTracked ? 'workflows.markTracked' : 'workflows.unmarkTracked', { isTracked });
}

/** Stores a setting, and records its former and new value. `more` is stored without an audit record. */
async function save(
  ctx: Ctx,
  { id, name, ...settings }: SettingsOf,
  action: string,
  after: Partial<Settings>,
  more: { sensitiveUntil?: string } = {},
): Promise<void> {
  const before = Object.fromEntries(Object.keys(after).map((key) => [key, settings[key as keyof Settings]]));
  await prisma().workflow.updateMany({ where: { environmentId: ctx.environmentId, id }, data: { ...after, ...more } });
  const about = { resourceType: 'workflows', resourceId: id, resourceLabel: name };
  await audit(ctx, { action, ...about, before, after });
}

async function assertNoFanout(environmentId: string, workflowId: string): Promise<void> {
  if (!(await prisma().fanout.findFirst({ where: { environmentId, workflowId }, select: { id: true } }))) return;
  throw new ApiError('unprocessable', 'A trigger of this workflow is still creating runs: retry once it has finished');
}
