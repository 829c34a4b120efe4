import type { ListFilter } from '#lib/postgres/id-list.ts';
import type { MessageOutcome } from './statuses.ts';

/** The filters of 4.6. Ids are those of the database. Filters are AND-ed, the values of one filter are OR-ed. */
export interface MessageFilter extends ListFilter {
  channel?: string;
  subscriberIds?: string[];
  transactionIds?: string[];
  /** Sorted, matched exactly. Empty: without context. */
  contextKeys?: string[];
  /** The run that the messages belong to. */
  notificationId?: string;
  statuses?: string[];
  /** Narrows `statuses` by outcomes that only the reason shows. */
  outcomes?: MessageOutcome[];
  /** Neutral ids. */
  providerIds?: string[];
  /** Workflow.id */
  workflowIds?: string[];
  /** What the messages were sent through, or tried. */
  integrationIds?: string[];
}
