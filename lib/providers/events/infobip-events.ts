import { asObject, valueAt } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { ReadFate } from '#lib/providers/http/http.ts';
import {
  assertUserAndPassword,
  type EventMeaning,
  type EventSource,
  entryOf,
  instant,
  jsonBody,
  phoneNumber,
  picked,
  shown,
  type VendorEvent,
} from './event-source.ts';

/**
 * Reads the events that the vendor pushes: https://www.infobip.com/docs/developer-resources/api-fundamentals/webhooks.
 * Infobip sends a user name and a password if the notification profile has them:
 * https://www.infobip.com/docs/api/platform/subscriptions-api/create-security-settings
 */
export const infobipEvents: EventSource = {
  proof: 'the secret address, and user name and password if entered',
  key: {
    name: 'User name and password',
    where: '*Basic* security of the notification profile, entered here as `user:password`',
  },
  setUp:
    '*Developer Tools* → *Subscriptions Management* → *Create subscription* → *SMS*, with delivery reports and this address in the notification profile',
  addressIsProof: true,
  verify: (request) => {
    assertUserAndPassword(request);
    const { results } = jsonBody(request.body);
    return Array.isArray(results) ? results.flatMap(eventOf) : [];
  },
};

/** The meanings of statuses: https://www.infobip.com/docs/developer-resources/api-fundamentals/message-status-codes */
const GROUPS: Record<string, EventMeaning> = {
  PENDING: { kind: 'accepted' },
  DELIVERED: { kind: 'delivered' },
  UNDELIVERABLE: { kind: 'bounced' },
  EXPIRED: { kind: 'bounced' },
  // Infobip did not send the message.
  REJECTED: { kind: 'rejected' },
};

/** Statuses whose meaning differs from that of their group. */
const STATUSES: Record<string, EventMeaning | undefined> = {
  DELIVERED_TO_OPERATOR: { kind: 'accepted' },
  UNDELIVERABLE_NOT_SENT: { kind: 'rejected' },
  // Set by the fraud filter of Infobip, also in the group EXPIRED.
  SIGNALS_BLOCKED: { kind: 'rejected' },
  // The number has an impossible prefix or length.
  REJECTED_PREFIX_MISSING: { kind: 'bounced', bounce: 'hard' },
  REJECTED_DESTINATION: { kind: 'bounced', bounce: 'hard' },
  // The network reports nothing, so the message may have arrived.
  EXPIRED_DLR_UNKNOWN: undefined,
};

const names = (text: string) => text.trim().split(/\s+/);

/**
 * Errors that mean that the address does not exist:
 * https://www.infobip.com/docs/developer-resources/api-fundamentals/error-code-reference. Errors that are not listed,
 * such as EC_ABSENT_SUBSCRIBER, may be temporary. The report's field `permanent` is not used: it concerns the message,
 * not the address, and is also true for spam.
 */
const HARD = new Set(
  names(`EC_UNKNOWN_SUBSCRIBER EC_TELESERVICE_NOT_PROVISIONED EC_INVALID_REQUEST_DESTINATION EC_DEACTIVATED_LIST
    EC_DESTINATION_NOT_SMS_PROVISIONED EC_DEST_ADDRESS_UNABLE_TO_RECEIVE_SMS`),
);
const BLOCK = new Set([
  // The message was blocked as spam, for its content, or as a repetition.
  ...names(`EC_REJECTED_SPAM_BY_OPERATOR EC_CONTENT_BLOCKED EC_CONTENT_BLOCKED_BY_OPERATOR EC_BLOCKED_BY_CAMPAIGN_BLACKLIST
    EC_INVALIDMSCADDRESS EC_MSG_TEXT_TOO_LONG EC_DUPLICATE_MESSAGE EC_DESTINATION_FLOODING EC_DESTINATION_TXT_FLOODING`),
  // The sender is blocked, is not registered, or exceeded its limits.
  ...names(`EC_INVALID_SOURCE_ADDRESS EC_BLACKLISTED_SENDERADDRESS EC_SOURCE_ADDRESS_IS_BLOCKED EC_TF_NUMBER_NOT_VERIFIED
    EC_CAMPAIGNID_NOT_PROVISIONED EC_CAMPAIGN_ID_REJECTED EC_INVALID_GLOBAL_CAMPAIGN_ID EC_LIMIT_REACHED EC_QUOTA_REACHED
    EC_10DLC_LIMIT_REACHED EC_SC_NOT_PROVISIONED EC_SC_EXPIRED EC_SC_BLOCKED EC_CANNOT_RECEIVE_SC`),
  // The recipient accepts no messages from this sender, or from this kind of sender.
  ...names(`EC_SC_BLOCKED_BY_END_USER EC_SC_BLOCKED_FOR_END_USER EC_BLOCKED_NEW_SUBSCRIPTIONS_FOR_SC EC_DEST_ADDRESS_BLACKLISTED
    EC_DESTINATION_BLOCKED_BY_OPERATOR EC_SMS_REJECTED_BY_MOBILE_OPERATOR`),
]);

function kindOf(report: unknown): EventMeaning | undefined {
  const status = textAt(report, 'status', 'name') ?? '';
  const found = Object.hasOwn(STATUSES, status)
    ? STATUSES[status]
    : entryOf(GROUPS, textAt(report, 'status', 'groupName'));
  if (found?.kind !== 'bounced') return found;
  const error = textAt(report, 'error', 'name') ?? '';
  return { bounce: HARD.has(error) ? 'hard' : BLOCK.has(error) ? 'block' : 'soft', ...found };
}

const NO_ERROR = 'NO_ERROR';

function eventOf(report: unknown): VendorEvent[] {
  const providerMessageId = textAt(report, 'messageId');
  const at = instant(textAt(report, 'doneAt'));
  const found = kindOf(report);
  if (!found || !at || !providerMessageId) return [];
  const error = textAt(report, 'error', 'name');
  const isFailure = error !== undefined && error !== NO_ERROR;
  return [
    {
      // Reports have no ID, so one is composed.
      id: [providerMessageId, textAt(report, 'status', 'name'), error].join(' '),
      ...found,
      at,
      messageId: textAt(report, 'callbackData'),
      providerMessageId,
      recipient: phoneNumber(textAt(report, 'to')),
      words: shown(textAt(report, isFailure ? 'error' : 'status', 'description')),
      code: shown(isFailure ? error : textAt(report, 'status', 'name')),
      raw: picked(report, [
        ...['messageId', 'sentAt', 'doneAt', 'mccMnc', 'status.groupName', 'status.id', 'status.name'],
        ...['error.groupName', 'error.id', 'error.name'],
      ]),
    },
  ];
}

/**
 * Reads a message log, which has the fields of a pushed report. In a log, the recipient's field has another name, and
 * `doneAt` is missing until the message is done. Reports are not fetched, because Infobip returns each report only
 * once.
 */
export const readInfobipFate: ReadFate = ({ json }) => {
  const results = valueAt(json, ['results']);
  if (!Array.isArray(results)) return undefined;
  const reports = results.map((log) => {
    const { destination, to = destination, sentAt, doneAt = sentAt, ...fields } = asObject(log);
    return { ...fields, to, sentAt, doneAt };
  });
  return { state: textAt(reports, 0, 'status', 'name'), events: reports.flatMap(eventOf) };
};
