import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Integration } from '#lib/integrations/schema.ts';
import { IntegrationFlags, QuotaBadge, RateLimitBadge } from './integration-flags.tsx';

test.each([
  [14, '≤ 14/s', '14 messages per second'],
  [1, '≤ 1/s', '1 message per second'],
  [0.01, '≤ 0.01/s', '0.01 messages per second'],
  [10_000, '≤ 10,000/s', '10,000 messages per second'],
])('a rate limit of %s is short on screen and long for screen readers', (messagesPerSecond, seen, label) => {
  const html = renderToStaticMarkup(<RateLimitBadge messagesPerSecond={messagesPerSecond} />);
  expect(html).toContain(`>${seen}</span>`);
  expect(html).toContain(`>Rate limit: ${label}</span>`);
  expect(html).toContain(`data-tip="Sends at most ${label};`);
});

test('a daily quota is short on screen and long for screen readers', () => {
  const html = renderToStaticMarkup(<QuotaBadge messagesPerDay={10_000} />);
  expect(html).toContain('>≤ 10,000/day</span>');
  expect(html).toContain('>Daily quota: 10,000 messages per day</span>');
  expect(renderToStaticMarkup(<QuotaBadge messagesPerDay={undefined} />)).toBe('');
});

test('without a rate limit there is no badge', () => {
  expect(renderToStaticMarkup(<RateLimitBadge messagesPerSecond={undefined} />)).toBe('');
});

test('an inbox without a connection has no word until its figures are there, and none if the health says it', () => {
  const integration = { providerId: 'svc', channel: 'in_app', connected: false } as Integration;
  const shown = (isUnseen: boolean | undefined) =>
    renderToStaticMarkup(<IntegrationFlags integration={integration} isUnseen={isUnseen} />);
  expect(shown(undefined)).toContain('animate-skeleton');
  expect(shown(undefined)).not.toContain('Not connected');
  expect(shown(false)).toContain('Not connected');
  expect(shown(true)).toBe('');
});
