/** Events and messages of Bird's Channels API. */
import { valueAt } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { ReadFate } from '#lib/providers/http/http.ts';
import {
  type EventMeaning,
  entryOf,
  instant,
  jsonBody,
  phoneNumber,
  picked,
  shown,
  type VendorEvent,
} from './event-source.ts';

/** Returns the events of a pushed body: https://docs.bird.com/api/channels-api/message-status-and-interactions */
export function birdEventsIn(body: Uint8Array): VendorEvent[] {
  const { event, payload } = jsonBody(body);
  return event === BIRD_EVENT ? eventOf(payload) : [];
}

/** The webhook event that Bird sends for each new status of an outbound SMS. */
export const BIRD_EVENT = 'sms.outbound';

/**
 * The meaning of each status. Bird's other statuses are omitted, because they do not show whether the message arrived.
 */
const STATUSES: Record<string, EventMeaning> = {
  accepted: { kind: 'accepted' },
  sent: { kind: 'accepted' },
  delivered: { kind: 'delivered' },
  // Bird did not send the message.
  rejected: { kind: 'rejected' },
  sending_failed: { kind: 'rejected' },
  delivery_failed: { kind: 'bounced', bounce: 'soft' },
};

/**
 * The meanings of failure reasons:
 * https://docs.bird.com/api/channels-api/message-status-and-interactions/message-failure-sources/sms-platform-extended-error-codes.
 * The SMS platform uses the failure reasons of MessageBird's former API. Other reasons may be temporary, so they are
 * not listed.
 */
const REASONS: Record<string, EventMeaning> = {
  unknown_subscriber: { kind: 'bounced', bounce: 'hard' },
  carrier_rejected: { kind: 'bounced', bounce: 'block' },
  opted_out: { kind: 'rejected' },
  insufficient_balance: { kind: 'rejected' },
};

/** The carrier reports nothing, so the message may have arrived. */
const NO_REPORT = 'dlr_not_received';

/** Returns the reason of a failure as a key of `REASONS`: `Unknown subscriber` becomes `unknown_subscriber`. */
function reasonOf(message: unknown): string | undefined {
  return textAt(message, 'details')?.trim().toLowerCase().replaceAll(' ', '_');
}

function meaningOf(message: unknown): EventMeaning | undefined {
  const found = entryOf(STATUSES, textAt(message, 'status'));
  if (found?.kind !== 'bounced' && found?.kind !== 'rejected') return found;
  const reason = reasonOf(message);
  return reason === NO_REPORT ? undefined : (entryOf(REASONS, reason) ?? found);
}

function eventOf(message: unknown): VendorEvent[] {
  const [providerMessageId, status] = [textAt(message, 'id'), textAt(message, 'status')];
  const at = instant(textAt(message, 'lastStatusAt') ?? textAt(message, 'updatedAt'));
  const found = meaningOf(message);
  if (!found || !at || !providerMessageId) return [];
  const isFailure = found.kind === 'bounced' || found.kind === 'rejected';
  const words = reasonOf(message)?.replaceAll('_', ' ') || textAt(message, 'failure', 'description');
  const code = textAt(message, 'failure', 'source', 'code') ?? textAt(message, 'failure', 'code');
  return [
    {
      // Events have no ID, but each status occurs once per message.
      id: [providerMessageId, status].join(' '),
      ...found,
      at,
      messageId: shown(textAt(message, 'reference')),
      providerMessageId,
      recipient: phoneNumber(textAt(message, 'receiver', 'contacts', 0, 'identifierValue')),
      words: isFailure ? shown(words) : undefined,
      code: isFailure ? shown(code) : undefined,
      raw: picked(message, [
        ...['id', 'channelId', 'status', 'lastStatusAt', 'details'],
        ...['failure.code', 'failure.source.name', 'failure.source.code'],
      ]),
    },
  ];
}

/** Reads a fetched message. Pushed events contain the same object. */
export const readBirdFate: ReadFate = ({ json }) => {
  const [id, state] = [textAt(json, 'id'), textAt(json, 'status')];
  if (id === undefined || state === undefined || valueAt(json, ['receiver']) === undefined) return undefined;
  return { state, events: eventOf(json) };
};
