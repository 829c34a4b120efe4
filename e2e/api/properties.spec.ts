import fc from 'fast-check';
import { database } from '#e2e/database.ts';
import { type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createTenant } from '#e2e/tenant.ts';
import { newId } from '#lib/id.ts';
import { SubscriberPage } from '#lib/subscribers/schema.ts';

interface Row {
  id: string;
  updatedAt: number;
  matches: boolean;
}

/** Data sets with few distinct times of creation and update, so that both have ties. */
const dataSets = fc.array(fc.record({ created: fc.nat(4), updated: fc.nat(3), matches: fc.boolean() }), {
  maxLength: 24,
});

const searches = fc.record({
  rows: dataSets,
  orderBy: fc.constantFrom('_id' as const, 'updatedAt' as const),
  orderDirection: fc.constantFrom('ASC' as const, 'DESC' as const),
  limit: fc.integer({ min: 1, max: 7 }),
  filtered: fc.boolean(),
});

type Search = typeof searches extends fc.Arbitrary<infer S> ? S : never;

test('after, before and includeCursor are inverse of each other (4.3)', async () => {
  await fc.assert(
    fc.asyncProperty(searches, async (search) => {
      const { call, expected } = await arrange(search);
      const ask = asking(call, search);
      const cursors = await cursorsOf(ask, expected);
      const { limit } = search;
      for (const [i, cursor] of cursors.entries()) {
        if (cursor === undefined) continue;
        const after = await ask({ after: cursor, limit });
        expectPage(after, expected, i + 1, Math.min(i + 1 + limit, expected.length));
        const before = await ask({ before: cursor, limit });
        expectPage(before, expected, Math.max(0, i - limit), i);
        const from = await ask({ after: cursor, includeCursor: true, limit });
        expectPage(from, expected, i, Math.min(i + limit, expected.length));
        const upTo = await ask({ before: cursor, includeCursor: true, limit });
        expectPage(upTo, expected, Math.max(0, i + 1 - limit), i + 1);
        // The previous page's cursor leads back to this page.
        if (after.previous && after.data.length > 0) {
          const back = await ask({ before: after.previous, limit });
          expectPage(back, expected, Math.max(0, i + 1 - limit), i + 1);
          if (back.next) expect(await ask({ after: back.next, limit })).toEqual(after);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test('a walk in either direction returns every row once, in order (4.3)', async () => {
  await fc.assert(
    fc.asyncProperty(searches, async (search) => {
      const { call, expected } = await arrange(search);
      const ask = asking(call, search);
      const { limit } = search;
      const pages = [await ask({ limit })];
      for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await ask({ after: next, limit }));
      expect(pages.flatMap(idsOf)).toEqual(expected);
      expect(pages[0]?.previous).toBeNull();
      for (const page of pages) expect(page).toMatchObject({ totalCount: expected.length, totalCountCapped: false });
      const backwards = [pages.at(-1) as SubscriberPage];
      for (let previous = backwards[0]?.previous; previous; previous = backwards.at(-1)?.previous)
        backwards.push(await ask({ before: previous, limit }));
      expect(backwards.toReversed().flatMap(idsOf)).toEqual(expected);
      expect(backwards.toReversed().map(idsOf)).toEqual(pages.map(idsOf));
    }),
    { numRuns: 60 },
  );
});

test('the cursor of a deleted row keeps its place (4.3)', async () => {
  await fc.assert(
    fc.asyncProperty(searches, fc.nat(100), async (search, which) => {
      const { call, expected } = await arrange(search);
      const ask = asking(call, search);
      const cursors = await cursorsOf(ask, expected);
      const i = expected.length === 0 ? 0 : which % expected.length;
      const cursor = cursors[i];
      if (cursor === undefined) return;
      await database().query('DELETE FROM subscribers WHERE id = $1', [expected[i]]);
      const rest = expected.toSpliced(i, 1);
      const { limit } = search;
      for (const includeCursor of [true, false]) {
        expectPage(await ask({ after: cursor, limit, includeCursor }), rest, i, Math.min(i + limit, rest.length));
        expectPage(await ask({ before: cursor, limit, includeCursor }), rest, Math.max(0, i - limit), i);
      }
    }),
    { numRuns: 30 },
  );
});

type Ask = (query: Record<string, string | number | boolean>) => Promise<SubscriberPage>;

function asking(call: CallApi, { orderBy, orderDirection, filtered }: Search): Ask {
  return async (query) => {
    const all = { orderBy, orderDirection, ...(filtered && { email: 'match' }), ...query };
    const text = new URLSearchParams(Object.entries(all).map(([name, value]) => [name, String(value)]));
    return parsed(SubscriberPage, await call('GET', `/v2/subscribers?${text}`));
  };
}

const idsOf = (page: SubscriberPage) => page.data.map(({ _id }) => _id ?? '');

/** Creates an environment with these rows. Returns the IDs that the search should find, in order. */
async function arrange({
  rows,
  orderBy,
  orderDirection,
  filtered,
}: Search): Promise<{ call: CallApi; expected: string[] }> {
  const tenant = await createTenant();
  const start = Date.now() - 100_000;
  const made = rows.map(({ created, updated, matches }): Row => {
    return { id: newId(new Date(start + created)), updatedAt: start + 1000 + updated, matches };
  });
  await database().query(
    `INSERT INTO subscribers (id, environment_id, subscriber_id, email, created_at, updated_at)
     SELECT id, $1, id, CASE WHEN matches THEN 'match@example.com' ELSE 'other@example.com' END, now(), to_timestamp(at / 1000.0)
     FROM unnest($2::text[], $3::bool[], $4::bigint[]) AS made (id, matches, at)`,
    [
      tenant.environmentId,
      made.map(({ id }) => id),
      made.map(({ matches }) => matches),
      made.map(({ updatedAt }) => updatedAt),
    ],
  );
  const byId = (a: Row, b: Row) => (a.id < b.id ? -1 : 1);
  const ascending = made
    .filter(({ matches }) => matches || !filtered)
    .sort((a, b) => (orderBy === 'updatedAt' ? a.updatedAt - b.updatedAt : 0) || byId(a, b))
    .map(({ id }) => id);
  return {
    call: caller(`ApiKey ${tenant.apiKey}`),
    expected: orderDirection === 'ASC' ? ascending : ascending.toReversed(),
  };
}

/** Returns the cursor of each row, from pages with one row. A single row has none. */
async function cursorsOf(ask: Ask, expected: string[]): Promise<(string | undefined)[]> {
  const cursors: (string | undefined)[] = [];
  let page = await ask({ limit: 1 });
  for (let i = 0; i < expected.length; i++) {
    expect(idsOf(page)).toEqual([expected[i]]);
    if (page.next && page.previous) expect(page.next, 'one row, one cursor').toBe(page.previous);
    cursors.push(page.next ?? page.previous ?? undefined);
    if (page.next) page = await ask({ limit: 1, after: page.next });
  }
  return cursors;
}

/** Expects the rows from `start` to `end`, and cursors only where further rows exist. */
function expectPage(page: SubscriberPage, expected: string[], start: number, end: number): void {
  expect(idsOf(page)).toEqual(expected.slice(start, end));
  if (page.data.length === 0) {
    expect([page.next, page.previous]).toEqual([null, null]);
    return;
  }
  expect(page.next !== null, 'next').toBe(end < expected.length);
  expect(page.previous !== null, 'previous').toBe(start > 0);
}
