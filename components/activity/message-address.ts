/**
 * Unmasks the address of an attempt with the address of its message, because the subscriber's address may have changed
 * since.
 */
import type { Message } from '#lib/messages/schema.ts';
import type { ExecutionDetail } from '#lib/notifications/schema.ts';
import { type About, unmasked } from '#lib/reasons/definition.ts';

export type Addressed = Pick<Message, '_id' | 'email' | 'phone'>;

/** The subscriber's current addresses. */
export type Present = { email?: string | undefined; phone?: string | undefined } | undefined;

/**
 * Adds the address of the message that the detail is about. Before that message exists, adds the `present` addresses,
 * which the next attempt uses. If neither is known, addresses stay masked.
 */
export function aboutDetail(about: About, detail: Detail, messages: readonly Addressed[], present?: Present): About {
  return { ...about, addresses: addressesOf(detail, messages, present) };
}

/** Returns a masked address in full if its message is known. */
export function addressIn(detail: Detail, masked: string, messages: readonly Addressed[]): string {
  return unmasked(masked, addressesOf(detail, messages));
}

type Detail = Pick<ExecutionDetail, '_messageId'>;

function addressesOf({ _messageId }: Detail, messages: readonly Addressed[], present?: Present) {
  const own = messages.find(({ _id }) => _messageId !== undefined && _id === _messageId) ?? present;
  return [own?.email, own?.phone];
}
