import { expect, test } from 'vitest';
import { newId } from '#lib/id.ts';
import type { Outbound } from '#lib/outbound/outbound.ts';
import { PROVIDERS } from '#lib/providers/catalogue/catalogue.ts';
import { deliver } from './deliver.ts';
import type { ChannelMessage, DeliveryChannel } from './message.ts';
import { SANDBOX_FAILURES } from './sandbox.ts';
import { ProviderError } from './send.ts';

const at = new Date('2026-03-01T10:00:00Z');
const id = newId(at);
/** Fails the test if anything is sent. */
const outbound: Outbound = {
  fetch: () => Promise.reject(new Error('sent')),
  connect: () => Promise.reject(new Error('connected')),
};

const toWord: Record<DeliveryChannel, (word: string) => ChannelMessage[]> = {
  email: (word) => [
    { channel: 'email', id, to: { email: `${word}@sandbox.example` }, subject: 's', html: 'h', text: 't' },
    {
      channel: 'email',
      id,
      to: { email: `${word.toUpperCase()}@Sandbox.Example` },
      subject: 's',
      html: 'h',
      text: 't',
    },
    { channel: 'email', id, to: { email: `ann.lee+${word}@sandbox.example` }, subject: 's', html: 'h', text: 't' },
  ],
  sms: (word) => [{ channel: 'sms', id, to: SANDBOX_FAILURES[word]?.phone ?? `+1500555${word}`, content: 'c' }],
  push: (word) => [{ channel: 'push', id, token: `sandbox-${word}`, title: 't', content: 'c' }],
  chat: (word) => [
    { channel: 'chat', id, target: { channel: `sandbox-${word}` }, content: 'c' },
    { channel: 'chat', id, target: { webhookUrl: `https://hooks.example/a/sandbox-${word}` }, content: 'c' },
  ],
};
const channels = Object.keys(toWord) as DeliveryChannel[];

const send = (message: ChannelMessage, providerId: string, now = at) =>
  deliver({ providerId, sandbox: true, credentials: {} }, message, { outbound, now: () => now });

const ofChannel = (channel: DeliveryChannel) => PROVIDERS.filter((provider) => provider.channel === channel);

test.each(channels)('%s is accepted for every provider, and nothing is sent', async (channel) => {
  for (const provider of ofChannel(channel)) {
    for (const message of toWord[channel]('anything-else')) {
      const sent = await send(message, provider.id);
      expect(sent).toMatchObject({ providerMessageId: `sandbox-${id}` });
      expect(sent.exchange.request).toMatch(/^Sandbox: nothing was sent/);
    }
  }
});

test.each(
  channels.flatMap((channel) =>
    Object.entries(SANDBOX_FAILURES).map(([word, failure]) => ({ channel, word, failure })),
  ),
)('$channel to $word fails as in the table', async ({ channel, word, failure }) => {
  for (const message of toWord[channel](word)) {
    const error = await send(message, ofChannel(channel)[0]?.id ?? '').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ProviderError);
    const { kind, status, words, retryAfterMs } = failure;
    expect(error).toMatchObject({ kind, status, words, retryAfterMs });
  }
});

test.each(channels)('flaky %s is accepted once its message is three seconds old', async (channel) => {
  for (const message of toWord[channel]('flaky')) {
    await expect(send(message, ofChannel(channel)[0]?.id ?? '', new Date(at.getTime() + 2900))).rejects.toThrow();
    await send(message, ofChannel(channel)[0]?.id ?? '', new Date(at.getTime() + 3100));
  }
});

test('names of object properties are ordinary words', async () => {
  for (const word of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    for (const message of toWord.push(word)) await send(message, 'fcm');
  }
});

test('without sandbox mode, a provider without delivery or credentials has its error', async () => {
  const real = (providerId: string, credentials: object) =>
    deliver({ providerId, sandbox: false, credentials: { ...credentials } }, toWord.sms('x')[0] as ChannelMessage, {
      outbound,
      now: () => at,
    }).catch((caught: unknown) => caught);
  expect(await real('firetext', { apiKey: 'k', from: 'x' })).toMatchObject({
    kind: 'rejected',
    words: 'Belfry cannot send through Firetext yet',
  });
  expect(await real('twilio', { accountSid: 'AC1', token: '' })).toMatchObject({
    kind: 'configuration',
    words: 'Auth token and From are missing',
  });
  expect(await real('sendgrid', { apiKey: 'k', from: 'f', senderName: 's' }), 'of another channel').toMatchObject({
    kind: 'rejected',
  });
});
