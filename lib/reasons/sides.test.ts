import { expect, test } from 'vitest';
import { reasonLabels } from './labels.ts';
import { REASON_CODES } from './registry.ts';
import { SIDES } from './side.ts';
import { REASON_SIDES, reasonsOfSide, sideOf } from './sides.ts';

test('every reason has one side, and each side has reasons', () => {
  expect(Object.keys(REASON_SIDES).sort()).toEqual([...REASON_CODES].sort());
  expect([...new Set(Object.values(REASON_SIDES))].sort()).toEqual([...SIDES].sort());
});

test('the sides divide the reasons of the filter, except those of runs that were sent as intended', () => {
  const found = SIDES.flatMap(reasonsOfSide);
  const sent = ['rest_cancelled', 'sandboxed', 'stored'];
  expect([...found, ...sent].sort()).toEqual(Object.keys(reasonLabels).sort());
});

test.each([
  ['provider_rejected', 'provider'],
  ['address_refused', 'recipient'],
  ['retry_waiting', 'provider'],
  ['mailbox_exhausted', 'recipient'],
  ['no_address', 'recipient'],
  ['filter', 'workflow'],
  ['canceled', 'workflow'],
  ['preference_global', 'choice'],
  ['provider_auth', 'belfry'],
] as const)('%s is on the side %s', (code, side) => {
  expect(sideOf(code)).toBe(side);
});

test.each([
  'sent',
  'sandboxed',
  'stored',
  'delivered',
  'done',
  'digest_finished',
  'step_queued',
  'unrecorded',
] as const)('%s is on no side, because it needs no cause', (code) => {
  expect(sideOf(code)).toBeUndefined();
});
