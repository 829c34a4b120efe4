import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('keeps what was used last, up to its size', () => {
  const cache = new LruCache<number>(10);
  cache.set('a', 1, 4);
  cache.set('b', 2, 4);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3, 4);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  cache.set('whole', 4, 10);
  expect([cache.get('a'), cache.get('c'), cache.get('whole')]).toEqual([undefined, undefined, 4]);
  cache.set('more', 5, 11);
  expect([cache.get('more'), cache.get('whole')]).toEqual([undefined, 4]);
});

test('a key that is set again has its last value and size', () => {
  const cache = new LruCache<number>(10);
  cache.set('a', 1, 9);
  cache.set('a', 2, 2);
  cache.set('b', 3, 8);
  expect([cache.get('a'), cache.get('b')]).toEqual([2, 3]);
  cache.set('a', 4, 11);
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 3]);
});

test('nothing is undefined, and so may a value be', () => {
  const cache = new LruCache<string | undefined>(10);
  cache.set('a', undefined, 1);
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, undefined]);
});
