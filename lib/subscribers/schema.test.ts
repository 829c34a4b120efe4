import { expect, test } from 'vitest';
import { CANNOT_BE_READ } from '#lib/unreadable.ts';
import {
  ChannelSettings,
  CreateSubscriberBody,
  CreateSubscriberQuery,
  SearchSubscribersQuery,
  Subscriber,
  SubscriberPage,
  UpdateCredentialsBody,
} from './schema.ts';

const at = '2026-08-07T09:30:00.000Z';

const channel = {
  providerId: 'slack',
  integrationIdentifier: 'slack-team',
  credentials: {
    webhookUrl: 'https://hooks.example/T1',
    channel: '#alerts',
    deviceTokens: ['t1', 't2'],
    alertUid: 'u1',
    title: 'Disk full',
    imageUrl: 'https://img.example/1.png',
    state: 'alerting',
    externalUrl: 'https://grafana.example/d/1',
  },
  _integrationId: '65f1a2b3c4d5e6f708192a3b',
};

const required = {
  subscriberId: 'jane',
  _organizationId: '65f1a2b3c4d5e6f708192a01',
  _environmentId: '65f1a2b3c4d5e6f708192a02',
  deleted: false,
  createdAt: at,
  updatedAt: at,
};

const subscriber = {
  ...required,
  _id: '65f1a2b3c4d5e6f708192a03',
  firstName: 'Jane',
  lastName: 'Doe',
  email: 'jane@example.com',
  phone: '+4930123456',
  avatar: 'https://img.example/jane.png',
  locale: 'en-US',
  timezone: 'Europe/Berlin',
  channels: [channel],
  topics: ['releases'],
  isOnline: true,
  lastOnlineAt: at,
  __v: 3,
  data: { plan: 'pro', nested: { list: [1, null, 'x'] } },
};

const nullable = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'avatar',
  'locale',
  'timezone',
  'isOnline',
  'lastOnlineAt',
  'data',
];

test('a subscriber may be full, minimal, or null where the interface says so', () => {
  expect(Subscriber.parse(subscriber)).toEqual(subscriber);
  expect(Subscriber.parse(required)).toEqual(required);
  for (const field of nullable) expect(Subscriber.safeParse({ ...subscriber, [field]: null }).success).toBe(true);
});

test.each<[string, object]>([
  ...Object.keys(required).map((field): [string, object] => [`without ${field}`, { [field]: undefined }]),
  ['with null channels', { channels: null }],
  ['with an unknown field', { secret: 1 }],
  ['with another form of time', { createdAt: '2026-08-07T09:30:00Z' }],
  ['with a provider out of the enumeration', { channels: [{ ...channel, providerId: 'sendgrid' }] }],
  ['with a channel without its integration', { channels: [{ ...channel, _integrationId: undefined }] }],
  ['with null in credentials', { channels: [{ ...channel, credentials: { webhookUrl: null } }] }],
])('a subscriber %s is rejected', (_name, change) => {
  expect(Subscriber.safeParse({ ...subscriber, ...change }).success).toBe(false);
});

test('channel settings and a page are accepted', () => {
  expect(ChannelSettings.parse({ ...channel, integrationIdentifier: undefined, credentials: {} })).toBeDefined();
  const page = { data: [subscriber], next: null, previous: null, totalCount: 1, totalCountCapped: false };
  expect(SubscriberPage.parse(page)).toEqual(page);
  for (const field of Object.keys(page)) {
    expect(SubscriberPage.safeParse({ ...page, [field]: undefined }).success).toBe(false);
  }
});

test('a new subscriber has a trimmed ID, allowed nulls and empty texts, and no unknown fields', () => {
  const { subscriberId, firstName, lastName, email, phone, avatar, locale, timezone, data } = subscriber;
  const full = { subscriberId, firstName, lastName, email, phone, avatar, locale, timezone, data };
  expect(CreateSubscriberBody.parse(full)).toEqual(full);
  expect(CreateSubscriberBody.parse({ subscriberId: ' jane ', extra: 1 })).toEqual({ subscriberId: 'jane' });
  const nulls = Object.fromEntries(Object.keys(full).map((field) => [field, null]));
  expect(CreateSubscriberBody.parse({ ...nulls, subscriberId: 'x' })).toEqual({ ...nulls, subscriberId: 'x' });
  const empty = { subscriberId: 'x', firstName: '', lastName: '', phone: '', avatar: '' };
  expect(CreateSubscriberBody.parse(empty)).toEqual(empty);
});

test.each([
  ['subscriberId', undefined],
  ['subscriberId', ''],
  ['subscriberId', '   '],
  ['subscriberId', null],
  ['subscriberId', 7],
  ['subscriberId', 'a\u0000'],
  ['subscriberId', 'a'.repeat(256)],
  ['firstName', 1],
  ['firstName', '\uD800'],
  ['lastName', 'a'.repeat(256)],
  ['email', ''],
  ['email', 'jane'],
  ['phone', ['1']],
  ['avatar', 'a'.repeat(8193)],
  ['locale', ''],
  ['locale', 'not a locale'],
  ['timezone', ''],
  ['timezone', 'Mars/Phobos'],
  ['data', []],
  ['data', 'x'],
  ['data', { a: '\u0000' }],
])('a new subscriber with %s %j is rejected', (field, value) => {
  const result = CreateSubscriberBody.safeParse({ subscriberId: 'jane', [field]: value });
  expect(result.error?.issues[0]?.path).toEqual([field]);
});

test('credentials can have every field or only one', () => {
  const { providerId, integrationIdentifier, credentials } = channel;
  expect(UpdateCredentialsBody.parse({ providerId, integrationIdentifier, credentials })).toEqual({
    providerId,
    integrationIdentifier,
    credentials,
  });
  expect(UpdateCredentialsBody.parse({ providerId: 'fcm', credentials: {} })).toEqual({
    providerId: 'fcm',
    credentials: {},
  });
});

test.each([
  [{ providerId: 'sendgrid', credentials: {} }],
  [{ providerId: 'other', credentials: {} }],
  [{ credentials: {} }],
  [{ providerId: 'slack' }],
  [{ providerId: 'slack', credentials: null }],
  [{ providerId: 'slack', credentials: [] }],
  [{ providerId: 'slack', credentials: 'x' }],
  [{ providerId: 'slack', credentials: { webhookUrl: 1 } }],
  [{ providerId: 'slack', credentials: { webhookUrl: 'no address' } }],
  [{ providerId: 'slack', credentials: { webhookUrl: 'jane@example.com' } }],
  [{ providerId: 'msteams', credentials: { webhookUrl: '+491711234567' } }],
  [{ providerId: 'discord', credentials: { webhookUrl: 'ftp://example.com/hook' } }],
  [{ providerId: 'slack', credentials: { webhookUrl: 'https://' } }],
  [{ providerId: 'slack', credentials: { channel: null } }],
  [{ providerId: 'fcm', credentials: { deviceTokens: 'one' } }],
  [{ providerId: 'fcm', credentials: { deviceTokens: ['one', 2] } }],
  [{ providerId: 'fcm', credentials: { deviceTokens: ['\u0000'] } }],
  [{ providerId: 'slack', integrationIdentifier: 1, credentials: {} }],
])('credentials %j are rejected', (body) => {
  expect(UpdateCredentialsBody.safeParse(body).success).toBe(false);
});

test.each(['https://hooks.example.com/a', 'http://127.0.0.1:1025/x', '', CANNOT_BE_READ])(
  'a webhook of %j is accepted',
  (webhookUrl) => {
    expect(UpdateCredentialsBody.safeParse({ providerId: 'slack', credentials: { webhookUrl } }).success).toBe(true);
  },
);

test('a search has defaults and every parameter', () => {
  expect(SearchSubscribersQuery.parse({})).toEqual({ limit: 10, orderBy: '_id', orderDirection: 'DESC' });
  const query = {
    after: 'a',
    before: 'b',
    email: 'e',
    name: 'n',
    phone: 'p',
    subscriberId: 's',
    orderDirection: 'ASC',
  };
  expect(SearchSubscribersQuery.parse({ ...query, limit: '100', orderBy: 'updatedAt', includeCursor: 'true' })).toEqual(
    {
      ...query,
      limit: 100,
      orderBy: 'updatedAt',
      includeCursor: true,
    },
  );
});

test.each([
  ['limit', '0'],
  ['limit', '101'],
  ['limit', 'x'],
  ['orderBy', 'email'],
  ['orderDirection', 'asc'],
  ['includeCursor', 'yes'],
  ['email', '\u0000'],
  ['name', ['a', 'b']],
])('a search with %s %j is rejected', (field, value) => {
  expect(SearchSubscribersQuery.safeParse({ [field]: value }).error?.issues[0]?.path[0]).toBe(field);
});

test('failIfExists is true or false', () => {
  expect(CreateSubscriberQuery.parse({ failIfExists: 'true' })).toEqual({ failIfExists: true });
  expect(CreateSubscriberQuery.parse({})).toEqual({});
  expect(CreateSubscriberQuery.safeParse({ failIfExists: '1' }).success).toBe(false);
});

test.each([
  ['subscriberId', 255],
  ['firstName', 255],
  ['lastName', 255],
  ['avatar', 8192],
])('%s has at most %i characters', (field, most) => {
  const accepts = (length: number) =>
    CreateSubscriberBody.safeParse({ subscriberId: 'jane', [field]: 'a'.repeat(length) }).success;
  expect(accepts(most)).toBe(true);
  expect(accepts(most + 1)).toBe(false);
});
