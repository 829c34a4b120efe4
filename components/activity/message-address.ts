/** The whole address of an attempt: that of its own message, since the subscriber may have another one today. */
import type { Message } from '#lib/messages/schema.ts';
import type { ExecutionDetail } from '#lib/notifications/schema.ts';
import { type About, unmasked } from '#lib/reasons/definition.ts';

export type Addressed = Pick<Message, '_id' | 'email' | 'phone'>;

/** With the address of the message that the detail is about. Where that is not known, masked addresses stay so. */
export function aboutDetail(about: About, detail: Detail, messages: readonly Addressed[]): About {
  return { ...about, addresses: addressesOf(detail, messages) };
}

/** A masked address in full, where the message is known. */
export function addressIn(detail: Detail, masked: string, messages: readonly Addressed[]): string {
  return unmasked(masked, addressesOf(detail, messages));
}

type Detail = Pick<ExecutionDetail, '_messageId'>;

function addressesOf({ _messageId }: Detail, messages: readonly Addressed[]) {
  const own = _messageId === undefined ? undefined : messages.find(({ _id }) => _id === _messageId);
  return [own?.email, own?.phone];
}
