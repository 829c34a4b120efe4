/**
 * Hands all targets of an attempt to their providers in parallel. Never throws: an error becomes the target's result.
 */
import { outbound } from '#lib/outbound.ts';
import { deliver } from '#lib/providers/deliver.ts';
import { ProviderError, type Sent } from '#lib/providers/send.ts';
import { credentialsOf } from './load-environment.ts';
import type { SendFailure, SendResult, Target } from './outcome.ts';

/** Sends one message. Tests do not replace it; they point it at another server. */
export type SendTarget = (environmentId: string, target: Target, now: () => Date) => Promise<SendResult>;

export const sendTarget: SendTarget = async (environmentId, target, now) => {
  const { messageId, integration } = target;
  try {
    const { providerMessageId, status, exchange, leftOut } = await sent(environmentId, target, now);
    return { messageId, type: 'accepted', sandbox: integration.sandbox, providerMessageId, status, exchange, leftOut };
  } catch (error) {
    return { messageId, type: 'refused', error: failureOf(error) };
  }
};

async function sent(environmentId: string, { integration, message }: Target, now: () => Date): Promise<Sent> {
  if (!message) throw new TypeError('Nothing is sent to a target without a message');
  const { providerId, sandbox } = integration;
  const credentials = sandbox ? {} : credentialsOf(environmentId, integration);
  return deliver({ providerId, sandbox, credentials }, message, { outbound: outbound(), now });
}

/**
 * An error that did not come from the provider is a defect on our side. The job is retried, and the error's text is
 * stored.
 */
function failureOf(error: unknown): SendFailure {
  if (error instanceof ProviderError) return error;
  const words = error instanceof Error ? error.message : String(error);
  return {
    kind: 'unavailable',
    words,
    status: undefined,
    providerCode: undefined,
    retryAfterMs: undefined,
    unreachable: false,
    exchange: { request: '' },
  };
}
