import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { workflowQueries } from './client.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([0, 1, 99, 100, 101, 250])('all of %i workflows are read in pages', async (count) => {
  const requests: string[] = [];
  vi.stubGlobal('location', { origin: 'https://belfry.example', pathname: '/development/workflows' });
  vi.stubGlobal('fetch', async (address: string | URL) => {
    const { searchParams } = new URL(address, 'https://belfry.example');
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
    requests.push(`${offset} ${searchParams.get('orderBy')}`);
    const workflows = Array.from({ length: Math.min(limit, count - offset) }, (_, at) => ({ _id: `${offset + at}` }));
    return Response.json({ workflows, totalCount: count });
  });
  const found = await new QueryClient().fetchQuery(workflowQueries.all('e'));
  expect(found.map(({ _id }) => _id)).toEqual(Array.from({ length: count }, (_, at) => `${at}`));
  expect(requests).toEqual(Array.from({ length: Math.max(1, Math.ceil(count / 100)) }, (_, at) => `${at * 100} name`));
});
