import { isEqual } from '#lib/crypto.ts';
import type { EventKind } from '#lib/delivery-events/kinds.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { ReadFate } from '#lib/providers/http/http.ts';
import {
  type EventMeaning,
  type EventSource,
  entryOf,
  type FailureCode,
  formSignature,
  instant,
  type PushedRequest,
  picked,
  shown,
  UnverifiedError,
  type VendorEvent,
} from './event-source.ts';

/**
 * Reads the events that the vendor pushes: https://www.twilio.com/docs/messaging/guides/track-outbound-message-status
 */
export const twilioEvents: EventSource = {
  proof: 'HMAC-SHA-1 over address and form with the auth token',
  namedByMessage: { signedWith: 'token' },
  key: { name: 'Auth token', where: 'The credentials of the integration' },
  verify: (request) => {
    const form = new URLSearchParams(Buffer.from(request.body).toString('utf8'));
    assertSigned(form, request);
    return eventOf(Object.fromEntries(form), request.now);
  },
};

/** Checks the signature of a request: https://www.twilio.com/docs/usage/security#validating-signatures-from-twilio */
function assertSigned(form: URLSearchParams, { url, header, key }: PushedRequest): void {
  const signature = header('x-twilio-signature');
  if (signature === undefined) throw new UnverifiedError('The request has no signature');
  if (!isEqual(formSignature(key, url, form), signature))
    throw new UnverifiedError('The signature does not match the auth token of the integration and PUBLIC_URL');
}

/** `queued` and `sending` are omitted, because they precede `sent` and add nothing. */
const KINDS: Record<string, EventKind> = {
  sent: 'accepted',
  delivered: 'delivered',
  read: 'opened',
  undelivered: 'bounced',
  failed: 'bounced',
};

/** Twilio sends no time, so the time of arrival counts. */
function eventOf(form: Record<string, string>, at: Date): VendorEvent[] {
  const { MessageSid: sid, MessageStatus: status, ErrorCode: code, To: recipient } = form;
  const kind = entryOf(KINDS, status);
  if (!kind || !sid) return [];
  return [
    {
      id: `${sid}:${status}`,
      ...(kind === 'bounced' ? failureOf(code) : { kind }),
      at,
      providerMessageId: sid,
      recipient,
      words: code ? wordsOf(code) : undefined,
      code: shown(code),
      raw: picked(form, ['MessageSid', 'MessageStatus', 'ErrorCode']),
    },
  ];
}

/**
 * Reads a message resource. Its last update is the time of its status, because Twilio updates the resource with each
 * status.
 */
export const readTwilioFate: ReadFate = ({ json }, { now }) => {
  const [sid, status] = [textAt(json, 'sid'), textAt(json, 'status')];
  if (!sid || !status) return undefined;
  const [code = '', to = ''] = [textAt(json, 'error_code'), textAt(json, 'to')];
  const form = { MessageSid: sid, MessageStatus: status, ErrorCode: code, To: to };
  const words = shown(textAt(json, 'error_message'));
  const events = eventOf(form, instant(textAt(json, 'date_updated')) ?? now);
  return { state: status, events: events.map((event) => ({ ...event, words: words ?? event.words })) };
};

/** The meanings of error codes: https://www.twilio.com/docs/api/errors */
const FAILURES: Record<string, FailureCode> = {
  21211: { bounce: 'hard', words: 'The number is not valid' },
  21614: { bounce: 'hard', words: 'The number cannot receive SMS' },
  30003: { bounce: 'soft', words: 'The phone is unreachable' },
  30004: { bounce: 'block', words: 'The message is blocked' },
  30005: { bounce: 'hard', words: 'The number is unknown' },
  30006: { bounce: 'hard', words: 'The number is a landline, or its carrier is unreachable' },
  30007: { bounce: 'block', words: 'The carrier filtered the message' },
  30034: { bounce: 'block', words: 'The sender is not registered with US carriers' },
};

/** The error code for a recipient who replied STOP. */
const STOPPED = '21610';

function failureOf(code = ''): EventMeaning {
  if (code === STOPPED) return { kind: 'unsubscribed' };
  return { kind: 'bounced', bounce: entryOf(FAILURES, code)?.bounce ?? 'soft' };
}

function wordsOf(code: string): string {
  if (code === STOPPED) return 'The recipient replied STOP';
  return entryOf(FAILURES, code)?.words ?? `Error ${code} of Twilio`;
}
