import { expect, test } from 'vitest';
import { previewData } from './use-preview-data.ts';

const payload = { total: '€ 12.50' };

test('a preview uses the payload of the newest run unless the sample has one', () => {
  expect(previewData(undefined, payload)).toEqual({ payload });
  expect(previewData({ subscriber: { subscriberId: 'jane' } }, payload)).toEqual({
    payload,
    subscriber: { subscriberId: 'jane' },
  });
  expect(previewData({ payload: { total: 'mine' } }, payload)).toEqual({ payload: { total: 'mine' } });
});

test('a preview of a run has its recipient unless the sample has another one', () => {
  const subscriber = { subscriberId: 'jane' };
  expect(previewData(undefined, payload, subscriber)).toEqual({ payload, subscriber });
  expect(previewData({ subscriber: { subscriberId: 'ada' } }, payload, subscriber)).toEqual({
    payload,
    subscriber: { subscriberId: 'ada' },
  });
});

test('without a run, a preview has the sample only', () => {
  expect(previewData(undefined, undefined)).toBeUndefined();
  expect(previewData({ payload }, undefined)).toEqual({ payload });
});
