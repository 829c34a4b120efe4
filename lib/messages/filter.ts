import type { EventKind } from '#lib/delivery-events/kinds.ts';
import type { ListFilter } from '#lib/postgres/id-list.ts';
import type { SlowerThan } from '#lib/time/slowness.ts';
import type { MessageOutcome } from './statuses.ts';

/** The filters of spec 4.6. IDs are database IDs. Filters are AND-ed, the values of one filter are OR-ed. */
export interface MessageFilter extends ListFilter {
  channel?: string;
  subscriberIds?: string[];
  transactionIds?: string[];
  /** Sorted keys, matched exactly. An empty list matches messages without context. */
  contextKeys?: string[];
  /** Notification.id of the messages' run. */
  notificationId?: string;
  statuses?: string[];
  /** Narrows `statuses` by outcomes that only the reason shows. */
  outcomes?: MessageOutcome[];
  /** Provider IDs without the vendor prefix. */
  providerIds?: string[];
  /** Workflow.id */
  workflowIds?: string[];
  /** Integrations through which the messages were sent or attempted. */
  integrationIds?: string[];
  /** The kinds of delivery events of which the messages have at least one. */
  eventKinds?: EventKind[];
  /** The minimum time from the trigger to the provider. */
  slowerThan?: SlowerThan;
}
