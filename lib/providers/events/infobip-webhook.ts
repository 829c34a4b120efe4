import { createHash } from 'node:crypto';
import { asObject, valueAt } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import { infobipBase } from '#lib/providers/infobip.ts';
import { listText } from '#lib/text/list-text.ts';
import {
  type EventTarget,
  listIn,
  type Registered,
  type Registration,
  takenAddress,
  userAndPassword,
  type VendorApi,
  WEBHOOK_NAME,
} from './event-registration.ts';

/**
 * Registers the event address at the vendor:
 * https://www.infobip.com/docs/api/platform/subscriptions-api/create-subscription. The address belongs to a
 * notification profile, and a subscription names the profile. Infobip gives each event to one subscription, so a second
 * subscription to all delivery reports is not created.
 */
export const registerInfobip: Registration = async (api, target) => {
  const base = `${infobipBase(api.credentials)}/subscriptions/1`;
  const profiles = await everyPage(api, `${base}/profiles`);
  const profile = profiles.find((each) => target.isOwn(textAt(each, 'webhook', 'notifyUrl') ?? ''));
  const subscriptions = (await everyPage(api, `${base}/subscription/SMS`)).filter(hasDelivery);
  const isOwn = (subscription: unknown) =>
    profile !== undefined && textAt(subscription, 'profile', 'profileId') === textAt(profile, 'profileId');
  const others = subscriptions.filter((each) => !isOwn(each));
  const isKnown = others.length < subscriptions.length;
  if (!isKnown && others.some((each) => !isFiltered(each)))
    throw takenAddress(
      'All delivery reports go to another subscription, which Belfry does not replace: remove this subscription at Infobip, or limit it to applications or senders',
    );
  if (profile !== undefined) await changeProfile(api, base, { profile, target });
  if (!isKnown) await createSubscription(api, base, { profile, target });
  return { isNew: !isKnown, ...leftOutOf(others) };
};

const DELIVERY = 'DELIVERY';
const PAGE_SIZE = 100;
const MAX_PAGES = 10;

async function everyPage({ ask }: VendorApi, url: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { page: String(page), size: String(PAGE_SIZE) };
    const results = listIn(await ask({ method: 'GET', url, query }), 'results');
    found.push(...results);
    if (results.length < PAGE_SIZE) break;
  }
  return found;
}

/** Some events in the list are objects with a format, others are texts. */
function hasDelivery(subscription: unknown): boolean {
  const events = valueAt(subscription, ['events']);
  return Array.isArray(events) && events.some((event) => (textAt(event, 'event') ?? event) === DELIVERY);
}

function isFiltered(subscription: unknown): boolean {
  return ['criteria', 'resources', 'users'].some((name) => {
    const filter = valueAt(subscription, [name]);
    return Array.isArray(filter) && filter.length > 0;
  });
}

function leftOutOf(others: readonly unknown[]): Pick<Registered, 'leftOut'> {
  if (others.length === 0) return {};
  const names = others.map((each) => textAt(each, 'name') ?? textAt(each, 'subscriptionId') ?? 'without a name');
  const which = others.length > 1 ? 'subscriptions' : 'subscription';
  return { leftOut: `Reports that match the ${which} ${listText(names)} go to other addresses.` };
}

interface Entry {
  profile: unknown;
  target: EventTarget;
}

/** Changes the address and, if a key is entered, the user name and password. The profile's other settings are kept. */
async function changeProfile(api: VendorApi, base: string, { profile, target }: Entry): Promise<void> {
  const { profileId: _, webhook, ...kept } = asObject(profile);
  const security = await securityFor(api, base, { profile, target });
  const json = { ...kept, webhook: { ...asObject(webhook), notifyUrl: target.url }, ...security };
  const id = encodeURIComponent(textAt(profile, 'profileId') ?? '');
  await api.ask({ method: 'PUT', url: `${base}/profiles/${id}`, json });
}

async function securityFor({ ask }: VendorApi, base: string, { profile, target }: Entry) {
  const settings = basicSecurity(target);
  if (!settings) return {};
  const { authId, ...shared } = settings;
  const known = textAt(profile, 'security', 'authId');
  if (known === undefined) await ask({ url: `${base}/security`, json: settings });
  else await ask({ method: 'PUT', url: `${base}/security/${encodeURIComponent(known)}`, json: shared });
  return { security: { authId: known ?? authId } };
}

async function createSubscription({ ask }: VendorApi, base: string, { profile, target }: Entry): Promise<void> {
  const id = idFor(target);
  const security = basicSecurity(target);
  const json = {
    subscriptionId: id,
    name: WEBHOOK_NAME,
    events: [DELIVERY],
    profile:
      profile === undefined
        ? { profileId: id, webhook: { notifyUrl: target.url }, ...(security && { security }) }
        : { profileId: textAt(profile, 'profileId') },
  };
  await ask({ url: `${base}/subscription/SMS`, json });
}

function basicSecurity(target: EventTarget) {
  const login = userAndPassword(target);
  if (!login) return undefined;
  return { authId: idFor(target), type: 'BASIC', credentials: { username: login.user, password: login.password } };
}

/**
 * Returns the ID of a new profile or subscription. Infobip requires its customers to choose the ID, and paths contain
 * it. The ID is a hash, so it reveals nothing about the secret address.
 */
function idFor({ url }: EventTarget): string {
  return `belfry-${createHash('sha256').update(url).digest('hex').slice(0, 24)}`;
}
