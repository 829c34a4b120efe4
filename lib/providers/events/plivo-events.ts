import { isEqual } from '#lib/crypto.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { ReadFate } from '#lib/providers/http/http.ts';
import {
  type EventMeaning,
  type EventSource,
  entryOf,
  type FailureCode,
  hmacSha256,
  type PushedRequest,
  phoneNumber,
  picked,
  shown,
  UnverifiedError,
  type VendorEvent,
} from './event-source.ts';

/**
 * Reads the events that the vendor pushes: https://docs.plivo.com/docs/messaging/api/message/message-status-callbacks
 */
export const plivoEvents: EventSource = {
  proof:
    'HMAC-SHA-256 over address and nonce with the auth token, and over the form too if Plivo sends its signature V3',
  namedByMessage: { signedWith: 'token' },
  key: { name: 'Auth token', where: 'The credentials of the integration' },
  verify: (request) => {
    const form = new URLSearchParams(Buffer.from(request.body).toString('utf8'));
    assertSigned(form, request);
    const { MessageUUID: id = '', Status: state = '', ErrorCode: code, To: to } = Object.fromEntries(form);
    const raw = picked(Object.fromEntries(form), ['MessageUUID', 'Status', 'ErrorCode', 'Sequence', 'Units']);
    // Plivo’s times have no zone, so the time of arrival counts.
    return eventOf({ id, state, code, to }).map((event) => ({ ...event, at: request.now, raw }));
  },
};

/**
 * Checks the signature of a request. The documentation describes V2 for messages:
 * https://docs.plivo.com/docs/messaging/concepts/signature-validation. V3 also covers the form, and Plivo’s libraries
 * verify both versions. If an account has several auth tokens, the header contains one signature per token.
 *
 * @throws UnverifiedError if no signature matches.
 */
function assertSigned(form: URLSearchParams, { url, header, key }: PushedRequest): void {
  const version = header('x-plivo-signature-v3') === undefined ? 'v2' : 'v3';
  const [signature, nonce] = [header(`x-plivo-signature-${version}`), header(`x-plivo-signature-${version}-nonce`)];
  if (!signature || !nonce) throw new UnverifiedError('The request has no signature');
  const expected =
    version === 'v3' ? plivoSignature(key, `${signedForm(url, form)}.${nonce}`) : plivoSignature(key, url + nonce);
  if (!signature.split(',').some((each) => isEqual(expected, each.trim())))
    throw new UnverifiedError('The signature does not match the auth token of the integration and PUBLIC_URL');
}

/** Returns HMAC-SHA-256 of a text in base64. */
export function plivoSignature(token: string, text: string): string {
  return hmacSha256(token, text).toString('base64');
}

/**
 * Returns the text that V3 signs, without the nonce: the address without its query, then the parameters sorted by name
 * and value.
 */
export function signedForm(url: string, form: URLSearchParams): string {
  const sorted = [...form].sort(([a, x], [b, y]) => (a === b ? order(x, y) : order(a, b)));
  return sorted.length === 0 ? url : `${url}?${sorted.flat().join('')}`;
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * The meanings of statuses: https://www.plivo.com/docs/messaging/api/messages/. `queued` is omitted, because it adds
 * nothing.
 */
const STATES: Record<string, EventMeaning> = {
  sent: { kind: 'accepted' },
  delivered: { kind: 'delivered' },
  undelivered: { kind: 'bounced', bounce: 'soft' },
  failed: { kind: 'bounced', bounce: 'soft' },
};

/**
 * The meanings of error codes: https://www.plivo.com/docs/messaging/troubleshooting/error-codes/. Failures without a
 * `bounce` may be temporary.
 */
const FAILURES: Record<string, FailureCode> = {
  10: { words: 'Invalid message', bounce: 'block' },
  20: { words: 'Network error' },
  30: { words: 'Spam detected', bounce: 'block' },
  40: { words: 'Invalid source number', bounce: 'block' },
  50: { words: 'Invalid destination number', bounce: 'hard' },
  60: { words: 'Loop detected', bounce: 'block' },
  70: { words: 'Destination permanently unavailable', bounce: 'hard' },
  80: { words: 'Destination temporarily unavailable' },
  90: { words: 'No route available', bounce: 'block' },
  100: { words: 'Prohibited by carrier', bounce: 'block' },
  110: { words: 'Message too long', bounce: 'block' },
  1000: { words: 'Unknown error' },
};

/** The error code for a recipient who replied STOP. */
const STOPPED = '200';

/** Reads a message. Its only time is the time of sending. */
export const readPlivoFate: ReadFate = ({ json }, { now }) => {
  const [state, id] = [textAt(json, 'message_state'), textAt(json, 'message_uuid')];
  if (!state || !id) return undefined;
  const found = eventOf({ id, state, code: textAt(json, 'error_code'), to: textAt(json, 'to_number') });
  const raw = picked(json, ['message_uuid', 'message_state', 'error_code', 'message_time']);
  return { state, events: found.map((event) => ({ ...event, at: now, isState: true, raw })) };
};

interface Report {
  id: string;
  state: string;
  code: string | undefined;
  to: string | undefined;
}

/** Returns the event of a state. The fetched and the pushed event of a state have the same ID. */
function eventOf({ id, state, code: given, to }: Report): Omit<VendorEvent, 'at' | 'raw'>[] {
  const found = entryOf(STATES, state);
  if (!found || id === '') return [];
  const code = found.kind === 'bounced' ? given : undefined;
  const failure = entryOf(FAILURES, code);
  return [
    {
      ...(code === STOPPED
        ? { kind: 'unsubscribed' }
        : { ...found, ...(failure?.bounce && { bounce: failure.bounce }) }),
      id: `${id} ${state}`,
      providerMessageId: id,
      recipient: phoneNumber(to),
      words: code === STOPPED ? 'The recipient replied STOP' : failure?.words,
      code: shown(code),
    },
  ];
}
