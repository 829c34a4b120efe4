import type { Ctx } from '#lib/api/context.ts';
import { prisma } from '#lib/db.ts';
import { idBounds } from '#lib/id.ts';
import { valueAt } from '#lib/json.ts';
import { withheldReason, withheldWorkflows } from '#lib/notifications/withheld.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import { answeredBySandbox } from '#lib/reasons/sandbox.ts';
import { wireReason } from '#lib/reasons/schema.ts';
import { stepSummary } from '#lib/reasons/step-summary.ts';
import type { StepTypeName } from '#lib/steps/step-type.ts';
import type { AuditEntry as AuditRow } from '#prisma/generated/client.ts';

type Row = Pick<AuditRow, 'id' | 'environmentId' | 'action' | 'resourceId' | 'before'>;

interface Retry {
  id: string;
  notificationId: string;
  jobId: string;
  /** The code of the reason that the step had. */
  code: string;
}

/**
 * Why the steps had failed that were retried by these records, by the record's id: "E-mail failed: gave up after 5
 * attempts". A record holds the step and the code of its reason; the evidence is read from the run's execution details,
 * and withheld where the run's content is. Absent where retention has taken the run.
 */
export async function failuresOf({ actor }: Pick<Ctx, 'actor'>, rows: readonly Row[]): Promise<Map<string, string>> {
  const retried = rows.filter(({ action, environmentId }) => action === 'messages.retry' && environmentId !== null);
  const byEnvironment = Map.groupBy(retried, ({ environmentId }) => environmentId ?? '');
  const texts = await Promise.all(
    [...byEnvironment].map(([environmentId, of]) => textsIn({ actor, environmentId }, of.flatMap(retryOf))),
  );
  return new Map(texts.flat());
}

function retryOf({ id, resourceId, before }: Row): Retry[] {
  const [jobId, code] = [valueAt(before, 'step'), valueAt(before, 'reason')];
  if (typeof jobId !== 'string' || typeof code !== 'string') return [];
  return [{ id, notificationId: resourceId, jobId, code }];
}

type Place = Pick<Ctx, 'actor' | 'environmentId'>;

async function textsIn(place: Place, retries: readonly Retry[]): Promise<[id: string, text: string][]> {
  const { environmentId } = place;
  const runIds = [...new Set(retries.map(({ notificationId }) => notificationId))];
  if (runIds.length === 0) return [];
  const where = { environmentId, notificationId: { in: runIds }, id: { gte: idBounds(runIds)[0] } };
  const jobId = { in: retries.map((retry) => retry.jobId) };
  const [details, jobs, withheld] = await Promise.all([
    prisma().executionDetail.findMany({
      where: { ...where, jobId },
      orderBy: { id: 'asc' },
      select: { id: true, jobId: true, reason: true, isTest: true },
    }),
    prisma().job.findMany({ where: { ...where, AND: { id: jobId } }, select: { id: true, type: true } }),
    withheldRuns(place, runIds),
  ]);
  const types = new Map(jobs.map(({ id, type }) => [id, type as StepTypeName]));
  return retries.flatMap((retry): [string, string][] => {
    const found = details
      .filter((detail) => detail.jobId === retry.jobId && detail.id < retry.id)
      .map(({ reason, isTest }) => {
        const parsed = parseReason(reason);
        return parsed && isTest ? answeredBySandbox(parsed) : parsed;
      })
      .findLast((reason) => reason?.code === retry.code);
    if (!found) return [];
    const reason = withheld.has(retry.notificationId) ? parseReason(withheldReason(wireReason(found))) : found;
    return [[retry.id, stepSummary({ type: types.get(retry.jobId), reason, outcome: 'failed' })]];
  });
}

/** Those of the runs whose content is withheld from the caller. */
async function withheldRuns(place: Place, runIds: string[]): Promise<ReadonlySet<string>> {
  const { environmentId } = place;
  const runs = await prisma().notification.findMany({
    where: { environmentId, id: { in: runIds } },
    select: { id: true, snapshotId: true },
  });
  const snapshots = await prisma().workflowSnapshot.findMany({
    where: { environmentId, id: { in: runs.map(({ snapshotId }) => snapshotId) } },
    select: { id: true, workflowId: true },
  });
  const workflows = new Map(snapshots.map(({ id, workflowId }) => [id, workflowId]));
  const withheld = await withheldWorkflows(place, workflows.values());
  return new Set(runs.filter(({ snapshotId }) => withheld.has(workflows.get(snapshotId) ?? '')).map(({ id }) => id));
}
