/** Finds out why there is no run. The checks have a fixed order, and the first one with a result decides. */
import type { Ctx } from '#lib/api/context.ts';
import type { FanoutTopic } from '#lib/engine/fanout/queue.ts';
import { idFloor, idTime } from '#lib/id.ts';
import { findAnyIds, findSnapshotIds } from '#lib/notifications/list/query.ts';
import { withheldReason, withheldRuns } from '#lib/notifications/withheld.ts';
import { prisma } from '#lib/postgres/db.ts';
import { type IdRange, NO_CEILING } from '#lib/postgres/seek.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { NamedWorkflow } from './named-workflow.ts';
import { findExact, type Person } from './people.ts';
import { findRefusal, findRefusalForAll, findRunsAround, findRunsOf, type Refused, type Run } from './query.ts';
import type { ExplainQuery } from './schema.ts';

export interface Absent {
  ctx: Ctx;
  question: Pick<ExplainQuery, 'workflow' | 'channel'>;
  /** The IDs and addresses by which a rejected trigger can name the person. */
  names: readonly string[];
  /** The person. Undefined if no subscriber has that name. */
  person: Person | undefined;
  workflow: NamedWorkflow | undefined;
  at: Date;
  range: IdRange;
  retention: Date;
}

export interface Absence {
  reason: Reason;
  at?: Date | undefined;
  /** The run in another environment. */
  run?: (Run & { environment?: string | undefined }) | undefined;
  /** The last run of this person. */
  lastRun?: Run | undefined;
}

/** Returns why the person has no run. Never throws for unknown people or workflows. */
export async function explainAbsence(absent: Absent): Promise<Absence> {
  for (const check of [
    outOfRetention,
    rejectedTrigger,
    fanningOut,
    notFollowing,
    rejectedForAll,
    withoutWorkflow,
    elsewhere,
  ]) {
    const found = await check(absent);
    if (found) return found;
  }
  return neverTriggered(absent);
}

type Found = Absence | undefined | Promise<Absence | undefined>;

function outOfRetention({ at, retention }: Absent): Found {
  return at < retention ? { reason: reasonFor('retention_passed', { since: retention.toISOString() }) } : undefined;
}

function refusalSearch({ ctx, question, workflow, range }: Absent) {
  return { environmentId: ctx.environmentId, workflow: workflow?.identifier ?? question.workflow, ...range };
}

async function rejectedTrigger(absent: Absent): Promise<Absence | undefined> {
  return absenceOf(absent.ctx, await findRefusal(refusalSearch(absent), absent.names));
}

async function rejectedForAll(absent: Absent): Promise<Absence | undefined> {
  const { workflow, ...search } = refusalSearch(absent);
  return workflow === undefined ? undefined : absenceOf(absent.ctx, await findRefusalForAll({ ...search, workflow }));
}

async function absenceOf(ctx: Ctx, rejected: Refused | undefined): Promise<Absence | undefined> {
  if (!rejected) return undefined;
  const { reason, createdAt: at } = await openRefusal(ctx, rejected);
  return { reason, at };
}

/** Returns the rejected trigger without the evidence that the caller is not allowed to see, which may be sensitive. */
export async function openRefusal(ctx: Ctx, rejected: Refused): Promise<Refused> {
  const { environmentId } = ctx;
  const { workflow: identifier } = rejected;
  const workflows = await prisma().workflow.findMany({ where: { environmentId, identifier }, select: { id: true } });
  const isWithheld = await withheldRuns(
    ctx,
    workflows.map(({ id }) => id),
  );
  const at = idFloor(rejected.createdAt);
  return workflows.some(({ id }) => isWithheld(id, at))
    ? { ...rejected, reason: withheldReason(rejected.reason) }
    : rejected;
}

/** The maximum number of running fan-outs that are checked per environment. */
const MAX_FANOUTS = 50;

/** Finds a fan-out that will reach the person but has not done so yet. */
async function fanningOut({ ctx, person, workflow, range }: Absent): Promise<Absence | undefined> {
  if (!person) return undefined;
  const fanouts = await prisma().fanout.findMany({
    where: { environmentId: ctx.environmentId, workflowId: workflow?.id ?? Prisma.skip },
    orderBy: [{ readyAt: 'asc' }, { id: 'asc' }],
    take: MAX_FANOUTS,
  });
  const [id = ''] = person.ids;
  const ahead = fanouts.filter(
    ({ cursor, ceiling, excluded, createdAt }) =>
      cursor < id && id < ceiling && !excluded.includes(id) && idFloor(createdAt) < range.ceiling,
  );
  if (ahead.length === 0) return undefined;
  const followed = await followedTopics(
    ctx,
    person,
    ahead.flatMap(({ topics }) => topicIdsOf(topics)),
  );
  const next = ahead.find(({ topics }) => {
    const wanted = topics as FanoutTopic[] | null;
    return !wanted || wanted.some((topic) => followed.has(topic.id) && !topic.excluded.includes(id));
  });
  return next && { reason: reasonFor('fanout_running', { count: next.reached }), at: next.createdAt };
}

function topicIdsOf(topics: unknown): string[] {
  return ((topics ?? []) as FanoutTopic[]).map(({ id }) => id);
}

/** Returns the oldest subscription (TopicSubscription.id) of the person to each of these topics, by Topic.id. */
async function followedTopics(
  { environmentId }: Ctx,
  { ids }: Person,
  topicIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await prisma().topicSubscription.groupBy({
    by: ['topicId'],
    where: { environmentId, topicId: { in: [...new Set(topicIds)] }, subscriberId: { in: ids } },
    _min: { id: true },
  });
  return new Map(rows.map(({ topicId, _min }) => [topicId, _min.id ?? '']));
}

/** The maximum number of runs of the workflow whose topics are checked. */
const MAX_RUNS = 50;

/** Finds a run of the workflow for a topic to which the person was not subscribed. */
async function notFollowing({ ctx, person, workflow, range }: Absent): Promise<Absence | undefined> {
  if (!person || !workflow) return undefined;
  const { environmentId } = ctx;
  const snapshotIds = await findSnapshotIds(environmentId, { workflowIds: workflow.ids });
  if (snapshotIds.length === 0) return undefined;
  const slice = { offset: 0, limit: MAX_RUNS };
  const ids = await findAnyIds([{ environmentId, snapshotIds, ...range }], slice);
  const rows = await prisma().notificationTopic.findMany({
    where: { environmentId, notificationId: { in: ids } },
    orderBy: { notificationId: 'desc' },
  });
  const keys = [...new Set(rows.map(({ topicKey }) => topicKey))];
  if (keys.length === 0) return undefined;
  const topics = await prisma().topic.findMany({ where: { environmentId, key: { in: keys } } });
  const followed = await followedTopics(
    ctx,
    person,
    topics.map(({ id }) => id),
  );
  const missed = rows.find(({ topicKey, notificationId }) => {
    const topic = topics.find(({ key }) => key === topicKey);
    const since = topic && followed.get(topic.id);
    return since === undefined || since > notificationId;
  });
  if (!missed) return undefined;
  const topic = topics.find(({ key }) => key === missed.topicKey);
  const subscription = topic && followed.get(topic.id);
  const since = subscription && idTime(subscription).toISOString();
  return { reason: reasonFor('not_in_topic', { topic: missed.topicKey, since }), at: idTime(missed.notificationId) };
}

function withoutWorkflow({ question, workflow }: Absent): Found {
  if (question.workflow === undefined) return undefined;
  if (!workflow || workflow.isDeleted)
    return { reason: reasonFor('workflow_unknown', { workflow: question.workflow }) };
  const { name, active, updatedAt, channels } = workflow;
  if (!active)
    return {
      reason: reasonFor('workflow_inactive', { workflow: name, since: updatedAt.toISOString() }),
      at: updatedAt,
    };
  if (question.channel === undefined || channels.includes(question.channel)) return undefined;
  return { reason: reasonFor('no_step', { channel: question.channel }) };
}

/**
 * Finds a run of the same person in the organization's other environments. Only for users, because an API key belongs
 * to one environment.
 */
async function elsewhere(absent: Absent): Promise<Absence | undefined> {
  const { ctx, names, at, range, workflow, question } = absent;
  if (ctx.actor.type !== 'user') return undefined;
  const others = await prisma().environment.findMany({
    where: { organizationId: ctx.organizationId, id: { not: ctx.environmentId } },
    orderBy: { position: 'asc' },
  });
  const identifier = workflow?.identifier ?? question.workflow;
  for (const other of others) {
    const run = await nearestRun(other.id, { names, identifier, at, range });
    if (!run) continue;
    const evidence = { environment: other.name, notification: run.id, at: run.createdAt.toISOString() };
    return { reason: reasonFor('other_environment', evidence), run: { ...run, environment: other.slug } };
  }
  return undefined;
}

interface Wanted extends Pick<Absent, 'names' | 'at' | 'range'> {
  /** The identifier of the workflow. */
  identifier: string | undefined;
}

async function nearestRun(environmentId: string, { names, identifier, at, range }: Wanted): Promise<Run | undefined> {
  const people = (await Promise.all(names.map((name) => findExact(environmentId, name)))).flat();
  const snapshotIds =
    identifier === undefined || people.length === 0 ? undefined : await snapshotsOf(environmentId, identifier);
  for (const subscriberId of new Set(people.flatMap(({ ids }) => ids))) {
    const [run] = await findRunsAround({ environmentId, subscriberId, snapshotIds }, at, range);
    if (run) return run;
  }
  return undefined;
}

async function snapshotsOf(environmentId: string, identifier: string): Promise<string[]> {
  const workflows = await prisma().workflow.findMany({ where: { environmentId, identifier }, select: { id: true } });
  return findSnapshotIds(environmentId, { workflowIds: workflows.map(({ id }) => id) });
}

async function neverTriggered(absent: Absent): Promise<Absence> {
  const { ctx, person, names, workflow, question, range, retention } = absent;
  if (!person) return { reason: reasonFor('subscriber_unknown', { value: names[0] ?? '' }) };
  const { environmentId } = ctx;
  const kept = { floor: idFloor(retention), ceiling: NO_CEILING };
  const snapshotIds = workflow && (await findSnapshotIds(environmentId, { workflowIds: workflow.ids }));
  const [last] = await lastRuns(absent, kept);
  const slice = { offset: 0, limit: 1 };
  const [newest] =
    snapshotIds?.length === 0
      ? []
      : await findAnyIds([{ environmentId, ...kept, ...(snapshotIds && { snapshotIds }) }], slice);
  const reason = reasonFor('never_triggered', {
    workflow: workflow?.name ?? question.workflow,
    since: idTime(range.floor).toISOString(),
    until: range.ceiling < idFloor(new Date()) ? idTime(range.ceiling).toISOString() : undefined,
    lastRun: last?.createdAt.toISOString(),
    lastTrigger: newest && idTime(newest).toISOString(),
  });
  return { reason, lastRun: last };
}

/** Finds the person's last runs of the workflow. If there are none, finds the last runs of all workflows. */
async function lastRuns({ ctx, person, workflow }: Absent, kept: IdRange): Promise<Run[]> {
  const { environmentId } = ctx;
  const now = new Date();
  const ofWorkflow = workflow && (await findSnapshotIds(environmentId, { workflowIds: workflow.ids }));
  for (const snapshotIds of ofWorkflow ? [ofWorkflow, undefined] : [undefined]) {
    const runs = await findRunsOf(person?.ids ?? [], { environmentId, snapshotIds }, now, kept);
    if (runs.length > 0) return runs;
  }
  return [];
}
