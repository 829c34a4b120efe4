import { expect, test } from 'vitest';
import { ProviderCatalogue } from '#lib/integrations/schema.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';
import { SANDBOXES } from '#lib/providers/first-delivery.ts';
import { PROVIDER_IDS, SUBSCRIBER_CHANNEL_PROVIDER_IDS } from '#lib/providers/ids.ts';
import { PRIMARY_CHANNELS, supportsPrimary } from '#lib/providers/primary.ts';
import { setServiceName } from '#lib/providers/service-name.ts';
import { findProvider, isSecretCredential, PROVIDERS, providerCatalogue, providersOfChannel } from './catalogue.ts';
import facts from './catalogue-facts.json' with { type: 'json' };

test('the catalogue on the wire has exactly the fields of its schema', () => {
  expect(ProviderCatalogue.parse(providerCatalogue())).toHaveLength(PROVIDERS.length);
});

test('the integrations that the dashboard adds with one click have a provider of their channel', () => {
  for (const [channel, { providerId }] of Object.entries(SANDBOXES)) {
    expect(findProvider(providerId), channel).toMatchObject({ channel, deliverable: true });
  }
});

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

const enumerated = PROVIDERS.slice(0, PROVIDER_IDS.length);

test('the catalogue has every provider once, in the order of the enumeration, with unique credential keys', () => {
  expect(enumerated.map((provider) => provider.id)).toEqual(PROVIDER_IDS);
  expect(new Set(PROVIDERS.map(({ id }) => id)).size).toBe(PROVIDERS.length);
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
  const count = (channel?: Channel) => enumerated.filter((provider) => provider.channel === channel).length;
  expect([...CHANNELS, undefined].map(count)).toEqual([1, 21, 38, 13, 8, 3]);
  expect(providersOfChannel('in_app').map(({ id }) => id)).toContain('svc');
});

test('only email and SMS have primary integrations', () => {
  expect(PRIMARY_CHANNELS).toEqual(['email', 'sms']);
  expect(CHANNELS.filter(supportsPrimary)).toEqual(['email', 'sms']);
  expect(supportsPrimary(undefined)).toBe(false);
});

test('secrets are recognised by their key', () => {
  for (const key of ['apiKey', 'secretKey', 'password', 'serviceAccount', 'webhookUrl', 'accessKey']) {
    expect(isSecretCredential(key)).toBe(true);
  }
  for (const key of ['from', 'senderName', 'host', '__proto__', 'constructor'])
    expect(isSecretCredential(key)).toBe(false);
});

/**
 * Deliberate differences from the public facts. Keys that grant access are secret here, and TLS options are an object.
 */
const moreThanFacts: Record<string, string> = {
  // Expo requires a token only for projects with enhanced security.
  'expo apiKey string required secret': 'apiKey string secret',
  'webhookUrl string required': 'webhookUrl string required secret',
  'accessKey string required': 'accessKey string required secret',
  'appSid string required': 'appSid string required secret',
  'tlsOptions string': 'tlsOptions object secret',
};

/** The fields of each provider that the public facts do not contain. */
const BEYOND: Readonly<Record<string, string>> = {
  nodemailer: 'bounceAddress connections signIn clientId clientSecret refreshToken tenantId ehloName',
  postmark: 'messageStream',
  ses: 'configurationSet token',
  mailgun: 'region',
  mailjet: 'region',
  mailtrap: 'stream inboxId',
  twilio: 'apiKey secretKey region messagingServiceSid',
  sns: 'token senderId originationNumber smsType',
  plivo: 'powerpackUuid',
  messagebird: 'workspaceId channelId',
  sinch: 'projectId keyId keySecret',
  apns: 'pushType',
  fcm: 'messageType',
  outlook365: 'tenantId clientId',
  plunk: 'baseUrl',
  bandwidth: 'applicationId',
  termii: 'baseUrl',
};

/**
 * Fields that the public facts require, but that Belfry does not use, because it sends to Rocket.Chat through a
 * webhook.
 */
const NEEDLESS = new Set(['rocket-chat token', 'rocket-chat user']);

interface Facts {
  id: string;
  channel?: string;
  kind: string;
  credentials: string[];
  options?: Record<string, (string | null)[]>;
}

test('every enumerated provider has facts', () => {
  expect(facts.map(({ id }) => id)).toEqual(PROVIDER_IDS);
  expect(facts.flatMap(({ credentials }) => credentials)).toHaveLength(239);
});

test.each(facts as Facts[])('$id has the channel, kind and credentials of the public catalogue', (fact) => {
  const provider = findProvider(fact.id);
  expect({ channel: provider?.channel, kind: provider?.kind }).toEqual({ channel: fact.channel, kind: fact.kind });
  const beyond = BEYOND[fact.id]?.split(' ') ?? [];
  const described = provider?.credentials
    .filter(({ key }) => !beyond.includes(key))
    .map(({ key, type, required, secret }) =>
      [key, type, (required || NEEDLESS.has(`${fact.id} ${key}`)) && 'required', secret && 'secret']
        .filter(Boolean)
        .join(' '),
    );
  // The catalogue has the keys in the order of the forms, so compare them sorted.
  expect(described?.sort()).toEqual(
    fact.credentials.map((text) => moreThanFacts[`${fact.id} ${text}`] ?? moreThanFacts[text] ?? text).sort(),
  );
  for (const { key, type, options } of provider?.credentials ?? []) {
    if (!beyond.includes(key)) expect(options?.map(({ value }) => value)).toEqual(fact.options?.[key]);
    expect(options !== undefined).toBe(type === 'dropdown');
  }
});

test('a field that another one replaces names a field of its provider, and new dropdowns check their value', () => {
  for (const { id, credentials } of PROVIDERS) {
    const keys = credentials.map(({ key }) => key);
    for (const { key, unless, required } of credentials.filter((field) => field.unless)) {
      expect(keys, `${id} ${key}`).toContain(unless);
      expect(required, `${id} ${key}`).toBe(true);
    }
    for (const { key, type, format } of credentials.filter((field) => BEYOND[id]?.split(' ').includes(field.key)))
      if (type === 'dropdown') expect(format, `${id} ${key}`).toBe('option');
  }
});

test('a form begins with the location of the provider, followed by the account', () => {
  for (const { id, credentials } of PROVIDERS) {
    const place = credentials.findIndex(
      ({ key, format }) => key !== 'domain' && /^(host|url|urlOrHost)$/.test(format ?? ''),
    );
    expect(place, id).toBeLessThanOrEqual(0);
  }
  const smtp =
    'host port secure requireTls ignoreTls tlsOptions user password from senderName bounceAddress signIn clientId clientSecret refreshToken tenantId ehloName connections domain secretKey accountSid';
  expect(findProvider('nodemailer')?.credentials.map(({ key }) => key)).toEqual(smtp.split(' '));
});

/** Providers without a documentation link: the service's own providers, and webhooks to the customer's own address. */
const withoutDocs = ['svc', 'svc-email', 'svc-sms', 'svc-email-agent', 'email-webhook', 'push-webhook', 'chat-webhook'];

test.each(PROVIDERS)('$id has a name and the address of its documentation', ({ id, displayName, docsLink }) => {
  expect(displayName.trim()).not.toBe('');
  expect(displayName).not.toMatch(/^svc/i);
  if (docsLink === undefined) expect([...withoutDocs, 'generic-sms', 'imedia']).toContain(id);
  else expect(new URL(docsLink).protocol).toBe('https:');
});

test('credentials are secret by their key or by a mark of the provider', () => {
  for (const { id, credentials } of PROVIDERS) {
    for (const { key, secret } of credentials) expect(secret, `${id} ${key}`).toBe(isSecretCredential(key));
  }
});

/** Credentials that are not secret although their names look secret: names of headers, and switches. */
const NAMED_LIKE_SECRETS = [
  'apiKeyRequestHeader',
  'secretKeyRequestHeader',
  'authenticateByToken',
  'authenticationTokenKey',
  // The public half of an access key.
  'keyId',
];

test('a credential with the name of a secret is one, so that it is masked', () => {
  const open = PROVIDERS.flatMap(({ credentials }) =>
    credentials.filter(({ secret }) => !secret).map(({ key }) => key),
  );
  const likeSecrets = open.filter((key) => /token|secret|passw|key|auth/i.test(key));
  expect(likeSecrets.filter((key) => !NAMED_LIKE_SECRETS.includes(key))).toEqual([]);
});

test('the catalogue on the wire uses the configured name of the service', () => {
  setServiceName('acme');
  const ids = providerCatalogue().map(({ providerId }) => providerId);
  setServiceName('svc');
  expect(ids).toEqual(PROVIDERS.map(({ id }) => id.replace(/^svc(?=-|$)/, 'acme')));
});
