import { textAt, textOf } from '#lib/providers/credential.ts';
import { asciiDomain } from '#lib/providers/email-address.ts';
import { parseMailbox } from '#lib/providers/mailbox.ts';
import { ProviderError } from '#lib/providers/send.ts';
import {
  listIn,
  ownWebhook,
  type Registration,
  saveWebhook,
  type VendorApi,
  WEBHOOK_NAME,
} from './event-registration.ts';

const API = 'https://api.mailersend.com/v1';

/** The events that lib/providers/events/mailersend-events.ts reads. `activity.deferred` is omitted: only paid plans have this event. */
const EVENTS = [
  'activity.sent',
  'activity.delivered',
  'activity.soft_bounced',
  'activity.hard_bounced',
  'activity.opened',
  'activity.clicked',
  'activity.unsubscribed',
  'activity.spam_complaint',
];

/**
 * Registers the event address at the vendor: https://developers.mailersend.com/api/v1/webhooks.html#create-a-webhook. A
 * webhook belongs to one domain. The documented responses contain no signing secret.
 */
export const registerMailerSend: Registration = async (api, target) => {
  const domain = await domainId(api);
  const query = { domain_id: domain };
  const listed = await api.ask({ method: 'GET', url: `${API}/webhooks`, query });
  const id = ownWebhook(listIn(listed, 'data'), target, { id: 'id', url: 'url' });
  const json = { url: target.url, name: WEBHOOK_NAME, events: EVENTS, enabled: true };
  return saveWebhook(api, { url: `${API}/webhooks`, id, json, atCreation: query });
};

const MAX_PAGES = 10;

/**
 * Returns MailerSend's ID of the sender's domain: https://developers.mailersend.com/api/v1/domains.html#get-a-list-of-domains
 * @throws {ProviderError} if the account does not have the domain.
 */
async function domainId({ ask, credentials }: VendorApi): Promise<string> {
  const from = textOf(credentials, 'from');
  const name = asciiDomain(parseMailbox(from)?.email ?? from)
    .split('@')
    .at(-1)
    ?.toLowerCase();
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = { page: String(page), limit: '100' };
    const domains = listIn(await ask({ method: 'GET', url: `${API}/domains`, query }), 'data');
    const own = domains.find((domain) => textAt(domain, 'name')?.toLowerCase() === name);
    const id = textAt(own, 'id');
    if (id !== undefined) return id;
    if (domains.length < 100) break;
  }
  const words = `The account has no domain ${name}, which is the domain of the sender`;
  throw new ProviderError('configuration', { words, exchange: { request: '' }, isOwn: true });
}
