import { expect, test } from 'vitest';
import { BulkUpdatePreferencesBody, Preference, SubscriberPreferences, SubscriberPreferencesQuery } from './schema.ts';

const at = '2026-08-07T09:30:00.000Z';
const channels = { email: true, sms: false, in_app: true, chat: false, push: true };
const summary = {
  id: 'i',
  identifier: 'invoice',
  name: 'Invoice',
  critical: false,
  tags: [],
  data: {},
  severity: 'high',
};

test('preferences of a workflow and global ones are accepted', () => {
  const template = { level: 'template', workflow: summary, enabled: true, channels, condition: { '==': [1, 1] } };
  expect(Preference.parse(template)).toEqual(template);
  expect(Preference.safeParse({ level: 'global', enabled: true, channels: {}, condition: null }).success).toBe(true);
});

test.each([
  { level: undefined },
  { level: 'workflow' },
  { enabled: undefined },
  { channels: undefined },
  { channels: { fax: true } },
  { channels: { email: null } },
  { workflow: { ...summary, severity: undefined } },
  { extra: 1 },
])('a preference with %j is rejected', (change) => {
  expect(Preference.safeParse({ level: 'global', enabled: true, channels: {}, ...change }).success).toBe(false);
});

const items = (count: number) => Array.from({ length: count }, (_, index) => ({ workflowId: `w${index}`, channels }));

test('a bulk update has up to 100 items; the service rejects an empty one', () => {
  const body = { preferences: items(100), context: { tenant: 'acme' } };
  expect(BulkUpdatePreferencesBody.parse(body)).toEqual(body);
  expect(BulkUpdatePreferencesBody.parse({ preferences: [] })).toEqual({ preferences: [] });
  expect(BulkUpdatePreferencesBody.parse({ preferences: [{ workflowId: 'w', channels: { fax: true } }] })).toEqual({
    preferences: [{ workflowId: 'w', channels: {} }],
  });
  const tooMany = BulkUpdatePreferencesBody.safeParse({ preferences: items(101) }).error?.issues;
  expect(tooMany?.[0]).toMatchObject({
    path: ['preferences'],
    message: 'preferences must contain no more than 100 elements',
  });
});

test.each([
  {},
  { preferences: null },
  { preferences: {} },
  { preferences: [null] },
  { preferences: [{ channels }] },
  { preferences: [{ workflowId: '', channels }] },
  { preferences: [{ workflowId: 'a\u0000', channels }] },
  { preferences: [{ workflowId: 'w', channels: { email: 'yes' } }] },
  { preferences: [{ workflowId: 'w', channels: [] }] },
  { preferences: [], context: [] },
  { preferences: [], context: { tenant: 1 } },
  { preferences: [], context: { tenant: '\u0000' } },
  { preferences: [], context: { a: '1', b: '1', c: '1', d: '1', e: '1', f: '1' } },
])('a bulk update %j is rejected', (body) => {
  expect(BulkUpdatePreferencesBody.safeParse(body).success).toBe(false);
});

test('the preferences of a subscriber are accepted', () => {
  const day = { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:00 PM' }] };
  const preferences = {
    global: {
      enabled: true,
      channels,
      schedule: { isEnabled: true, weeklySchedule: { monday: day, sunday: { isEnabled: false } } },
    },
    workflows: [
      {
        enabled: true,
        channels,
        overrides: [{ channel: 'email', source: 'template' }],
        updatedAt: at,
        workflow: { slug: 'invoice_wf_0', identifier: 'invoice', name: 'Invoice', updatedAt: at, critical: true },
      },
    ],
  };
  expect(SubscriberPreferences.parse(preferences)).toEqual(preferences);
  expect(SubscriberPreferences.safeParse({ ...preferences, workflows: undefined }).success).toBe(false);
  expect(SubscriberPreferencesQuery.parse({})).toEqual({ criticality: 'nonCritical' });
  expect(SubscriberPreferencesQuery.safeParse({ criticality: 'none' }).success).toBe(false);
});
