/** Rules for vendors that respond separately for each recipient. */
import { isAmong } from './email-address.ts';
import { recipientsOf } from './mailbox.ts';
import type { ChannelMessage } from './message.ts';
import { ProviderError, type RawExchange, type RefusedRecipient } from './send.ts';

interface Answered {
  exchange: RawExchange;
  status: number;
}

/**
 * Returns the refused recipients in copy.
 *
 * @throws {ProviderError} if the main recipient was refused, whatever happened to the others.
 */
export function copiesAmong(
  refused: readonly RefusedRecipient[],
  message: ChannelMessage,
  { exchange, status }: Answered,
): RefusedRecipient[] {
  const [main = '', ...copies] = recipientsOf(message);
  const addresses = refused.flatMap(({ address }) => address ?? []);
  const own = refused.find(({ address }) => address !== undefined && isAmong(address, [main]));
  if (!own) return refused.filter(({ address }) => address === undefined || isAmong(address, copies));
  const taken = copies.filter((copy) => !isAmong(copy, addresses));
  throw new ProviderError(own.kind, { ...own, exchange, status: own.status ?? status, taken });
}
