import { expect, test } from 'vitest';
import { filterProblem } from './filter-problems.ts';

const problem = (value: string | number | boolean | undefined) =>
  filterProblem({
    name: 'date',
    args: [
      { kind: 'literal', value: '%H:%M' },
      { kind: value === undefined ? 'variable' : 'literal', value },
    ] as never,
  } as never);

test('a literal time zone must exist or be an offset', () => {
  for (const value of ['Europe/Berlin', 'UTC', -60, 0, undefined]) expect(problem(value)).toBeUndefined();
  for (const value of ['Europe/Berlim', '', '60', true]) {
    expect(problem(value)).toMatch(/^`timezone` of `date` must be a time zone such as "Europe\/Berlin", not /);
  }
});
