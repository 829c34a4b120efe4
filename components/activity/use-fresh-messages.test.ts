import { expect, test } from 'vitest';
import type { Message } from '#lib/messages/schema.ts';
import type { Job } from '#lib/notifications/schema.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { stepsWithoutMessage } from './use-fresh-messages.ts';

const SENT = reasonFor('sent', { provider: 'Postmark', attempt: 1 });
const job = (id: string, status: string, type = 'email') =>
  ({
    _id: id,
    type,
    step: { _templateId: id },
    status,
    reason: status === 'completed' ? SENT : undefined,
  }) as unknown as Job;
const message = (template: string) => ({ _id: '1', _messageTemplateId: template }) as Message;

test('a step that was sent after the messages were read lacks its message, until they are read again', () => {
  const jobs = [job('a', 'completed'), job('b', 'completed', 'sms'), job('c', 'pending')];
  expect(stepsWithoutMessage({ jobs }, [])).toBe('a b');
  expect(stepsWithoutMessage({ jobs }, [message('a')])).toBe('b');
  expect(stepsWithoutMessage({ jobs }, [message('a'), message('b')])).toBe('');
});

test('steps without messages lack none', () => {
  expect(stepsWithoutMessage({ jobs: [job('a', 'completed', 'http_request'), job('b', 'failed')] }, [])).toBe('');
});
