/** Addresses that get nothing, because an earlier message bounced or its recipient complained. Pure. */

import type { Channel } from '#lib/providers/channel.ts';
import { comparable } from '#lib/providers/email-address.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import type { Address } from '#lib/steps/run.ts';

export interface Suppression {
  channel: Channel;
  address: string;
  event: 'bounced' | 'complained';
  since: Date;
}

/** Returns why nothing is sent to the address, or undefined if the address is not suppressed. */
export function suppressionOf(
  suppressions: readonly Suppression[],
  channel: Channel,
  { suppressedAs, shown }: Pick<Address, 'suppressedAs' | 'shown'>,
): Reason | undefined {
  const address = suppressedAs && comparable(suppressedAs);
  const found = suppressions.find((each) => each.channel === channel && comparable(each.address) === address);
  return found && reasonFor('suppressed', { address: shown, event: found.event, since: found.since.toISOString() });
}
