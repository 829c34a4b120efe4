import { expect, test } from 'vitest';
import { navigationItems } from '#components/layout/navigation.ts';
import { inEnvironment, PAGE_ADDRESSES } from '#lib/guides/page-links.ts';
import { renderGuide } from '#lib/guides/render.ts';

test('the pages that guides name are those of the menu', () => {
  const pages = new Map(navigationItems.map(({ label, path }) => [label, path.startsWith('/') ? path : `/~/${path}`]));
  for (const [label, address] of Object.entries(PAGE_ADDRESSES)) expect(pages.get(label), label).toBe(address);
});

test('the name of a page is a link in the environment of the reader, other emphasis stays', () => {
  const { parts } = renderGuide('# T\n\nOpen *Activity*, then *API keys*, then press *Send test*.', 'x');
  const html = parts[0]?.kind === 'html' ? inEnvironment(parts[0].html, '/production') : '';
  expect(html).toContain('<a href="/production/activity">Activity</a>');
  expect(html).toContain('<a href="/production/api-keys">API keys</a>');
  expect(html).toContain('<em>Send test</em>');
});
