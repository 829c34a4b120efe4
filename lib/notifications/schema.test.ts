import { expect, test } from 'vitest';
import { STEP_TYPES } from '#lib/steps/type-names.ts';
import { Job, ListNotificationsQuery, Notification, NotificationPage } from './schema.ts';

const at = '2026-08-07T09:30:00.000Z';
const id = '65f1a2b3c4d5e6f708192a3b';

const step = { _id: id, active: true, filters: [], _templateId: id };

const fullStep = {
  ...step,
  replyCallback: { active: true },
  controlVariables: { subject: 'x' },
  metadata: { type: 'regular' },
  issues: {},
  template: { type: 'email' },
  name: 'Mail',
  _parentId: null,
  variants: [{ ...step, variants: [step] }],
};

const detail = {
  _id: id,
  createdAt: at,
  status: 'Success',
  detail: 'Message sent',
  isRetry: false,
  isTest: false,
  providerId: 'sendgrid',
  raw: null,
  source: 'Internal',
};

const job = {
  _id: id,
  type: 'digest',
  digest: {
    type: 'timed',
    digestKey: 'k',
    amount: 1,
    unit: 'hours',
    events: [{ id: 1 }],
    backoff: false,
    backoffAmount: 1,
    backoffUnit: 'days',
    updateMode: false,
    timed: {
      atTime: '09:00',
      weekDays: ['sunday'],
      monthDays: [1, 31],
      ordinal: 'last',
      ordinalValue: 'weekday',
      monthlyType: 'on',
      cronExpression: '0 9 * * *',
      untilDate: at,
    },
  },
  executionDetails: [detail],
  step: fullStep,
  overrides: {},
  payload: {},
  providerId: 'svc',
  status: 'completed',
  updatedAt: at,
  scheduleExtensionsCount: 1,
};

const required = { _environmentId: id, _organizationId: id, _subscriberId: id, transactionId: 'tx' };

const notification = {
  ...required,
  _id: id,
  _templateId: id,
  _digestedNotificationId: id,
  createdAt: at,
  updatedAt: at,
  channels: [...STEP_TYPES],
  subscriber: { subscriberId: 'jane', _id: id, firstName: 'Jane', lastName: 'Doe', email: 'j@example.com', phone: '1' },
  template: {
    _id: id,
    name: 'Invoice',
    origin: 'svc-cloud',
    triggers: [{ type: 'event', identifier: 'i', variables: [] }],
  },
  jobs: [job],
  payload: {},
  controls: {},
  to: { subscriberId: 'jane' },
  tags: ['billing'],
  topics: [{ _topicId: id, topicKey: 'releases' }],
  severity: 'high',
  critical: true,
  contextKeys: ['tenant:acme'],
};

test('an event may be full or minimal', () => {
  expect(Notification.parse(notification)).toEqual(notification);
  expect(Notification.parse(required)).toEqual(required);
});

test.each<[string, object]>([
  ...Object.keys(required).map((field): [string, object] => [`without ${field}`, { [field]: undefined }]),
  ...['_templateId', 'subscriber', 'template', 'payload', 'to', 'controls', 'jobs'].map((field): [string, object] => [
    `with ${field} null`,
    { [field]: null },
  ]),
  ['with a subscriber whose name is null', { subscriber: { subscriberId: 'x', _id: id, firstName: null } }],
  ['with a template without triggers', { template: { name: 'x' } }],
  ['with a trigger without variables', { template: { name: 'x', triggers: [{ type: 'event', identifier: 'i' }] } }],
  ['with an unknown origin', { template: { ...notification.template, origin: 'elsewhere' } }],
  ['with an unknown channel', { channels: ['fax'] }],
  ['with an unknown severity', { severity: 'urgent' }],
  ['with an unknown field', { secret: 1 }],
])('an event %s is rejected', (_name, change) => {
  expect(Notification.safeParse({ ...notification, ...change }).success).toBe(false);
});

test.each([
  ['without a provider', { providerId: undefined }],
  ['with an empty provider', { providerId: '' }],
  ['with a provider out of the enumeration', { providerId: 'pigeon' }],
  ['without a step', { step: undefined }],
  ['with a step without filters', { step: { ...step, filters: undefined } }],
  ['with a bad variant', { step: { ...step, variants: [{ _id: id }] } }],
  ['with digest null', { digest: null }],
  ['with a digest without type', { digest: {} }],
  ['with overrides null', { overrides: null }],
  ['with a detail in lower case', { executionDetails: [{ ...detail, status: 'success' }] }],
  ['with a detail from elsewhere', { executionDetails: [{ ...detail, source: 'internal' }] }],
  ['with a detail whose provider is null', { executionDetails: [{ ...detail, providerId: null }] }],
])('a job %s is rejected', (_name, change) => {
  expect(Job.safeParse({ ...job, ...change }).success).toBe(false);
});

test('a page has every field', () => {
  const page = { hasMore: false, data: [notification], pageSize: 10, page: 0 };
  expect(NotificationPage.parse(page)).toEqual(page);
  for (const field of Object.keys(page)) {
    expect(NotificationPage.safeParse({ ...page, [field]: undefined }).success).toBe(false);
  }
});

test('a list has defaults and every parameter, and dates stay text', () => {
  expect(ListNotificationsQuery.parse({})).toEqual({ page: 0, limit: 10 });
  const lists = {
    channels: ['digest'],
    templates: [id],
    emails: ['e'],
    subscriberIds: ['s'],
    severity: ['none', 'low'],
    status: ['failed', 'stuck'],
    reason: ['filter'],
  };
  const texts = { search: 'j', topicKey: 't', subscriptionId: 'u', after: 'no date', before: at, view: 'summary' };
  expect(
    ListNotificationsQuery.parse({
      ...lists,
      ...texts,
      templates: id,
      transactionId: 'tx',
      contextKeys: '',
      page: '1',
      limit: '50',
    }),
  ).toEqual({ ...lists, ...texts, transactionId: ['tx'], contextKeys: [], page: 1, limit: 50 });
});

test.each([
  ['channels', 'fax'],
  ['severity', ['high', 'urgent']],
  ['page', '-1'],
  ['limit', '0'],
  ['limit', '51'],
  ['limit', 'x'],
  ['search', '\u0000'],
  ['status', 'lost'],
  ['reason', ['filter', 'mood']],
  ['view', 'short'],
  ['templates', Array.from({ length: 101 }, () => 'x')],
])('a list with %s %j is rejected', (field, value) => {
  expect(ListNotificationsQuery.safeParse({ [field]: value }).error?.issues[0]?.path[0]).toBe(field);
});
