import { LIVE_STATUSES, type ListedStatus, type LiveStatus } from '#lib/notifications/status/live-statuses.ts';
import type { ListFilter } from '#lib/postgres/id-list.ts';
import type { FinalOutcome } from '#lib/reasons/outcome.ts';
import type { ReasonCode } from '#lib/reasons/registry.ts';
import type { SlowerThan } from '#lib/time/slowness.ts';

/**
 * The filters of spec 4.8, resolved to indexed columns. IDs are database IDs. Filters are AND-ed, the values of one
 * filter are OR-ed.
 */
export interface NotificationFilter extends ListFilter {
  /** IDs in the dictionary `workflow_snapshots`. */
  snapshotIds?: string[];
  subscriberIds?: string[];
  /** A search for subscribers that has not been resolved to IDs yet. */
  subscriberMatch?: SubscriberMatch;
  transactionIds?: string[];
  /** Sorted keys, matched exactly. An empty list matches runs without context. */
  contextKeys?: string[];
  topicKey?: string;
  /** Only runs that this recovery retried. */
  recoveryId?: string;
  /** Only runs that were triggered through the topic subscription with this identifier. */
  subscriptionId?: string;
  /** Only runs with one of these outcomes. */
  outcomes?: FinalOutcome[];
  /**
   * Used only with `outcomes`: only runs in which a step of one of these types has the same outcome as the run. No
   * index contains step types.
   */
  stepTypes?: string[];
  /**
   * Used only with `outcomes: ['sent']`: only runs in which a step was skipped or cancelled, or a copy was not sent. No
   * index contains such steps.
   */
  isPartial?: true;
  /** Only runs whose outcome was decided by one of these reasons. */
  reasons?: ReasonCode[];
  /**
   * Only runs with a step whose last attempt to send used one of these integrations. No index contains integrations:
   * see `withinSearch`.
   */
  integrationIds?: string[];
  /**
   * Only runs with a step whose last attempt to send used one of these providers, as IDs without the vendor prefix. No
   * index contains providers.
   */
  providerIds?: string[];
  /** Only runs that took at least this long from the trigger to the end. */
  slowerThan?: SlowerThan;
  /** Only unfinished runs that have one of these statuses at the time `now`. */
  live?: { statuses: LiveStatus[]; now: Date };
}

/**
 * Splits a filter by status and reason into filters that are each served by one index. Together they match the same
 * runs. Unfinished runs have no reason.
 */
export function splitByStatus(
  filter: Omit<NotificationFilter, 'outcomes' | 'isPartial' | 'reasons' | 'live'>,
  statuses: readonly ListedStatus[] | undefined,
  reasons: readonly ReasonCode[] | undefined,
): NotificationFilter[] {
  const live = statuses?.filter(isLiveStatus);
  const ended = statuses?.filter((status): status is FinalOutcome => !isLiveStatus(status) && status !== 'partly');
  const parts: NotificationFilter[] = [];
  const { stepTypes: _, ...unfinished } = filter;
  if (live?.length && !reasons && !filter.slowerThan)
    parts.push({ ...unfinished, live: { statuses: live, now: new Date() } });
  if (statuses?.includes('partly') && !ended?.includes('sent')) {
    parts.push({ ...filter, outcomes: ['sent'], isPartial: true, ...(reasons && { reasons: [...reasons] }) });
  }
  if (ended && ended.length === 0) return parts;
  if (!reasons) return [...parts, { ...filter, ...(ended && { outcomes: ended }) }];
  const indexed = reasons.filter((reason) => reason !== PLAIN_REASON);
  if (indexed.length > 0) parts.push({ ...filter, ...(ended && { outcomes: ended }), reasons: indexed });
  const isSent = reasons.includes(PLAIN_REASON) && (!ended || ended.includes('sent'));
  return isSent ? [...parts, { ...filter, outcomes: ['sent'], reasons: [PLAIN_REASON] }] : parts;
}

/** The reason of nearly all runs. The index by reason contains only runs with other reasons. */
export const PLAIN_REASON = 'sent';

/** Whether a run with this status is unfinished. */
export function isLiveStatus(status: ListedStatus): status is LiveStatus {
  return (LIVE_STATUSES as readonly string[]).includes(status);
}

/**
 * OR-ed conditions. `search` matches a case-sensitive part of the email or an exact subscriberId. The lists match
 * exactly.
 */
export interface SubscriberMatch {
  emails: string[];
  subscriberIds: string[];
  search?: string;
}
