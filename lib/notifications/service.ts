import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { retentionStart } from '#lib/environments/retention.ts';
import { ID_PATTERN, idFloor } from '#lib/id.ts';
import type { NotificationFilter, Slice, SubscriberMatch } from './filter.ts';
import { notificationJson, notificationRows } from './page.ts';
import { readPeriod } from './period.ts';
import { findNotificationIds, findSnapshotIds, findWaitingIds } from './query.ts';
import type { ListNotificationsQuery, ListWaitingQuery, RevealQuery } from './schema.ts';
import { recordReveal, withheldRun, withheldWorkflows } from './withheld.ts';

/**
 * Spec 4.8: one page of notifications, newest first, as the JSON text of a NotificationPage.
 *
 * @throws ApiError `bad_request` for bad dates.
 */
export async function listNotifications(ctx: Ctx, input: ListNotificationsQuery): Promise<string> {
  const period = readPeriod(input, await retentionStart(ctx.environmentId));
  const filter = await resolve(ctx.environmentId, input);
  return pageJson(ctx, input, async (slice) => (filter ? findNotificationIds({ ...filter, ...period }, slice) : []));
}

/**
 * One page of the notifications with an unfinished step: one that runs now, later, or at its next attempt. Newest
 * first.
 */
export async function listWaiting(ctx: Ctx, input: ListWaitingQuery): Promise<string> {
  const floor = idFloor(await retentionStart(ctx.environmentId));
  return pageJson(ctx, input, (slice) => findWaitingIds(ctx.environmentId, floor, slice));
}

/** The JSON text of a NotificationPage. `find` is asked for one row more than the page has. */
async function pageJson(ctx: Ctx, { page, limit }: ListWaitingQuery, find: (slice: Slice) => Promise<string[]>) {
  const ids = await find({ offset: page * limit, limit: limit + 1 });
  const rows = await notificationJson(ctx, ids.slice(0, limit));
  return `{"page":${page},"hasMore":${ids.length > limit},"pageSize":${limit},"data":[${rows.join(',')}]}`;
}

/**
 * One notification with its jobs, as the JSON text of a Notification. With `reveal`, sensitive content is in it, and
 * the look is audited.
 *
 * @throws ApiError `not_found`, also when the notification is older than the environment's retention; `forbidden` to
 * reveal without `messages:content`.
 */
export async function getNotification(ctx: Ctx, notificationId: string, { reveal }: RevealQuery = {}): Promise<string> {
  const known = ID_PATTERN.test(notificationId) && notificationId >= idFloor(await retentionStart(ctx.environmentId));
  const [row] = known ? await notificationRows(ctx, [notificationId]) : [];
  if (!row) throw new ApiError('not_found', `Notification with id ${notificationId} not found`);
  const withheld = await withheldWorkflows(ctx, [row.workflow_id]);
  if (withheld.size === 0) return row.json;
  if (!reveal) return JSON.stringify(withheldRun(JSON.parse(row.json)));
  await recordReveal(ctx, 'notifications', notificationId);
  return row.json;
}

/** The filter with database ids. Undefined when nothing can match. */
async function resolve(
  environmentId: string,
  input: ListNotificationsQuery,
): Promise<Omit<NotificationFilter, 'floor' | 'ceiling'> | undefined> {
  const { templates, severity, channels, transactionId, topicKey, subscriptionId, contextKeys } = input;
  const bySnapshot = templates ?? severity ?? channels;
  const snapshotIds =
    bySnapshot && (await findSnapshotIds(environmentId, { workflowIds: templates, severities: severity, channels }));
  if (snapshotIds?.length === 0) return undefined;
  return {
    environmentId,
    snapshotIds,
    subscriberMatch: subscriberMatch(input),
    transactionIds: transactionId && [...new Set(transactionId)],
    topicKey,
    subscriptionId,
    contextKeys,
  };
}

/** The three subscriber filters act as one: a subscriber needs to match one of them. */
function subscriberMatch({ emails, subscriberIds, search }: ListNotificationsQuery): SubscriberMatch | undefined {
  if (!emails && !subscriberIds && search === undefined) return undefined;
  return { emails: emails ?? [], subscriberIds: subscriberIds ?? [], search };
}
