import { valueAt } from '#lib/json.ts';
import { textAt } from './credential.ts';
import { type EventMeaning, entryOf, instant, phoneNumber, picked, shown, type VendorEvent } from './event-source.ts';
import type { ReadFate } from './http.ts';

/** https://developers.messagebird.com/api/sms-messaging/#statuses */
const STATUSES: Record<string, EventMeaning> = {
  sent: { kind: 'accepted' },
  buffered: { kind: 'delayed' },
  delivered: { kind: 'delivered' },
  expired: { kind: 'bounced', bounce: 'soft' },
  delivery_failed: { kind: 'bounced', bounce: 'soft' },
};

/**
 * https://developers.messagebird.com/api/sms-messaging/#sms-status-reasons. Other reasons might not affect the next
 * message.
 */
const REASONS: Record<string, EventMeaning> = {
  'unknown subscriber': { kind: 'bounced', bounce: 'hard' },
  'carrier rejected': { kind: 'bounced', bounce: 'block' },
  'opted out': { kind: 'rejected' },
  'insufficient balance': { kind: 'rejected' },
};

/** The carrier reports nothing, so the message may have arrived. */
const NO_REPORT = 'DLR not received';

function kindOf(status: string | undefined, reason: string | undefined): EventMeaning | undefined {
  const found = entryOf(STATUSES, status);
  if (found?.kind !== 'bounced') return found;
  return reason === NO_REPORT ? undefined : (entryOf(REASONS, reason) ?? found);
}

/** Reads a message. Belfry’s messages have one recipient. */
export const readMessageBirdFate: ReadFate = ({ json }) => {
  const recipient = valueAt(json, ['recipients', 'items', 0]);
  const [providerMessageId, state] = [textAt(json, 'id'), textAt(recipient, 'status')];
  if (providerMessageId === undefined || state === undefined) return undefined;
  return { state, events: eventOf(providerMessageId, recipient) };
};

function eventOf(providerMessageId: string, recipient: unknown): VendorEvent[] {
  const [status, reason] = [textAt(recipient, 'status'), textAt(recipient, 'statusReason')];
  const at = instant(textAt(recipient, 'statusDatetime'));
  const found = kindOf(status, reason);
  if (!found || !at) return [];
  const isFailure = found.kind === 'bounced' || found.kind === 'rejected';
  return [
    {
      // Statuses have no ID.
      id: [providerMessageId, status].join(' '),
      ...found,
      at,
      providerMessageId,
      recipient: phoneNumber(textAt(recipient, 'recipient')),
      words: isFailure ? shown(reason) : undefined,
      code: isFailure ? shown(textAt(recipient, 'statusErrorCode')) : undefined,
      raw: picked(recipient, ['status', 'statusReason', 'statusErrorCode', 'statusDatetime']),
    },
  ];
}
