import { expect, test } from 'vitest';
import { CreateAlertRuleBody } from '#lib/alerts/schema.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { presetOf, proposedRules, whyNoRule } from './rule-proposals.ts';

const ID = { mail: 'a'.repeat(24), second: 'b'.repeat(24), text: 'c'.repeat(24), inbox: 'd'.repeat(24) };
const integration = (name: keyof typeof ID, channel: string, more: Partial<Integration> = {}) =>
  ({ _id: ID[name], name, channel, active: true, primary: false, ...more }) as Integration;
const mail = integration('mail', 'email', { primary: true });
const all = [
  integration('inbox', 'in_app'),
  integration('second', 'email'),
  mail,
  integration('text', 'sms', { primary: true }),
];

test('the rules send through the primary email integration, and another one watches it', () => {
  const found = proposedRules(all, 'me@example.com', []);
  expect(found.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['integration_failures', undefined],
    ['oldest_work', undefined],
    ['no_worker', undefined],
    ['workflow_issues', undefined],
    ['credentials_end', undefined],
  ]);
  for (const { kind, body } of found) {
    const integrationId = kind === 'integration_failures' ? ID.second : ID.mail;
    expect(CreateAlertRuleBody.parse(body)).toMatchObject({ integrationId, to: 'me@example.com' });
  }
  expect(found[0]).toMatchObject({
    phrase: '20% or more of at least 10 messages through mail fail within 15 minutes',
    body: { name: 'Messages fail: mail', condition: { integrationId: ID.mail } },
  });
});

test('without a second email integration, the rule about the first one is set up with another channel', () => {
  const text = integration('text', 'sms');
  const [found] = proposedRules([mail, text], 'a@b.example', []);
  expect(found).toMatchObject({ watched: ID.mail, sender: ID.text });
  expect([found?.body, found?.reason]).toEqual([undefined, undefined]);
  expect(found && presetOf(found, [mail, text])).toEqual({
    ...{ kind: 'integration_failures', watched: ID.mail, integrationId: ID.text, to: '' },
    name: 'Messages fail: mail',
  });
});

test('a sandbox neither sends nor is watched', () => {
  const [found] = proposedRules([mail, integration('second', 'email', { sandbox: true })], 'a@b.example', []);
  expect(found?.reason).toMatch(/^mail is the only integration outside sandbox mode, .* for example a chat webhook$/);
});

test('a kind that already has a rule is not proposed', () => {
  expect(proposedRules(all, 'a@b.example', ['no_worker', 'oldest_work']).map(({ kind }) => kind)).toEqual([
    'integration_failures',
    'workflow_issues',
    'credentials_end',
  ]);
});

test('without a second integration, or without email, the reason is shown', () => {
  const reasons = (integrations: Integration[]) =>
    proposedRules(integrations, 'a@b.example', []).map(({ reason, body }) => [
      reason?.slice(0, 14),
      body !== undefined,
    ]);
  expect(reasons([mail])).toEqual([['mail is the on', false], ...Array(4).fill([undefined, true])]);
  expect(reasons([integration('text', 'sms')])).toEqual(Array(5).fill(['Needs an email', false]));
});

test('with sandboxes only, the reason is shown, because no alert would be sent', () => {
  const found = proposedRules([{ ...mail, sandbox: true }, integration('text', 'sms')], 'a@b.example', []);
  expect(found.map(({ reason, body }) => [reason, body])).toEqual(
    Array(5).fill(['Every email integration is in sandbox mode, so no alert would be sent', undefined]),
  );
});

test('a real integration is chosen before a sandbox', () => {
  const sandbox = integration('mail', 'email', { primary: true, sandbox: true });
  const [, late] = proposedRules([sandbox, integration('second', 'email')], 'a@b.example', []);
  expect(late?.body?.integrationId).toBe(ID.second);
});

test.each<[string, Integration[], string | undefined]>([
  ['nothing', [], 'Needs an active integration that sends messages'],
  ['sandboxes only', [{ ...mail, sandbox: true }], 'Every integration is in sandbox mode, so no alert would be sent'],
  [
    'one integration',
    [mail],
    'mail is the only integration outside sandbox mode, and cannot report its own failure. Add a second integration, for example a chat webhook',
  ],
  ['text messages only', [integration('text', 'sms'), { ...mail, sandbox: true }], undefined],
])('with %s, the form of a rule about an integration gives the reason', (_, integrations, reason) => {
  expect(whyNoRule(integrations, 'integration_failures')).toBe(reason);
});

test('one integration is enough for a rule that watches none', () => {
  expect(whyNoRule([mail], 'no_worker')).toBeUndefined();
});
