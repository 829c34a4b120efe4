/** The reactions of people to messages, and of support to failures. */
import type { Ctx } from '#lib/api/context.ts';
import type { Records } from '#lib/engine/record/records.ts';
import { changeAction, changeOne } from '#lib/inbox/service.ts';
import { snooze } from '#lib/inbox/snooze.ts';
import { retryStep } from '#lib/notifications/retry/retry-step.ts';
import { prisma } from '#lib/postgres/db.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import type { Random } from './random.ts';

/** A later reaction. */
export interface Reaction {
  afterMs: number;
  happen(callers: Callers): Promise<unknown>;
}

/** The shop's systems, and a user of the dashboard. */
export interface Callers {
  shop: Ctx;
  staff: Ctx;
}

/** Decides all reactions immediately, so that they depend on no later event. */
export function reactionsTo({ messages, job }: Records, random: Random): Reaction[] {
  const inApp = messages.filter(({ channel, status }) => channel === 'in_app' && status === 'sent');
  return [
    ...inApp.flatMap(({ id, inbox }) => inboxReactions(id, inbox?.primaryAction !== undefined, random)),
    ...supportReaction(job, random),
  ];
}

type InboxOperation = (
  shop: Ctx,
  one: { subscriberId: string; notificationId: string; contextKeys: undefined },
) => Promise<unknown>;

/** People ignore, see, read, archive or snooze a message, or press a button. */
function inboxReactions(messageId: string, hasButtons: boolean, random: Random): Reaction[] {
  if (random.chance(0.28)) return [];
  const seenMs = Math.floor(random.next() ** 3 * 2_600) * MINUTE_MS + random.int(2_000, MINUTE_MS);
  const readMs = seenMs + random.int(900, 40_000);
  const then = (afterMs: number, operation: InboxOperation) => ({
    afterMs,
    happen: ({ shop }: Callers) => inInbox(shop, messageId, operation),
  });
  const seen = then(seenMs, (shop, one) => changeOne(shop, one, 'seen'));
  if (random.chance(0.3)) return [seen];
  if (random.chance(0.04)) {
    const until = random.pick([60, 240, 1_440, 4_320]) * MINUTE_MS;
    return [seen, then(readMs, (shop, one) => snooze(shop, one, new Date(Date.now() + until)))];
  }
  const read: InboxOperation = (shop, one) => changeOne(shop, one, 'read');
  const press: InboxOperation = (shop, one) => changeAction(shop, { ...one, actionType: 'primary' }, true);
  const putAway: InboxOperation = (shop, one) => changeOne(shop, one, 'archive');
  const last = [...(hasButtons && random.chance(0.3) ? [press] : []), ...(random.chance(0.08) ? [putAway] : [])];
  return [seen, then(readMs, read), ...last.map((operation, at) => then(readMs + 4_000 * (at + 1), operation))];
}

/** Nothing happens if the subscriber has left in the meantime. */
async function inInbox(shop: Ctx, messageId: string, operation: InboxOperation): Promise<void> {
  const { environmentId } = shop;
  const message = await prisma().message.findFirst({ where: { environmentId, id: messageId } });
  const subscriber =
    message && (await prisma().subscriber.findFirst({ where: { environmentId, id: message.subscriberId } }));
  if (!subscriber) return;
  await operation(shop, { subscriberId: subscriber.subscriberId, notificationId: messageId, contextKeys: undefined });
}

/** In the afternoon, support retries some failures caused by Belfry or a provider. */
function supportReaction({ id, status, reason }: Records['job'], random: Random): Reaction[] {
  if (status !== 'failed' || !['provider_auth', 'retries_exhausted', 'request_failed'].includes(reason.code)) return [];
  if (random.chance(0.7)) return [];
  return [{ afterMs: random.int(90, 400) * MINUTE_MS, happen: ({ staff }) => retry(staff, id) }];
}

async function retry(staff: Ctx, jobId: string): Promise<void> {
  const { environmentId } = staff;
  const job = await prisma().job.findFirst({ where: { environmentId, id: jobId, status: 'failed' } });
  if (job) await retryStep(staff, { notificationId: job.notificationId, jobId });
}
