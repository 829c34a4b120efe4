import { expect, test } from 'vitest';
import type { Channel } from '#lib/providers/channel.ts';
import { samplePreference } from '#testing/run.ts';
import { effectiveChannels, type PreferenceInput, resolvePreferences } from './effective.ts';
import { isCritical, type WorkflowLayers } from './workflow-preferences.ts';

const none = { defaultPreferences: {}, userPreferences: null, subscriber: [] };
const resolved = ({ subscriber, ...layers }: WorkflowLayers & { subscriber: PreferenceInput['rows'] }) =>
  resolvePreferences({ workflow: { id: 'w', ...layers }, rows: subscriber, contextKeys: [] });
const effectivePreference = (sources: Parameters<typeof resolved>[0], channel: Channel) =>
  resolved(sources).channel(channel);
const of = (changes: Parameters<typeof samplePreference>[0]) => samplePreference(changes);

test('without any layer a channel is on', () => {
  expect(effectivePreference(none, 'email')).toEqual({ enabled: true, layer: 'none' });
});

test('the deciding row is returned with its time', () => {
  const row = of({ id: 'p1', channels: { email: false } });
  expect(effectivePreference({ ...none, subscriber: [row] }, 'email')).toEqual({
    enabled: false,
    layer: 'subscriber_global',
    preferenceId: 'p1',
    since: row.updatedAt,
  });
});

test('a row for other channels does not decide', () => {
  const sources = {
    ...none,
    defaultPreferences: { all: { enabled: false } },
    subscriber: [of({ workflowId: 'w', channels: { sms: true } })],
  };
  expect(effectivePreference(sources, 'sms')).toMatchObject({ enabled: true, layer: 'subscriber_workflow' });
  expect(effectivePreference(sources, 'email')).toEqual({ enabled: false, layer: 'workflow_default' });
});

test('a row that is switched off applies to channels without a setting', () => {
  const subscriber = [of({ enabled: false })];
  expect(effectivePreference({ ...none, subscriber }, 'chat')).toMatchObject({
    enabled: false,
    layer: 'subscriber_global',
  });
  const named = { ...none, subscriber, userPreferences: { channels: { chat: { enabled: true } } } };
  expect(effectivePreference(named, 'chat')).toEqual({ enabled: true, layer: 'workflow_user' });
});

test('a row of the exact context precedes one without, and other contexts do not apply', () => {
  const rows = [
    of({ id: 'plain-global' }),
    of({ id: 'plain', workflowId: 'w' }),
    of({ id: 'exact', workflowId: 'w', contextKeys: ['tenant:a', 'user:b'] }),
    of({ id: 'exact-global', contextKeys: ['tenant:a', 'user:b'] }),
    of({ id: 'part', workflowId: 'w', contextKeys: ['tenant:a'] }),
    of({ id: 'another', workflowId: 'x' }),
  ];
  const applicable = (contextKeys: string[]) =>
    resolvePreferences({ workflow: { id: 'w', ...none }, rows, contextKeys }).applicable.map(({ id }) => id);
  expect(applicable(['tenant:a', 'user:b'])).toEqual(['exact', 'plain', 'exact-global', 'plain-global']);
  expect(applicable([])).toEqual(['plain', 'plain-global']);
});

test('each layer takes precedence over weaker ones for each channel', () => {
  const layers = [
    { subscriber: [of({ workflowId: 'w', channels: { sms: false } }), of({ channels: { email: true, sms: true } })] },
    { subscriber: [of({ channels: { email: true, sms: true } })] },
    { userPreferences: { channels: { email: { enabled: false } } } },
    { userPreferences: null },
  ];
  const defaultPreferences = { channels: { email: { enabled: true }, sms: { enabled: false } } };
  const of4 = (from: number) =>
    Object.values(
      effectiveChannels(
        resolved({ ...none, defaultPreferences, ...Object.assign({}, ...layers.slice(from).reverse()) }),
        ['email', 'sms'],
      ),
    );
  expect([of4(3), of4(2), of4(1), of4(0)]).toEqual([
    [true, false],
    [false, false],
    [true, true],
    [true, false],
  ]);
});

test('only requested channels are returned', () => {
  const subscriber = [of({ workflowId: 'w', channels: { email: false, push: false } })];
  expect(effectiveChannels(resolved({ ...none, subscriber }), ['email'])).toEqual({ email: false });
});

test('a critical workflow ignores choices of the subscriber', () => {
  const sources = {
    ...none,
    defaultPreferences: { all: { enabled: true, readOnly: true } },
    subscriber: [of({ workflowId: 'w', enabled: false, channels: { email: false } }), of({ enabled: false })],
  };
  expect(effectivePreference(sources, 'email')).toEqual({ enabled: true, layer: 'workflow_default' });
});

test('the dashboard’s setting decides whether a workflow is critical', () => {
  const readOnly = (is: boolean) => ({ all: { readOnly: is } });
  const open = { defaultPreferences: readOnly(false), userPreferences: null };
  expect(isCritical(open)).toBe(false);
  expect(isCritical({ ...open, userPreferences: readOnly(true) })).toBe(true);
  expect(isCritical({ defaultPreferences: readOnly(true), userPreferences: readOnly(false) })).toBe(false);
  expect(isCritical({ defaultPreferences: readOnly(true), userPreferences: { channels: {} } })).toBe(true);
});
