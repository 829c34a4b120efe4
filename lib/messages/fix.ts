import { type Fix, fixOf, parseReason } from '#lib/reasons/registry.ts';
import { reportOf } from '#lib/reasons/report-codes.ts';
import type { Message } from './schema.ts';

/**
 * Returns the fix for a message that was not sent, did not arrive, or was sent only to the sandbox. Undefined for other
 * messages, or if nothing needs to be done.
 *
 * @param integration the identifier of the chosen integration, if known.
 */
export function messageFix(message: Message, integration: string | undefined): Fix | undefined {
  const { status, reason, subscriber, templateIdentifier, _messageTemplateId, channel } = message;
  const report = status === 'sent' ? reportOf(message.reported) : undefined;
  const known = report ?? parseReason(reason);
  if (!known || (status === 'sent' && !report && known.code !== 'sandboxed')) return undefined;
  return fixOf(known, {
    subscriber: subscriber?.subscriberId,
    workflow: templateIdentifier,
    step: _messageTemplateId ?? undefined,
    run: message._notificationId,
    channel,
    integration,
  });
}
