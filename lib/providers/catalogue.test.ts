import { expect, test } from 'vitest';
import { findProvider, PROVIDERS, providersOfChannel } from './catalogue.ts';
import { CHANNELS } from './channel.ts';
import { PROVIDER_IDS, SUBSCRIBER_CHANNEL_PROVIDER_IDS } from './ids.ts';
import { PRIMARY_CHANNELS, supportsPrimary } from './primary.ts';
import { isSecretCredential } from './provider.ts';

test('the enumerations have the positions of the interface', () => {
  expect(PROVIDER_IDS).toHaveLength(84);
  expect(new Set(PROVIDER_IDS).size).toBe(84);
  expect(SUBSCRIBER_CHANNEL_PROVIDER_IDS).toHaveLength(21);
  expect(SUBSCRIBER_CHANNEL_PROVIDER_IDS[3]).toBe('mattermost');
  expect(SUBSCRIBER_CHANNEL_PROVIDER_IDS[6]).toBe('grafana-on-call');
  expect(SUBSCRIBER_CHANNEL_PROVIDER_IDS[10]).toBe('chat-webhook');
  expect(SUBSCRIBER_CHANNEL_PROVIDER_IDS[11]).toBe(`svc-${SUBSCRIBER_CHANNEL_PROVIDER_IDS[0]}`);
  expect(SUBSCRIBER_CHANNEL_PROVIDER_IDS[18]).toBe('push-webhook');
  for (const id of SUBSCRIBER_CHANNEL_PROVIDER_IDS) expect(PROVIDER_IDS).toContain(id);
});

test('the catalogue holds every provider once, in order, with unique credential keys', () => {
  expect(PROVIDERS.map((provider) => provider.id)).toEqual(PROVIDER_IDS);
  for (const { credentials } of PROVIDERS) {
    expect(new Set(credentials.map((field) => field.key)).size).toBe(credentials.length);
  }
});

test('subscriber channels are chat up to position 13 and push after it', () => {
  const channels = SUBSCRIBER_CHANNEL_PROVIDER_IDS.map((id) => findProvider(id)?.channel);
  expect(channels.slice(0, 13).every((channel) => channel === 'chat')).toBe(true);
  expect(channels.slice(13).every((channel) => channel === 'push')).toBe(true);
});

test('agent runtimes have no channel, everything else has one', () => {
  for (const { kind, channel } of PROVIDERS) expect(channel === undefined).toBe(kind === 'agent');
  expect(CHANNELS.map((channel) => providersOfChannel(channel).length)).toEqual([1, 21, 38, 13, 8]);
  expect(PROVIDERS.filter(({ kind }) => kind === 'agent')).toHaveLength(3);
});

test('e-mail and SMS have primaries, nothing else', () => {
  expect(PRIMARY_CHANNELS).toEqual(['email', 'sms']);
  expect(CHANNELS.filter(supportsPrimary)).toEqual(['email', 'sms']);
  expect(supportsPrimary(undefined)).toBe(false);
});

test('secrets are known by their key', () => {
  for (const key of ['apiKey', 'secretKey', 'password', 'serviceAccount', 'webhookUrl', 'accessKey']) {
    expect(isSecretCredential(key)).toBe(true);
  }
  for (const key of ['from', 'senderName', 'host', '__proto__', 'constructor'])
    expect(isSecretCredential(key)).toBe(false);
});
