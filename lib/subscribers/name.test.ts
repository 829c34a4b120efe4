import { expect, test } from 'vitest';
import { nameOf } from './name.ts';

test.each([
  ['Jane', 'Cooper', 'Jane Cooper'],
  ['凛', '山本', '山本 凛'],
  ['さくら', '田中', '田中 さくら'],
  ['민준', '김', '김 민준'],
  ['雅婷', 'Wang', '雅婷 Wang'],
  ['雅婷', null, '雅婷'],
  ['', 'Cooper', 'Cooper'],
  [null, undefined, 'cus_1'],
])('%s %s has the name %s', (firstName, lastName, name) => {
  expect(nameOf({ subscriberId: 'cus_1', firstName, lastName })).toBe(name);
});
