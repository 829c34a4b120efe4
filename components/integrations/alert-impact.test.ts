import { expect, test } from 'vitest';
import type { AlertRule } from '#lib/alerts/schema.ts';
import { alertImpact } from './alert-impact.ts';

const rule = (name: string, more: Partial<AlertRule>) => ({ name, active: true, condition: {}, ...more }) as AlertRule;
const watching = {
  kind: 'integration_failures',
  integrationId: 'mail',
  percent: 20,
  minutes: 15,
  messages: 10,
} as const;

test('names the active rules that send through the integration, and those that watch it', () => {
  const rules = [
    rule('Queue', { integrationId: 'mail' }),
    rule('No worker', { integrationId: 'mail' }),
    rule('Paused', { integrationId: 'mail', active: false }),
    rule('Failures', { integrationId: 'sms', condition: watching }),
  ];
  expect(alertImpact('mail', rules)).toEqual([
    'The alert rules Queue and No worker can no longer send.',
    'The alert rule Failures can no longer watch it.',
  ]);
  expect(alertImpact('chat', rules)).toEqual([]);
});
