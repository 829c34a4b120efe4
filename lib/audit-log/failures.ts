import type { Ctx } from '#lib/api/context.ts';
import { idBounds } from '#lib/id.ts';
import { valueAt } from '#lib/json/values.ts';
import { withheldReason, withheldRuns } from '#lib/notifications/withheld.ts';
import { prisma } from '#lib/postgres/db.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import { answeredBySandbox } from '#lib/reasons/sandbox.ts';
import { wireReason } from '#lib/reasons/schema.ts';
import { stepSummary } from '#lib/reasons/step-summary.ts';
import type { StepTypeName } from '#lib/steps/step-type.ts';
import type { AuditEntry as AuditRow } from '#prisma/generated/client.ts';
import { isRetry, type RecordedRun } from './runs.ts';

type Row = Pick<AuditRow, 'id' | 'action' | 'resourceId' | 'before'>;

interface Retry {
  id: string;
  run: RecordedRun;
  jobId: string;
  /** The code of the step's reason before the retry. */
  code: string;
  /** Whether the step waited for its next attempt. Otherwise it had failed. */
  isWaiting: boolean;
}

/**
 * Returns the reason why each retried step had failed or waited, by the record's ID: "Email failed: gave up after 5
 * attempts".
 * `runs` are the runs of the records. A record contains only step and reason code, so the evidence is read from the
 * run's execution details. The evidence is withheld if the content of the run is withheld. Records whose run is past
 * retention are omitted.
 */
export async function failuresOf(
  { actor }: Pick<Ctx, 'actor'>,
  rows: readonly Row[],
  runs: ReadonlyMap<string, RecordedRun>,
): Promise<Map<string, string>> {
  const retries = rows.filter(isRetry).flatMap((row) => retryOf(row, runs.get(row.resourceId)));
  const byEnvironment = Map.groupBy(retries, ({ run }) => run.environmentId);
  const texts = await Promise.all(
    [...byEnvironment].map(([environmentId, of]) => textsIn({ actor, environmentId }, of)),
  );
  return new Map(texts.flat());
}

function retryOf({ id, before }: Row, run: RecordedRun | undefined): Retry[] {
  const [jobId, code] = [valueAt(before, 'step'), valueAt(before, 'reason')];
  const isWaiting = valueAt(before, 'status') === 'queued';
  return run && typeof jobId === 'string' && typeof code === 'string' ? [{ id, run, jobId, code, isWaiting }] : [];
}

type Place = Pick<Ctx, 'actor' | 'environmentId'>;

async function textsIn(place: Place, retries: readonly Retry[]): Promise<[id: string, text: string][]> {
  const { environmentId } = place;
  const runIds = [...new Set(retries.map(({ run }) => run.id))];
  const where = { environmentId, notificationId: { in: runIds }, id: { gte: idBounds(runIds)[0] } };
  const jobId = { in: retries.map((retry) => retry.jobId) };
  const [details, jobs, isWithheld] = await Promise.all([
    prisma().executionDetail.findMany({
      where: { ...where, jobId },
      orderBy: { id: 'asc' },
      select: { id: true, jobId: true, reason: true, isTest: true },
    }),
    prisma().job.findMany({ where: { ...where, AND: { id: jobId } }, select: { id: true, type: true } }),
    withheldRuns(
      place,
      retries.map(({ run }) => run.workflowId),
    ),
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
    const reason = isWithheld(retry.run.workflowId, retry.run.id)
      ? parseReason(withheldReason(wireReason(found)))
      : found;
    const outcome = retry.isWaiting ? 'waiting' : 'failed';
    return [[retry.id, stepSummary({ type: types.get(retry.jobId), reason, outcome })]];
  });
}
