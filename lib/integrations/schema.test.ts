import { expect, test } from 'vitest';
import { PROVIDERS } from '#lib/providers/catalogue.ts';
import { CREDENTIAL_SWITCH_KEYS, CREDENTIAL_TEXT_KEYS } from './credential-fields.ts';
import { FIELD_OPERATORS } from './filter.ts';
import {
  CreateIntegrationBody,
  Integration,
  IntegrationCredentials,
  IntegrationParams,
  IntegrationsQuery,
  StepFilter,
  UpdateIntegrationBody,
} from './schema.ts';

const at = '2026-08-07T09:30:00.000Z';
const id = '65f1a2b3c4d5e6f708192a3b';
const condition = {
  isNegated: true,
  type: 'GROUP',
  value: 'OR',
  children: FIELD_OPERATORS.map((operator) => ({ field: 'f', value: 'v', operator, on: 'payload' })),
};

const required = {
  _environmentId: id,
  _organizationId: id,
  name: 'SendGrid',
  identifier: 'sendgrid-1',
  providerId: 'sendgrid',
  active: true,
  deleted: false,
  primary: true,
};

const integration = {
  ...required,
  _id: id,
  channel: 'email',
  kind: 'delivery',
  credentials: { apiKey: 'k', secure: true, tlsOptions: { rejectUnauthorized: false }, servicePlanId: 'extra' },
  configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'k' },
  deletedAt: at,
  deletedBy: id,
  conditions: [condition],
  sandbox: true,
  messagesPerSecond: 0.5,
  connected: false,
};

test('an integration may be full or minimal', () => {
  expect(Integration.parse(integration)).toEqual(integration);
  expect(Integration.parse(required)).toEqual(required);
});

test.each([
  ...Object.keys(required).map((field) => ({ [field]: undefined })),
  { channel: null },
  { channel: 'fax' },
  { kind: 'other' },
  { deletedAt: null },
  { deletedBy: null },
  { credentials: null },
  { credentials: { apiKey: 1 } },
  { credentials: { secure: 'yes' } },
  { configurations: { other: 1 } },
  { conditions: null },
  { messagesPerSecond: null },
  { conditions: [{ ...condition, children: [{ field: 'f', value: 'v', operator: 'EQUAL', on: 'tenant' }] }] },
  { priority: 1 },
])('an integration with %j is refused', (change) => {
  expect(Integration.safeParse({ ...integration, ...change }).success).toBe(false);
});

test('every credential of the interface and of the catalogue is accepted', () => {
  expect(CREDENTIAL_TEXT_KEYS).toHaveLength(47);
  expect(CREDENTIAL_SWITCH_KEYS).toHaveLength(6);
  expect(FIELD_OPERATORS).toHaveLength(14);
  const catalogue = PROVIDERS.flatMap(({ credentials }) => credentials.map((field) => field));
  const values = Object.fromEntries(
    catalogue.filter(({ key }) => key !== 'tlsOptions').map(({ key, type }) => [key, type === 'switch' ? true : 'x']),
  );
  expect(IntegrationCredentials.parse(values)).toEqual(values);
});

test.each(['isNegated', 'type', 'value', 'children'])('a condition without %s is rejected', (field) => {
  expect(StepFilter.safeParse({ ...condition, [field]: undefined }).success).toBe(false);
});

test('requests', () => {
  expect(IntegrationParams.parse({ integrationId: id.toUpperCase() })).toEqual({ integrationId: id });
  for (const bad of ['', 'x', `${id}0`, id.slice(1)]) {
    expect(IntegrationParams.safeParse({ integrationId: bad }).success).toBe(false);
  }
  expect(IntegrationsQuery.parse({ credentials: 'masked' })).toEqual({ credentials: 'masked' });
  expect(IntegrationsQuery.safeParse({ credentials: 'plain' }).success).toBe(false);
});

test.each([0.01, 0.5, 14, 10_000, null, undefined])('a rate limit may be %s', (messagesPerSecond) => {
  expect(UpdateIntegrationBody.parse({ messagesPerSecond })).toEqual({ messagesPerSecond });
  const made = CreateIntegrationBody.parse({ providerId: 'sendgrid', messagesPerSecond });
  expect(made).toMatchObject({ messagesPerSecond });
});

test.each([
  [0, 'must be at least 0.01'],
  [-1, 'must be at least 0.01'],
  [0.0099, 'must be at least 0.01'],
  [10_000.5, 'must be at most 10000'],
  [Number.POSITIVE_INFINITY, 'must be a number of messages per second, or null for no rate limit'],
  ['14', 'must be a number of messages per second, or null for no rate limit'],
  [{}, 'must be a number of messages per second, or null for no rate limit'],
])('a rate limit of %j is refused', (messagesPerSecond, message) => {
  for (const body of [CreateIntegrationBody, UpdateIntegrationBody]) {
    const { error } = body.safeParse({ providerId: 'sendgrid', messagesPerSecond });
    expect(error?.issues).toMatchObject([{ path: ['messagesPerSecond'], message }]);
  }
});

const tls = (tlsOptions: unknown) =>
  UpdateIntegrationBody.safeParse({ credentials: { tlsOptions } }).error?.issues.map(({ path, message }) => [
    path.slice(2).join('.'),
    message,
  ]);

test('TLS options that a connection may have are accepted, and so is the mask', () => {
  const all = {
    ca: ['-----BEGIN CERTIFICATE-----'],
    cert: '-----BEGIN CERTIFICATE-----',
    key: '-----BEGIN PRIVATE KEY-----',
    pfx: 'MIIJ',
    passphrase: 'open',
    servername: 'mail.example.com',
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.3',
    ciphers: 'ECDHE-RSA-AES128-GCM-SHA256:!aNULL:@SECLEVEL=2',
  };
  expect(tls(all)).toBeUndefined();
  expect(tls({})).toBeUndefined();
});

test.each([
  [{ socket: null, host: '127.0.0.1', port: 1 }, '', /takes ca, cert, .* and nothing else: socket, host, port are/],
  [{ path: '/run/docker.sock' }, '', /path is refused/],
  [{ clientCertEngine: 'x' }, '', /clientCertEngine is refused/],
  [JSON.parse('{"__proto__": {"host": "x"}}'), '', /__proto__ is refused/],
  [[], '', /must be an object/],
  ['{}', '', /must be an object/],
  [null, '', /must be an object/],
  [{ ca: 5 }, 'ca', /must be text in PEM form/],
  [{ ca: ['a', {}] }, 'ca', /must be text in PEM form/],
  [{ key: [{ pem: 'a' }] }, 'key', /must be text in PEM form/],
  [{ cert: Array(101).fill('a') }, 'cert', /at most 100/],
  [{ key: 'x'.repeat(65_537) }, 'key', /at most 65536/],
  [{ pfx: 'ä' }, 'pfx', /must be base64/],
  [{ pfx: 'AAAA'.repeat(20_000) }, 'pfx', /at most 65536/],
  [{ passphrase: 7 }, 'passphrase', /must be text/],
  [{ passphrase: 'x'.repeat(1025) }, 'passphrase', /at most 1024/],
  [{ servername: '127.0.0.1' }, 'servername', /must be a host name/],
  [{ servername: 'a b' }, 'servername', /must be a host name/],
  [{ rejectUnauthorized: 'false' }, 'rejectUnauthorized', /true or false/],
  [{ minVersion: 'SSLv3' }, 'minVersion', /TLSv1\.2/],
  [{ maxVersion: 1.3 }, 'maxVersion', /TLSv1\.2/],
  [{ ciphers: 'a\nb' }, 'ciphers', /list of ciphers/],
  [{ ciphers: ['a'] }, 'ciphers', /must be text/],
])('TLS options %j are refused', (options, field, message) => {
  expect(tls(options)).toEqual([[field, expect.stringMatching(message)]]);
});
