import { expect, test } from 'vitest';
import { isCritical, mergePreferences } from './merge.ts';

const workflowDefault = {
  all: { enabled: true, readOnly: false },
  channels: { email: { enabled: true }, sms: { enabled: false } },
};

test('without any layer everything is on', () => {
  expect(mergePreferences({}, ['email', 'push'])).toEqual({ enabled: true, channels: { email: true, push: true } });
});

test('each layer wins over the ones before it, channel by channel', () => {
  const layers = {
    workflowDefault,
    workflowUser: { channels: { email: { enabled: false } } },
    subscriberGlobal: { channels: { email: true, sms: true } },
    subscriberWorkflow: { channels: { sms: false } },
  };
  const of = (names: (keyof typeof layers)[]) =>
    mergePreferences(Object.fromEntries(names.map((name) => [name, layers[name]])), ['email', 'sms']).channels;
  expect(of(['workflowDefault'])).toEqual({ email: true, sms: false });
  expect(of(['workflowDefault', 'workflowUser'])).toEqual({ email: false, sms: false });
  expect(of(['workflowDefault', 'workflowUser', 'subscriberGlobal'])).toEqual({ email: true, sms: true });
  expect(mergePreferences(layers, ['email', 'sms']).channels).toEqual({ email: true, sms: false });
});

test('a channel that nobody set follows all.enabled', () => {
  expect(mergePreferences({ workflowDefault: { all: { enabled: false } } }, ['chat'])).toEqual({
    enabled: false,
    channels: { chat: false },
  });
  const switchedOn = { workflowDefault: { all: { enabled: false } }, subscriberWorkflow: { channels: { chat: true } } };
  expect(mergePreferences(switchedOn, ['chat', 'sms']).channels).toEqual({ chat: true, sms: false });
});

test('a stored preference switches nothing on that it does not name', () => {
  const layers = {
    workflowDefault: { all: { enabled: false } },
    subscriberWorkflow: { enabled: true, channels: { email: true } },
  };
  expect(mergePreferences(layers, ['email', 'sms'])).toEqual({ enabled: false, channels: { email: true, sms: false } });
  const off = { subscriberGlobal: { enabled: false, channels: { email: true } } };
  expect(mergePreferences(off, ['email', 'sms'])).toEqual({ enabled: false, channels: { email: true, sms: false } });
});

test('only the channels asked for are answered', () => {
  expect(
    mergePreferences({ subscriberWorkflow: { channels: { email: false, push: false } } }, ['email']).channels,
  ).toEqual({
    email: false,
  });
});

test('a critical workflow ignores what the subscriber set', () => {
  const layers = {
    workflowDefault: { all: { enabled: true, readOnly: true } },
    subscriberGlobal: { enabled: false, channels: { email: false } },
    subscriberWorkflow: { enabled: false, channels: { email: false } },
  };
  expect(isCritical(layers)).toBe(true);
  expect(mergePreferences(layers, ['email'])).toEqual({ enabled: true, channels: { email: true } });
});

test('what a person set on the dashboard decides whether a workflow is critical', () => {
  expect(isCritical({ workflowDefault, workflowUser: { all: { readOnly: true } } })).toBe(true);
  expect(isCritical({ workflowDefault: { all: { readOnly: true } }, workflowUser: { all: { readOnly: false } } })).toBe(
    false,
  );
  expect(isCritical({ workflowDefault: { all: { readOnly: true } }, workflowUser: { channels: {} } })).toBe(true);
});
