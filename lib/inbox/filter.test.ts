import { expect, test } from 'vitest';
import { parseSearchParams } from '#lib/api/query.ts';
import { DataFilter, dataGroups, TagsFilter, TagsQuery, tagGroups } from './filter.ts';

test.each<[string, TagsFilter, string[][]]>([
  ['one tag', 'a', [['a']]],
  ['a list matches any tag', ['a', 'b'], [['a', 'b']]],
  ['or', { or: ['a', 'b'] }, [['a', 'b']]],
  ['and of or', { and: [{ or: ['a', 'b'] }, { or: ['c'] }] }, [['a', 'b'], ['c']]],
  ['an empty list is not a filter', [], []],
  ['empty groups are not a filter', { and: [{ or: [] }, { or: ['c'] }] }, [['c']]],
])('tags: %s', (_case, tags, groups) => {
  expect(tagGroups(TagsFilter.parse(tags))).toEqual(groups);
});

test('no tags are not a filter', () => expect(tagGroups(undefined)).toEqual([]));

test.each([
  ['tags=a', [['a']]],
  ['tags=a&tags=b', [['a', 'b']]],
  ['tags[]=a&tags[]=b', [['a', 'b']]],
  ['tags[0][]=a&tags[0][]=b&tags[1][]=c', [['a', 'b'], ['c']]],
  ['tags[1][]=c&tags[0][]=a&tags[1][]=d', [['c', 'd'], ['a']]],
  ['', []],
])('query ?%s', (search, groups) => {
  const { tags } = parseSearchParams(new URLSearchParams(search));
  expect(tagGroups(TagsQuery.parse(tags))).toEqual(groups);
});

test.each([
  ['tags[]=a&tags[0][]=b'],
  [Array.from({ length: 101 }, (_, n) => `tags=${n}`).join('&')],
  [Array.from({ length: 31 }, (_, n) => `tags[${n}][]=x`).join('&')],
  [Array.from({ length: 201 }, (_, n) => `tags[${n % 30}][]=${n}`).join('&')],
])('rejects a query of mixed or too many tags', (search) => {
  const { tags } = parseSearchParams(new URLSearchParams(search));
  expect(TagsQuery.safeParse(tags).success).toBe(false);
});

const either = (key: string, value: unknown) => [{ [key]: value }, { [key]: [value] }];

test.each<[string, DataFilter, unknown[][]]>([
  ['a scalar', { a: 1 }, [either('a', 1)]],
  ['two keys', { a: 1, b: true }, [either('a', 1), either('b', true)]],
  ['a list matches any value', { a: ['x', 'y'] }, [[...either('a', 'x'), ...either('a', 'y')]]],
  ['or', { a: { or: ['x'] } }, [either('a', 'x')]],
  ['and of or', { a: { and: [{ or: ['x'] }, { or: ['y'] }] } }, [either('a', 'x'), either('a', 'y')]],
  ['a nested key', { a: { b: 2 } }, [[{ a: { b: 2 } }, { a: { b: [2] } }]]],
  ['a nested key named or', { a: { or: 'x' } }, [[{ a: { or: 'x' } }, { a: { or: ['x'] } }]]],
  ['an empty object is not a filter', {}, []],
  ['an empty list is not a filter', { a: [] }, []],
])('data: %s', (_case, data, groups) => {
  expect(dataGroups(DataFilter.parse(data))).toEqual(groups);
});

test.each([
  ['two levels of nesting', '{"a":{"b":{"c":1}}}'],
  ['null', '{"a":null}'],
  ['an operator as key', '{"$where":1}'],
  ['a dot', '{".a":1}'],
  ['a nested operator', '{"a":{"$in":[1]}}'],
  ['constructor', '{"a":{"constructor":1}}'],
  ['a long text', JSON.stringify({ a: 'x'.repeat(257) })],
  ['a long list', JSON.stringify({ a: Array(101).fill('x') })],
  ['many values', JSON.stringify({ a: Array(100).fill('x'), b: Array(100).fill('x'), c: 'x' })],
  ['a list', '[]'],
])('rejects data with %s', (_case, text) => {
  expect(DataFilter.safeParse(JSON.parse(text)).success).toBe(false);
});
