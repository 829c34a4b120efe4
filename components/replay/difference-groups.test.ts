import { expect, test } from 'vitest';
import type { ReplayDifference } from '#lib/replay/schema.ts';
import { differenceGroups } from './difference-groups.ts';

const difference = (id: string, stepId: string, change: 'texts' | 'skipped' = 'texts') =>
  ({ _id: id, change, createdAt: '', steps: [{ stepId, change }] }) as unknown as ReplayDifference;
const ids = (list: readonly ReplayDifference[]) => list.map(({ _id }) => _id);

test('many runs with the same change are one example and a fold, other changes stay apart', () => {
  const texts = ['a', 'b', 'c', 'd'].map((id) => difference(id, 'mail'));
  const groups = differenceGroups([...texts, difference('e', 'sms'), difference('f', 'mail', 'skipped')]);
  expect(groups.map(({ shown, folded }) => [ids(shown), ids(folded)])).toEqual([
    [['a'], ['b', 'c', 'd']],
    [['e'], []],
    [['f'], []],
  ]);
});

test('a few equal changes are all listed', () => {
  const [group] = differenceGroups(['a', 'b', 'c'].map((id) => difference(id, 'mail')));
  expect([ids(group?.shown ?? []), ids(group?.folded ?? [])]).toEqual([['a', 'b', 'c'], []]);
});
