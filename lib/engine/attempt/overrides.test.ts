import { expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/values.ts';
import { decided, sampleRun, sampleStep } from '#testing/run.ts';
import { providerOverrides, wantedIntegration, wantedLayout } from './overrides.ts';

const STEP = sampleStep('email');

test('overrides of a step take precedence over those of all steps', () => {
  const overrides = {
    providers: { sendgrid: { a: 1, b: 1 }, twilio: { c: 1 } },
    steps: { 'the-email': { providers: { sendgrid: { b: 2 } } }, 'the-sms': { providers: { sendgrid: { d: 1 } } } },
  };
  expect(providerOverrides(overrides, STEP, 'sendgrid')).toEqual({ a: 1, b: 2 });
  expect(providerOverrides(overrides, STEP, 'postmark')).toBeUndefined();
});

test('overrides of the wrong form are ignored', () => {
  for (const overrides of [{ providers: 7 }, { steps: [] }, { email: 'x' }, { email: { integrationIdentifier: 7 } }]) {
    expect(providerOverrides(overrides as JsonObject, STEP, 'sendgrid')).toBeUndefined();
    expect(wantedIntegration(overrides as JsonObject, 'email')).toBeUndefined();
    expect(wantedLayout(overrides as JsonObject, STEP)).toBeUndefined();
  }
});

test('the layout comes from the override of the step, of email, or of the trigger, in this order', () => {
  const step = { steps: { 'the-email': { layoutId: 'of-step' } } };
  const channel = { channels: { email: { layoutId: 'of-channel' } } };
  const whole = { layoutIdentifier: 'of-trigger' };
  expect(wantedLayout({ ...step, ...channel, ...whole }, STEP)).toBe('of-step');
  expect(wantedLayout({ ...channel, ...whole }, STEP)).toBe('of-channel');
  expect(wantedLayout(whole, STEP)).toBe('of-trigger');
  expect(wantedLayout({ ...whole, steps: { 'the-email': { layoutId: null } } }, STEP)).toBeNull();
});

const layout = (identifier: string, isDefault = false) => ({
  id: `0123456789abcdef0000000${identifier.length}`,
  identifier,
  isDefault,
  editorType: 'html',
  body: `<i>${identifier}</i>{{ content }}`,
});
const LAYOUTS = [layout('plain'), layout('default', true)];

test.each<[string, JsonObject, JsonObject, RegExp, boolean]>([
  ['the default one', {}, {}, /<i>default<\/i>/, false],
  ['its own', { layoutId: 'plain' }, {}, /<i>plain<\/i>/, false],
  ['none', { layoutId: null }, {}, /^(?!.*<i>)/s, false],
  ['the one of the trigger', { layoutId: 'plain' }, { layoutIdentifier: 'default' }, /<i>default<\/i>/, false],
  ['none when the trigger says so', {}, { layoutIdentifier: null }, /^(?!.*<i>)/s, false],
  ['none when it is gone', { layoutId: 'gone' }, {}, /^(?!.*<i>)/s, true],
])('an email uses %s', async (_, controls, overrides, expected, isMissing) => {
  const run = sampleRun(sampleStep('email', { controls }), { layouts: LAYOUTS, notification: { overrides } });
  const outcome = await decided(run);
  expect(outcome.type === 'deliver' && outcome.content.content).toMatch(expected);
  expect(outcome.notes.some(({ reason }) => reason.code === 'layout_missing')).toBe(isMissing);
});

test('a chat override of the integration sends only to its connections', async () => {
  const overrides = { chat: { integrationIdentifier: 'my-chat' } };
  const outcome = await decided(sampleRun('chat', { notification: { overrides } }));
  expect(outcome).toMatchObject({ type: 'deliver', targets: [{ integration: { identifier: 'my-chat' } }] });
});

test.each(['in_app', 'chat', 'push', 'email', 'sms'] as const)(
  '%s with an unknown integration in its override fails',
  async (type) => {
    const overrides = { [type]: { integrationIdentifier: 'gone' } };
    const outcome = await decided(sampleRun(type, { notification: { overrides } }));
    expect(outcome).toMatchObject({
      type: 'fail',
      reason: { code: 'override_unknown', evidence: { integration: 'gone' } },
    });
  },
);

test('overrides of a provider are sent with the message', async () => {
  const overrides = { providers: { 'provider-sms': { sender: 'Us' } }, severity: 'high' };
  const outcome = await decided(sampleRun('sms', { notification: { overrides } }));
  expect(outcome).toMatchObject({ targets: [{ message: { overrides: { sender: 'Us' } } }] });
});
