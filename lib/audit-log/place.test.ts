import { expect, test } from 'vitest';
import { placeOf } from './place.ts';

const jane = { type: 'subscribers', _id: '1', label: 'jane' };

test.each([
  ['subscribers.update', '/production/subscribers/jane'],
  ['subscribers.deleteCredentials', '/production/subscribers/jane'],
  ['subscribers.delete', undefined],
  ['subscribers.bulk', undefined],
])('the entry of %s links to %s', (action, place) => {
  expect(placeOf({ action, resource: jane }, '/production')).toBe(place);
});
