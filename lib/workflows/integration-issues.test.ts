import { expect, test } from 'vitest';
import type { Channel } from '#lib/providers/channel.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';
import { type ActiveIntegration, integrationIssues } from './integration-issues.ts';

const integration = (channel: Channel, more: Partial<ActiveIntegration> = {}): ActiveIntegration => ({
  name: 'Main',
  channel,
  primary: false,
  connected: false,
  ...more,
});

const types = (step: string, ...active: ActiveIntegration[]) =>
  integrationIssues(step, active)?.[step]?.map((issue) => issue.issueType);

test.each(CHANNELS)('%s without an active integration has an issue', (channel) => {
  expect(types(channel)).toEqual(['MISSING_INTEGRATION']);
  const others = CHANNELS.filter((other) => other !== channel).map((other) => integration(other, { primary: true }));
  expect(types(channel, ...others)).toEqual(['MISSING_INTEGRATION']);
});

test.each(['email', 'sms'] as const)('%s needs an active integration that is primary', (channel) => {
  expect(types(channel, integration(channel), integration(channel))).toEqual(['MISSING_INTEGRATION']);
  expect(types(channel, integration(channel), integration(channel, { primary: true }))).toBeUndefined();
});

test.each(['chat', 'push'] as const)('%s accepts any active integration', (channel) => {
  expect(types(channel, integration(channel))).toBeUndefined();
});

test('an in-app integration without a connected inbox is reported', () => {
  expect(types('in_app', integration('in_app', { connected: true }))).toBeUndefined();
  expect(types('in_app', integration('in_app'))).toEqual(['INBOX_NOT_CONNECTED']);
  const issues = integrationIssues('in_app', [
    integration('in_app', { connected: true, name: 'Web' }),
    integration('in_app', { name: 'Mobile' }),
  ]);
  expect(issues?.in_app).toHaveLength(1);
  expect(issues?.in_app?.[0]?.message).toContain('"Mobile"');
});

test.each(['digest', 'delay', 'throttle', 'custom', 'http_request'])('%s delivers nothing and needs none', (step) => {
  expect(integrationIssues(step, [])).toBeUndefined();
});
