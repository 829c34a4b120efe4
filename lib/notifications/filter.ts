import type { IdRange } from '#lib/seek.ts';

/**
 * What 4.8 asks for, resolved to what the indexes hold. Ids are those of the database; the filters are AND-ed, the values of
 * one are OR-ed.
 */
export interface NotificationFilter extends IdRange {
  environmentId: string;
  /** Of the dictionary `workflow_snapshots`. */
  snapshotIds?: string[];
  subscriberIds?: string[];
  /** Subscribers by what they hold, as long as they are not looked up. */
  subscriberMatch?: SubscriberMatch;
  transactionIds?: string[];
  /** Sorted, exact; empty: no context. */
  contextKeys?: string[];
  topicKey?: string;
  /** The identifier of a topic subscription. */
  subscriptionId?: string;
}

/** OR-ed: exact e-mails, exact caller's ids, a case-sensitive substring of the e-mail or an exact caller's id. */
export interface SubscriberMatch {
  emails: string[];
  subscriberIds: string[];
  search?: string;
}

export interface Slice {
  offset: number;
  limit: number;
}
