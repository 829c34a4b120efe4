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
  expect(shown).toContain('Orders to maria@example.net');
  expect(shown).not.toContain('•••');
  const masked = renderToStaticMarkup(<DryRunSteps result={{ ...RESULT, steps: [STEP] }} />);
  expect(masked).toContain('Orders to m•••@example.net');
});

test('the heading names the sandbox if no message would reach a provider', () => {
  const real = { ...MESSAGE, integration: { ...INTEGRATION, sandbox: false } };
  const sandboxed = 'The sandbox would accept the messages; nothing would be sent.';
  expect(endingOf('sent', [STEP])).toBe(sandboxed);
  expect(endingOf('sent', [STEP, { messages: [real] }])).toBe('Messages would be sent.');
  expect(endingOf('failed', [STEP])).toBe('The run would fail.');
});
