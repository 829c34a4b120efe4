import { expect, test } from 'vitest';
import type { Message } from '#lib/messages/schema.ts';
import type { Job } from '#lib/notifications/schema.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { firstSent, isPreviewed } from './run-preview.tsx';

const SENT = reasonFor('sent', { provider: 'Postmark', attempt: 1 });
const LACKING = reasonFor('no_address', { channel: 'sms' });
const job = (template: string, status: string, reason: unknown) =>
  ({ step: { _templateId: template }, status, reason }) as unknown as Job;
const message = (id: string, template: string) => ({ _id: id, _messageTemplateId: template }) as Message;

test.each([
  ['sent', [job('a', 'skipped', LACKING), job('b', 'completed', SENT)], true],
  ['with a failed step', [job('a', 'failed', undefined), job('b', 'completed', SENT)], false],
  ['with nothing sent', [job('a', 'skipped', LACKING)], false],
])('a run %s shows a preview: %s', (_, jobs, isShown) => expect(isPreviewed({ jobs })).toBe(isShown));

test('withheld content is not shown', () => {
  expect(isPreviewed({ jobs: [job('b', 'completed', SENT)], withheld: true })).toBe(false);
});

test('the message of the first step that sent one is shown', () => {
  const jobs = [job('a', 'skipped', LACKING), job('b', 'completed', SENT), job('c', 'completed', SENT)];
  const messages = [message('3', 'c'), message('2', 'b'), message('1', 'a')];
  expect(firstSent({ jobs }, messages)?._id).toBe('2');
  expect(firstSent({ jobs }, [])).toBeUndefined();
});
