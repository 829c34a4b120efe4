/** Finds messages that a person received several times. */

import type { EqualMessages } from '#lib/notifications/copies/equal.ts';
import { findEqualMessages } from '#lib/notifications/copies/equal-messages.ts';
import { countEqual, hashedMessages, MAX_COMPARED } from '#lib/notifications/copies/message-copies.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { IdRange } from '#lib/postgres/seek.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { NamedWorkflow } from './named-workflow.ts';
import type { Person } from './people.ts';
import type { Run } from './query.ts';

/** A message with its run and step. */
export interface NamedMessage {
  notificationIds: string[];
  jobId?: string;
  messageId: string;
}

interface Search {
  range: IdRange;
  workflow: NamedWorkflow | undefined;
  channel: Channel | undefined;
  /**
   * Whether the question is about copies. Otherwise the answer only mentions copies, so only the newest messages are
   * compared.
   */
  isWanted: boolean;
}

/** Maximum messages that are compared for a question that is not about copies. */
const FEW_COMPARED = 50;

/**
 * Returns the newest message that has an equal one to the same person within 24 hours. Only messages in the range, from
 * the workflow and through the channel of the question count.
 */
export async function findTwice(
  environmentId: string,
  person: Person | undefined,
  { range, workflow, channel, isWanted }: Search,
): Promise<NamedMessage | undefined> {
  const [subscriberId] = person?.ids ?? [];
  if (subscriberId === undefined) return undefined;
  const all = await hashedMessages(environmentId, subscriberId, range, isWanted ? MAX_COMPARED : FEW_COMPARED);
  const [newest] = await ofQuestion(
    environmentId,
    all.filter((message) => countEqual(message, all) > 1).map(({ id }) => id),
    { workflow, channel },
  );
  if (!newest) return undefined;
  const { id: messageId, notificationId, jobId } = newest;
  return { notificationIds: [notificationId], messageId, ...(jobId !== null && { jobId }) };
}

function ofQuestion(
  environmentId: string,
  ids: readonly string[],
  { workflow, channel }: Pick<Search, 'workflow' | 'channel'>,
) {
  return prisma().message.findMany({
    where: {
      ...{ environmentId, id: { in: [...ids] } },
      ...(workflow && { workflowId: { in: workflow.ids } }),
      ...(channel && { channel }),
    },
    select: { id: true, notificationId: true, jobId: true },
    orderBy: { id: 'desc' },
    take: 1,
  });
}

/**
 * Returns the equal messages of the explained message. If the answer is about the whole run, adds the equal messages of
 * the run's other messages.
 */
export async function findEqual(
  run: Run,
  messageId: string | undefined,
  isWhole: boolean,
): Promise<EqualMessages | undefined> {
  const own = messageId === undefined ? undefined : await findEqualMessages(run, messageId);
  return own ?? (isWhole ? findEqualMessages(run) : undefined);
}

/** Whether the answer about the run already shows the message, or one of its copies. */
export function isAmong(
  { notificationIds, messageId }: NamedMessage,
  run: Run,
  equal: EqualMessages | undefined,
): boolean {
  if (notificationIds.includes(run.id) && equal) return true;
  return equal?.copies.some((copy) => copy.messageId === messageId) ?? false;
}
