/** The optional part `fate` of a provider: fetches the fate of one accepted message from the vendor. */

import type { SendTools } from '#lib/providers/send.ts';
import type { VendorEvent } from './event-source.ts';

/** A message that the vendor accepted. */
export interface AcceptedMessage {
  /** Belfry’s ID of the message. */
  id: string;
  providerMessageId: string;
  /** The address or the phone number of the recipient. Empty for other channels. */
  to: string;
  sentAt: Date;
}

/** The fate of a message, as returned by the vendor. */
export interface Fate {
  /** Whether the vendor knows the message. */
  isKnown: boolean;
  /** The vendor’s word for the present state. Absent if the vendor has only events. */
  state?: string | undefined;
  /** The events so far, in the form and with the IDs of pushed events. Empty if the vendor has none. */
  events: readonly VendorEvent[];
  /** Whether the device no longer exists, so that its token is removed. */
  isDeviceGone?: true;
}

/**
 * Fetches the fate of a message from the vendor.
 * @throws {ProviderError} if the vendor did not respond, or refused the request.
 */
export type FetchFate = (message: AcceptedMessage, tools: SendTools) => Promise<Fate>;
