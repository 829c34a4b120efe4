/** The provider enumerations of spec 2.3 and 2.11 as schemas. */
import type { z } from 'zod';
import { PROVIDER_IDS, SUBSCRIBER_CHANNEL_PROVIDER_IDS } from './ids.ts';
import { wireCodec, wireEnum } from './wire-enum.ts';

/** Spec 2.3 on the wire, in responses. */
export const SubscriberChannelProviderId = wireEnum(SUBSCRIBER_CHANNEL_PROVIDER_IDS);
export type SubscriberChannelProviderId = z.infer<typeof SubscriberChannelProviderId>;

/** Spec 2.3 in requests: wire value in, neutral value out. */
export const SubscriberChannelProviderIdInput = wireCodec(SUBSCRIBER_CHANNEL_PROVIDER_IDS);

/** The provider enumeration of spec 2.11 on the wire, in responses. */
export const ProviderId = wireEnum(PROVIDER_IDS);
export type ProviderId = z.infer<typeof ProviderId>;

/** The provider enumeration of spec 2.11 in requests: wire value in, neutral value out. */
export const ProviderIdInput = wireCodec(PROVIDER_IDS);
