/**
 * Reads the data for an explanation. Every read scans an index that begins with the environment. A raw statement, because
 * for rejected triggers the limit must not affect the choice of the index.
 */

import type { JobStatus } from '#lib/engine/job-status.ts';
import type { RunStep } from '#lib/engine/run-context.ts';
import { idBounds, idFloor } from '#lib/id.ts';
import { hotQuery, prisma } from '#lib/postgres/db.ts';
import type { IdRange } from '#lib/postgres/seek.ts';
import { parseReason, type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { answeredBySandbox } from '#lib/reasons/sandbox.ts';
import type { StepTypeName } from '#lib/steps/step-type.ts';
import { Prisma } from '#prisma/generated/client.ts';

/** One run, without its jobs. */
export interface Run {
  id: string;
  environmentId: string;
  /** Subscriber.id */
  subscriberId: string;
  transactionId: string;
  createdAt: Date;
  digestedNotificationId: string | null;
  /** The snapshot of the workflow at the time of the trigger. */
  snapshotId: bigint;
  /** The reason why the run was ended from outside. Null if it was not. */
  ended: unknown;
  workflow: { id: string | null; name: string; workflowId: string | undefined };
}

/** One step of a run. */
export interface Step {
  /** The job's ID. */
  id: string;
  stepId: string | undefined;
  name: string;
  type: StepTypeName;
  status: JobStatus;
  reason: Reason | undefined;
  /** The integration through which the step last sent, or tried to send. */
  integrationId?: string | null;
  updatedAt: Date;
}

/** An execution detail of a step, in addition to its result. */
export interface Detail {
  jobId: string;
  reason: Reason;
  /** Whether the sandbox replaced the provider. Undefined if no provider was involved. */
  isSandbox: boolean | undefined;
  source: string;
  status: string;
  createdAt: Date;
}

const RUN = {
  id: true,
  environmentId: true,
  subscriberId: true,
  transactionId: true,
  createdAt: true,
  digestedNotificationId: true,
  snapshotId: true,
  ended: true,
} as const;

/** Returns the runs with these IDs, in the order of `ids`. */
export async function readRuns(environmentId: string, ids: readonly string[]): Promise<Run[]> {
  if (ids.length === 0) return [];
  const rows = await prisma().notification.findMany({ where: { environmentId, id: { in: [...ids] } }, select: RUN });
  const order = new Map(ids.map((id, at) => [id, at]));
  return withWorkflows(rows.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)));
}

/** The maximum number of runs that are read on each side of `at`. */
const NEAREST = 4;

/** Finds the runs of one subscriber within a range that are nearest to `at`, nearest first. */
export async function findRunsAround(
  scope: { environmentId: string; subscriberId: string; snapshotIds: readonly string[] | undefined },
  at: Date,
  { floor, ceiling }: IdRange,
): Promise<Run[]> {
  const { environmentId, subscriberId, snapshotIds } = scope;
  if (snapshotIds?.length === 0) return [];
  const middle = idFloor(new Date(at.getTime() + 1));
  const read = (id: { gte: string; lt: string }, direction: 'asc' | 'desc') =>
    prisma().notification.findMany({
      where: {
        environmentId,
        subscriberId,
        id,
        snapshotId: snapshotIds ? { in: snapshotIds.map(BigInt) } : Prisma.skip,
      },
      orderBy: { id: direction },
      take: NEAREST,
      select: RUN,
    });
  const [before, after] = await Promise.all([
    read({ gte: floor, lt: middle }, 'desc'),
    middle < ceiling ? read({ gte: middle, lt: ceiling }, 'asc') : [],
  ]);
  return withWorkflows(nearestFirst([...after, ...before], at));
}

/** Finds runs for several records of one person, who may have been deleted and created again. */
export async function findRunsOf(
  ids: readonly string[],
  scope: { environmentId: string; snapshotIds: readonly string[] | undefined },
  at: Date,
  range: IdRange,
): Promise<Run[]> {
  const found = await Promise.all(ids.map((subscriberId) => findRunsAround({ ...scope, subscriberId }, at, range)));
  return nearestFirst(found.flat(), at);
}

function nearestFirst<Row extends { createdAt: Date }>(rows: readonly Row[], at: Date): Row[] {
  const distance = ({ createdAt }: Row) => Math.abs(createdAt.getTime() - at.getTime());
  return rows.toSorted((a, b) => distance(a) - distance(b));
}

type RunRow = Prisma.NotificationGetPayload<{ select: typeof RUN }>;

/** Adds to each run its workflow at the time of the trigger. */
async function withWorkflows(rows: readonly RunRow[]): Promise<Run[]> {
  const [first] = rows;
  if (!first) return [];
  const snapshots = await prisma().workflowSnapshot.findMany({
    where: { environmentId: first.environmentId, id: { in: [...new Set(rows.map(({ snapshotId }) => snapshotId))] } },
    select: { id: true, workflowId: true, template: true },
  });
  const known = new Map(snapshots.map((snapshot) => [snapshot.id, snapshot]));
  return rows.map((run) => {
    const { workflowId: id = null, template } = known.get(run.snapshotId) ?? {};
    const { name = 'Deleted workflow', triggers = [] } = (template ?? {}) as Template;
    return { ...run, workflow: { id, name, workflowId: triggers[0]?.identifier } };
  });
}

/** Spec 2.11 */
interface Template {
  name?: string;
  triggers?: { identifier?: string }[];
}

/** Returns the steps of a run, ordered by position. */
export async function readSteps({ environmentId, id: notificationId }: Run): Promise<Step[]> {
  const [gte, lt] = idBounds([notificationId]);
  const jobs = await prisma().job.findMany({
    where: { environmentId, notificationId, id: { gte, lt } },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    select: { id: true, type: true, status: true, reason: true, integrationId: true, stepKey: true, updatedAt: true },
  });
  const keys = jobs.flatMap(({ stepKey }) => stepKey ?? []);
  const contents = await prisma().jobStep.findMany({ where: { environmentId, id: { in: keys } } });
  const known = new Map(contents.map(({ id, content }) => [id, content as Partial<RunStep> | null]));
  const isStored = jobs.some(({ reason }) => parseReason(reason)?.code === 'stored');
  const seen = isStored ? await seenJobs(environmentId, notificationId) : [];
  return jobs.map(({ stepKey, ...job }) => {
    const content = stepKey === null ? undefined : known.get(stepKey);
    const reason = parseReason(job.reason);
    return {
      ...job,
      type: job.type as StepTypeName,
      status: job.status as JobStatus,
      reason: reason?.code === 'stored' && seen.includes(job.id) ? reasonFor('sent', reason.evidence) : reason,
      stepId: content?.stepId,
      name: content?.name ?? '',
    };
  });
}

/** Returns the steps whose in-app message the subscriber has seen, although no inbox was connected when it was sent. */
async function seenJobs(environmentId: string, notificationId: string): Promise<(string | null)[]> {
  const [gte] = idBounds([notificationId]);
  const messages = await prisma().message.findMany({
    where: { environmentId, notificationId, id: { gte }, seen: true },
    select: { jobId: true },
  });
  return messages.map(({ jobId }) => jobId);
}

/**
 * Returns the execution details with a reason, in order. Providers may report long after the run, so the query does not
 * limit the time.
 */
export async function readDetails({ environmentId, id: notificationId }: Run): Promise<Detail[]> {
  const [gte] = idBounds([notificationId]);
  const rows = await prisma().executionDetail.findMany({
    where: { environmentId, notificationId, id: { gte } },
    orderBy: { id: 'asc' },
    select: { jobId: true, reason: true, source: true, status: true, createdAt: true, isTest: true, providerId: true },
  });
  return rows.flatMap(({ reason: stored, isTest, providerId, ...row }) => {
    const reason = parseReason(stored);
    if (!reason) return [];
    const isSandbox = providerId === null ? undefined : isTest;
    return [{ ...row, isSandbox, reason: isSandbox ? answeredBySandbox(reason) : reason }];
  });
}

/** Returns the last stored exchange of a step with a server or provider. */
export async function findExchange({ environmentId, id: notificationId }: Run, jobId: string): Promise<string | null> {
  const [gte] = idBounds([notificationId]);
  const detail = await prisma().executionDetail.findFirst({
    where: { environmentId, notificationId, jobId, id: { gte }, raw: { not: null } },
    orderBy: { id: 'desc' },
    select: { raw: true },
  });
  return detail?.raw ?? null;
}

/** A message of a step, with the address to which it was sent. */
export interface SentMessage {
  id: string;
  email: string | null;
  phone: string | null;
}

/** Finds the message of a step that the question names, or else its newest one. */
export async function findMessage(
  { environmentId, id: notificationId }: Run,
  jobId: string,
  messageId?: string,
): Promise<SentMessage | null> {
  const [gte] = idBounds([notificationId]);
  const find = (id: { gte: string } | string) =>
    prisma().message.findFirst({
      where: { environmentId, notificationId, jobId, id },
      orderBy: { id: 'desc' },
      select: { id: true, email: true, phone: true },
    });
  return (messageId === undefined ? null : await find(messageId)) ?? find({ gte });
}

/** A rejected trigger, which started no run. */
export interface Refused {
  workflow: string;
  reason: Reason;
  createdAt: Date;
}

interface RefusalSearch extends IdRange {
  environmentId: string;
  /** The identifier of the workflow in triggers. */
  workflow: string | undefined;
}

/** Up to this many rejected triggers for a person are read in one statement. */
const FEW_NAMED = 1_000;

/** Finds the newest rejected trigger that named one of `names`. */
export async function findRefusal(search: RefusalSearch, names: readonly string[]): Promise<Refused | undefined> {
  const { environmentId } = search;
  const named = await hotQuery<{ id: string; workflow: string }>('explain-refusals', NAMED, [environmentId, names]);
  // With more than `FEW_NAMED` matches, a walk back in time soon finds one. If the walk finds none, the newest of the
  // matches that were read is good enough.
  const met = named.length > FEW_NAMED ? await walkBack(search, names) : undefined;
  const id = met ?? newestOf(named, search);
  if (id === undefined) return undefined;
  return refusalOf((await prisma().triggerRefusal.findFirst({ where: { environmentId, id } })) ?? undefined);
}

/** The maximum number of rejected triggers that the walk reads, newest first. */
const MAX_WALKED = 30_000;
const AT_ONCE = 2_000;

/** Finds the ID of the newest rejected trigger for one of `names`, page by page in index order. */
async function walkBack(
  { environmentId, workflow, floor, ceiling }: RefusalSearch,
  names: readonly string[],
): Promise<string | undefined> {
  let lt = ceiling;
  for (let walked = 0; walked < MAX_WALKED; walked += AT_ONCE) {
    const rows = await prisma().triggerRefusal.findMany({
      where: { environmentId, workflow: workflow ?? Prisma.skip, id: { gte: floor, lt } },
      orderBy: { id: 'desc' },
      take: AT_ONCE,
      select: { id: true, recipients: true },
    });
    const met = rows.find(({ recipients }) => recipients.some((name) => names.includes(name)));
    const last = rows.at(-1);
    if (met || !last) return met?.id;
    lt = last.id;
  }
  return undefined;
}

/**
 * Uses the index of names. Time, workflow and limit are applied outside the subquery, because the planner would
 * otherwise choose another index. The limit still ends the scan early.
 */
export const NAMED = `WITH named AS MATERIALIZED (
    SELECT id, workflow FROM trigger_refusals WHERE environment_id = $1 AND recipients && $2::text[])
  SELECT id, workflow FROM named LIMIT ${FEW_NAMED + 1}`;

function newestOf(
  rows: readonly { id: string; workflow: string }[],
  { workflow, floor, ceiling }: RefusalSearch,
): string | undefined {
  const inRange = rows.filter(
    (row) => row.id >= floor && row.id < ceiling && (workflow ?? row.workflow) === row.workflow,
  );
  return inRange
    .map(({ id }) => id)
    .sort()
    .at(-1);
}

/** Finds the newest rejected trigger with this transaction ID. */
export async function findRefusedTransaction(
  environmentId: string,
  transactionId: string,
  floor: string,
): Promise<Refused | undefined> {
  const where = { environmentId, transactionId, id: { gte: floor } };
  return refusalOf((await prisma().triggerRefusal.findFirst({ where, orderBy: { id: 'desc' } })) ?? undefined);
}

/** The number of newest rejected triggers of a workflow that are searched for one to topics or all subscribers. */
const MAX_REFUSALS = 200;

/** Finds the newest rejected trigger of a workflow that named no subscriber, because it was for topics or all subscribers. */
export async function findRefusalForAll(search: RefusalSearch & { workflow: string }): Promise<Refused | undefined> {
  const { environmentId, workflow, floor, ceiling } = search;
  const rows = await prisma().triggerRefusal.findMany({
    where: { environmentId, workflow, id: { gte: floor, lt: ceiling } },
    orderBy: { id: 'desc' },
    take: MAX_REFUSALS,
  });
  return refusalOf(rows.find(({ recipients }) => recipients.length === 0));
}

function refusalOf(row: { workflow: string; reason: unknown; createdAt: Date } | undefined): Refused | undefined {
  const reason = parseReason(row?.reason);
  return row && reason && { workflow: row.workflow, reason, createdAt: row.createdAt };
}
