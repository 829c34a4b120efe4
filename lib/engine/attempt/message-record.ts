/** Messages as the database stores them (spec 2.10). */

import type { Decision, SendResult, Target, UnsentMessage } from '#lib/engine/decision.ts';
import type { MessageRecord } from '#lib/engine/record/records.ts';
import type { OwedMessage, RunContext } from '#lib/engine/run-context.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { detailOf, type Reason } from '#lib/reasons/registry.ts';
import { messageId, recordedProviderId } from './message-id.ts';

/** `errorId` of a message that a provider did not accept, as the interface names it. */
const SEND_ERRORS = {
  email: 'mail_unexpected_error',
  sms: 'unexpected_sms_error',
  push: 'unexpected_push_error',
  chat: 'unexpected_chat_error',
  in_app: 'unexpected_in_app_error',
} as const satisfies Record<Channel, string>;

/** The `errorId` of the interface for a message without an address. */
const ADDRESS_ERRORS: Readonly<Partial<Record<Channel, string>>> = {
  email: 'mail_unexpected_error',
  sms: 'no_subscriber_phone',
};

interface Answer {
  delivery: Extract<Decision, { type: 'deliver' }>;
  target: Target;
  result: SendResult;
  reason: Reason;
  /** Whether another attempt follows. */
  isPassing: boolean;
  /** The recipients who still lack the message. */
  owed?: readonly string[] | undefined;
  /** The message that reached its main recipient at an earlier attempt. */
  before?: OwedMessage | undefined;
  now: Date;
}

export function messageRecord({
  delivery,
  target,
  result,
  reason,
  isPassing,
  owed,
  before,
  now,
}: Answer): MessageRecord {
  const { channel, content } = delivery;
  const common = {
    id: target.messageId,
    channel,
    ...content,
    integrationId: target.integration.id,
    providerId: target.integration.providerId,
    address: target.address.record,
    reason,
    owed,
  };
  if (before) {
    const { reason: earlier, providerMessageId } = before;
    return { ...common, reason: earlier, providerMessageId, status: 'sent' };
  }
  if (result.type === 'accepted') {
    const providerMessageId = result.providerMessageId && recordedProviderId(result.providerMessageId);
    const { sentFrom } = result;
    return { ...common, status: 'sent', providerMessageId, sentFrom, ...(!target.message && { deliveredAt: now }) };
  }
  const status = isPassing ? 'warning' : 'error';
  return { ...common, status, errorId: SEND_ERRORS[channel], errorText: result.error.words };
}

/** Returns a message that shows what would have been sent. */
export function missingAddressMessage(
  { environment, job, attempt }: RunContext,
  { channel, content }: UnsentMessage,
  reason: Reason,
): MessageRecord {
  return {
    id: messageId(environment.id, job.id, 'no address', attempt.firstClaimedAt),
    channel,
    ...content,
    status: 'warning',
    errorId: ADDRESS_ERRORS[channel] ?? SEND_ERRORS[channel],
    errorText: detailOf(reason).detail,
    reason,
    address: {},
  };
}
