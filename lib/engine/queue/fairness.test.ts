import { expect, test } from 'vitest';
import { shareSlots } from './fairness.ts';
import { LANES, type Lane, type ReadyWork } from './work.ts';

const due = (...rows: [environmentId: string, lane: Lane][]) =>
  rows.map(([environmentId, lane]) => ({ environmentId, lane })) as ReadyWork[];

function shared(
  works: readonly ReadyWork[],
  given: { free?: number; underWay?: [string, number][]; turn?: number } = {},
) {
  const { free = 20, underWay = [], turn = 0 } = given;
  const shares = shareSlots(works, { free, slots: 20, underWay: new Map(underWay), turn });
  return shares.map(({ environmentId, lane, slots }) => [environmentId, lane, slots]);
}

test('one environment gets all free slots', () => {
  expect(shared(due(['a', LANES.normal]), { free: 7 })).toEqual([['a', LANES.normal, 7]]);
});

test('lanes share by weight, the urgent one first', () => {
  const lanes = due(['a', LANES.fanout], ['a', LANES.normal], ['a', LANES.urgent]);
  expect(shared(lanes, { free: 13 })).toEqual([
    ['a', LANES.urgent, 8],
    ['a', LANES.normal, 4],
    ['a', LANES.fanout, 1],
  ]);
});

test('environments of a lane share equally, and each turn begins with the next', () => {
  const works = due(['a', LANES.normal], ['b', LANES.normal], ['c', LANES.normal]);
  const shares = (turn: number) => shared(works, { free: 2, turn }).map(([environmentId]) => environmentId);
  expect([0, 1, 2].map(shares)).toEqual([
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
  ]);
});

test('while another environment waits, one has at most half of the slots, with those that it uses', () => {
  const works = due(['a', LANES.normal], ['b', LANES.normal]);
  expect(shared(works, { free: 12, underWay: [['a', 8]] })).toEqual([
    ['a', LANES.normal, 2],
    ['b', LANES.normal, 6],
  ]);
  expect(shared(works, { free: 10, underWay: [['a', 10]] })).toEqual([['b', LANES.normal, 5]]);
  expect(shared(due(['a', LANES.normal]), { free: 10, underWay: [['a', 10]] })).toEqual([['a', LANES.normal, 10]]);
});

test('the lanes of an environment have its room together', () => {
  const works = due(['a', LANES.urgent], ['a', LANES.normal], ['b', LANES.normal]);
  const ofA = shared(works, { underWay: [['a', 1]] }).filter(([environmentId]) => environmentId === 'a');
  expect(ofA).toEqual([['a', LANES.urgent, 9]]);
});
