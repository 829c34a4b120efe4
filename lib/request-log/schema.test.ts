import { expect, test } from 'vitest';
import { ListRequestsQuery } from './schema.ts';

const fits = (query: object) => ListRequestsQuery.safeParse(query).success;

test('times are within those of IDs', () => {
  const times = [
    '1970-01-01T00:00:00.000Z',
    '2106-02-07T06:28:15.999Z',
    '2106-02-07T06:28:16.000Z',
    '1969-12-31T23:59:59Z',
  ];
  for (const field of ['createdGte', 'createdLt'])
    expect(times.map((time) => fits({ [field]: time }))).toEqual([true, true, false, false]);
});

test('a status is a number or a class', () => {
  const range = (status: string) => ListRequestsQuery.parse({ status }).status;
  expect(range('404')).toEqual({ from: 404, to: 404 });
  expect(range('4xx')).toEqual({ from: 400, to: 499 });
  expect(['600', '40x', '4', ''].map((status) => fits({ status }))).toEqual(Array(4).fill(false));
});
