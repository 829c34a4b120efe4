import { expect, test } from 'vitest';
import type { Integration } from '#lib/integrations/schema.ts';
import { byDeliveryOrder, moved, placesOf } from './delivery-order.ts';

const integration = (name: string, changes: Partial<Integration> = {}): Integration => ({
  _id: name,
  _environmentId: 'e',
  _organizationId: 'o',
  name,
  identifier: name,
  providerId: 'sendgrid',
  channel: 'email',
  active: true,
  deleted: false,
  primary: false,
  conditions: [],
  ...changes,
});
const conditions = [{ isNegated: false, type: 'GROUP' as const, value: 'AND' as const, children: [] }];
const sorted = (...list: Integration[]) => list.sort(byDeliveryOrder).map(({ name }) => name);

test('the order of email is conditions, primary, others by priority, then inactive', () => {
  const names = sorted(
    integration('off', { active: false, priority: 9 }),
    integration('backup', { priority: 1 }),
    integration('first backup', { priority: 4 }),
    integration('primary', { primary: true, priority: 2 }),
    integration('rarely', { conditions, priority: 3 }),
    integration('vip', { conditions, priority: 5 }),
    integration('also off', { active: false }),
  );
  expect(names).toEqual(['vip', 'rarely', 'primary', 'first backup', 'backup', 'also off', 'off']);
});

test('in-app integrations are listed from the newest, push and chat integrations by priority', () => {
  const inApp = { channel: 'in_app' } as const;
  expect(sorted(integration('1', inApp), integration('3', inApp), integration('2', inApp))).toEqual(['3', '2', '1']);
  const push = { channel: 'push' } as const;
  expect(sorted(integration('a', push), integration('b', { ...push, priority: 9 }))).toEqual(['b', 'a']);
});

test('an integration moves among those with conditions, or among the others of a failover', () => {
  const list = [
    integration('vip', { conditions }),
    integration('rarely', { conditions }),
    integration('primary', { primary: true }),
    integration('backup'),
    integration('last backup'),
    integration('off', { active: false }),
    integration('also off', { active: false }),
  ];
  expect(list.map((_, index) => placesOf(list, index))).toEqual([
    ...[[0, 1], [0, 1], undefined, [3, 4], [3, 4], undefined, undefined],
  ]);
  expect(placesOf([integration('a', { channel: 'push' }), integration('b', { channel: 'push' })], 0)).toEqual([0, 1]);
  expect(
    placesOf([integration('a', { channel: 'in_app' }), integration('b', { channel: 'in_app' })], 0),
  ).toBeUndefined();
  expect(placesOf([integration('one')], 0)).toBeUndefined();
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
});
