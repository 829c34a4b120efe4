import type { Ctx } from '#lib/api/context.ts';
import { idTime } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import type { SubscriptionCondition } from './conditions.ts';
import { cappedRuns, selectSubscriptionRules, selectTopicRuns } from './query.ts';
import type { TopicReach } from './schema.ts';
import { requireTopic } from './service.ts';
import { conditionsOf } from './wire.ts';

/** The number of newest subscriptions that are read. */
const SUBSCRIPTIONS = 10_000;
const WORKFLOWS = 50;

/**
 * Returns the workflows that were triggered for a topic, from its runs, and the contexts and conditions of its
 * subscriptions.
 *
 * @throws ApiError `not_found`.
 */
export async function getTopicReach(ctx: Ctx, key: string): Promise<TopicReach> {
  const topic = await requireTopic(ctx, key);
  const { environmentId } = ctx;
  const rows = await selectSubscriptionRules(environmentId, topic.id, SUBSCRIPTIONS + 1);
  const read = rows.slice(0, SUBSCRIPTIONS);
  return {
    workflows: await workflowsOf(environmentId, topic.key),
    subscriptions: {
      read: read.length,
      isWhole: rows.length <= SUBSCRIPTIONS,
      withContext: read.filter(({ contextKeys }) => contextKeys.length > 0).length,
      conditions: await conditionCounts(environmentId, read.flatMap(conditionsOf)),
    },
  };
}

async function workflowsOf(environmentId: string, topicKey: string): Promise<TopicReach['workflows']> {
  const runs = await selectTopicRuns(environmentId, topicKey, new Date(Date.now() - 7 * DAY_MS));
  const snapshots = await prisma().workflowSnapshot.findMany({
    where: { environmentId, id: { in: runs.map(({ snapshotId }) => BigInt(snapshotId)) } },
    select: { id: true, workflowId: true, template: true },
  });
  const bySnapshot = new Map(runs.map((run) => [run.snapshotId, run]));
  const groups = Map.groupBy(snapshots, ({ workflowId }) => workflowId ?? '');
  const names = await namesOf(environmentId, [...groups.keys()]);
  const found = [...groups].flatMap(([id, own]) => {
    const ofWorkflow = own.flatMap((each) => bySnapshot.get(String(each.id)) ?? []);
    const newest = ofWorkflow.toSorted((a, b) => (a.newest < b.newest ? 1 : -1))[0];
    if (!newest || id === '') return [];
    const { template } = own.find((each) => String(each.id) === newest.snapshotId) ?? {};
    const current = names.get(id);
    return {
      workflowId: current?.identifier ?? null,
      _workflowId: id,
      name: current?.name ?? (template as { name: string }).name,
      ...cappedRuns(ofWorkflow.reduce((sum, { recent }) => sum + recent, 0)),
      lastRunAt: idTime(newest.newest).toISOString(),
    };
  });
  return found.sort((a, b) => (a.lastRunAt < b.lastRunAt ? 1 : -1)).slice(0, WORKFLOWS);
}

async function conditionCounts(
  environmentId: string,
  conditions: readonly SubscriptionCondition[],
): Promise<TopicReach['subscriptions']['conditions']> {
  const groups = Map.groupBy(conditions, ({ workflowId }) => workflowId);
  const ids = [...groups.keys()].flatMap((id) => id ?? []);
  const names = await namesOf(environmentId, ids);
  return [...groups].flatMap(([id, own]) => {
    const current = id === null ? undefined : names.get(id);
    if (id !== null && !current) return [];
    const decided = own.filter(({ condition }) => !condition);
    return {
      ...(id !== null && current && { _workflowId: id, workflowId: current.identifier, name: current.name }),
      conditional: own.length - decided.length,
      switchedOff: decided.filter(({ enabled }) => !enabled).length,
      switchedOn: decided.filter(({ enabled }) => enabled).length,
    };
  });
}

async function namesOf(environmentId: string, ids: readonly string[]) {
  const rows = await prisma().workflow.findMany({
    where: { environmentId, id: { in: [...ids] }, deletedAt: null },
    select: { id: true, identifier: true, name: true },
  });
  return new Map(rows.map((row) => [row.id, row]));
}
