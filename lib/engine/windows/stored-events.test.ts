import { expect, test } from 'vitest';
import type { SharedRow } from '#lib/engine/load/payloads.ts';
import { newId } from '#lib/id.ts';
import { loadedResult, storedResult } from './stored-events.ts';

const LARGE = { text: 'x'.repeat(1_000) };
const SMALL = { text: 'x'.repeat(900) };
const time = '2027-03-01T00:00:00.000Z';
const [june, july] = [newId(new Date('2027-06-30T23:59:59Z')), newId(new Date('2027-07-01T00:00:01Z'))];
const shared = (payload: object) => ({ payload }) as unknown as SharedRow;

test.each([
  ['a large one that several runs share', LARGE, july, july, true],
  ['one of a month after the run', LARGE, july, june, true],
  ['one whose month is dropped before the run', LARGE, june, july, false],
  ['a small one', SMALL, july, july, false],
  ['one of a run alone', LARGE, undefined, july, false],
])('the result of a digest refers to %s: %#', (_, payload, payloadId, runId, refers) => {
  const payloadIds = new Map(payloadId === undefined ? [] : [['event', payloadId]]);
  const result = { eventCount: 2, events: [{ id: 'event', time, payload }] };
  const stored = storedResult({ result, payloadIds }, runId);
  expect(stored).toEqual(
    refers
      ? { result: { eventCount: 2, events: [{ id: 'event', time, payloadId }] }, payload_ids: [payloadId] }
      : { result },
  );
  const row = { result: stored.result ?? null, payload_ids: stored.payload_ids ?? null };
  const loaded = loadedResult(row, new Map([[String(payloadId), shared(payload)]]));
  expect(loaded).toEqual(refers ? { result, payloadIds } : { result });
});

test('a result of another step is read unchanged', () => {
  const result = { events: [{ id: 'event', payloadId: july }] };
  expect(loadedResult({ result, payload_ids: null }, new Map([[july, shared(LARGE)]]))).toEqual({ result });
  expect(storedResult({ result }, july)).toEqual({ result });
});

test('an event with a deleted payload has an empty one', () => {
  const row = { result: { eventCount: 1, events: [{ id: 'event', time, payloadId: july }] }, payload_ids: [july] };
  expect(loadedResult(row, new Map()).result?.events).toEqual([{ id: 'event', time, payload: {} }]);
});
