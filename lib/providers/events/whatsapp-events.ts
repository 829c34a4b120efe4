import { isEqual } from '#lib/crypto.ts';
import { valueAt } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import {
  type EventMeaning,
  type EventSource,
  entryOf,
  instant,
  isHexSignature,
  jsonBody,
  type PushedRequest,
  picked,
  shown,
  UnverifiedError,
  type VendorEvent,
} from './event-source.ts';

/**
 * Reads the events that the vendor pushes:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status/
 */
export const whatsAppEvents: EventSource = {
  proof: 'HMAC-SHA-256 over the body with the app secret',
  key: { name: 'App Secret', where: '*App settings* → *Basic*' },
  signedWith: 'secretKey',
  setUp:
    '*WhatsApp* → *Configuration* → *Webhook*, with the *Verify Token* of the credentials, and the field `messages` subscribed',
  challenge: confirmed,
  verify: (request) => {
    assertSigned(request);
    const entries = listAt(jsonBody(request.body), 'entry');
    const changes = entries.flatMap((entry) => listAt(entry, 'changes'));
    return changes.flatMap((change) => listAt(change, 'value', 'statuses').flatMap(eventOf));
  },
};

/**
 * Matches the challenge with which Meta tests an address:
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests. The challenge that
 * Meta sends is a number.
 */
const CHALLENGE = /^[\w-]{1,255}$/;

function confirmed(query: URLSearchParams, credential: (key: string) => string): string {
  const token = credential('token');
  if (token === '') throw new UnverifiedError('The integration has no Verify Token: enter one in the credentials');
  if (query.get('hub.mode') !== 'subscribe' || !isEqual(query.get('hub.verify_token') ?? '', token))
    throw new UnverifiedError('The verify token entered at Meta is not the Verify Token of the integration');
  const challenge = query.get('hub.challenge') ?? '';
  if (!CHALLENGE.test(challenge)) throw new UnverifiedError('The verification request has no challenge');
  return challenge;
}

/**
 * Checks the signature of a request:
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started#validate-payloads. The signed text contains
 * no time, so the signature never expires.
 */
function assertSigned({ body, header, key }: PushedRequest): void {
  const signature = header('x-hub-signature-256');
  if (!signature) throw new UnverifiedError('The request has no signature');
  if (!signature.startsWith(PREFIX) || !isHexSignature(signature.slice(PREFIX.length), key, body))
    throw new UnverifiedError('The signature does not match the App Secret of the integration');
}

const PREFIX = 'sha256=';

function listAt(value: unknown, ...path: string[]): unknown[] {
  const list = valueAt(value, path);
  return Array.isArray(list) ? list : [];
}

/** `read` implies `delivered`, because Meta may omit the event `delivered`. */
const STATUSES: Record<string, EventMeaning[]> = {
  sent: [{ kind: 'accepted' }],
  delivered: [{ kind: 'delivered' }],
  read: [{ kind: 'delivered' }, { kind: 'opened' }],
  played: [{ kind: 'delivered' }, { kind: 'opened' }],
  failed: [{ kind: 'rejected' }],
};

const BLOCKED: EventMeaning = { kind: 'bounced', bounce: 'block' };
const SOFT: EventMeaning = { kind: 'bounced', bounce: 'soft' };

/**
 * The meanings of error codes: https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes. Codes that
 * are not listed concern the request, the template or the account: WhatsApp did not send the message.
 */
const FAILURES: Record<string, EventMeaning> = {
  // WhatsApp cannot reach the number at present.
  131026: SOFT,
  // WhatsApp has a fault, or is paused for maintenance.
  131000: SOFT,
  131016: SOFT,
  131057: SOFT,
  // WhatsApp limits marketing messages to this person, or the person does not want them from this sender.
  130472: BLOCKED,
  131049: BLOCKED,
  131050: BLOCKED,
};

/**
 * Returns the events of a status. The recipient is omitted, because WhatsApp’s ID of a person may differ from the phone
 * number that the message was sent to.
 */
function eventOf(status: unknown): VendorEvent[] {
  const [name, providerMessageId] = [textAt(status, 'status'), textAt(status, 'id')];
  const at = instant(textAt(status, 'timestamp'));
  if (!at || !providerMessageId) return [];
  const error = valueAt(status, ['errors', 0]);
  const code = shown(textAt(error, 'code'));
  const said = [textAt(error, 'title') ?? textAt(error, 'message'), textAt(error, 'error_data', 'details')];
  const failure = name === 'failed' ? entryOf(FAILURES, code) : undefined;
  const meanings = failure ? [failure] : (entryOf(STATUSES, name) ?? []);
  return meanings.map((meaning) => ({
    // Statuses have no ID, but each occurs once per message.
    id: `${providerMessageId} ${meaning.kind === 'delivered' ? 'delivered' : name}`,
    ...meaning,
    at,
    messageId: textAt(status, 'biz_opaque_callback_data'),
    providerMessageId,
    words: shown([...new Set(said.filter((text) => text !== undefined))].join('. ')),
    code,
    raw: { ...picked(status, ['status', 'timestamp']), ...picked(error, ['code', 'title']) },
  }));
}
