/** The provider enumerations of spec 2.3 and 2.11 as schemas, followed by the additional providers. */
import type { z } from 'zod';
import { PROVIDERS } from '#lib/providers/catalogue/catalogue.ts';
import { SUBSCRIBER_CHANNEL_PROVIDER_IDS } from './ids.ts';
import { wireCodec, wireEnum } from './wire-enum.ts';

const enumerated = new Set<string>(SUBSCRIBER_CHANNEL_PROVIDER_IDS);
/** The providers for which subscribers store credentials. */
const ofSubscribers = PROVIDERS.filter(({ channel }) => channel === 'chat' || channel === 'push').map(({ id }) => id);
const subscriberChannelIds = [...SUBSCRIBER_CHANNEL_PROVIDER_IDS, ...ofSubscribers.filter((id) => !enumerated.has(id))];
const providerIds = PROVIDERS.map(({ id }) => id);

/** The provider enumeration of spec 2.3 on the wire, in responses. */
export const SubscriberChannelProviderId = wireEnum(subscriberChannelIds);
export type SubscriberChannelProviderId = z.infer<typeof SubscriberChannelProviderId>;

/** The provider enumeration of spec 2.3 in requests: parses the wire value into the neutral one. */
export const SubscriberChannelProviderIdInput = wireCodec(subscriberChannelIds);

/** The provider enumeration of spec 2.11 on the wire, in responses. */
export const ProviderId = wireEnum(providerIds);
export type ProviderId = z.infer<typeof ProviderId>;

/** The provider enumeration of spec 2.11 in requests: parses the wire value into the neutral one. */
export const ProviderIdInput = wireCodec(providerIds);
