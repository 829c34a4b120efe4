import { expect, test } from 'vitest';
import { buildOpenApi } from '#lib/api/openapi.ts';
import { groupsOf } from './operations.ts';

test('every operation is in one group; events are first, with trigger on top, and groups for people are last', async () => {
  const document = await buildOpenApi();
  const groups = groupsOf(document);
  const ids = groups.flatMap(({ operations }) => operations.map(({ operationId }) => operationId));
  const all = Object.values(document.paths).flatMap((item) => Object.values(item).map((one) => one.operationId));
  expect(ids.toSorted()).toEqual(all.toSorted());
  expect(groups.map(({ name }) => name).slice(0, 2)).toEqual(['Events', 'Subscribers']);
  expect(groups[0]?.operations.map(({ operationId }) => operationId)).toEqual([
    'triggerEvent',
    'triggerEventsInBulk',
    'broadcastEvent',
    'cancelEvent',
    'dryRunEvent',
  ]);
  expect(groups[0]?.operations[0]).toMatchObject({ method: 'POST', path: '/api/v1/events/trigger', callers: 'keys' });
  const first = groups.findIndex(({ isForPeople }) => isForPeople);
  expect(groups.slice(first).every(({ isForPeople }) => isForPeople)).toBe(true);
  expect(groups.find(({ name }) => name === 'Members')).toMatchObject({ id: 'group-members', isForPeople: true });
});
