import type { FanoutEvent, FanoutTopic } from '#lib/engine/fanout/queue.ts';
import { announceWork } from '#lib/engine/queue/wake.ts';
import { idCeil, newId } from '#lib/id.ts';
import { json, jsonOrNull, prisma } from '#lib/postgres/db.ts';
import { findSubscriberIds } from '#lib/subscribers/find.ts';
import type { Audience } from './recipients.ts';

/** A trigger with topics, or for all subscribers. */
export interface FanoutTrigger {
  transactionId: string;
  /** Workflow.id */
  workflowId: string;
  audience: Audience;
  /** The `subscriberId` of the subscriber who caused the event. A trigger to topics does not reach this subscriber. */
  actor: string | undefined;
  event: FanoutEvent;
  /** Payload.id of the payload that the runs of the named subscribers share. */
  payloadId: string | undefined;
  /** The start of the fan-out. */
  readyAt: Date;
}

/** Returns Topic.id by key, for the topics that exist. */
export async function readTopics(environmentId: string, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const where = { environmentId, key: { in: [...new Set(keys)] } };
  const rows = await prisma().topic.findMany({ where, select: { id: true, key: true } });
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/**
 * Stores fan-outs, which a worker begins after the commit. A fan-out reaches subscribers and subscriptions that are
 * older than its own start, each subscriber once. It excludes the subscribers that the trigger names, because they
 * already have a run.
 */
export async function insertFanouts(
  environmentId: string,
  triggers: readonly FanoutTrigger[],
  topicIds: ReadonlyMap<string, string>,
  at: Date,
): Promise<void> {
  if (triggers.length === 0) return;
  const named = triggers.flatMap(({ audience, actor }) => [
    ...audience.subscribers.keys(),
    ...[...audience.topics.values()].flat(),
    ...(actor === undefined ? [] : [actor]),
  ]);
  const ids = await findSubscriberIds(environmentId, named);
  const known = (names: Iterable<string>) => [...names].flatMap((name) => ids.get(name) ?? []);
  await prisma().fanout.createMany({
    data: triggers.map(({ transactionId, workflowId, audience, actor, event, payloadId, readyAt }) => {
      const leftOut = actor === undefined || audience.isBroadcast ? [] : [actor];
      const topics = [...audience.topics].flatMap(([key, excluded]): FanoutTopic[] => {
        const id = topicIds.get(key);
        return id === undefined ? [] : [{ id, key, excluded: known(excluded) }];
      });
      return {
        environmentId,
        id: newId(at),
        transactionId,
        workflowId,
        event: json(event),
        payloadId: payloadId ?? null,
        topics: jsonOrNull(audience.isBroadcast ? null : topics),
        excluded: known([...audience.subscribers.keys(), ...leftOut]),
        ceiling: idCeil(readyAt),
        readyAt,
        createdAt: at,
      };
    }),
  });
  announceWork('fanouts');
}

/** Stops the fan-outs of a transaction or a workflow (Workflow.id). @returns their number. */
export async function stopFanouts(
  environmentId: string,
  which: { transactionId: string } | { workflowId: string },
): Promise<number> {
  return (await prisma().fanout.deleteMany({ where: { environmentId, ...which } })).count;
}
