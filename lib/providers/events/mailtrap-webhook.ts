import { textOf } from '#lib/providers/credential.ts';
import { listIn, ownWebhook, type Registration, textIn, type VendorApi } from './event-registration.ts';

const ACCOUNTS = 'https://mailtrap.io/api/accounts';

/** The events that lib/providers/events/mailtrap-events.ts reads. */
const EVENTS = [
  'delivery',
  'soft_bounce',
  'bounce',
  'suspension',
  'unsubscribe',
  'open',
  'spam_complaint',
  'click',
  'reject',
];

/**
 * Registers the event address at the vendor:
 * https://github.com/mailtrap/mailtrap-nodejs/blob/main/src/lib/api/resources/Webhooks.ts. Mailtrap returns the signing
 * secret of a webhook only when the webhook is created, so a webhook without a stored key is deleted and created again.
 */
export const registerMailtrap: Registration = async (api, target) => {
  const { ask, credentials } = api;
  const webhooks = `${ACCOUNTS}/${encodeURIComponent(await accountId(api))}/webhooks`;
  const known = ownWebhook(listIn(await ask({ method: 'GET', url: webhooks }), 'data'), target, {
    id: 'id',
    url: 'url',
  });
  const shared = { url: target.url, active: true, payload_format: 'json', event_types: EVENTS };
  const own = `${webhooks}/${encodeURIComponent(known ?? '')}`;
  if (known !== undefined && target.key !== '') {
    await ask({ method: 'PATCH', url: own, json: { webhook: shared } });
    return { isNew: false };
  }
  if (known !== undefined) await ask({ method: 'DELETE', url: own });
  const stream = textOf(credentials, 'stream') === 'bulk' ? 'bulk' : 'transactional';
  const webhook = { ...shared, webhook_type: 'email_sending', sending_stream: stream };
  const created = await ask({ url: webhooks, json: { webhook } });
  return { isNew: known === undefined, key: textIn(created, 'data', 'signing_secret') };
};

/**
 * Returns the ID of the account:
 * https://github.com/mailtrap/mailtrap-nodejs/blob/main/src/lib/api/resources/Accounts.ts. A token belongs to one
 * account.
 */
async function accountId({ ask }: VendorApi): Promise<string> {
  const answer = await ask({ method: 'GET', url: ACCOUNTS });
  return textIn({ ...answer, json: listIn(answer)[0] }, 'id');
}
