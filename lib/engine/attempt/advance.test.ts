import { expect, test } from 'vitest';
import { accepted, decided, NOW, sampleRun, sampleStep } from '#testing/run.ts';
import { conclude } from './conclude.ts';

test('an email is sent, and every stage is recorded', async () => {
  const run = sampleRun('email', {}, [sampleStep('sms')]);
  const outcome = await decided(run);
  const records = conclude(run, outcome, accepted(outcome), NOW);
  expect(records.details.map(({ detail, status }) => [detail, status])).toEqual([
    ['Step queued', 'Pending'],
    ['Integration instance selected', 'Pending'],
    ['Message created', 'Pending'],
    ['Message sent', 'Success'],
  ]);
  expect(records.messages).toMatchObject([
    {
      channel: 'email',
      status: 'sent',
      subject: 'Hello Jane',
      address: { email: 'jane@example.com' },
      providerMessageId: `vendor-${records.messages[0]?.id}`,
    },
  ]);
  expect(records.job).toMatchObject({ status: 'completed', reason: { code: 'sent' }, attempts: 1 });
  expect(records.others).toEqual([{ id: 'job-the-sms', status: 'queued', readyAt: NOW }]);
  expect(records.outcome).toBeUndefined();
});
