import { expect, test } from 'vitest';
import { matchesAnything } from './matches-anything.ts';

const empty = 'credentials: {}';

test.each([
  [`expect(row).toMatchObject({ active: false, ${empty} });`, true],
  [`expect(row).toMatchObject({\n  of: { at: expect.any(Date), ${empty} },\n});`, true],
  [`expect(row).toEqual(expect.objectContaining({ ${empty} }));`, true],
  [`expect(row).toEqual({ ${empty} });`, false],
  ['expect(row).toMatchObject({ steps: [{ type: "sms" }, {}] });', false],
  [`expect(row).toMatchObject({ a: 1 });\nsave({ ${empty} });`, false],
])('%s: %s', (text, is) => {
  expect(matchesAnything(text) !== undefined).toBe(is);
});
