/** The whole address of an attempt: that of its own message, since the subscriber may have another one today. */
import type { Message } from '#lib/messages/schema.ts';
import type { ExecutionDetail } from '#lib/notifications/schema.ts';
import { type About, unmasked } from '#lib/reasons/definition.ts';

export type Addressed = Pick<Message, '_id' | 'email' | 'phone'>;

/** Those of the subscriber today. */
export type Present = { email?: string | undefined; phone?: string | undefined } | undefined;

/**
 * With the address of the message that the detail is about. While there is none yet, `present` are those that the next
 * attempt uses. Where neither is known, masked addresses stay so.
 */
export function aboutDetail(about: About, detail: Detail, messages: readonly Addressed[], present?: Present): About {
  return { ...about, addresses: addressesOf(detail, messages, present) };
}

/** A masked address in full, where the message is known. */
export function addressIn(detail: Detail, masked: string, messages: readonly Addressed[]): string {
  return unmasked(masked, addressesOf(detail, messages));
}

type Detail = Pick<ExecutionDetail, '_messageId'>;

function addressesOf({ _messageId }: Detail, messages: readonly Addressed[], present?: Present) {
  const own = messages.find(({ _id }) => _messageId !== undefined && _id === _messageId) ?? present;
  return [own?.email, own?.phone];
}
