import { addressField } from '#lib/reasons/links.ts';

/** A subscriber's addresses. */
export interface Addresses {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/**
 * Whether the subscriber's address in the channel now differs from the address that a message used. False if either is
 * unknown, and for chat and push, which have connections.
 */
export function isOtherAddress(channel: string, used: string | null | undefined, current: Addresses): boolean {
  const field = addressField(channel);
  const now = field && current[field];
  return Boolean(used && now && used !== now);
}
