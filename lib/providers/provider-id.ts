/** The provider enumerations of spec 2.3 and 2.11 as schemas, with the providers beyond the interface at their end. */
import type { z } from 'zod';
import { PROVIDERS } from './catalogue.ts';
import { SUBSCRIBER_CHANNEL_PROVIDER_IDS } from './ids.ts';
import { wireCodec, wireEnum } from './wire-enum.ts';

const enumerated = new Set<string>(SUBSCRIBER_CHANNEL_PROVIDER_IDS);
/** What subscribers have credentials at. */
const ofSubscribers = PROVIDERS.filter(({ channel }) => channel === 'chat' || channel === 'push').map(({ id }) => id);
const subscriberChannelIds = [...SUBSCRIBER_CHANNEL_PROVIDER_IDS, ...ofSubscribers.filter((id) => !enumerated.has(id))];
const providerIds = PROVIDERS.map(({ id }) => id);

/** Spec 2.3 on the wire, in responses. */
export const SubscriberChannelProviderId = wireEnum(subscriberChannelIds);
export type SubscriberChannelProviderId = z.infer<typeof SubscriberChannelProviderId>;

/** Spec 2.3 in requests: wire value in, neutral value out. */
export const SubscriberChannelProviderIdInput = wireCodec(subscriberChannelIds);

/** The provider enumeration of spec 2.11 on the wire, in responses. */
export const ProviderId = wireEnum(providerIds);
export type ProviderId = z.infer<typeof ProviderId>;

/** The provider enumeration of spec 2.11 in requests: wire value in, neutral value out. */
export const ProviderIdInput = wireCodec(providerIds);
