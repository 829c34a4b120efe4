import { expect, test } from 'vitest';
import { Unchanging } from './unchanging.ts';

interface Named {
  name: string;
}

const named = (id: string) => [id, { name: id }] as const;

/** Returns reads that end when the test allows it. The value of an ID is the ID. */
function slowReads() {
  const reads: { ids: string[]; answer: () => void }[] = [];
  const load = (ids: string[]) =>
    new Promise<(readonly [string, Named])[]>((resolve) => {
      reads.push({ ids, answer: () => resolve(ids.map(named)) });
    });
  return { reads, load };
}

const valuesOf = (ids: string[]) => new Map(ids.map(named));

test('each of two parallel batches gets all of its entries, whatever the other one evicts', async () => {
  const cache = new Unchanging<Named>(3);
  const { reads, load } = slowReads();
  const first = cache.read('environment', ['a', 'b'], load);
  reads[0]?.answer();
  await first;
  // Two of these are cached and one is read, while the other batch fills the cache with its values.
  const one = cache.read('environment', ['a', 'b', 'c'], load);
  const other = cache.read('environment', ['e', 'f', 'g'], load);
  reads[2]?.answer();
  expect(await other).toEqual(valuesOf(['e', 'f', 'g']));
  reads[1]?.answer();
  expect(await one).toEqual(valuesOf(['a', 'b', 'c']));
});

test('a batch larger than the cache gets all of its entries', async () => {
  const cache = new Unchanging<Named>(3);
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const load = async (missing: string[]) => missing.map(named);
  expect(await cache.read('environment', ids, load)).toEqual(valuesOf(ids));
  expect(await cache.read('environment', ids, load)).toEqual(valuesOf(ids));
});

test('a full cache drops only the entries that were used least recently', async () => {
  const cache = new Unchanging<Named>(3);
  const read: string[] = [];
  const load = async (missing: string[]) => {
    read.push(...missing);
    return missing.map(named);
  };
  for (const ids of [['a', 'b', 'c'], ['a'], ['d'], ['a', 'c', 'd']]) await cache.read('environment', ids, load);
  expect(read).toEqual(['a', 'b', 'c', 'd']);
});

test('one ID in two environments is two values, and a missing value is read again', async () => {
  const cache = new Unchanging<Named>(3);
  const stored = new Map<string, Named>();
  const read = (environment: string) =>
    cache.read(environment, ['a'], async () => {
      const value = stored.get(environment);
      return value ? [['a', value] as const] : [];
    });
  stored.set('one', { name: 'of one' });
  expect([...(await read('one'))]).toEqual([['a', { name: 'of one' }]]);
  expect([...(await read('other'))]).toEqual([]);
  stored.set('other', { name: 'of other' });
  expect([...(await read('other'))]).toEqual([['a', { name: 'of other' }]]);
});
