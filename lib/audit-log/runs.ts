import { prisma } from '#lib/postgres/db.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { AuditEntry as AuditRow } from '#prisma/generated/client.ts';

type Row = Pick<AuditRow, 'environmentId' | 'action' | 'resourceType' | 'resourceId' | 'resourceLabel'>;

/** The run of a record. */
export interface RecordedRun {
  id: string;
  environmentId: string;
  /** Workflow.id */
  workflowId: string | null;
  /** "Order confirmation for Jane Cooper" */
  label: string;
}

/**
 * Returns the runs of records about retries, or about runs without a stored label, by ID. Runs have no name, so their
 * label contains the name that the workflow had at the time of the trigger. Runs past retention are omitted.
 */
export async function runsOf(rows: readonly Row[]): Promise<Map<string, RecordedRun>> {
  const named = rows.filter(
    ({ action, resourceType, resourceLabel }) =>
      isRetry({ action }) || (resourceType === 'notifications' && !resourceLabel),
  );
  const byEnvironment = Map.groupBy(named, ({ environmentId }) => environmentId);
  const runs = await Promise.all(
    [...byEnvironment].flatMap(([environmentId, of]) =>
      environmentId === null ? [] : [runsIn(environmentId, [...new Set(of.map(({ resourceId }) => resourceId))])],
    ),
  );
  return new Map(runs.flat().map((run) => [run.id, run]));
}

/** Whether the entry records the retry of a failed step. */
export function isRetry({ action }: Pick<Row, 'action'>): boolean {
  return action === 'messages.retry';
}

async function runsIn(environmentId: string, ids: string[]): Promise<RecordedRun[]> {
  const select = { id: true, snapshotId: true, subscriberId: true };
  const runs = await prisma().notification.findMany({ where: { environmentId, id: { in: ids } }, select });
  const [snapshots, subscribers] = await Promise.all([
    prisma().workflowSnapshot.findMany({
      where: { environmentId, id: { in: runs.map(({ snapshotId }) => snapshotId) } },
      select: { id: true, workflowId: true, template: true },
    }),
    prisma().subscriber.findMany({
      where: { environmentId, id: { in: runs.map(({ subscriberId }) => subscriberId) } },
      select: { id: true, subscriberId: true, firstName: true, lastName: true },
    }),
  ]);
  const workflows = new Map(snapshots.map((snapshot) => [snapshot.id, snapshot]));
  const names = new Map(subscribers.map((subscriber) => [subscriber.id, nameOf(subscriber)]));
  return runs.map(({ id, snapshotId, subscriberId }) => {
    const { workflowId = null, template } = workflows.get(snapshotId) ?? {};
    const { name: workflow = 'a run' } = (template ?? {}) as { name?: string };
    const name = names.get(subscriberId);
    return { id, environmentId, workflowId, label: name === undefined ? workflow : `${workflow} for ${name}` };
  });
}
