import { expect, test } from 'vitest';
import type { Integration } from '#lib/integrations/schema.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import type { Provider } from '#lib/providers/provider.ts';
import { deactivationImpact } from './deactivation-impact.ts';
import { activeHelp, conditionsHelp } from './state-help.ts';

const condition = { isNegated: false, type: 'GROUP', value: 'AND', children: [] } as const;
const mail = (name: string, more: Partial<Integration> = {}): Integration => ({
  _id: name,
  _environmentId: 'e',
  _organizationId: 'o',
  name,
  identifier: name,
  providerId: 'sendgrid',
  channel: 'email',
  active: true,
  deleted: false,
  primary: false,
  ...more,
});
const primary = mail('Postmark', { primary: true });
const second = mail('SES');
const third = mail('Resend');
const conditional = mail('Mailgun', { conditions: [{ ...condition, children: [] }] });
const asleep = mail('Plunk', { active: false });
const chat = (name: string) => mail(name, { channel: 'chat' });

test.each([
  [
    'the primary one with others',
    primary,
    [primary, second, third],
    /no other becomes primary.*make SES or Resend primary/,
  ],
  ['the primary one with one other', primary, [primary, second, conditional], /make SES primary first/],
  ['the primary one alone', primary, [primary, asleep, conditional], /add another email integration first/],
  ['one next to the primary', second, [primary, second], /Every email step will go through Postmark/],
  ['one with conditions', conditional, [primary, conditional], /match its conditions will go through Postmark/],
  ['one where none is primary', second, [second], /steps will not be able to send/],
  ['one that is inactive', asleep, [primary, asleep], /^It is inactive/],
  [
    'the only one of a channel without a primary integration',
    chat('Slack'),
    [chat('Slack')],
    /It is the only active one: chat steps/,
  ],
  ['one of several', chat('Slack'), [chat('Slack'), chat('Discord'), chat('Zulip')], /^Discord, Zulip stay active/],
  ['an agent', mail('Claude', { channel: undefined }), [], /nothing is delivered/],
] as const)('%s', (_, target, siblings, expected) => {
  expect(deactivationImpact(target, siblings).join(' ')).toMatch(expected);
});

const provider = findProvider('sendgrid') as Provider;

test.each([
  ['the first of its channel', { others: [] }, /becomes primary: every email step/],
  ['next to a primary', { others: [primary] }, /Postmark stays primary/],
  ['with conditions', { others: [primary], hasConditions: true }, /match its conditions; Postmark delivers the rest/],
  ['the primary itself', { integration: primary, others: [second] }, /It is primary/],
  ['active where none is primary', { integration: second, others: [third] }, /No email integration is primary/],
  [
    'of a channel without a primary integration',
    { provider: findProvider('slack') as Provider, others: [] },
    /Chat steps can send/,
  ],
  ['an agent', { provider: findProvider('anthropic') as Provider, others: [] }, /they deliver nothing/],
] as const)('active: %s', (_, situation, expected) => {
  expect(activeHelp({ provider, hasConditions: false, ...situation })).toMatch(expected);
});

test('the impact shows that conditions remove the primary mark', () => {
  const situation = { provider, integration: primary, others: [] };
  expect(conditionsHelp({ ...situation, hasConditions: true })).toMatch(/it is no longer primary/);
  expect(conditionsHelp({ ...situation, hasConditions: false })).not.toMatch(/it is no longer primary/);
});
