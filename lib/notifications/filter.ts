import type { IdRange } from '#lib/seek.ts';

/**
 * The filters of 4.8, resolved to indexed columns. Ids are those of the database. Filters are AND-ed, the values of one
 * filter are OR-ed.
 */
export interface NotificationFilter extends IdRange {
  environmentId: string;
  /** Ids in the dictionary `workflow_snapshots`. */
  snapshotIds?: string[];
  subscriberIds?: string[];
  /** A search for subscribers, as long as it has not been resolved to ids. */
  subscriberMatch?: SubscriberMatch;
  transactionIds?: string[];
  /** Sorted, matched exactly. Empty: without context. */
  contextKeys?: string[];
  topicKey?: string;
  /** The identifier of a topic subscription. */
  subscriptionId?: string;
}

/**
 * OR-ed: exact e-mails, exact subscriberIds, or `search`: a case-sensitive part of the e-mail or an exact subscriberId.
 */
export interface SubscriberMatch {
  emails: string[];
  subscriberIds: string[];
  search?: string;
}

export interface Slice {
  offset: number;
  limit: number;
}
