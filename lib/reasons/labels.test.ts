import { expect, test } from 'vitest';
import { reasonLabels, waitLabels } from './labels.ts';
import { REASON_CODES, REASONS, type Reason, waitsToBeSent } from './registry.ts';

test('every reason of an unsent run can be selected by name', () => {
  const decisive = REASON_CODES.filter((code) =>
    ['failed', 'skipped', 'throttled', 'merged', 'cancelled'].includes(REASONS[code].outcome ?? ''),
  );
  expect(decisive.filter((code) => !(code in reasonLabels))).toEqual([]);
  expect(new Set(Object.values(reasonLabels)).size).toBe(Object.keys(reasonLabels).length);
});

test('every reason of a step that waits to be sent has a name', () => {
  const waiting = REASON_CODES.filter((code) => waitsToBeSent({ code } as Reason));
  expect(Object.keys(waitLabels).sort()).toEqual([...waiting].sort());
});
