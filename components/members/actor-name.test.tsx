import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { memberQueries } from '#lib/members/client.ts';
import type { Member } from '#lib/members/schema.ts';
import { ActorName, type ShownActor, userActor } from './actor-name.tsx';

const jane = { _id: 'm1', _userId: 'u1', email: 'jane@shop.example', name: 'Jane Doe' } as Member;

function shown(actor: ShownActor): string {
  const client = new QueryClient();
  client.setQueryData(memberQueries.list().queryKey, [jane]);
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ActorName actor={actor} />
    </QueryClientProvider>,
  );
  return `${/data-tip="([^"]*)"/.exec(markup)?.[1] ?? 'no tip'}: ${markup.replace(/<[^<>]*>/g, '')}`;
}

test.each([
  [
    { type: 'user', label: 'robin@shop.example', name: 'Robin Oakes' },
    'robin@shop.example: Robin Oakes (robin@shop.example)',
  ],
  [{ label: 'jane@shop.example' }, 'jane@shop.example: Jane Doe (jane@shop.example)'],
  [{ label: 'jane@shop.example', _id: 'u1' }, 'jane@shop.example: Jane Doe (jane@shop.example)'],
  [{ type: 'user', label: 'gone@shop.example' }, 'no tip: gone@shop.example'],
  [{ type: 'apiKey', label: 'Shop' }, 'API key: API key Shop'],
  [{ type: 'system', label: 'retention' }, 'no tip: Belfry'],
] satisfies [ShownActor, string][])('actor %#', (actor, text) => {
  expect(shown(actor)).toBe(text);
});

test('the user of a workflow has the name of the record, and otherwise that of the member', () => {
  expect(userActor({ _id: 'u1', firstName: 'Jane', lastName: null })).toEqual({ label: '', name: 'Jane', _id: 'u1' });
  expect(userActor({ _id: 'u1' })).toEqual({ label: '', name: undefined, _id: 'u1' });
  expect(userActor(null)).toEqual({ label: '', name: undefined, _id: undefined });
});
