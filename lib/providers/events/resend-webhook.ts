import { listIn, ownWebhook, type Registration, textIn } from './event-registration.ts';

const WEBHOOKS = 'https://api.resend.com/webhooks';

/** The events that lib/providers/events/resend-events.ts reads. */
const EVENTS = [
  'email.sent',
  'email.delivered',
  'email.delivery_delayed',
  'email.bounced',
  'email.complained',
  'email.opened',
  'email.clicked',
  'email.failed',
  'email.suppressed',
];

/**
 * Registers the event address at the vendor: https://resend.com/docs/api-reference/webhooks/create-webhook. The
 * response to a change does not contain the signing secret, so it is fetched:
 * https://resend.com/docs/api-reference/webhooks/get-webhook
 */
export const registerResend: Registration = async ({ ask }, target) => {
  const listed = await ask({ method: 'GET', url: WEBHOOKS, query: { limit: '100' } });
  const id = ownWebhook(listIn(listed, 'data'), target, { id: 'id', url: 'endpoint' });
  const json = { endpoint: target.url, events: EVENTS };
  if (id === undefined) return { isNew: true, key: textIn(await ask({ url: WEBHOOKS, json }), 'signing_secret') };
  const url = `${WEBHOOKS}/${encodeURIComponent(id)}`;
  await ask({ method: 'PATCH', url, json: { ...json, status: 'enabled' } });
  return { isNew: false, key: textIn(await ask({ method: 'GET', url }), 'signing_secret') };
};
