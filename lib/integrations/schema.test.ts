import { expect, test } from 'vitest';
import { FIELD_OPERATORS } from '#lib/conditions/step-filter-schema.ts';
import { PROVIDERS } from '#lib/providers/catalogue/catalogue.ts';
import { CREDENTIAL_SWITCH_KEYS, CREDENTIAL_TEXT_KEYS } from './credential-fields.ts';
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
  priority: 2,
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
  { version: 1 },
])('an integration with %j is rejected', (change) => {
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

test('requests are accepted', () => {
  expect(IntegrationParams.parse({ integrationId: id.toUpperCase() })).toEqual({ integrationId: id });
  for (const bad of ['', 'x', `${id}0`, id.slice(1)]) {
    expect(IntegrationParams.safeParse({ integrationId: bad }).success).toBe(false);
  }
  expect(IntegrationsQuery.parse({ credentials: 'masked' })).toEqual({ credentials: 'masked' });
  expect(IntegrationsQuery.safeParse({ credentials: 'plain' }).success).toBe(false);
});

test.each([0.01, 0.5, 14, 10_000, null, undefined])('a rate limit of %s is accepted', (messagesPerSecond) => {
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
])('a rate limit of %j is rejected', (messagesPerSecond, message) => {
  for (const body of [CreateIntegrationBody, UpdateIntegrationBody]) {
    const { error } = body.safeParse({ providerId: 'sendgrid', messagesPerSecond });
    expect(error?.issues).toMatchObject([{ path: ['messagesPerSecond'], message }]);
  }
});
