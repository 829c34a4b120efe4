import { BREVO_ORIGIN } from '#lib/providers/brevo.ts';
import {
  addressWithKey,
  listIn,
  ownWebhook,
  type Registration,
  saveWebhook,
  userAndPassword,
  WEBHOOK_NAME,
} from './event-registration.ts';

const WEBHOOKS = `${BREVO_ORIGIN}/v3/webhooks`;
const HEADERS = { accept: 'application/json' };

/**
 * The names of the events that lib/providers/events/brevo-events.ts reads:
 * https://developers.brevo.com/reference/create-webhook
 */
const EVENTS = [
  'sent',
  'delivered',
  'hardBounce',
  'softBounce',
  'blocked',
  'spam',
  'invalid',
  'deferred',
  'click',
  'opened',
  'uniqueOpened',
  'unsubscribed',
];

/**
 * Registers the event address at the vendor: https://developers.brevo.com/reference/create-webhook. A user name and a
 * password are part of the address, and a token is a field: https://developers.brevo.com/docs/secured-webhooks
 */
export const registerBrevo: Registration = async (api, target) => {
  const query = { type: 'transactional' };
  // Brevo responds with 404 if the account has no webhook.
  const listed = await api.ask({ method: 'GET', url: WEBHOOKS, query, headers: HEADERS }, [404]);
  const webhooks = listed.status === 404 ? [] : listIn(listed, 'webhooks');
  const id = ownWebhook(webhooks, target, { id: 'id', url: 'url' });
  const isToken = target.key !== '' && !userAndPassword(target);
  const json = {
    url: addressWithKey(target),
    description: WEBHOOK_NAME,
    events: EVENTS,
    ...(isToken && { auth: { type: 'bearer', token: target.key } }),
  };
  return saveWebhook(api, { url: WEBHOOKS, id, json, atCreation: query, headers: HEADERS });
};
