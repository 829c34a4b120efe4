import { expect, test } from 'vitest';
import { missingChannels } from './missing-channels.ts';

const email = { active: true, channel: 'email', kind: 'delivery' } as const;

test('a channel is missing if no active integration serves it', () => {
  const steps = ['email', 'delay', 'in_app', 'email'];
  expect(missingChannels(steps, [])).toEqual(['in_app', 'email']);
  expect(missingChannels(steps, [email])).toEqual(['in_app']);
  expect(missingChannels(steps, [{ ...email, active: false }])).toEqual(['in_app', 'email']);
  expect(missingChannels(['email'], [{ ...email, kind: 'agent' }])).toEqual(['email']);
  expect(missingChannels(['delay'], [])).toEqual([]);
});
