import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VERSION_CAUSES } from '#lib/workflows/version-schema.ts';
import { actionLabels } from './action-labels.ts';
import { changesOf, changesTitle } from './changes.ts';
import { detailOf } from './detail.ts';
import { AUDITED_NOUNS } from './nouns.ts';
import { placeOf } from './place.ts';
import { summaryOf, summaryText } from './summary.ts';
import { pathText, valueText } from './value-text.ts';

const entry = (action: string, label?: string, states: { before?: unknown; after?: unknown } = {}) => ({
  action,
  resource: { type: action.split('.')[0] ?? '', _id: '6b0061d8018900e90001578c', ...(label && { label }) },
  ...states,
});

/** An entry about an integration with a rate limit. */
const limited = { messagesPerSecond: 14 };

describe('every action has words', () => {
  const nouns = AUDITED_NOUNS.join('|');
  const literal = new RegExp(`'((?:${nouns})\\.[a-zA-Z]+)'`, 'g');
  const files = readdirSync('lib', { recursive: true, encoding: 'utf8' });
  const written = files
    .filter((file) =>
      /(service|changes|credentials|subscriptions|trial|sessions|sensitive|cancel|export|retry-step|audit-trigger|signing-secret|acceptance)\.ts$/.test(
        file,
      ),
    )
    .flatMap((file) =>
      [...readFileSync(join('lib', file), 'utf8').matchAll(literal)].map(([, action]) => action ?? ''),
    );
  const composed = [
    ...VERSION_CAUSES.map((cause) => `workflows.${cause}`),
    ...[
      'read',
      'unread',
      'seen',
      'archive',
      'unarchive',
      'unsnooze',
      'readAll',
      'seenAll',
      'archiveAll',
      'archiveReadAll',
      'deleteAll',
    ].map((change) => `messages.${change}`),
    ...['create', 'update', 'delete'].map((verb) => `saved-views.${verb}`),
    'messages.reveal',
    'notifications.reveal',
  ];

  test('that a service records', () => {
    expect(written.length).toBeGreaterThan(40);
    expect([...new Set([...written, ...composed])].filter((action) => !actionLabels[action])).toEqual([]);
  });

  test('and an unknown one is shown by name', () => {
    expect(summaryText(entry('members.changeRole', 'Ann'))).toBe('did “members.changeRole” to Ann');
  });
});

describe('the summary', () => {
  test.each([
    [entry('integrations.setPrimary', 'Postmark', { after: { channel: 'email' } }), 'made Postmark primary for email'],
    [entry('integrations.setPrimary', 'Postmark', { after: { primary: true } }), 'made Postmark primary'],
    [
      entry('integrations.setPrimary', 'Postmark', {
        before: { primaryIntegration: 'SES' },
        after: { channel: 'email' },
      }),
      'made Postmark primary for email instead of SES',
    ],
    [
      entry('integrations.undoSetPrimary', 'Postmark', { after: { channel: 'email', primaryIntegration: 'SES' } }),
      'undid making Postmark primary for email: SES is primary again',
    ],
    [
      entry('integrations.startSwitch', 'Postmark', { after: { channel: 'email', share: 5 } }),
      'started to switch gradually to Postmark for email: 5%',
    ],
    [
      entry('integrations.setSwitchShare', 'Postmark', { before: { share: 5 }, after: { share: 25 } }),
      'changed the share of the gradual switch to Postmark from 5% to 25%',
    ],
    [
      entry('integrations.endSwitch', 'Postmark', { after: { why: 'SES was deleted' } }),
      'ended the gradual switch to Postmark (SES was deleted)',
    ],
    [
      entry('integrations.update', 'Twilio', {
        before: { active: true, name: 'Twilio' },
        after: { active: false, name: 'Twilio' },
      }),
      'deactivated Twilio',
    ],
    [
      entry('integrations.update', 'Twilio', { before: { name: 'T' }, after: { name: 'Twilio' } }),
      'changed the name of Twilio',
    ],
    [entry('integrations.update', 'Twilio', { before: {}, after: limited }), 'changed the rate limit of Twilio'],
    [
      entry('workflows.update', 'Welcome', {
        before: { 'steps.mail.name': 'a', payloadSchema: { type: 'object' } },
        after: { 'steps.mail.name': 'b' },
      }),
      'changed the steps and payload schema of Welcome',
    ],
    [
      entry('workflows.update', 'Welcome', {
        before: { 'steps.mail.controlValues.subject': 'a' },
        after: { 'steps.mail.controlValues.subject': 'b' },
      }),
      'changed the subject of mail in Welcome',
    ],
    [
      entry('workflows.patch', 'Welcome', { before: { active: true }, after: { active: false } }),
      'paused the workflow Welcome',
    ],
    [entry('members.update', 'ann@shop.example', { after: { role: 'developer' } }), 'made ann@shop.example developer'],
    [
      entry('members.update', 'ann', { before: { role: 'support' }, after: { role: 'developer' } }),
      'made ann developer instead of support',
    ],
    [
      entry('layouts.setDefault', 'Plain', { before: { defaultLayout: 'House' }, after: {} }),
      'made Plain the default layout instead of House',
    ],
    [
      entry('subscribers.createOrUpdate', 'u1', { after: { firstName: 'Jane', lastName: 'Cooper' } }),
      'created the subscriber Jane Cooper',
    ],
    [entry('subscribers.delete', 'u1', { before: { firstName: 'Jane' } }), 'deleted the subscriber Jane'],
    [
      entry('subscribers.createOrUpdate', 'u1', {
        before: { firstName: 'Jana', lastName: 'Cooper' },
        after: { firstName: 'Jane', lastName: 'Cooper' },
      }),
      'changed the first name of Jane Cooper',
    ],
    [entry('subscribers.bulk', '3 subscribers'), 'imported 3 subscribers'],
    [entry('messages.delete'), 'deleted a message'],
    [entry('sessions.signIn', 'ann@shop.example'), 'signed in'],
  ])('of %#', (given, text) => {
    expect(summaryText(given)).toBe(text);
  });

  test('separates the name of the resource for its link', () => {
    const given = entry('layouts.setDefault', 'Plain');
    expect(summaryOf(given)).toEqual({ before: 'made', thing: 'Plain', after: 'the default layout' });
  });

  test('adds the ID to the name of a subscriber', () => {
    const deleted = entry('subscribers.delete', 'user_17', { before: { firstName: 'Jane' } });
    expect(summaryOf(deleted)).toMatchObject({ thing: 'Jane', id: 'user_17' });
    expect(summaryOf(entry('subscribers.delete', 'user_17'))).not.toHaveProperty('id');
    expect(summaryOf(entry('subscribers.bulk', '3 subscribers'))).not.toHaveProperty('id');
  });
});

test('a denied operation is a verb phrase, and a copied workflow names its origin', () => {
  const older = 'List the keys of the environment that are valid, or ended in the last seven days';
  expect(summaryText(entry('users.denied', 'list API keys'))).toBe('was not allowed to list API keys');
  expect(summaryText(entry('users.denied', older))).toMatch(/^was not allowed to list the keys/);
  const copied = (after?: object) => summaryText(entry('workflows.sync', 'Receipt', { after }));
  expect(copied({ sourceEnvironment: 'Demo' })).toBe('copied the workflow Receipt from Demo');
  expect(copied()).toBe('copied the workflow Receipt from another environment');
  expect(changesOf({}, { sourceEnvironment: 'Demo' })).toEqual([]);
});

describe('the detail after the summary', () => {
  const channels = (email: boolean, sms: boolean) => ({
    contextKeys: [],
    preferences: [{ workflowId: 'w1', channels: { email, sms } }],
  });
  test.each([
    [entry('integrations.update', 'T', { before: { name: 'T' }, after: { name: 'Twilio' } }), 'T → Twilio'],
    [entry('integrations.update', 'T', { before: {}, after: limited }), 'nothing → 14 per second'],
    [entry('integrations.update', 'T', { before: limited, after: {} }), '14 per second → nothing'],
    [
      entry('subscribers.update', 'u1', { before: { data: { plan: 'free' } }, after: { data: { plan: 'pro' } } }),
      'plan: free → pro',
    ],
    [
      entry('environment-variables.update', 'SHOP', {
        before: { values: { Development: 'a', Production: 'https://shop.example/with/a/long/path/to/it' } },
        after: { values: { Development: 'b', Production: 'c' } },
      }),
      'Development: a → b, Production: https://shop.example/with/a/long/path/to… → c',
    ],
    [
      entry('workflows.update', 'W', {
        before: { body: '<p>Your order left our warehouse. <a href="https://a.example">Track</a></p>' },
        after: { body: '<p>Your order left our warehouse. <a class="x">Track it</a></p>' },
      }),
      '…href="https://a.example">Track</a></p> → …class="x">Track it</a></p>',
    ],
    [
      entry('workflows.update', 'W', {
        before: { 'steps.mail.controlValues.subject': 'a' },
        after: { 'steps.mail.controlValues.subject': 'b' },
      }),
      'a → b',
    ],
    [
      entry('api-keys.rotate', 'CI', { before: {}, after: { expiresAt: '2026-12-01T19:06:30.000Z' } }),
      'the old key ends 1 Dec 2026, 20:06:30 CET',
    ],
    [
      entry('users.denied', 'list API keys', { after: { times: 3, last: '2026-11-29T20:24:03.000Z' } }),
      'last at 21:24:03',
    ],
    [entry('users.denied', 'list API keys', { after: { times: 1, last: '2026-11-29T20:24:03.000Z' } }), undefined],
    [entry('layouts.update', 'Plain', { before: { note: 'a' }, after: { note: 'a\nlong\nbody' } }), undefined],
    [entry('contexts.update', 'c', { before: {}, after: { a: 1, b: 2, c: 3, d: 4 } }), 'a, b, c and 1 more'],
    [
      entry('integrations.update', 'T', {
        before: { credentials: { apiKey: '••••••' } },
        after: { credentials: { apiKey: '•••••• (changed)' } },
      }),
      'api key',
    ],
    [entry('workflows.patch', 'W', { before: { active: true }, after: { active: false } }), undefined],
    [entry('members.update', 'ann', { before: { role: 'support' }, after: { role: 'developer' } }), undefined],
    [entry('messages.retry', 'r', { before: { reason: 'provider_auth' } }), 'it had ended with “Credentials refused”'],
    [
      {
        ...entry('messages.retry', 'r', { before: { reason: 'provider_auth' } }),
        failure: 'SMS failed: the key is wrong',
      },
      'SMS failed: the key is wrong',
    ],
    [
      entry('messages.retry', 'r', {
        before: { reason: 'retry_waiting', status: 'queued' },
        after: { reason: 'The customer waits' },
      }),
      'it had waited with “Waiting for the next attempt”; “The customer waits”',
    ],
    [
      {
        ...entry('messages.retry', 'r', { after: { reason: 'The key is new' } }),
        failure: 'SMS failed: the key is wrong',
      },
      'SMS failed: the key is wrong; “The key is new”',
    ],
    [entry('messages.resend', 'r', { after: { reason: 'She deleted it' } }), '“She deleted it”'],
    [entry('messages.resend', 'r', { after: { reason: 'long '.repeat(60) } }), `“${'long '.repeat(24).trim()}…”`],
    [entry('preferences.update', 'u1', { before: channels(true, true), after: channels(false, true) }), 'email off'],
    [entry('subscribers.delete', 'u1', { before: { firstName: 'Jane' } }), undefined],
  ])('of %#', (given, text) => {
    expect(detailOf(given, 'Europe/Berlin')).toBe(text);
  });
});

test('an existing resource links to its page', () => {
  expect(placeOf(entry('workflows.update', 'W'), '/production')).toBe('/production/workflows/6b0061d8018900e90001578c');
  expect(placeOf(entry('subscribers.update', 'a/b'), '/dev')).toBe('/dev/subscribers/a%2Fb');
  expect(placeOf(entry('workflows.delete', 'W'), '/dev')).toBeUndefined();
  expect(placeOf(entry('members.update', 'ann'), '/dev')).toBe('/settings/members');
  expect(placeOf(entry('contexts.update', 'c'), '/dev')).toBeUndefined();
  expect(placeOf(entry('members.update', 'ann'), undefined)).toBe('/settings/members');
  expect(placeOf(entry('workflows.update', 'W'), undefined)).toBeUndefined();
});

describe('the changes', () => {
  test('are listed by field, without technical fields', () => {
    const before = {
      _id: '1',
      name: 'A',
      updatedAt: 'x',
      credentials: { user: 'u', password: '••••••' },
      tags: [],
      same: 1,
    };
    const after = { _id: '1', name: 'B', updatedAt: 'y', credentials: { user: 'u' }, tags: ['new'], same: 1 };
    expect(changesOf(before, after)).toEqual([
      { path: 'name', before: 'A', after: 'B' },
      { path: 'credentials.password', before: '••••••', after: undefined },
      { path: 'tags', before: undefined, after: ['new'] },
    ]);
  });

  test.each([
    [entry('layouts.create', 'L', { after: { name: 'L' } }), 'The initial values'],
    [entry('environments.undoPublish', 'P', { after: { undone: ['a deleted'] } }), 'Result'],
    [entry('layouts.delete', 'L', { before: { name: 'L' } }), 'The last values'],
    [entry('layouts.update', 'L', { before: { name: 'L' }, after: { name: 'M' } }), 'What changed'],
  ])('of %# have a heading', ({ action, before, after }, title) => {
    expect(changesTitle({ action, before, after })).toBe(title);
  });

  test('of a new record contain its values', () => {
    expect(changesOf(undefined, { name: 'A', note: '' })).toEqual([{ path: 'name', before: undefined, after: 'A' }]);
  });

  test('are shown in words', () => {
    expect(pathText('controlValues.primaryAction.label')).toBe('Control values › primary action › label');
    expect(pathText('steps.mail.controlValues.subject')).toBe('Subject of mail');
    expect(valueText('active', true)).toBe('yes');
    expect(valueText('role', 'support')).toBe('Support');
    expect(valueText('reason', 'provider_auth')).toBe('Credentials refused');
    expect(valueText('tags', ['a', 'b'])).toBe('a, b');
    expect(valueText('count', 12000)).toBe('12,000');
    expect(pathText('messagesPerSecond')).toBe('Rate limit');
    expect(valueText('messagesPerSecond', 0.5)).toBe('0.5 per second');
    expect(pathText('messagesPerDay')).toBe('Daily quota');
    expect(valueText('messagesPerDay', 5000)).toBe('5,000 per day');
    // Names that every JavaScript object has, such as `constructor`, have no label.
    expect(pathText('data.constructor')).toBe('Data › constructor');
    expect(valueText('constructor', 1)).toBe('1');
    expect(valueText('name', undefined)).toBeUndefined();
  });
});
