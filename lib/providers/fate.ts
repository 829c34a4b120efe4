/** The optional part `fate` of a provider: fetches from the vendor what became of one message that it accepted. */
import type { VendorEvent } from './event-source.ts';
import type { SendTools } from './send.ts';

/** A message that the vendor accepted. */
export interface AcceptedMessage {
  /** Belfry’s. */
  id: string;
  providerMessageId: string;
  /** The address or the phone number of the recipient. Empty for other channels. */
  to: string;
  sentAt: Date;
}

/** What the vendor answered about a message. */
export interface Fate {
  /** Whether the vendor knows the message. */
  isKnown: boolean;
  /** The vendor’s word for the present state. Absent if it has events only. */
  state?: string | undefined;
  /** What happened so far, as if the vendor had pushed it: with the same IDs, if the vendor has any. */
  events: readonly VendorEvent[];
  /** The device no longer exists, so its token must be removed. */
  isDeviceGone?: true;
}

/** @throws {ProviderError} if the vendor did not answer, or refused the request. */
export type FetchFate = (message: AcceptedMessage, tools: SendTools) => Promise<Fate>;
