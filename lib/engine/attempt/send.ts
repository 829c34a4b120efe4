/** Hands a message to its provider. Never throws: an error becomes the target's result. */
import { UnreadableError } from '#lib/crypto.ts';
import type { SendFailure, SendResult, SendTarget, Target } from '#lib/engine/decision.ts';
import { credentialsOf } from '#lib/engine/load/environment.ts';
import type { Credentials } from '#lib/integrations/credentials.ts';
import { logger } from '#lib/logger.ts';
import { type Outbound, outbound } from '#lib/outbound/outbound.ts';
import type { Rehearsal } from '#lib/outbound/rehearsal.ts';
import { deliver } from '#lib/providers/deliver.ts';
import { mailboxText, senderOf } from '#lib/providers/mailbox.ts';
import { ProviderError, type Sent } from '#lib/providers/send.ts';
import { moveChat } from '#lib/subscribers/moved-chat.ts';
import { annotate, inSpan, type SpanDescription } from '#lib/tracing/tracing.ts';

export const sendTarget: SendTarget = (environmentId, target, now) =>
  inSpan(
    () => messageSpan(target),
    async () => {
      const result = await handOver(environmentId, target, { outbound: outbound(), now });
      if (result.type === 'refused') annotate(() => ({ 'error.type': result.error.kind }));
      return result;
    },
  );

/** Returns the span of handing a message to its provider. */
function messageSpan({ messageId, integration, message }: Target): SpanDescription {
  return {
    name: `send ${integration.channel}`,
    kind: 'client',
    attributes: {
      'belfry.message.id': messageId,
      'belfry.channel': message?.channel ?? integration.channel,
      'belfry.provider': integration.providerId,
      'belfry.integration.id': integration.id,
      'belfry.sandbox': integration.sandbox || undefined,
    },
  };
}

/**
 * Returns the result that a message would have, without sending the message. It prepares the message up to the first
 * connection, so it finds addresses and settings that no attempt can use. After that, an integration counts as
 * accepting, except in sandbox mode, which responds as always.
 */
export async function rehearseTarget(
  environmentId: string,
  target: Target,
  { now, rehearsal }: { now: () => Date; rehearsal: Rehearsal },
): Promise<SendResult> {
  const { messageId, integration } = target;
  const attempt = rehearsal.begin();
  const result = await handOver(environmentId, target, { outbound: attempt.outbound, now, isRehearsal: true });
  if (integration.sandbox || (result.type === 'refused' && !attempt.isReached())) return result;
  return { messageId, type: 'accepted', sandbox: false };
}

interface Means {
  outbound: Outbound;
  now: () => Date;
  isRehearsal?: boolean;
}

async function handOver(environmentId: string, target: Target, means: Means): Promise<SendResult> {
  const { messageId, integration } = target;
  try {
    const { sandbox } = integration;
    const { movedTo, ...more } = await deliverMessage(environmentId, target, means);
    if (movedTo !== undefined) await saveMovedChat(environmentId, target, movedTo);
    return { messageId, type: 'accepted', sandbox, ...more };
  } catch (error) {
    return { messageId, type: 'refused', error: failureOf(error) };
  }
}

/** Stores the new ID of a moved chat for the next message. If storing fails, the provider reports the new ID again. */
async function saveMovedChat(environmentId: string, { message, address }: Target, to: string): Promise<void> {
  const from = message?.channel === 'chat' ? message.target.channel : undefined;
  if (address.connectionId === undefined || from === undefined) return;
  await moveChat(environmentId, address.connectionId, { from, to }).catch((error: unknown) =>
    logger().warn({ error, chatConnectionId: address.connectionId }, 'Saving the new ID of a moved chat failed'),
  );
}

type SentFrom = Sent & { sentFrom?: string };

async function deliverMessage(
  environmentId: string,
  { integration, message, secrets }: Target,
  means: Means,
): Promise<SentFrom> {
  if (!message) throw new TypeError('Nothing is sent to a target without a message');
  const { providerId, sandbox, eventsUrl } = integration;
  const credentials = sandbox ? {} : credentialsOf(environmentId, integration);
  const account = { providerId, sandbox, credentials, eventsUrl, secrets };
  const result = await deliver(account, message, means);
  if (message.channel !== 'email') return result;
  const sender = senderOf(message, sandbox ? readableCredentials(environmentId, integration) : credentials);
  return sender.email === '' ? result : { ...result, sentFrom: mailboxText(sender) };
}

/** Returns the credentials for the sender of a sandboxed email. Empty if they cannot be decrypted: nothing is sent with them. */
function readableCredentials(environmentId: string, integration: Target['integration']): Credentials {
  try {
    return credentialsOf(environmentId, integration);
  } catch (error) {
    if (error instanceof UnreadableError) return {};
    throw error;
  }
}

/**
 * Returns the failure that an error means. An error that did not come from the provider is a defect of Belfry: the job
 * is retried, and the error's text is stored. Unreadable credentials stay unreadable until an operator enters them or
 * the key again.
 */
function failureOf(error: unknown): SendFailure {
  if (error instanceof ProviderError) return error;
  const isUnreadable = error instanceof UnreadableError;
  return {
    kind: isUnreadable ? 'configuration' : 'unavailable',
    words: error instanceof Error ? error.message : String(error),
    isOwn: true,
    isUnreadable,
    status: undefined,
    providerCode: undefined,
    retryAfterMs: undefined,
    unreachable: false,
    exchange: { request: '' },
  };
}
