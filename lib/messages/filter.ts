import type { IdRange } from '#lib/seek.ts';

/** What 4.6 asks for; ids are those of the database. The filters are AND-ed, the values of one are OR-ed. */
export interface MessageFilter extends IdRange {
  environmentId: string;
  channel?: string;
  subscriberIds?: string[];
  transactionIds?: string[];
  /** Sorted, exact; empty: no context. */
  contextKeys?: string[];
  /** The run that they belong to. */
  notificationId?: string;
}

export interface Slice {
  offset: number;
  limit: number;
}
