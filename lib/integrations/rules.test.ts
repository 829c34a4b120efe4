import { expect, test } from 'vitest';
import type { StepFilter } from '#lib/conditions/step-filter-schema.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';
import type { Provider } from '#lib/providers/provider.ts';
import { missingFields } from '#lib/providers/required-fields.ts';
import {
  credentialProblems,
  identityProblems,
  limitProblems,
  needsCredentials,
  nextPrimaryAndPriority,
  takesRateLimit,
} from './rules.ts';

const mail = findProvider('sendgrid') as Provider;
const agent = findProvider('anthropic') as Provider;
const condition: StepFilter = { isNegated: false, type: 'GROUP', value: 'AND', children: [] };
const idle = { active: false, primary: false, priority: 0, conditions: [] };
const active = { ...idle, active: true, priority: 4 };
const primary = { ...active, primary: true };
const free = { hasPrimary: false, nextPriority: 7 };
const held = { hasPrimary: true, nextPriority: 7 };
const on = { active: true, conditions: [] };
const off = { active: false, conditions: [] };
const conditional = { active: true, conditions: [condition] };

test.each([
  ['fits without a channel', { kind: 'delivery' }, mail, undefined],
  ['fits with its channel', { kind: 'delivery', channel: 'email' }, mail, undefined],
  ['is of another channel', { kind: 'delivery', channel: 'sms' }, mail, ['channel']],
  ['is not an agent', { kind: 'agent' }, mail, ['kind']],
  ['is an agent', { kind: 'agent' }, agent, undefined],
  ['delivers nothing', { kind: 'delivery' }, agent, ['kind']],
  ['has no channel', { kind: 'agent', channel: 'chat' }, agent, ['channel']],
] as const)('%s', (_, identity, provider, fields) => {
  const problems = identityProblems(identity, provider);
  expect(problems && Object.keys(problems)).toEqual(fields);
});

test.each([
  ['the first active one takes the mark', idle, on, 'email', free, { primary: true, priority: 7 }],
  ['so it does for SMS', idle, on, 'sms', free, { primary: true, priority: 7 }],
  ['not where another has it', idle, on, 'email', held, { primary: false, priority: 7 }],
  ['not with conditions', idle, conditional, 'email', free, { primary: false, priority: 7 }],
  ['inactive is not primary and has no priority', idle, off, 'email', free, { primary: false, priority: 0 }],
  ['deactivated loses both', primary, off, 'email', held, { primary: false, priority: 0 }],
  ['given conditions loses the mark', primary, conditional, 'email', held, { primary: false, priority: 4 }],
  ['changed otherwise keeps both', primary, on, 'email', held, { primary: true, priority: 4 }],
  ['active already does not take it', active, on, 'email', free, { primary: false, priority: 4 }],
  ['agents have no priority', idle, on, undefined, free, { primary: false, priority: 0 }],
] as const)('%s', (_, before, next, channel, others, expected) => {
  expect(nextPrimaryAndPriority(before, next, channel, others)).toEqual(expected);
});

test.each(CHANNELS.filter((channel) => channel !== 'email' && channel !== 'sms'))(
  '%s has no primary mark',
  (channel) => {
    expect(nextPrimaryAndPriority(idle, on, channel, free)).toEqual({ primary: false, priority: 7 });
  },
);

test('a missing value is reported at its field', () => {
  const stored = new Set(['apiKey', 'region']);
  expect(credentialProblems(mail.credentials, (key) => !stored.has(key))).toEqual({
    'credentials.from': { messages: ['From email address is required while the integration is active'] },
    'credentials.senderName': { messages: ['Sender name is required while the integration is active'] },
  });
  expect(credentialProblems(mail.credentials, () => false)).toBeUndefined();
});

test('only an active integration outside of sandbox mode needs its credentials', () => {
  expect(needsCredentials({ active: true, sandbox: false })).toBe(true);
  expect(needsCredentials({ active: true, sandbox: true })).toBe(false);
  expect(needsCredentials({ active: false, sandbox: false })).toBe(false);
});

test('channels with a provider accept a rate limit and a quota; in-app and agents do not', () => {
  expect(CHANNELS.filter(takesRateLimit)).toEqual(CHANNELS.filter((channel) => channel !== 'in_app'));
  expect(takesRateLimit(null)).toBe(false);
  expect(limitProblems('email', { messagesPerSecond: 14, messagesPerDay: 100 })).toBeUndefined();
  for (const [channel, why] of [
    ['in_app', 'in-app messages do not leave Belfry'],
    [null, 'agents deliver nothing'],
  ] as const) {
    const messages = [`must be absent or null: ${why}`];
    expect(limitProblems(channel, { messagesPerSecond: 14 })).toEqual({ messagesPerSecond: { messages } });
    expect(limitProblems(channel, { messagesPerDay: 100 })).toEqual({ messagesPerDay: { messages } });
    expect(limitProblems(channel, { messagesPerSecond: null, messagesPerDay: null })).toBeUndefined();
    expect(limitProblems(channel, {})).toBeUndefined();
  }
});

test.each([
  [['domain'], ['secretKey', 'accountSid']],
  [['secretKey'], ['domain', 'accountSid']],
  [['domain', 'accountSid'], ['secretKey']],
  [['domain', 'secretKey', 'accountSid'], []],
  [[], []],
])('credentials that belong together: %j need %j', (given, missing) => {
  const smtp = findProvider('nodemailer') as Provider;
  const stored = new Set(['host', 'port', 'from', 'senderName', ...given]);
  const problems = credentialProblems(smtp.credentials, (key) => !stored.has(key)) ?? {};
  expect(Object.keys(problems)).toEqual(missing.map((key) => `credentials.${key}`));
  for (const { messages } of Object.values(problems)) expect(messages[0]).toMatch(/^DKIM: .* is required where DKIM: /);
});

test.each([
  ['auth token and sender', ['accountSid', 'token', 'from'], []],
  ['an API key instead of the auth token', ['accountSid', 'apiKey', 'secretKey', 'from'], []],
  ['a Messaging Service instead of the sender', ['accountSid', 'token', 'messagingServiceSid'], []],
  ['an API key without its secret', ['accountSid', 'apiKey', 'from'], ['credentials.secretKey']],
  ['neither token nor key', ['accountSid', 'from'], ['credentials.token']],
])('a Twilio account with %s', (_, given, missing) => {
  const fields = findProvider('twilio')?.credentials ?? [];
  expect(Object.keys(credentialProblems(fields, (key) => !given.includes(key)) ?? {})).toEqual(missing);
  const values = Object.fromEntries(given.map((key) => [key, 'x']));
  const unmet = missing.filter((field) => field !== 'credentials.secretKey');
  expect(missingFields(fields, values).map(({ key }) => `credentials.${key}`)).toEqual(unmet);
});
