import { expect, test } from 'vitest';
import { payloadOf, untouchedPayload } from './use-newest-payload.ts';

const AT = '2026-11-26T17:54:00.000Z';

test('the payload of a run is used unless it is withheld or no longer stored', () => {
  expect(payloadOf({ createdAt: AT, payload: { code: '4711' } })).toEqual({ payload: { code: '4711' }, at: AT });
  expect(payloadOf({ createdAt: AT, payload: {}, withheld: true })).toBeUndefined();
  expect(payloadOf({ createdAt: AT })).toBeUndefined();
  expect(payloadOf(undefined)).toBeUndefined();
});

test('the form starts with the values of the newest run, and names the run', () => {
  const { text, source } = untouchedPayload({ payload: { code: '4711' }, at: AT }, { code: 'code' });
  expect(JSON.parse(text)).toEqual({ code: '4711' });
  expect(source).toMatch(/^From the run on 26 Nov, \d\d:54$/);
});

test('without a run, the form starts with example values', () => {
  expect(untouchedPayload(undefined, { code: 'code' })).toEqual({
    text: '{\n  "code": "code"\n}',
    source: 'Example values',
  });
  expect(untouchedPayload(undefined, {}).source).toBeUndefined();
});
