import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SessionProvider } from '#components/layout/session.tsx';
import type { ReceivedMessage } from '#lib/notifications/copies/received.ts';
import type { Job } from '#lib/notifications/schema.ts';
import { clockTime } from '#lib/time/time.ts';
import { ReceivedList } from './received-list.tsx';
import { UnderWay } from './step-form.tsx';
import { OutageWarning } from './step-outage.tsx';
import { type MessageRequest, resultOf } from './use-message-requests.ts';
import { usualReasons } from './usual-reasons.ts';

function textOf(node: ReactNode): { html: string; text: string } {
  const environment = { _id: 'environment', name: 'Development', slug: 'development' };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={{ user: { role: 'support' }, environment, environments: [environment] } as never}>
        {node}
      </SessionProvider>
    </QueryClientProvider>,
  );
  return { html, text: html.replace(/<[^>]+>/g, '') };
}

const sentAt = new Date().toISOString();
const message = (more: Partial<ReceivedMessage>): ReceivedMessage => ({
  ...{ messageId: `m-${more.by}`, _notificationId: `n-${more.by}`, channel: 'sms', state: 'sent', sentAt, by: 'run' },
  ...more,
});

test('the received messages name their address, and what sent them', () => {
  const data = [
    message({ by: 'resent', actor: 'Sue', note: 'She deleted it', phone: '+15555550123' }),
    message({ by: 'trigger', channel: 'email', email: 'jane@example.com' }),
    message({ by: 'original' }),
    message({ by: 'run', state: 'sandboxed' }),
  ];
  const { html, text } = textOf(
    <ReceivedList name="Jane" received={{ data, total: 24 }} requests={[]} isUnknown={false} />,
  );
  expect(text).toMatch(
    /^Jane already got 24 messages, newest first:SMS, sent .+ to \+15555550123, sent again by Sue: “She deleted it”Email, sent .+ to jane@example.com, the same content by another triggerSMS, sent .+, by the earlier runSMS, sent \(sandbox\) .+20 older messages$/,
  );
  expect(html).toContain('href="/development/messages/m-trigger"');
});

const request = (id: string, more: Partial<MessageRequest> = {}): MessageRequest => ({
  ...{ id, at: sentAt, actor: 'Sue', note: 'Lost', result: 'nothing has arrived', isUnknown: false },
  ...more,
});
const listed = (requests: MessageRequest[], data: ReceivedMessage[] = [], isUnknown = false) =>
  textOf(<ReceivedList name="Jane" received={{ data, total: data.length }} requests={requests} isUnknown={isUnknown} />)
    .text;

test('a request that sent nothing yet is listed, and one that did is not listed twice', () => {
  const data = [message({ by: 'resent', actor: 'Sue', note: 'Lost' })];
  const text = listed([request('n-resent'), request('n-queued')], data);
  expect(text).toMatch(/^Jane already got 1 message:Sent again by Sue .+: “Lost”; nothing has arrivedSMS, sent/);
  expect(text.match(/Lost/g)).toHaveLength(2);
  expect(listed([])).toBe('Jane has not received this message yet.');
});

test('after an attempt with an unknown outcome, nothing says that the message has not arrived', () => {
  const unknown = 'Belfry does not know whether Jane received this message.';
  expect(listed([], [], true)).toBe(unknown);
  const result = 'SMS may have arrived: the response to attempt 1 was lost';
  const text = listed([request('n-lost', { result, isUnknown: true })]);
  expect(text).toMatch(/^Belfry does not know whether Jane received this message\.Sent again by Sue/);
  expect(text).toMatch(/: “Lost”; SMS may have arrived: the response to attempt 1 was lost$/);
  const earlier = request('n1', { result, isUnknown: true, isEarlier: true, actor: undefined, note: undefined });
  expect(listed([earlier])).toContain('The earlier run');
  expect(listed([{ ...earlier, isUnknown: false }])).not.toContain('The earlier run');
});

test('the result of a request follows the attempts of its step', () => {
  const job = (status: string, codes: object[] = [], code = 'retry_waiting', evidence: object = EVIDENCE) => {
    const executionDetails = codes.map((reason) => ({ reason }));
    return { type: 'sms', status, reason: { code, evidence }, executionDetails } as unknown as Job;
  };
  const before = Date.parse(sentAt) - 60_000;
  const lost = { code: 'outcome_unknown', evidence: { attempt: 1 } };
  expect(resultOf(undefined).result).toBeUndefined();
  expect(resultOf(job('failed')).result).toBe('nothing has arrived');
  const waits = resultOf(job('queued'), before, 'UTC');
  expect(waits).toEqual({ result: expect.stringMatching(/^Belfry retries it (at|on) .*\d\d:\d\d$/), isUnknown: false });
  expect(resultOf(job('queued'), before + 60_000), 'the attempt is due').toEqual({
    result: 'it is being sent now',
    isUnknown: true,
  });
  const outage = { provider: 'Twilio', since: sentAt };
  expect(resultOf(job('queued', [], 'provider_unavailable', outage)).result).toBe(
    'it waits until the provider responds',
  );
  expect(resultOf(job('running'))).toEqual({ result: 'it is being sent now', isUnknown: true });
  expect(resultOf(job('queued', [], 'retry_requested')).isUnknown).toBe(true);
  expect(resultOf(job('queued', [lost]))).toEqual({
    result: 'SMS may have arrived: a worker stopped during attempt 1; it is being sent now',
    isUnknown: true,
  });
  expect(resultOf(job('failed', [lost])).result).toBe('SMS may have arrived: a worker stopped during attempt 1');
  expect(resultOf(job('completed', [], 'sent'))).toEqual({ result: 'sent', isUnknown: false });
});

const EVIDENCE = { provider: 'Twilio', until: sentAt, attempt: 1 };

test('a long reason is cut in the list, and a message that is being sent again links to its run', () => {
  const note = 'She wrote that nothing came. '.repeat(10).trim();
  const text = listed([], [message({ by: 'resent', actor: 'Sue', note })]);
  expect(text).toMatch(/by Sue: “She wrote .{100,110}…”$/);
  const { html } = textOf(<UnderWay runId="n2" />);
  expect(html).toMatch(/href="\/development\/activity\?run=n2"[^>]*>Open the new run/);
});

test('a lasting outage is shown with its start, the next attempt and its page', () => {
  const [openedAt, probeAt] = [new Date(Date.now() - 60_000), new Date(Date.now() + 30_000)].map((at) =>
    at.toISOString(),
  ) as [string, string];
  const integration = { _id: 'i1', name: 'SendGrid EU', identifier: 'eu' };
  const lasting = { integration, openedAt, probeAt, words: 'Refused', waiting: 3, more: false };
  const { html, text } = textOf(<OutageWarning outage={{ lasting }} action="hurry" />);
  expect(text).toMatch(
    /^SendGrid EU is still unavailable, since (\d+ \w+, )?\d\d:\d\d\. A retry now waits again until the provider responds\. Belfry tries the provider again at /,
  );
  expect(text).toContain(clockTime(probeAt));
  expect(html).toContain(`href="/development/integrations/i1/outages/${encodeURIComponent(openedAt)}"`);
  const due = textOf(<OutageWarning outage={{ lasting: { ...lasting, probeAt: openedAt } }} action="repeat" />);
  expect(due.text).toContain(
    'A message that you send now waits until the provider responds. Belfry tries the provider again with the next message.',
  );
  const host = textOf(<OutageWarning outage={{ host: 'api.example', since: openedAt }} action="hurry" />);
  expect(host.text).toMatch(/^api\.example has not responded since (\d+ \w+, )?\d\d:\d\d\. A retry now waits again/);
});

test('the reason that the cause is fixed is not offered while the provider is unavailable', () => {
  expect(usualReasons('hurry', false).usual).toContain('The cause is fixed');
  for (const action of ['hurry', 'retry', 'repeat'] as const)
    expect(usualReasons(action, true).usual).not.toContain('The cause is fixed');
});
