import { randomBytes } from 'node:crypto';
import { valueAt } from '#lib/json/values.ts';
import { birdWorkspace } from '#lib/providers/bird.ts';
import { textAt, textOf } from '#lib/providers/credential.ts';
import { BIRD_EVENT } from './bird-events.ts';
import { listIn, ownWebhook, type Registration, type VendorApi } from './event-registration.ts';

/**
 * Registers the event address at the vendor:
 * https://docs.bird.com/api/notifications-api/api-reference/webhook-subscriptions/create-a-webhook-subscription. The
 * documented paths begin with the organization, whose ID an access key cannot read. The API also accepts paths that
 * begin with the workspace. The customer chooses the signing key, and the API never returns it. If no key is stored, a
 * new one is set.
 */
export const registerBird: Registration = async (api, target) => {
  const subscriptions = `${birdWorkspace(api.credentials)}/webhook-subscriptions`;
  const known = ownWebhook(await outboundSubscriptions(api, subscriptions), target, { id: 'id', url: 'url' });
  const signingKey = target.key || randomBytes(32).toString('base64');
  const eventFilters = [{ key: 'channelId', value: textOf(api.credentials, 'channelId') }];
  const json = { url: target.url, signingKey, eventFilters };
  if (known === undefined)
    await api.ask({ url: subscriptions, json: { service: SERVICE, event: BIRD_EVENT, ...json } });
  else {
    const url = `${subscriptions}/${encodeURIComponent(known)}`;
    await api.ask({ method: 'PATCH', url, json: { ...json, status: 'active' } });
  }
  return { isNew: known === undefined, key: signingKey };
};

const SERVICE = 'channels';
const MAX_PAGES = 10;

/**
 * Returns the subscriptions to events of outbound SMS, of all channels:
 * https://docs.bird.com/api/notifications-api/api-reference/webhook-subscriptions/list-webhook-subscriptions
 */
async function outboundSubscriptions({ ask }: VendorApi, url: string): Promise<unknown[]> {
  const found: unknown[] = [];
  let pageToken: string | undefined;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = { limit: '100', ...(pageToken && { pageToken }) };
    const listed = await ask({ method: 'GET', url, query });
    found.push(...listIn(listed, 'results'));
    pageToken = textAt(listed.json, 'nextPageToken');
    if (!pageToken) break;
  }
  return found.filter((each) => valueAt(each, ['service']) === SERVICE && valueAt(each, ['event']) === BIRD_EVENT);
}
