import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SessionProvider } from '#components/layout/session.tsx';
import { contextQueries } from '#lib/contexts/client.ts';
import type { Context } from '#lib/contexts/schema.ts';
import { ContextUses } from './context-uses.tsx';

const of = { type: 'tenant', id: 'acme' };
const count = (count: number) => ({ count, isCapped: false });

test('a count is a link only to a list of exactly these records', () => {
  const environment = { _id: 'environment', name: 'Demo', slug: 'demo' };
  const client = new QueryClient();
  client.setQueryData(contextQueries.usage('environment', of).queryKey, {
    ...{ subscribers: count(11), runs: count(3), messages: count(0), preferences: count(0), subscriptions: count(11) },
  });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SessionProvider value={{ user: { role: 'support' }, environment, environments: [environment] } as never}>
        <ContextUses context={of as Context} />
      </SessionProvider>
    </QueryClientProvider>,
  );
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href, text]) => `${text}: ${href}`);
  const key = encodeURIComponent('tenant:acme');
  expect(links).toEqual([
    `11 subscribers: /demo/subscribers?context=${key}`,
    `3 runs: /demo/activity?context=${key}&amp;range=90d`,
  ]);
  for (const text of ['0 messages', '0 preferences', '11 subscriptions']) expect(html).toContain(text);
});
