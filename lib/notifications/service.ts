import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { retentionStart } from '#lib/environments/retention.ts';
import { ID_PATTERN, idFloor, idTime } from '#lib/id.ts';
import type { EqualMessages } from '#lib/notifications/copies/equal.ts';
import { findEqualMessages } from '#lib/notifications/copies/equal-messages.ts';
import { readPeriod } from '#lib/notifications/counts/period.ts';
import { findLateness } from '#lib/notifications/lateness/late-message.ts';
import type { HeldBy, Lateness } from '#lib/notifications/lateness/lateness.ts';
import { findOutages } from '#lib/notifications/lateness/run-outages.ts';
import { type NotificationFilter, type SubscriberMatch, splitByStatus } from '#lib/notifications/list/filter.ts';
import { notificationJson, notificationRows, withoutStepSecrets } from '#lib/notifications/list/page.ts';
import { findAnyIds, findSnapshotIds, findWaitingIds, withinSearch } from '#lib/notifications/list/query.ts';
import type { OutcomeSummary } from '#lib/notifications/list/run-summary.ts';
import { outcomeSummary, runSummaries, withheldSummary } from '#lib/notifications/list/summary-page.ts';
import type { Slice } from '#lib/postgres/id-list.ts';
import { onlyId } from '#lib/postgres/seek.ts';
import { fromWireName } from '#lib/providers/service-name.ts';
import type { Wanted } from '#lib/reasons/deciding-step.ts';
import type { ReasonCode } from '#lib/reasons/registry.ts';
import { reasonsOfSide } from '#lib/reasons/sides.ts';
import type { ListNotificationsQuery, ListWaitingQuery, RevealQuery } from './schema.ts';
import { recordReveal, withheldRun, withheldRuns } from './withheld.ts';

/**
 * Returns a page of notifications (spec 4.8), newest first, as the JSON text of a NotificationPage, or of a RunSummaryPage
 * for the view `summary`.
 *
 * @throws ApiError `bad_request` for bad dates.
 */
export async function listNotifications(ctx: Ctx, input: ListNotificationsQuery): Promise<string> {
  const { filters, searchedTo } = await resolveSearch(ctx.environmentId, input);
  return pageJson(ctx, { ...input, searchedTo }, (slice) => findAnyIds(filters, slice));
}

/**
 * Returns a page of notifications with an unfinished step: one that runs now, runs later, or waits for its next attempt.
 * Newest first.
 */
export async function listWaiting(ctx: Ctx, input: ListWaitingQuery): Promise<string> {
  const floor = idFloor(await retentionStart(ctx.environmentId));
  return pageJson(ctx, input, (slice) => findWaitingIds(ctx.environmentId, floor, slice));
}

/** Returns the JSON text of a page. `find` receives a limit of one row more than the page has. */
async function pageJson(
  ctx: Ctx,
  {
    page,
    limit,
    view,
    channels = [],
    searchedTo,
    ...filters
  }: Pick<ListNotificationsQuery, 'page' | 'limit'> &
    Partial<ListNotificationsQuery> &
    Pick<ResolvedSearch, 'searchedTo'>,
  find: (slice: Slice) => Promise<string[]>,
) {
  const ids = await find({ offset: page * limit, limit: limit + 1 });
  const shown = ids.slice(0, limit);
  const rows =
    view === 'summary'
      ? await summaryJson(ctx, shown, [...channels, ...(reasonsOf(filters) ?? [])])
      : await notificationJson(ctx, shown);
  const hasMore = ids.length > limit;
  const searched = searchedTo && !hasMore ? `"searchedTo":"${searchedTo.toISOString()}",` : '';
  return `{"page":${page},"hasMore":${hasMore},${searched}"pageSize":${limit},"data":[${rows.join(',')}]}`;
}

async function summaryJson(ctx: Ctx, ids: string[], wanted: Wanted): Promise<string[]> {
  return (await runSummaries(ctx, ids, { wanted })).map((row) => JSON.stringify(row));
}

/**
 * Returns one notification with its jobs and summary, as the JSON text of a SummarisedRun. With `reveal`, sensitive content
 * is included and the access is audited.
 *
 * @throws ApiError `not_found`, also if the notification is older than the environment's retention; `forbidden` for a
 * reveal without `messages:content`.
 */
export async function getNotification(ctx: Ctx, notificationId: string, { reveal }: RevealQuery = {}): Promise<string> {
  const known = ID_PATTERN.test(notificationId) && notificationId >= idFloor(await retentionStart(ctx.environmentId));
  const [found] = known ? await notificationRows(ctx, [notificationId]) : [];
  const row = found && { ...found, json: withoutStepSecrets(ctx, found.json) };
  if (!row) throw new ApiError('not_found', `Notification with id ${notificationId} not found`);
  const { environmentId } = ctx;
  const [isWithheld, summary, late, outages, equal] = await Promise.all([
    withheldRuns(ctx, [row.workflow_id]),
    outcomeSummary({ environmentId, id: notificationId }),
    findLateness({ environmentId, id: notificationId }),
    findOutages({ environmentId, id: notificationId }),
    ctx.actor.type === 'user' ? findEqualMessages({ environmentId, id: notificationId }) : undefined,
  ]);
  const more = { ...(late && { late }), ...(outages.length > 0 && { outages }), ...(equal && { equal }) };
  if (!isWithheld(row.workflow_id, notificationId)) return withFields(row.json, { ...more, summary });
  if (!reveal) {
    const json = JSON.stringify(withheldRun(JSON.parse(row.json)));
    return withFields(json, { ...more, summary: withheldSummary(summary) });
  }
  await recordReveal(ctx, 'notifications', notificationId);
  return withFields(row.json, { ...more, summary });
}

interface MoreFields {
  late?: Lateness;
  outages?: HeldBy[];
  equal?: EqualMessages;
  summary: OutcomeSummary;
}

/** Adds fields to the JSON text of a notification without parsing the text. */
function withFields(json: string, fields: MoreFields): string {
  return `${json.slice(0, -1)},${JSON.stringify(fields).slice(1)}`;
}

export type RunFilterInput = Omit<ListNotificationsQuery, 'page' | 'limit' | 'view'>;

/**
 * Returns the filters with database IDs. A run matches if it matches any of them. Empty if nothing can match.
 *
 * @throws ApiError `bad_request` for bad dates.
 */
export async function resolveFilters(environmentId: string, input: RunFilterInput): Promise<NotificationFilter[]> {
  return (await resolveSearch(environmentId, input)).filters;
}

interface ResolvedSearch {
  filters: NotificationFilter[];
  /** Runs before this time were not searched. Undefined if all runs of the period were searched. */
  searchedTo?: Date | undefined;
}

/** Returns the same filters as `resolveFilters`, and how far back a filter without an index has searched. */
export async function resolveSearch(environmentId: string, input: RunFilterInput): Promise<ResolvedSearch> {
  const whole = readPeriod(input, await retentionStart(environmentId));
  const period = input.notificationId === undefined ? whole : onlyId(whole, input.notificationId);
  const filter = await resolve(environmentId, input);
  const reasons = reasonsOf(input);
  if (!filter || reasons?.length === 0) return { filters: [] };
  const filters = await Promise.all(splitByStatus({ ...filter, ...period }, input.status, reasons).map(withinSearch));
  const floors = filters.map(({ floor }) => floor).filter((floor) => floor !== period.floor);
  const highest = floors.sort().at(-1);
  return { filters, searchedTo: highest === undefined ? undefined : idTime(highest) };
}

/**
 * Returns the reasons that the filters by reason and side select, for the index by reason. Undefined without these
 * filters.
 */
function reasonsOf({ reason, side }: Partial<RunFilterInput>): readonly ReasonCode[] | undefined {
  if (!side) return reason;
  const reasons = side.flatMap(reasonsOfSide);
  return reason ? reasons.filter((code) => reason.includes(code)) : reasons;
}

/** Returns the filter with database IDs. Undefined if nothing can match. */
async function resolve(
  environmentId: string,
  input: RunFilterInput,
): Promise<Omit<NotificationFilter, 'floor' | 'ceiling'> | undefined> {
  const { templates, severity, channels, transactionId, topicKey, subscriptionId, contextKeys, recoveryId } = input;
  const bySnapshot = templates ?? severity ?? channels;
  const snapshotIds =
    bySnapshot && (await findSnapshotIds(environmentId, { workflowIds: templates, severities: severity, channels }));
  if (snapshotIds?.length === 0) return undefined;
  return {
    environmentId,
    snapshotIds,
    // A filter for failed SMS matches runs whose SMS failed, not runs with an SMS in which another step failed.
    ...(channels && input.status && { stepTypes: channels }),
    subscriberMatch: subscriberMatch(input),
    transactionIds: transactionId,
    topicKey,
    subscriptionId,
    recoveryId,
    contextKeys,
    integrationIds: input.integrationId,
    providerIds: input.providerId && [...new Set(input.providerId.map(fromWireName))],
    slowerThan: input.slowerThan,
  };
}

/** Combines the three subscriber filters: a subscriber has to match only one of them. */
function subscriberMatch({ emails, subscriberIds, search }: RunFilterInput): SubscriberMatch | undefined {
  if (!emails && !subscriberIds && search === undefined) return undefined;
  return { emails: emails ?? [], subscriberIds: subscriberIds ?? [], search };
}
