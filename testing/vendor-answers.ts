import { afterAll, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { deliver } from '#lib/providers/deliver.ts';
import type { ChannelMessage, ChatTarget, DeliveryChannel } from '#lib/providers/message.ts';
import type { ProviderError } from '#lib/providers/send.ts';
import { chat, mail, mailCredentials, push, sms } from './sample-messages.ts';
import { type Answer, startVendor } from './vendor-server.ts';

interface Refused {
  kind?: ProviderError['kind'];
  words?: string;
  isOwn?: boolean;
  providerCode?: string;
  retryAfterMs?: number;
}

/**
 * The name of the case, the vendor's response, and Belfry's result: the message ID if the message was sent, otherwise
 * the error.
 */
type AnswerCase = [name: string, answer: Answer, outcome: Refused | string | undefined];

interface Options {
  credentials?: Record<string, unknown>;
  target?: (at: string) => ChatTarget;
  http2?: boolean;
}

/**
 * Defines tests for responses that the contract does not cover. Pass credentials and addresses if the vendor requires a
 * special format. Requests to any host of the vendor reach the test server.
 */
export function answered(id: string, cases: AnswerCase[], { credentials, target, http2 }: Options = {}): void {
  const outbound = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 10_000 });
  afterAll(outbound.close);
  test.each(cases)(`${id} answers with %s`, async (_, answer, outcome) => {
    const vendor = await startVendor(answer, { http2 });
    const fetch: typeof outbound.fetch = (url, request) => {
      const { pathname, search } = new URL(url);
      return outbound.fetch(`${vendor.origin}${pathname}${search}`, request);
    };
    const message = { ...sampleOf(id), ...(target && { target: target(vendor.origin) }) } as ChannelMessage;
    const account = { providerId: id, sandbox: false, credentials: { ...sampleCredentials(id), ...credentials } };
    const sent = deliver(account, message, { outbound: { ...outbound, fetch }, now: () => NOW });
    const result = await sent.then(
      ({ providerMessageId }) => providerMessageId,
      (error: ProviderError) => error,
    );
    await vendor.stop();
    if (typeof outcome === 'object') expect(result).toMatchObject({ name: 'ProviderError', ...outcome });
    else expect(result).toBe(outcome);
  });
}

const NOW = new Date('2026-03-01T10:00:00Z');

function sampleOf(id: string): ChannelMessage {
  const samples: Record<DeliveryChannel, ChannelMessage> = { email: mail, sms, push, chat };
  return samples[findProvider(id)?.channel as DeliveryChannel];
}

/** Returns a text for every required credential. */
function sampleCredentials(id: string): Record<string, unknown> {
  const fields = (findProvider(id)?.credentials ?? []).filter(({ required }) => required);
  return { ...Object.fromEntries(fields.map(({ key }) => [key, `some-${key}`])), ...mailCredentials };
}
