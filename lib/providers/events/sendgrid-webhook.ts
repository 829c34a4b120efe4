import type { Credentials } from '#lib/providers/credential.ts';
import { listIn, ownWebhook, type Registration, textIn, WEBHOOK_NAME } from './event-registration.ts';

/** The events that lib/providers/events/sendgrid-events.ts reads. */
const EVENTS = {
  processed: true,
  deferred: true,
  delivered: true,
  bounce: true,
  dropped: true,
  open: true,
  click: true,
  spam_report: true,
  unsubscribe: true,
  group_unsubscribe: true,
  group_resubscribe: false,
};

/**
 * Registers the event address at the vendor:
 * https://www.twilio.com/docs/sendgrid/api-reference/webhooks/create-a-new-event-webhook. SendGrid does not sign a new
 * webhook until signing is switched on:
 * https://www.twilio.com/docs/sendgrid/api-reference/webhooks/toggle-signature-verification-for-an-event-webhook
 */
export function registerSendGrid(origin: (credentials: Credentials) => string): Registration {
  return async ({ ask, credentials }, target) => {
    const settings = `${origin(credentials)}/v3/user/webhooks/event/settings`;
    const listed = await ask({ method: 'GET', url: `${settings}/all` });
    const known = ownWebhook(listIn(listed, 'webhooks'), target, { id: 'id', url: 'url' });
    const json = { enabled: true, url: target.url, ...EVENTS, friendly_name: WEBHOOK_NAME };
    if (known !== undefined) await ask({ method: 'PATCH', url: `${settings}/${encodeURIComponent(known)}`, json });
    const id = known ?? textIn(await ask({ url: settings, json }), 'id');
    const signed = { method: 'PATCH', url: `${settings}/signed/${encodeURIComponent(id)}` } as const;
    return { isNew: known === undefined, key: textIn(await ask({ ...signed, json: { enabled: true } }), 'public_key') };
  };
}
