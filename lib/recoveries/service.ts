import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { actorNames } from '#lib/audit-log/actor.ts';
import { audit } from '#lib/audit-log/service.ts';
import { newId } from '#lib/id.ts';
import { addressAllowedAt } from '#lib/notifications/retry/locked-run.ts';
import { json, prisma, transaction } from '#lib/postgres/db.ts';
import { isUniqueViolation } from '#lib/postgres/db-error.ts';
import type { Recovery as RecoveryRow } from '#prisma/generated/client.ts';
import { countRuns, failedRuns } from './failed-runs.ts';
import { countResults } from './results.ts';
import type { CreateRecoveryBody, Recovery, RecoveryList } from './schema.ts';

const LIST_LIMIT = 20;

/**
 * Starts to retry the failed runs of a filter. A worker retries the runs in the background, the newest first. Runs that are
 * triggered later are not included.
 *
 * @throws ApiError `conflict` while another recovery of the environment is running; `unprocessable` if no run matches;
 * `bad_request` for bad dates.
 */
export async function createRecovery(ctx: Ctx, { filter, reason }: CreateRecoveryBody): Promise<Recovery> {
  const { environmentId } = ctx;
  const at = new Date();
  const runs = await failedRuns(environmentId, filter, at);
  const total = runs ? await countRuns(runs) : 0;
  if (!runs || total === 0) throw new ApiError('unprocessable', 'No failed run matches the filter');
  const { actorId, actorLabel } = await actorNames(ctx.actor);
  const data = {
    ...{ environmentId, id: newId(at), status: 'running', filter: json(filter), reason, total, floor: runs.floor },
    ...{ actorType: ctx.actor.type, actorId, actorLabel, addressAllowedAt: addressAllowedAt(ctx, at) },
    ...{ createdAt: at, updatedAt: at },
  };
  try {
    return await transaction(async () => {
      const row = await prisma().recovery.create({ data });
      await auditRecovery(ctx, row, { action: 'messages.recover', after: { filter, reason, total } });
      return recoveryWire(row);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const running = await prisma().recovery.findFirst({ where: { environmentId, status: 'running' } });
    const extra = running ? { recoveryId: running.id } : {};
    throw new ApiError('conflict', 'A recovery of failed runs is already running: wait until it ends, or stop it', {
      extra,
    });
  }
}

/** Lists the newest recoveries, newest first. */
export async function listRecoveries({ environmentId }: Ctx): Promise<RecoveryList> {
  const where = { environmentId };
  const [newest, ...rows] = await prisma().recovery.findMany({ where, orderBy: { id: 'desc' }, take: LIST_LIMIT });
  return { data: newest ? [await withResults(newest), ...rows.map(recoveryWire)] : [] };
}

/** @throws ApiError `not_found`. */
export async function getRecovery({ environmentId }: Ctx, id: string): Promise<Recovery> {
  const row = await prisma().recovery.findFirst({ where: { environmentId, id } });
  if (!row) throw new ApiError('not_found', `Recovery ${id} was not found`);
  return withResults(row);
}

async function withResults(row: RecoveryRow): Promise<Recovery> {
  const results = await countResults(row.environmentId, row.id);
  return { ...recoveryWire(row), ...(results && { results }) };
}

/**
 * Stops a recovery after the run that is being retried. Runs that were retried stay retried.
 *
 * @throws ApiError `not_found`; `conflict` for a recovery that is over.
 */
export async function stopRecovery(ctx: Ctx, id: string): Promise<Recovery> {
  const { environmentId } = ctx;
  await getRecovery(ctx, id);
  return transaction(async () => {
    const at = new Date();
    const [row] = await prisma().recovery.updateManyAndReturn({
      where: { environmentId, id, status: 'running' },
      data: { status: 'stopped', endedAt: at, updatedAt: at },
    });
    if (!row) throw new ApiError('conflict', 'The recovery has already ended');
    const { retried, skipped, total } = row;
    const counts = { retried, skipped, total };
    await auditRecovery(ctx, row, {
      action: 'messages.stopRecovery',
      before: { status: 'running', ...counts },
      after: { status: 'stopped', ...counts },
    });
    return recoveryWire(row);
  });
}

function auditRecovery(ctx: Ctx, { id }: RecoveryRow, entry: { action: string; before?: object; after: object }) {
  return audit(ctx, { ...entry, resourceType: 'recoveries', resourceId: id });
}

/** Returns the causes, the most frequent first. */
function countsOf(causes: Readonly<Record<string, number>>): Recovery['notRetried'] {
  const counts = Object.entries(causes).map(([reason, count]) => ({ reason, count }));
  return counts.sort((one, other) => other.count - one.count);
}

function recoveryWire(row: RecoveryRow): Recovery {
  const { id, status, filter, reason, actorType, actorId, actorLabel, total, retried, skipped, causes } = row;
  return {
    _id: id,
    status: status as Recovery['status'],
    filter: filter as Recovery['filter'],
    reason,
    requestedBy: { type: actorType as Recovery['requestedBy']['type'], _id: actorId, label: actorLabel },
    ...{ total, retried, skipped },
    notRetried: countsOf(causes as Record<string, number>),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(row.endedAt && { endedAt: row.endedAt.toISOString() }),
  };
}
