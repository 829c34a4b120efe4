import { type Fix, fixOf, parseReason } from '#lib/reasons/registry.ts';
import type { Message } from './schema.ts';

/**
 * What to do about a message that did not go out, or only into the sandbox. Undefined when it did, and where nothing is to be
 * done.
 *
 * @param integration the identifier of the one that it was to go out with, once that is known.
 */
export function messageFix(message: Message, integration: string | undefined): Fix | undefined {
  const { status, reason, subscriber, templateIdentifier, _messageTemplateId, channel } = message;
  const known = parseReason(reason);
  if (!known || (status === 'sent' && known.code !== 'sandboxed')) return undefined;
  return fixOf(known, {
    subscriber: subscriber?.subscriberId,
    workflow: templateIdentifier,
    step: _messageTemplateId ?? undefined,
    run: message._notificationId,
    channel,
    integration,
  });
}
