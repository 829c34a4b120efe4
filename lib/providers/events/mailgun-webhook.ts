import { asObject, valueAt } from '#lib/json/values.ts';
import { type Credentials, textAt, textOf } from '#lib/providers/credential.ts';
import { type EventTarget, type Registration, undocumented, type VendorApi } from './event-registration.ts';

/** The types of webhooks for the events that lib/providers/events/mailgun-events.ts reads. */
const TYPES = [
  'accepted',
  'delivered',
  'temporary_fail',
  'permanent_fail',
  'opened',
  'clicked',
  'unsubscribed',
  'complained',
];

/**
 * Registers the event address at the vendor:
 * https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/domain-webhooks. Each webhook type has at
 * most three addresses. Addresses of other services are kept.
 */
export function registerMailgun(base: (credentials: Credentials) => string): Registration {
  return async (api, target) => {
    const domain = encodeURIComponent(textOf(api.credentials, 'domain'));
    const webhooks = `${base(api.credentials)}/v3/domains/${domain}/webhooks`;
    const listed = await api.ask({ method: 'GET', url: webhooks });
    const known = valueAt(listed.json, ['webhooks']);
    if (typeof known !== 'object' || known === null) throw undocumented(listed.status);
    let isNew = true;
    for (const type of TYPES) {
      const urls = urlsOf(asObject(known)[type]);
      if (urls.some(target.isOwn)) isNew = false;
      await enter(api, webhooks, { type, urls, target });
    }
    return { isNew, key: await signingKey(api, base(api.credentials)) };
  };
}

/** Older webhooks have one `url`. */
function urlsOf(webhook: unknown): string[] {
  const urls = valueAt(webhook, ['urls']);
  const url = textAt(webhook, 'url');
  const all = [...(Array.isArray(urls) ? urls : []), url];
  return [...new Set(all.filter((each): each is string => typeof each === 'string' && each !== ''))];
}

interface Entry {
  type: string;
  urls: readonly string[];
  target: EventTarget;
}

async function enter({ ask }: VendorApi, webhooks: string, { type, urls, target }: Entry): Promise<void> {
  const wanted = [...urls.filter((url) => !target.isOwn(url)), target.url];
  if (urls.includes(target.url) && wanted.length === urls.length) return;
  const pairs = wanted.map((url): [string, string] => ['url', url]);
  if (urls.length === 0) await ask({ url: webhooks, pairs: [['id', type], ...pairs] });
  else await ask({ method: 'PUT', url: `${webhooks}/${type}`, pairs });
}

/**
 * Returns the signing key of the account:
 * https://github.com/mailgun/mailgun.js/blob/master/lib/Classes/AccountManagement/AccountManagement.ts. Only an
 * account-wide key may read the signing key.
 */
async function signingKey({ ask }: VendorApi, base: string): Promise<string | undefined> {
  const url = `${base}/v5/accounts/http_signing_key`;
  const answer = await ask({ method: 'GET', url }, [401, 403, 404]);
  return textAt(answer.json, 'http_signing_key');
}
