import { isEqual } from '#lib/crypto.ts';
import type { Bounce, EventKind } from '#lib/delivery-events/kinds.ts';
import { bounceOf } from './bounce.ts';
import { textAt } from './credential.ts';
import {
  type EventSource,
  entryOf,
  hmacSha256,
  instant,
  jsonBody,
  type PushedRequest,
  picked,
  shown,
  UnverifiedError,
  type VendorEvent,
} from './event-source.ts';

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads */
export const mailgunEvents: EventSource = {
  key: { name: 'HTTP webhook signing key', where: '*Sending* → *Webhooks*, at the right' },
  setUp: '*Sending* → *Webhooks* → *Add webhook*, once for each event type',
  verify: (request) => {
    const body = jsonBody(request.body);
    assertSigned(body, request);
    return eventOf(body['event-data']);
  },
};

/** Mailgun sends an event again for 8 hours. Its signature does not cover the event, so an older one could carry anything. */
const MAX_AGE_MS = 24 * 3_600_000;

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks */
function assertSigned(body: unknown, { key, now }: PushedRequest): void {
  const [timestamp, token, signature] = ['timestamp', 'token', 'signature'].map((name) =>
    textAt(body, 'signature', name),
  );
  if (timestamp === undefined || token === undefined || signature === undefined)
    throw new UnverifiedError('The request has no signature');
  if (!isEqual(hmacSha256(key, timestamp, token).toString('hex'), signature.toLowerCase()))
    throw new UnverifiedError('The signature does not fit the signing key of the integration');
  const age = now.getTime() - (instant(timestamp)?.getTime() ?? 0);
  if (Math.abs(age) > MAX_AGE_MS) throw new UnverifiedError('The signature is older than a day');
}

const KINDS: Record<string, EventKind> = {
  accepted: 'accepted',
  delivered: 'delivered',
  failed: 'bounced',
  rejected: 'rejected',
  opened: 'opened',
  clicked: 'clicked',
  unsubscribed: 'unsubscribed',
  complained: 'complained',
};

function eventOf(event: unknown): VendorEvent[] {
  const at = instant(textAt(event, 'timestamp'));
  const id = textAt(event, 'id');
  const found = kindOf(event);
  if (!found || !at || !id) return [];
  const words = ['delivery-status.message', 'delivery-status.description', 'reject.reason', 'reject.description'];
  return [
    {
      id,
      ...found,
      at,
      messageId: textAt(event, 'user-variables', 'message_id'),
      providerMessageId: textAt(event, 'message', 'headers', 'message-id')?.replace(/^<|>$/g, ''),
      recipient: textAt(event, 'recipient'),
      words: words.map((path) => shown(textAt(event, ...path.split('.')))).find((text) => text !== undefined),
      code: shown(textAt(event, 'delivery-status', 'code')),
      raw: picked(event, ['event', 'severity', 'reason', 'id', 'timestamp', 'delivery-status.code', 'log-level']),
    },
  ];
}

/** Mailgun did not try, because the address is on a list of the account. */
const SUPPRESSED = /^suppress-/;
/** Reasons of permanent failures that may not happen to the next message: given up after hours. */
const SOFT = new Set(['old', 'greylisted', 'generic']);

/** "5.7.1". The code itself is that of SMTP: "550". */
function statusOf(event: unknown): string | undefined {
  return textAt(event, 'delivery-status', 'enhanced-code');
}

function kindOf(event: unknown): { kind: EventKind; bounce?: Bounce } | undefined {
  const kind = entryOf(KINDS, textAt(event, 'event'));
  if (kind !== 'bounced') return kind && { kind };
  const reason = textAt(event, 'reason') ?? '';
  if (textAt(event, 'severity') === 'temporary') return { kind: 'delayed' };
  if (SUPPRESSED.test(reason)) return { kind: 'rejected' };
  // The receiver refused the sender.
  if (reason === 'espblock') return { kind, bounce: 'block' };
  return { kind, bounce: bounceOf(SOFT.has(reason) ? 'soft' : 'hard', statusOf(event)) };
}
