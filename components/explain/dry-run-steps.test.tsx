import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DryRunResult } from '#lib/events/dry-run-schema.ts';
import { DryRunSteps, endingOf } from './dry-run-steps.tsx';

const INTEGRATION = { _id: 'i', name: 'Orders', identifier: 'orders', providerId: 'postmark', sandbox: true } as const;
const MESSAGE = { channel: 'email', status: 'sent', to: 'm•••@example.net', integration: INTEGRATION } as const;
const STEP = {
  stepId: 'receipt',
  name: 'Receipt',
  type: 'email',
  status: 'completed',
  outcome: 'sent',
  reason: {
    code: 'would_send',
    evidence: { provider: 'Postmark', address: 'm•••@example.net', answeredBy: 'sandbox' },
  },
  summary: 'Sent.',
  waits: [],
  details: [],
  messages: [MESSAGE],
} satisfies DryRunResult['steps'][number];
const RESULT = { outcome: 'sent', subscriber: { subscriberId: 'maria', isNew: false }, steps: [STEP] } as const;

test('a dry run shows the address in full to a reader who sees it elsewhere, otherwise masked', () => {
  const shown = renderToStaticMarkup(
    <DryRunSteps result={{ ...RESULT, steps: [STEP] }} addresses={['maria@example.net']} />,
  );
  expect(shown).toContain('The sandbox would accept the message to maria@example.net, and nothing would leave');
  expect(shown).toContain('to maria@example.net (Orders)');
  expect(shown).not.toContain('•••');
  const masked = renderToStaticMarkup(<DryRunSteps result={{ ...RESULT, steps: [STEP] }} />);
  expect(masked).toContain('to m•••@example.net (Orders)');
});

test('the heading names the sandbox if no message would reach a provider', () => {
  const real = { ...STEP, messages: [{ ...MESSAGE, integration: { ...INTEGRATION, sandbox: false } }] };
  const sandboxed = 'The sandbox would accept the messages; nothing would be sent.';
  expect(endingOf('sent', [STEP])).toBe(sandboxed);
  expect(endingOf('sent', [STEP, real])).toBe('Messages would be sent.');
  expect(endingOf('failed', [STEP])).toBe('The run would fail.');
});

test('a message that no inbox can show is amber and counts as stored, unless another message is sent', () => {
  const evidence = { provider: 'Inbox', attempt: 1, integration: 'Shop inbox' };
  const stored = { ...STEP, stepId: 'bell', type: 'in_app' as const, reason: { code: 'stored' as const, evidence } };
  expect(endingOf('sent', [stored])).toBe('Messages would be stored: no inbox has connected.');
  const toReal = [{ ...MESSAGE, integration: { ...INTEGRATION, sandbox: false } }];
  expect(endingOf('sent', [{ ...stored, messages: toReal }, STEP])).toMatch(/^The sandbox would accept/);
  expect(endingOf('sent', [stored, { ...STEP, messages: toReal }])).toBe('Messages would be sent.');
  const shown = renderToStaticMarkup(<DryRunSteps result={{ ...RESULT, steps: [stored] }} />);
  expect(shown).toContain('The message would be stored: no inbox has connected to the integration');
  expect(shown).toContain('text-warn');
  expect(shown).not.toContain('text-ok');
});

test('a workflow’s name keeps its capitals in the sentence about a trigger that runs nothing', () => {
  const reason = { code: 'workflow_inactive' as const, evidence: { workflow: 'Order shipped' } };
  const rejected = { reason, summary: 'Order shipped was paused.' };
  const shown = renderToStaticMarkup(<DryRunSteps result={{ subscriber: RESULT.subscriber, rejected, steps: [] }} />);
  expect(shown).toContain('Nothing would run: Order shipped was paused.');
});
