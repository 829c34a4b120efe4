import { prisma } from '#lib/db.ts';
import { nameOf } from '#lib/subscribers/name.ts';

interface RunPlace {
  environmentId: string | null;
  resourceType: string;
  resourceId: string;
  resourceLabel: string | null;
}

/**
 * What the runs among these records are called, by id: "Order confirmation for Jane Cooper". A run has no name of its
 * own to store, and its workflow's name at the trigger is kept with it. Absent where retention has taken the run.
 */
export async function runLabels(rows: readonly RunPlace[]): Promise<Map<string, string>> {
  const unnamed = rows.filter(({ resourceType, resourceLabel }) => resourceType === 'notifications' && !resourceLabel);
  const environments = [...new Set(unnamed.flatMap(({ environmentId }) => environmentId ?? []))];
  const labels = await Promise.all(
    environments.map((environmentId) => labelsIn(environmentId, idsIn(unnamed, environmentId))),
  );
  return new Map(labels.flat());
}

function idsIn(rows: readonly RunPlace[], environmentId: string): string[] {
  return rows.filter((row) => row.environmentId === environmentId).map(({ resourceId }) => resourceId);
}

async function labelsIn(environmentId: string, ids: string[]): Promise<[id: string, label: string][]> {
  const select = { id: true, snapshotId: true, subscriberId: true };
  const runs = await prisma().notification.findMany({ where: { environmentId, id: { in: ids } }, select });
  const [snapshots, subscribers] = await Promise.all([
    prisma().workflowSnapshot.findMany({
      where: { environmentId, id: { in: runs.map(({ snapshotId }) => snapshotId) } },
      select: { id: true, template: true },
    }),
    prisma().subscriber.findMany({
      where: { environmentId, id: { in: runs.map(({ subscriberId }) => subscriberId) } },
      select: { id: true, subscriberId: true, firstName: true, lastName: true },
    }),
  ]);
  const workflows = new Map(snapshots.map(({ id, template }) => [id, (template as { name?: string } | null)?.name]));
  const names = new Map(subscribers.map((subscriber) => [subscriber.id, nameOf(subscriber)]));
  return runs.map((run) => {
    const [workflow, name] = [workflows.get(run.snapshotId) ?? 'a run', names.get(run.subscriberId)];
    return [run.id, name === undefined ? workflow : `${workflow} for ${name}`];
  });
}
