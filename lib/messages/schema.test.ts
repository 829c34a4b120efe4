import { expect, test } from 'vitest';
import { ListMessagesQuery, Message, MessagePage } from './schema.ts';

const at = '2026-08-07T09:30:00.000Z';
const id = '65f1a2b3c4d5e6f708192a3b';

const filters = [
  {
    isNegated: false,
    type: 'GROUP',
    value: 'AND',
    children: [{ field: 'plan', value: 'pro', operator: 'EQUAL', on: 'subscriber' }],
  },
];

const template = {
  _id: id,
  name: 'Invoice',
  description: '',
  active: true,
  draft: false,
  preferenceSettings: { email: true, sms: true, in_app: true, chat: false, push: true },
  critical: false,
  tags: ['billing'],
  steps: [
    {
      _id: id,
      uuid: 'u',
      name: 'Mail',
      _templateId: id,
      active: true,
      shouldStopOnFail: false,
      template: { subject: 'x' },
      filters,
      _parentId: id,
      metadata: {
        type: 'timed',
        amount: 1,
        unit: 'days',
        digestKey: 'k',
        timed: { atTime: '09:00', weekDays: ['monday'] },
      },
      replyCallback: { active: true, url: 'https://reply.example' },
      variants: [{ name: 'B', metadata: { type: 'scheduled', delayPath: 'sendAt' } }],
    },
    { metadata: { type: 'regular', amount: 5, unit: 'minutes' } },
    { metadata: { type: 'backoff', backoff: true, backoffAmount: 1, backoffUnit: 'hours', updateMode: false } },
  ],
  _organizationId: id,
  _creatorId: id,
  _environmentId: id,
  triggers: [
    { type: 'event', identifier: 'invoice', variables: [{ name: 'amount' }], subscriberVariables: [{ name: 'email' }] },
  ],
  _notificationGroupId: id,
  _parentId: id,
  deleted: false,
  deletedAt: '',
  deletedBy: '',
  notificationGroup: { _id: id, name: 'General', _environmentId: id, _organizationId: id, _parentId: id },
  data: { a: 1 },
  workflowIntegrationStatus: { hasActiveIntegrations: true },
};

const required = {
  _environmentId: id,
  _organizationId: id,
  _notificationId: id,
  _subscriberId: id,
  createdAt: at,
  transactionId: 'tx-1',
  channel: 'email',
  read: false,
  seen: true,
  cta: {},
  status: 'sent',
};

const message = {
  ...required,
  _id: id,
  _templateId: id,
  _messageTemplateId: id,
  _feedId: id,
  subscriber: {
    subscriberId: 'jane',
    _organizationId: id,
    _environmentId: id,
    deleted: false,
    createdAt: at,
    updatedAt: at,
  },
  template,
  templateIdentifier: 'invoice',
  deliveredAt: [at, at],
  lastSeenDate: at,
  lastReadDate: at,
  snoozedUntil: at,
  content: [{ type: 'button', content: 'Pay', url: 'https://pay.example', styles: { textAlign: 'center' } }],
  subject: 'Invoice',
  title: 'Invoice',
  email: 'jane@example.com',
  phone: '+49',
  directWebhookUrl: 'https://hooks.example',
  providerId: 'sendgrid',
  deviceTokens: ['t'],
  cta: {
    type: 'redirect',
    data: { url: '/invoices/1' },
    action: {
      status: 'done',
      buttons: [{ type: 'primary', content: 'Pay', resultContent: 'Paid' }],
      result: { payload: { ok: true }, type: 'secondary' },
    },
  },
  errorId: 'mail_unexpected_error',
  errorText: '550',
  payload: { amount: 1 },
  overrides: { email: {} },
  contextKeys: ['tenant:acme'],
};

test('a message may be full or minimal, with text for content and null for three ids', () => {
  expect(Message.parse(message)).toEqual(message);
  expect(Message.parse(required)).toEqual(required);
  expect(Message.safeParse({ ...message, content: '<p>Hi</p>' }).success).toBe(true);
  const nulls = { _templateId: null, _messageTemplateId: null, _feedId: null };
  expect(Message.safeParse({ ...message, ...nulls }).success).toBe(true);
});

test.each<[string, object]>([
  ...Object.keys(required).map((field): [string, object] => [`without ${field}`, { [field]: undefined }]),
  ...['subject', 'title', 'email', 'phone', 'deliveredAt', 'cta', 'providerId', 'payload', 'errorId', 'template'].map(
    (field): [string, object] => [`with ${field} null`, { [field]: null }],
  ),
  ['with an unknown channel', { channel: 'fax' }],
  ['with an unknown status', { status: 'delivered' }],
  ['with an unknown field', { secret: 1 }],
  ['with an unknown block', { content: [{ type: 'image', content: '' }] }],
  ['with an unknown call to action', { cta: { type: 'open' } }],
  ['with a template without deletedBy', { template: { ...template, deletedBy: undefined } }],
  [
    'with a condition on something else',
    { template: { ...template, steps: [{ filters: [{ ...filters[0], value: 'XOR' }] }] } },
  ],
])('a message %s is rejected', (_name, change) => {
  expect(Message.safeParse({ ...message, ...change }).success).toBe(false);
});

test('a page has a total only if it is known', () => {
  const page = { totalCount: 1, hasMore: false, data: [message], pageSize: 10, page: 0 };
  expect(MessagePage.parse(page)).toEqual(page);
  for (const field of Object.keys(page)) {
    expect(MessagePage.safeParse({ ...page, [field]: undefined }).success).toBe(field === 'totalCount');
  }
});

test('a list has defaults and every parameter', () => {
  expect(ListMessagesQuery.parse({})).toEqual({ page: 0, limit: 10 });
  expect(
    ListMessagesQuery.parse({
      channel: 'in_app',
      subscriberId: 'jane',
      transactionId: ['a', 'b'],
      contextKeys: ['b:1', 'a:1'],
      notificationId: 'n',
      page: '3',
      limit: '1000',
    }),
  ).toEqual({
    channel: 'in_app',
    subscriberId: 'jane',
    transactionId: ['a', 'b'],
    contextKeys: ['a:1', 'b:1'],
    notificationId: 'n',
    page: 3,
    limit: 1000,
  });
});

test.each([
  ['channel', 'fax'],
  ['channel', ''],
  ['page', '-1'],
  ['page', 'x'],
  ['limit', '0'],
  ['limit', '1001'],
  ['subscriberId', '\u0000'],
  ['transactionId', ['\u0000']],
])('a list with %s %j is rejected', (field, value) => {
  expect(ListMessagesQuery.safeParse({ [field]: value }).error?.issues[0]?.path[0]).toBe(field);
});
