/**
 * Addresses to which nothing is sent, because earlier messages bounced, a recipient complained, or a person added them.
 * Pure.
 */

import type { Channel } from '#lib/providers/channel.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import type { Address } from '#lib/steps/run.ts';
import { listedForm } from './address.ts';
import { type Cause, isSuppressedChannel } from './causes.ts';

export interface Suppression {
  channel: Channel;
  address: string;
  event: Cause;
  since: Date;
}

/** Returns why nothing is sent to the address, or undefined if the address is not suppressed. */
export function suppressionOf(
  suppressions: readonly Suppression[],
  channel: Channel,
  { suppressedAs, shown }: Pick<Address, 'suppressedAs' | 'shown'>,
): Reason | undefined {
  if (!isSuppressedChannel(channel) || !suppressedAs) return undefined;
  const address = listedForm(channel, suppressedAs);
  const found = suppressions.find((each) => each.channel === channel && listedForm(channel, each.address) === address);
  return found && reasonFor('suppressed', { address: shown, event: found.event, since: found.since.toISOString() });
}
